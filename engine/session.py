"""A small store for one hook and one session of the agent, kept on disk between events."""

import fcntl
import posix
import time

from .directories import state
from .jsontext import read, write
from .own_files import make_folder, open_own

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .events import Event
    from .plans import Hook

PATIENCE = 1.0
"""How many seconds to wait for another process that is changing the same store."""

_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.")
_LONGEST = 100  # characters of a file name, well below what any file system takes


class Session:
    """What handlers get as `session`: JSON values by name, exact under events side by side.

    Every change is on disk when the call returns, so that nothing is lost when the hook is killed.
    A store that cannot be read counts as empty. Raises TimeoutError when another process holds the
    store for longer than PATIENCE, TypeError for a value that JSON cannot hold, and OSError when
    the disk says no.

    Example: `turn = session.update("turn", lambda n: n + 1, 0)`.
    """

    __slots__ = ("_file", "_folder")

    def __init__(self, folder: str, file: str) -> None:
        self._folder = folder
        self._file = file

    @classmethod
    def of_hook(cls, event: "Event", hook: "Hook") -> "Session":
        """Return the store of an entry of hooks.json; one entry has it on all its events."""
        folder = f"{state()}/sessions/{_plain(event.provider)}-{_plain(event.session_id)}"
        return cls(folder, f"{_plain(hook.handler)},{_plain(hook.name)}.json")

    def of(self, handler: str) -> "dict[str, Any]":
        """Return what another handler, by its registered name, has stored in this session.

        Where several entries use the handler, the later ones by name win.
        """
        start = _plain(handler) + ","
        found: dict[str, Any] = {}
        try:
            files = sorted(posix.listdir(self._folder))
        except FileNotFoundError:
            return found
        for file in files:
            if file.startswith(start) and file.endswith(".json"):
                found.update(_load(f"{self._folder}/{file}"))
        return found

    def get(self, name: str, default: object = None) -> "Any":
        """Return the value under a name."""
        return _load(f"{self._folder}/{self._file}").get(name, default)

    def set(self, name: str, value: object) -> None:
        """Store a value under a name."""
        self.update(name, lambda before: value)

    def update(self, name: str, change: "Callable[[Any], object]", default: object = None) -> "Any":
        """Replace a value by what `change` makes of it, with no other process in between.

        Returns the new value. `change` must be quick: others wait for it.
        """
        make_folder(self._folder)
        lock, _ = open_own(f"{self._folder}/.lock", posix.O_RDWR | posix.O_CREAT)
        try:
            _lock(lock)
            path = f"{self._folder}/{self._file}"
            values = _load(path)
            values[name] = change(values.get(name, default))
            _replace(path, write(values).encode("ascii"))
            return values[name]
        finally:
            posix.close(lock)


def _plain(text: str) -> str:
    """Make a file name of any text, so that different texts stay different."""
    plain = "".join(c if c in _PLAIN else f"%{ord(c):x}." for c in text)
    if len(plain) <= _LONGEST:
        return plain
    from hashlib import sha256

    return f"%{sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()}"


def _load(path: str) -> "dict[str, Any]":
    try:
        fd, _ = open_own(path, posix.O_RDONLY)
    except FileNotFoundError:
        return {}
    try:
        values = read(_read_all(fd).decode("utf-8", "replace"))
    except ValueError:
        return {}
    finally:
        posix.close(fd)
    return values if isinstance(values, dict) else {}


def _read_all(fd: int) -> bytes:
    pieces = []
    while piece := posix.read(fd, 1 << 20):
        pieces.append(piece)
    return b"".join(pieces)


def _lock(fd: int) -> None:
    limit = time.monotonic() + PATIENCE
    while True:
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            if time.monotonic() > limit:
                raise TimeoutError("the session's store is in use by another process") from None
            time.sleep(0.002)


def _replace(path: str, data: bytes) -> None:
    """Write a file so that readers see the old or the new content, never a part."""
    new = f"{path}.new"  # nobody else writes it: the lock is held
    fd, _ = open_own(new, posix.O_WRONLY | posix.O_CREAT | posix.O_TRUNC)
    try:
        while data:
            data = data[posix.write(fd, data) :]
    finally:
        posix.close(fd)
    posix.rename(new, path)
