"""Folders that may not be entered: another user's hold no config for us, our own may hide one."""

import posix

from .real_paths import real

MARK = (13,)  # EACCES as a fingerprint
_NO_ENTRY = 13


def foreign(folder: str) -> str:
    """Return what of another user's bars the way to a folder's `.aipass`, "" for nothing.

    A folder of this user's own may have been closed to hide the gates that it holds, so it counts
    as nothing here: what cannot be looked at in it stays broken.

    Example: `foreign("/root/work") == "/root"` for anybody but root.
    """
    path = f"{real(folder)}/.aipass"
    while path:
        try:
            seen = posix.lstat(path)
        except OSError as error:
            if error.errno != _NO_ENTRY:
                return ""
            path = path[: path.rfind("/")]
        else:
            return "" if seen.st_uid == posix.geteuid() else path
    return ""


def told(folders: list[str]) -> tuple[str, ...]:
    """Return a notice for each folder."""
    return tuple(
        f"{ascii(folder)[1:-1]} may not be entered; a config in it would not be seen"
        for folder in dict.fromkeys(folders)
    )
