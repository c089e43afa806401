"""The patch text of apply_patch: which files it touches, as Codex's own reader sees it."""

from .paths import absolute
from .tools import FileChange

TYPE_CHECKING = False
if TYPE_CHECKING:
    Hunk = tuple[str, str, str, list[str]]  # change, path, path after a move, added lines

HEADERS = {
    "*** Add File: ": "create",
    "*** Delete File: ": "delete",
    "*** Update File: ": "modify",
}
MOVE = "*** Move to: "
BEGIN = "*** Begin Patch"
END = "*** End Patch"
_HEREDOCS = ("<<EOF", "<<'EOF'", '<<"EOF"')
_WHITE = (
    "\t\n\x0b\x0c\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006"
    "\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
)


def files_of_patch(text: str, cwd: str) -> list[FileChange]:
    r"""Return every file that the patch touches, in order, seen from `cwd`.

    The rules are those of Codex 0.171: headers may be indented, the whole may stand in `<<EOF`.
    `text` is an added file's content, or the added lines of an update, each with its newline.
    A text that Codex would refuse is read as the union of all files that a header line or a line of
    a diff names, so that a gate sees them whatever another reader makes of it. A path that white
    space surrounds is told as it stands and without it.
    Raises ValueError "no patch: ..." when no header names a file.

    Example: `files_of_patch("*** Begin Patch\n*** Delete File: a\n*** End Patch", "/w")`.
    """
    lines = [line.removesuffix("\r") for line in text.strip(_WHITE).split("\n")]
    hunks = _as_codex_reads(_body(lines)) or _every_header(lines) + _every_diff(lines)
    if not hunks:
        raise ValueError(f"no patch: {_what_is_missing(lines)}")
    return [change for hunk in hunks for change in _changes(hunk, cwd)]


def reads_as_patch(text: str) -> bool:
    """Tell whether at least one header line of the text names a file."""
    return bool(_every_header(text.split("\n")))


def _what_is_missing(lines: list[str]) -> str:
    if any(line.strip(_WHITE) == BEGIN for line in lines):
        return "no header names a file"
    return f"there is no line {BEGIN!r} and no header that names a file"


def _body(lines: list[str]) -> list[str]:
    """Return what stands between the first and the last line; nothing where those are wrong."""
    if len(lines) >= 4 and lines[0] in _HEREDOCS and lines[-1].endswith("EOF"):
        lines = lines[1:-1]
    whole = len(lines) > 1 and lines[0].strip(_WHITE) == BEGIN and lines[-1].strip(_WHITE) == END
    return lines[1:-1] if whole else []


def _as_codex_reads(lines: list[str]) -> "list[Hunk]":
    """Read the hunks one after another; nothing at all when one of them is malformed."""
    hunks: list[Hunk] = []
    at = 0
    while at < len(lines):
        change, path = _header(lines[at])
        if change == "modify":
            hunk, at = _update(lines, at + 1, path)
        elif change:
            added, at = _plus_lines(lines, at + 1) if change == "create" else ([], at + 1)
            hunk = (change, path, "", added)
        else:
            return []
        if at == 0:
            return []
        hunks.append(hunk)
    return hunks


def _header(line: str) -> tuple[str, str]:
    line = line.strip(_WHITE)
    for start, change in HEADERS.items():
        if line.startswith(start):
            return change, line[len(start) :]
    return "", ""


def _plus_lines(lines: list[str], at: int) -> tuple[list[str], int]:
    start = at
    while at < len(lines) and lines[at].startswith("+"):
        at += 1
    return [line[1:] for line in lines[start:at]], at


def _update(lines: list[str], at: int, path: str) -> "tuple[Hunk, int]":
    """Return the update and where the next hunk starts, 0 when it is malformed."""
    moved, added, chunks = "", [], 0
    if at < len(lines) and lines[at].startswith(MOVE):
        moved, at = lines[at][len(MOVE) :], at + 1
    while at < len(lines) and not lines[at].startswith("*"):
        if not lines[at].strip(_WHITE):
            at += 1
            continue
        new, at = _chunk(lines, at, first=not chunks)
        if not at:
            break
        added += new
        chunks += 1
    return ("modify", path, moved, added), at if chunks else 0


def _chunk(lines: list[str], at: int, first: bool) -> tuple[list[str], int]:
    """Return the added lines of one chunk and where it ends, 0 when it is malformed."""
    if lines[at] == "@@" or lines[at].startswith("@@ "):
        at += 1
    elif not first:
        return [], 0
    start = at
    while at < len(lines) and lines[at][:1] in ("", " ", "+", "-"):
        at += 1
    if at == start:
        return [], 0
    added = [line[1:] for line in lines[start:at] if line.startswith("+")]
    return added, at + 1 if lines[at : at + 1] == ["*** End of File"] else at


def _every_header(lines: list[str]) -> "list[Hunk]":
    """Read any line that looks like a header, with or without its space, wherever it stands."""
    hunks: list[Hunk] = []
    for line in lines:
        words = line.strip(_WHITE)
        name, _, path = words.partition(":")
        path = path.strip(_WHITE)
        change = HEADERS.get(f"{name}: ", "")
        if change and path:
            hunks.append((change, path, "", []))
        elif f"{name}: " == MOVE and path:
            old = hunks.pop()[1] if hunks and hunks[-1][0] == "modify" else ""
            hunks.append(("modify", old, path, []))
        elif hunks and line.startswith("+"):
            hunks[-1][3].append(line[1:])
    return hunks


def _every_diff(lines: list[str]) -> "list[Hunk]":
    """Read what git and diff write above the chunks of a unified diff."""
    hunks: list[Hunk] = []
    for at in range(len(lines)):
        old, new = lines[at - 1] if at else "", lines[at]
        if old.startswith("--- ") and new.startswith("+++ "):
            hunks.append(_diffed(*_sides(_named(old[4:]), _named(new[4:]))))
        elif old.startswith(_FROM) and new.startswith(_TO):
            before, after = _named(old.partition(" from ")[2]), _named(new.partition(" to ")[2])
            moves = new.startswith("rename")
            hunks.append(("modify", before, after, []) if moves else ("create", after, "", []))
        elif new.startswith("diff --git ") and _without_sides(lines, at + 1):
            hunks += [_diffed(path, path) for path in _both_names(new[11:])]
        elif hunks and new.startswith("+") and not old.startswith("--- "):
            hunks[-1][3].append(new[1:])
    return hunks


_FROM, _TO = ("rename from ", "copy from "), ("rename to ", "copy to ")
_OCTAL = frozenset("01234567")
_ESCAPES = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}


def _without_sides(lines: list[str], at: int) -> bool:
    """Tell whether no `---` line follows: a mode, a deletion or a binary file alone."""
    while at < len(lines) and not lines[at].startswith(("diff --git ", "--- ", "@@")):
        at += 1
    return at == len(lines) or not lines[at].startswith("--- ")


def _both_names(text: str) -> list[str]:
    """Return what `diff --git` names; one path where both sides are the same one."""
    half = len(text) // 2
    one, other = _sides(_named(text[:half]), _named(text[half + 1 :]))
    if text[half : half + 1] == " " and one == other:
        return [one]
    first, _, rest = text.partition(" ")
    return list(dict.fromkeys(_sides(_named(first), _named(rest))))


def _sides(before: str, after: str) -> tuple[str, str]:
    """Return both paths without the `a/` and `b/` that git puts in front."""
    if before.startswith("a/") or after.startswith("b/"):
        return before.removeprefix("a/"), after.removeprefix("b/")
    return before, after


def _named(text: str) -> str:
    """Return a diff's path without the time behind it, and unquoted as git quotes odd ones."""
    path = text.partition("\t")[0].strip(_WHITE)
    is_quoted = len(path) > 2 and path[0] == path[-1] == '"'
    return _unquoted(path[1:-1]) if is_quoted else path


def _unquoted(text: str) -> str:
    read, at = bytearray(), 0
    while at < len(text):
        escape = text[at + 1 : at + 4] if text[at] == "\\" else ""
        if len(escape) == 3 and _OCTAL.issuperset(escape):
            read.append(int(escape, 8) & 255)
            at += 4
            continue
        char = _ESCAPES.get(escape[0], escape[0]) if escape else text[at]
        read += char.encode("utf-8", "surrogatepass")
        at += 2 if escape else 1
    return read.decode("utf-8", "surrogateescape")


def _diffed(before: str, after: str) -> "Hunk":
    if before == "/dev/null":
        return ("create", after, "", [])
    if after == "/dev/null":
        return ("delete", before, "", [])
    return ("modify", before, "" if before == after else after, [])


def _changes(hunk: "Hunk", cwd: str) -> list[FileChange]:
    told = _told(hunk, cwd)
    change, path, moved, added = hunk
    bare = (change, path.strip(_WHITE), moved.strip(_WHITE), added)
    return told if bare[:3] == hunk[:3] else told + _told(bare, cwd)


def _told(hunk: "Hunk", cwd: str) -> list[FileChange]:
    change, path, moved, added = hunk
    text = None if change == "delete" else "".join(f"{line}\n" for line in added)
    if not moved:
        return [FileChange(absolute(path, cwd), change, text, path)]
    new = FileChange(absolute(moved, cwd), "move", text, moved)
    if not path:
        return [new]
    old = FileChange(absolute(path, cwd), "move", None, path)
    new.moved_from = old.path
    return [old, new]
