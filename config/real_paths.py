"""Where a path really leads, through symbolic links, without importing `os`."""

import posix

from ..engine.paths import normalise

MOST_LINKS = 40


def real(path: str) -> str:
    """Return an absolute path with every symbolic link in it resolved.

    Parts that do not exist (a deleted folder) stay as they are; so does what lies behind more
    links than any system follows. Never raises.
    """
    done = ""
    left = path.split("/")[::-1]
    links = 0
    while left:
        part = left.pop()
        if part in ("", "."):
            continue
        if part == "..":
            done = done[: done.rfind("/")] if done else ""
            continue
        target = _link(f"{done}/{part}") if links < MOST_LINKS else ""
        if not target:
            done = f"{done}/{part}"
            continue
        links += 1
        if target.startswith("/"):
            done = ""
        left.extend(target.split("/")[::-1])
    return done or "/"


def _link(path: str) -> str:
    try:
        return posix.readlink(path)
    except (OSError, ValueError):
        return ""


def current() -> str:
    """Return this process's own folder, "" when it has been deleted."""
    try:
        return posix.getcwd()
    except OSError:
        return ""


def real_folder(path: str, here: str) -> str:
    """Return the real path of a folder that an event names, which mostly is `here` already."""
    if path == here:
        return path
    return real(path if path.startswith("/") else normalise(f"{here}/{path}"))
