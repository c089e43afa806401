"""What tells whether a file is still the one that a plan was made from."""

import posix

Fingerprint = tuple[int, ...]
"""device, inode, size, mtime and ctime in ns; twice for a link; (errno,) where it cannot be told;
empty for a file that is not there. No program can set a ctime, as `touch -r` sets an mtime."""

_LINK = 0o120000
_KIND = 0o170000
_ABSENT = (2, 20, 36, 63)
"""ENOENT, ENOTDIR, and ENAMETOOLONG of Linux and of macOS, which mean nothing else there that
looking at a file can end in. No file has a name that is too long."""


def fingerprint(path: str) -> Fingerprint:
    """Return the fingerprint of a file or folder; never raises."""
    try:
        seen = posix.lstat(path)
        mark = (seen.st_dev, seen.st_ino, seen.st_size, seen.st_mtime_ns, seen.st_ctime_ns)
        if seen.st_mode & _KIND != _LINK:
            return mark
    except OSError as error:
        return () if error.errno in _ABSENT else (error.errno or -1,)
    except ValueError:  # a null byte or a lone surrogate: no file can have that name
        return ()
    return mark + _behind(path)


def _behind(path: str) -> Fingerprint:
    try:
        seen = posix.stat(path)
    except OSError as error:
        return (error.errno or -1,)
    return (seen.st_dev, seen.st_ino, seen.st_size, seen.st_mtime_ns, seen.st_ctime_ns)


def file_identity(mark: Fingerprint) -> Fingerprint:
    """Return device and inode of the file itself, behind a link if there is one."""
    return mark[5:7] if len(mark) > 7 else mark[:2]


def youngest(marks: "list[Fingerprint]") -> int:
    """Return the latest ctime of all, in ns since the epoch."""
    return max((mark[place] for mark in marks for place in (4, 9) if len(mark) > place), default=0)
