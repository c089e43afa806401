"""Opening files of ours so that nothing planted in their place can hold an answer up."""

import posix


def open_regular(path: str, flags: int) -> int:
    """Open a file of ours, new ones as 0600; raises OSError for a link, a FIFO or a device."""
    flags |= posix.O_NOFOLLOW | posix.O_NONBLOCK | posix.O_CLOEXEC
    fd = posix.open(path, flags, 0o600)
    if posix.fstat(fd).st_mode & 0o170000 != 0o100000:
        posix.close(fd)
        raise OSError(f"{path} is not a regular file")
    return fd


def make_folder(path: str) -> None:
    """Make a folder that only the user can enter, and those above it, where they are missing.

    Raises OSError where that cannot be, as behind a link that leads nowhere.
    """
    try:
        _make(path)
    except FileNotFoundError:
        above = path[: path.rfind("/")]
        if not above:
            raise
        make_folder(above)
        _make(path)


def _make(path: str) -> None:
    try:
        posix.mkdir(path, 0o700)
    except FileExistsError:
        return
