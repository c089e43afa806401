"""Appending to the log: one write a call, in bounded time, whatever state the disk is in."""

import posix
from time import time

from ..engine.directories import state as state_folder
from ..engine.jsontext import write as to_json
from ..engine.own_files import in_own_folder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

NAME = "log.jsonl"
"""The file that is written; archives are `log.jsonl.1` (the youngest) to `log.jsonl.4`."""

_HERE = 1  # SEEK_CUR
_UNDER_WAY = 1.0
"""Seconds that no write takes."""

LIMIT = 10_000_000
"""Bytes after which a file is moved on; writers that are under way may overshoot it a little."""

_DAY = 86_400
_FLAGS = posix.O_RDWR | posix.O_APPEND | posix.O_CREAT


def append(records: "list[dict[str, Any]]", folder: str = "", limit: int = LIMIT) -> bool:
    """Append all records of a call in one write and tell whether they were written whole.

    `folder` stands for our state folder, `limit` is the size in bytes after which the file is
    moved on. Never raises and never waits: what cannot be written (a full disk, a home that is
    read-only, something else in the file's place) is not written.

    Example: `append(records(call, event, runs, outcome, duration_ms, plan.id))`.
    """
    try:
        lines = "".join([to_json(record) + "\n" for record in records]).encode("ascii")
        folder = folder or state_folder()
        return not lines or _append(lines, folder, f"{folder}/{NAME}", limit)
    except (OSError, ValueError, TypeError):
        return False


def _append(lines: bytes, folder: str, path: str, limit: int) -> bool:
    fd, state = in_own_folder(folder, path, _FLAGS)
    try:
        now = time()
        if _rotation_is_due(state, len(lines), limit, now):
            from .rotation import tidy

            if tidy(path, state.st_ino, len(lines), limit, now):
                posix.close(fd)
                fd = -1
                fd, state = in_own_folder(folder, path, _FLAGS)
        return _write(fd, state, lines, now)
    finally:
        if fd >= 0:
            posix.close(fd)


def _rotation_is_due(state: "posix.stat_result", more: int, limit: int, now: float) -> bool:
    """Tell whether files may have to be moved on or dropped: for their size, or once a day."""
    full = state.st_size + more > limit
    return bool(state.st_size) and (full or state.st_mtime // _DAY != now // _DAY)


def _write(fd: int, state: "posix.stat_result", lines: bytes, now: float) -> bool:
    """Append `lines` so that the stump of a write that was cut short takes none of them with it.

    A file that does not end in a newline has a stump, or somebody's write is under way: the time
    of the last change tells. What lands behind a stump all the same is written once more.
    """
    size = state.st_size
    if size and now - state.st_mtime > _UNDER_WAY and posix.pread(fd, 1, size - 1) != b"\n":
        lines = b"\n" + lines
    if not _written(fd, lines, now):
        return False
    start = posix.lseek(fd, 0, _HERE) - len(lines)
    if not start or lines[:1] == b"\n" or posix.pread(fd, 1, start - 1) == b"\n":
        return True
    return _written(fd, lines[: lines.index(b"\n") + 1], now)


def _written(fd: int, lines: bytes, now: float) -> bool:
    if posix.write(fd, lines) == len(lines):
        return True
    past = now - 2 * _UNDER_WAY  # so that the next writer knows it for a stump
    posix.utime(fd, (past, past))
    return False
