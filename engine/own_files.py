"""Opening our own files so that nothing in their place can hold or mislead the hook process."""

import errno
import posix

_SAFELY = posix.O_NOFOLLOW | posix.O_NONBLOCK | posix.O_CLOEXEC | posix.O_NOCTTY
_TYPE, _REGULAR = 0o170000, 0o100000


def open_own(path: str, flags: int) -> "tuple[int, posix.stat_result]":
    """Open a file of ours, made private (0600) if it is new, and return it with its state.

    Never waits, whatever lies at `path`. Raises OSError for a symlink, a FIFO, a device, a folder
    or somebody else's file, besides the usual reasons.

    Example: `fd, state = open_own("/home/me/.local/state/snaphook/log.jsonl", posix.O_RDWR)`.
    """
    fd = posix.open(path, flags | _SAFELY, 0o600)
    try:
        state = posix.fstat(fd)
        if state.st_mode & _TYPE != _REGULAR:
            raise OSError(errno.EINVAL, "not a regular file", path)
        if state.st_uid != posix.geteuid():
            raise OSError(errno.EPERM, "somebody else's file", path)
        if state.st_mode & 0o7777 != 0o600 and flags & posix.O_CREAT:
            posix.fchmod(fd, 0o600)
    except OSError:
        posix.close(fd)
        raise
    return fd, state


def in_own_folder(folder: str, path: str, flags: int) -> "tuple[int, posix.stat_result]":
    """As `open_own`, making `folder` (0700) with everything above it if that is all it lacks."""
    try:
        return open_own(path, flags)
    except FileNotFoundError:
        make_folder(folder)
        return open_own(path, flags)


def make_folder(folder: str) -> None:
    """Make a private folder and those above it; one that is there already is left alone."""
    try:
        _make(folder)
    except FileNotFoundError:
        above = folder[: folder.rfind("/")]
        if not above:
            raise
        make_folder(above)
        _make(folder)


def _make(folder: str) -> None:
    try:
        posix.mkdir(folder, 0o700)
        posix.chmod(folder, 0o700)  # whatever the umask took away
    except FileExistsError:
        return
