"""What a path that an agent gives may stand for, whichever way its tool reads it."""

from ..engine.paths import normalise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..engine.tools import FileChange

_HOMES = ("~", "$HOME", "${HOME}")
_ODD = ("file:", "\\")


def readings(file: "FileChange", cwd: str, home: str) -> list[str]:
    """Return every absolute path that the file may mean; a gate refuses if it refuses any.

    Tools differ: some expand `~`, trim blanks or take `file://` addresses, some do not. A path with
    `..` comes twice, once with `..` taken out of the text and once as it stands, since after a
    linked folder the two lead to different files.
    """
    found = [str(file.path)]
    for text in _spellings(file.given, home):
        path = text if text.startswith("/") else f"{cwd}/{text}"
        found.append(normalise(path))
        if ".." in path:
            found.append(path)
    return list(dict.fromkeys(found))


def _spellings(given: str, home: str) -> list[str]:
    if given.startswith("/") and not given[-1:].isspace() and "\\" not in given:
        return [given]
    texts = [given, given.strip()]
    if given.strip().lower().startswith("file:"):
        texts.append(_of_address(given.strip()))
    texts += [text.replace("\\", "/") for text in texts if "\\" in text]
    texts += [_in_home(text, home) for text in texts]
    return [text for text in dict.fromkeys(texts) if text]


def _in_home(text: str, home: str) -> str:
    """Return the path with a leading `~`, `~user` or `$HOME` as the folder it names."""
    first, slash, rest = text.partition("/")
    if first in _HOMES:
        return f"{home}{slash}{rest}"
    if first.startswith("~") and len(first) < 64:
        return f"{_home_of(first[1:])}{slash}{rest}"
    return ""


def _home_of(user: str) -> str:
    import pwd

    try:
        return pwd.getpwnam(user).pw_dir
    except (KeyError, ValueError, UnicodeError):
        return f"~{user}"


def _of_address(address: str) -> str:
    """Return the path of a `file:` address, its %-escapes read and its host left out."""
    path = address[len("file:") :]
    if path.startswith("//"):
        path = "/" + path[2:].partition("/")[2]
    pieces = path.encode("utf-8", "surrogatepass").split(b"%")
    read = pieces[0] + b"".join(_escaped(piece) for piece in pieces[1:])
    return read.decode("utf-8", "surrogateescape")


def _escaped(piece: bytes) -> bytes:
    try:
        return bytes([int(piece[:2], 16)]) + piece[2:] if len(piece[:2]) == 2 else b"%" + piece
    except ValueError:
        return b"%" + piece
