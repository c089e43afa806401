"""How the log's files are moved on and dropped, by one process at a time.

Loaded only when the writer finds that there may be something to do.
"""

import fcntl
import posix

from ..engine.own_files import open_own

FILES = 5
"""How many files there are at most, the one being written included."""

DAY = 86_400
DAYS = 30
"""No archive is kept that was last written longer ago."""


def tidy(path: str, inode: int, more: int, limit: int, now: float) -> bool:
    """Move the log's files on if that is still due; return whether `path` must be opened anew.

    Only the holder of the lock does it, and looks again first; who does not get the lock at once
    goes on writing. A writer that opened the file before it was moved still writes to it, so no
    record is lost.
    """
    try:
        lock, _ = open_own(path.removesuffix(".jsonl") + ".lock", posix.O_RDWR | posix.O_CREAT)
    except OSError:
        return False
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        state = posix.lstat(path)
        if state.st_ino != inode:
            return True  # somebody else was faster
        if state.st_mtime // DAY != now // DAY:
            _drop_old(path, now)
        if state.st_size + more <= limit and not _begun_long_ago(path, now):
            return False
        _move_on(path)
        return True
    except OSError:
        return False
    finally:
        posix.close(lock)  # gives the lock back


def _begun_long_ago(path: str, now: float) -> bool:
    """Tell whether the first record is older than one file's share of the days."""
    fd, _ = open_own(path, posix.O_RDONLY)
    try:
        head = posix.pread(fd, 32, 0)
    finally:
        posix.close(fd)
    from time import gmtime, strftime

    oldest = strftime('{"ts":"%Y-%m-%d', gmtime(now - DAYS / FILES * DAY))
    return head.startswith(b'{"ts":"') and head[: len(oldest)] < oldest.encode()


def _drop_old(path: str, now: float) -> None:
    for number in range(1, FILES):
        try:
            if now - posix.lstat(f"{path}.{number}").st_mtime > DAYS * DAY:
                posix.unlink(f"{path}.{number}")
        except OSError:  # that archive is not there, or not a file
            continue


def _move_on(path: str) -> None:
    for number in range(FILES - 1, 0, -1):
        older = f"{path}.{number - 1}" if number > 1 else path
        try:
            posix.rename(older, f"{path}.{number}")
        except FileNotFoundError:
            continue
