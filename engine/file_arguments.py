"""Which arguments of a tool call name files, and what the call would do to each."""

from .paths import absolute
from .spellings import CHANGES, SPELLINGS, VERBS, WEAK_VERBS, speaks, words_of
from .tool_files import own_name, plain_key, unpacked
from .tools import FileChange

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .tools import ToolCall

    Arguments = list[tuple[str, Any]]
    Place = tuple[str, str]

_TEXT_KEYS = frozenset(SPELLINGS["new text"] + SPELLINGS["new text or not"])
_WRITING_KEYS = frozenset(SPELLINGS["new text"] + SPELLINGS["speaks of writing"])
_NO_PLACES = frozenset(("from", "to", "old", "new", "target"))  # unless the tool moves or copies
_FILES = ("file", "files", "document", "fs")
_HEX = frozenset(b"0123456789abcdefABCDEF")
_DEEPEST = 12  # no tool nests its arguments deeper


def files_named(tool: "ToolCall") -> list[FileChange]:
    """Return the files that the call's arguments name, in order, whatever shape the input has.

    A canonical tool does what its name says. Any other deletes, moves or modifies where its name,
    an action argument or the presence of new content says so, and reads otherwise. A move or copy
    names first the old, then the new place. A path below `~` is told as it stands and below HOME;
    a relative one is told once more below each folder that the call names to start at.
    """
    canonical = CHANGES.get(tool.name, "")
    words = [] if canonical else words_of(own_name(tool.native_name))
    return _Reading(tool.cwd, canonical, words).files(unpacked(tool.input), "", 0, ())


def folders_named(given: "dict[str, Any]") -> list[str]:
    """Return the folders that a call's input says relative paths start at, as it names them."""
    return _folders([(plain_key(key), value) for key, value in given.items()])


class _Reading:
    """One call's arguments: where it runs, its canonical change, or the words of its name."""

    __slots__ = ("canonical", "cwd", "words")

    def __init__(self, cwd: str, canonical: str, words: list[str]) -> None:
        self.cwd = cwd
        self.canonical = canonical
        self.words = words

    def files(
        self, given: "Any", outer: str, depth: int, folders: tuple[str, ...]
    ) -> list[FileChange]:
        """Read an argument and what is nested in it.

        `outer` is what the object around it does, `folders` what it names to start at.
        """
        if depth >= _DEEPEST:
            return []
        if isinstance(given, list):
            return [file for item in given for file in self.files(item, outer, depth + 1, folders)]
        if not isinstance(given, dict):
            return []
        arguments = [(plain_key(key), value) for key, value in given.items()]
        change = self.canonical or self._change(arguments, outer)
        files = self._own_files(arguments, change)
        folders += tuple(_folders(arguments))
        if folders:
            relative = [file for file in files if file.given not in folders and _starts(file.given)]
            files += [self._below(folder, file) for file in relative for folder in folders]
        files += [_at_home(file) for file in files if file.given[:2] in ("~", "~/")]
        for key, value in arguments:
            files += self.files(_opened(key, value), change, depth + 1, folders)
        return files

    def _below(self, folder: str, file: FileChange) -> FileChange:
        given = f"{folder}/{file.given}"
        return FileChange(
            absolute(_decoded(given), self.cwd), file.change, file.text, given, file.moved_from
        )

    def _change(self, arguments: "Arguments", outer: str) -> str:
        actions = _actions(arguments)
        said = {verb for verb in VERBS if speaks(self.words + actions, VERBS[verb])} | {outer}
        for verb in ("delete", "move", "copy"):
            if verb in said:
                return verb
        if speaks(actions, VERBS["read"]) and _only_points(arguments):
            return "read"
        writes = "modify" in said or _brings_text(arguments)
        return "modify" if writes or self._may_write(actions) else "read"

    def _may_write(self, actions: list[str]) -> bool:
        words = self.words + actions
        return not WEAK_VERBS.isdisjoint(words) and not speaks(words, VERBS["read"])

    def _own_files(self, arguments: "Arguments", change: str) -> list[FileChange]:
        """Tell the files of one object, without those of the objects inside it."""
        moves = change in ("move", "copy") or _names_two_places(arguments)
        olds, news = self._targets(arguments, change, moves)
        text = None if change in ("read", "delete") else _text_of(arguments, 0)
        if change not in ("move", "copy"):
            return [self._file(given, change, text) for _, given in olds + news]
        leaves, arrives = ("read", "modify") if change == "copy" else ("move", "move")
        left = [self._file(given, leaves) for _, given in olds]
        return left + [self._arrived(key, given, arrives, text, left[:1]) for key, given in news]

    def _targets(
        self, arguments: "Arguments", change: str, moves: bool
    ) -> "tuple[list[Place], list[Place]]":
        """Return what the call touches: a folder to start at only where it touches nothing else."""
        olds, news = _places(arguments, moves)
        files = [place for place in olds if place[0] not in SPELLINGS["where it starts"]]
        if files or news or (change in ("modify", "copy") and not self._speaks_of_files()):
            olds = files
        names_file = news or any(not _is_folder(key) for key, _ in olds)
        if change != "read" and not names_file and self._speaks_of_files():
            olds += [place for place in _named_otherwise(arguments) if place not in olds]
        return olds, news

    def _speaks_of_files(self) -> bool:
        return bool(self.canonical) or any(word.endswith(_FILES) for word in self.words)

    def _file(self, given: str, change: str, text: str | None = None) -> FileChange:
        return FileChange(absolute(_decoded(given), self.cwd), change, text, given)

    def _arrived(
        self, key: str, given: str, change: str, text: str | None, old: list[FileChange]
    ) -> FileChange:
        new = self._file(given, change, text)
        if old:
            new.moved_from = old[0].path
            if key in SPELLINGS["beside the old one"]:
                new.path = absolute(given, old[0].path.parent)
        return new


def _starts(given: str) -> bool:
    """Tell whether the path starts at a folder that is not in it."""
    return not given.startswith(("/", "~")) and given[:7].lower() != "file://"


def _at_home(file: FileChange) -> FileChange:
    """Tell a path that starts with `~` a second time, as a tool that expands it sees it."""
    from .environ import get

    path = absolute(file.given[2:], get("HOME", "/"))
    return FileChange(path, file.change, file.text, file.given, file.moved_from)


def _places(arguments: "Arguments", moves: bool) -> "tuple[list[Place], list[Place]]":
    """Return the paths named as (key, path) pairs: of the old place, and of the new one."""
    olds: list[Place] = []
    news: list[Place] = []
    for key, value in arguments:
        new = moves and key in SPELLINGS["the new place"]
        named = new or _is_path(key) or (moves and key in SPELLINGS["the old place"])
        for text in _texts_in(key, value):
            uri = text[:7].lower() == "file://" and key not in _TEXT_KEYS and len(text.split()) == 1
            web = key.endswith(("uri", "uris")) and "://" in text
            if uri or (named and text and not web):
                (news if new else olds).append((key, text))
    return olds, news


def _named_otherwise(arguments: "Arguments") -> "list[Place]":
    """Return what names the file of a tool for files in a word that may mean anything elsewhere."""
    keys = SPELLINGS["the file of a file tool"]
    named = [(key, value) for key, value in arguments if key in keys]
    return [(key, text) for key, value in named for text in _texts_in(key, value) if text]


def _folders(arguments: "Arguments") -> list[str]:
    """Return the folders that the relative paths in one object may start at."""
    names = {key for key, _ in arguments if key in SPELLINGS["the name in it"]}
    return [
        value
        for key, value in arguments
        if isinstance(value, str) and value and (_is_folder(key) or (names and key == "path"))
    ]


def _is_folder(key: str) -> bool:
    return key in SPELLINGS["where it starts"] or key.endswith(SPELLINGS["a folder ends in"])


def _is_path(key: str) -> bool:
    key = _stem(key)
    return key.endswith(SPELLINGS["a path ends in"]) and not key.endswith(
        SPELLINGS["but is none of"]
    )


def _names_two_places(arguments: "Arguments") -> bool:
    keys = {key for key, value in arguments if isinstance(value, (str, list))} - _NO_PLACES
    return not keys.isdisjoint(SPELLINGS["the old place"]) and not keys.isdisjoint(
        SPELLINGS["the new place"]
    )


def _texts_in(key: str, value: "Any") -> list[str]:
    """Return the texts of an argument that holds one, a list of them, or is an object by path."""
    if isinstance(value, str):
        inside = _opened(key, value)
        texts = _texts_in("", inside) if isinstance(inside, list) else []
        return texts or [value]
    if isinstance(value, dict):
        by_name = key == "files" and not any(_is_path(plain_key(name)) for name in value)
        return [name for name in value if by_name or "/" in name or "." in name]
    if not isinstance(value, list):
        return []
    flat = [one for item in value for one in (item if isinstance(item, list) else (item,))]
    return [item for item in flat if isinstance(item, str)]


def _opened(key: str, value: "Any") -> "Any":
    """Return what an argument holds where it is JSON inside a text (Cline sends all of them so)."""
    nests = _is_path(key) or key in SPELLINGS["arguments inside"]
    return unpacked(value) if nests else value


def _decoded(given: str) -> str:
    """Return the path of a file URI, and anything else as it is."""
    if given[:7].lower() != "file://":
        return given
    path = given[7:].partition("#")[0].partition("?")[0]
    first, *rest = path[max(path.find("/"), 0) :].encode("utf-8", "surrogatepass").split(b"%")
    for part in rest:
        escape = len(part) > 1 and _HEX.issuperset(part[:2])
        first += bytes([int(part[:2], 16)]) + part[2:] if escape else b"%" + part
    return first.decode("utf-8", "surrogateescape")


def _actions(arguments: "Arguments") -> list[str]:
    """Return the words of an argument that says what to do, such as `command: "str_replace"`."""
    words: list[str] = []
    calls = any(key in SPELLINGS["arguments inside"] for key, _ in arguments)
    for key, value in arguments:
        says = key in SPELLINGS["what to do"] or (calls and key == "name")
        named = own_name(value) if says and isinstance(value, str) else ""
        if key == "method" and named.isupper():  # of HTTP: its path is on a server
            continue
        if named.replace("_", "").replace("-", "").isalnum():
            words += words_of(named)
    return words


def _only_points(arguments: "Arguments") -> bool:
    """Tell whether there is nothing in the call but paths, the action, numbers and switches."""
    return all(
        _is_path(key) or key in SPELLINGS["what to do"] or _is_plain(value)
        for key, value in arguments
    )


def _is_plain(value: "Any") -> bool:
    items = value if isinstance(value, list) else [value]
    return not any(isinstance(item, (str, list, dict)) for item in items)


def _brings_text(arguments: "Arguments") -> bool:
    return any(_stem(key) in _WRITING_KEYS for key, _ in arguments)


def _stem(key: str) -> str:
    return key.rstrip("0123456789")  # Augment numbers them: new_str_1


def _text_of(arguments: "Arguments", depth: int) -> str | None:
    """Return the new text of one object and of the pathless edits inside it, None without any."""
    texts: list[str] = []
    for key, value in arguments:
        if _stem(key) in _TEXT_KEYS:
            texts += _texts_in("", value)
        elif key == "diff" and isinstance(value, str):
            texts.append(_added_by(value))
        elif depth < _DEEPEST:
            texts += _texts_of_edits(_opened(key, value), depth)
    return "\n".join(texts) if texts else None


def _texts_of_edits(value: "Any", depth: int) -> list[str]:
    texts: list[str] = []
    for item in value if isinstance(value, list) else [value]:
        if isinstance(item, dict):
            inside = [(plain_key(key), inner) for key, inner in item.items()]
            text = None if any(_is_path(key) for key, _ in inside) else _text_of(inside, depth + 1)
            texts += [] if text is None else [text]
    return texts


def _added_by(diff: str) -> str:
    lines = (line for line in diff.split("\n") if line[:1] == "+" and line[:4] != "+++ ")
    return "\n".join(line[1:] for line in lines)
