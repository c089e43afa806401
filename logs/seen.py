"""Receipts: when each event of each provider last reached us, apart from the log's rotation."""

import posix

from ..engine.directories import state as state_folder
from ..engine.own_files import in_own_folder

_SAFE = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")


def touch(provider: str, event_name: str, folder: str = "") -> bool:
    """Set the time of `seen/PROVIDER.EVENT` to now and tell whether that was done.

    `folder` stands for our state folder. Never raises and never waits.

    Example: `touch("claude", "PreToolUse")`.
    """
    try:
        seen = f"{folder or state_folder()}/seen"
        path = f"{seen}/{_plain(provider)}.{_plain(event_name)}"
        try:
            posix.utime(path, None, follow_symlinks=False)
        except FileNotFoundError:
            fd, _ = in_own_folder(seen, path, posix.O_WRONLY | posix.O_CREAT)
            posix.close(fd)
        return True
    except (OSError, ValueError):
        return False


def _plain(name: str) -> str:
    """Return a provider's word as part of a file name: nothing in it may lead elsewhere."""
    if _SAFE.issuperset(name):
        return name[:80]
    return "".join([letter if letter in _SAFE else "_" for letter in name[:80]])
