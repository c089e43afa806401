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
    A text that Codex would refuse is read as the union of all files that a header line names, so
    that a gate sees them whatever another reader makes of it; a text without such headers as a
    unified diff. A path that white space surrounds is told as it stands and without it.
    Raises ValueError "no patch: ..." when no header names a file.

    Example: `files_of_patch("*** Begin Patch\n*** Delete File: a\n*** End Patch", "/w")`.
    """
    lines = [line.removesuffix("\r") for line in text.strip(_WHITE).split("\n")]
    hunks = _as_codex_reads(_body(lines)) or _every_header(lines) or _every_diff(lines)
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
    """Read the `---` and `+++` lines of a unified diff, as git and diff write them."""
    hunks: list[Hunk] = []
    for at in range(1, len(lines)):
        old, new = lines[at - 1], lines[at]
        if old.startswith("--- ") and new.startswith("+++ "):
            before, after = (line[4:].partition("\t")[0].strip(_WHITE) for line in (old, new))
            if before.startswith("a/") or after.startswith("b/"):
                before, after = before.removeprefix("a/"), after.removeprefix("b/")
            hunks.append(_diffed(before, after))
        elif hunks and new.startswith("+") and not old.startswith("--- "):
            hunks[-1][3].append(new[1:])
    return hunks


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
