"""Read a small file of ours without trusting what lies at its path."""

import posix

_LIMIT = 1024 * 1024
_REGULAR = 0o100000
_KIND = 0o170000
_OTHERS_WRITE = 0o002


def read_guarded(path: str) -> bytes:
    """Return the file's bytes; b"" where there is none.

    Nothing but a regular file of at most 1 MiB that belongs to the user or root and that not
    everybody may write is read; anything else, a FIFO say, is as good as no file.
    """
    try:
        fd = posix.open(path, posix.O_RDONLY | posix.O_NONBLOCK | posix.O_CLOEXEC)
    except (OSError, ValueError):
        return b""
    try:
        return _read(fd)
    except OSError:
        return b""
    finally:
        posix.close(fd)


def _read(fd: int) -> bytes:
    status = posix.fstat(fd)
    if status.st_mode & _KIND != _REGULAR or status.st_mode & _OTHERS_WRITE:
        return b""
    if status.st_uid not in (0, posix.geteuid()) or status.st_size > _LIMIT:
        return b""
    parts = []
    while part := posix.read(fd, _LIMIT):
        parts.append(part)
    return b"".join(parts)
