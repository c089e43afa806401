"""What a path that an agent gives may stand for, whichever way its tool reads it."""

from ..engine import environ
from ..engine.paths import normalise
from .links import LONGEST

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..engine.tools import FileChange

_FIRMLINKS = "/System/Volumes/Data/"
"""Where macOS (10.15 on) shows the same files a second time, without a link to follow."""


def readings(file: "FileChange", cwd: str, home: str) -> list[str]:
    """Return every absolute path that the file may mean; a gate refuses if it refuses any.

    Tools differ: some expand `~` and `$NAME`, trim blanks or take `file://` addresses, some do not.
    A path with `..` comes twice, once with `..` taken out of the text and once as it stands, since
    after a linked folder the two lead to different files.
    """
    found = [str(file.path)]
    for text in _spellings(file.given, cwd, home):
        path = text if text.startswith("/") else f"{cwd}/{text}"
        found.append(normalise(path))
        if ".." in path and len(path) <= LONGEST:
            found.append(path)
    found += [path[len(_FIRMLINKS) - 1 :] for path in found if path.startswith(_FIRMLINKS)]
    return list(dict.fromkeys(found))


def _spellings(given: str, cwd: str, home: str) -> list[str]:
    odd = given[-1:].isspace() or "\\" in given or "$" in given
    if given.startswith("/") and not odd:
        return [given]
    texts = [given, given.strip()]
    if given.strip().lower().startswith("file:"):
        texts += _of_address(given.strip())
    texts += [_with_variables(text, cwd, home) for text in texts if "$" in text]
    texts += [text.replace("\\", "/") for text in texts if "\\" in text]
    texts += [_in_home(text, home) for text in texts]
    return [text for text in dict.fromkeys(texts) if text]


def _in_home(text: str, home: str) -> str:
    """Return the path with a leading `~` or `~user` as the folder it names, "" without one."""
    first, slash, rest = text.partition("/")
    if first == "~":
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


def _with_variables(text: str, cwd: str, home: str) -> str:
    """Return the path with `$NAME` and `${NAME}` as the environment has them; unknown ones stay."""
    first, *rest = text.split("$")
    for piece in rest:
        end = piece.find("}") if piece.startswith("{") else _name_end(piece)
        name = piece[1:end] if piece.startswith("{") else piece[:end]
        value = {"HOME": home, "PWD": cwd}.get(name) or environ.get(name) if name else ""
        first += value + piece[end + piece.startswith("{") :] if value else f"${piece}"
    return first


def _name_end(text: str) -> int:
    odd = (at for at, char in enumerate(text) if not (char.isalnum() or char == "_"))
    return next(odd, len(text))


def _of_address(address: str) -> list[str]:
    """Return the path of a `file:` address without its host, with and without `?...` and `#...`."""
    path = address[len("file:") :]
    if path.startswith("//"):
        path = "/" + path[2:].partition("/")[2]
    return [_read(path), _read(path.partition("#")[0].partition("?")[0])]


def _read(path: str) -> str:
    """Return the path with its %-escapes read."""
    pieces = path.encode("utf-8", "surrogatepass").split(b"%")
    read = pieces[0] + b"".join(_escaped(piece) for piece in pieces[1:])
    return read.decode("utf-8", "surrogateescape")


def _escaped(piece: bytes) -> bytes:
    try:
        return bytes([int(piece[:2], 16)]) + piece[2:] if len(piece[:2]) == 2 else b"%" + piece
    except ValueError:
        return b"%" + piece
