"""The folder of plans: the user's own, closed to everyone else, and not in a project's hands."""

import posix

from ..engine.directories import data
from ..engine.paths import is_inside
from .real_paths import real

LARGEST = 16 * 1024 * 1024
_KIND = 0o170000
_FOLDER = 0o040000
_FILE = 0o100000
_READ = posix.O_RDONLY | posix.O_NONBLOCK | posix.O_NOFOLLOW | posix.O_CLOEXEC
_WRITE = posix.O_WRONLY | posix.O_CREAT | posix.O_EXCL | posix.O_NOFOLLOW | posix.O_CLOEXEC


def folder(home: str, boundaries: tuple[str, ...]) -> str:
    """Return the folder for plans, "" when none can be trusted; it need not exist yet.

    A folder (or a user layer) inside the project would let the project bring its own plans.
    """
    place = f"{data()}/plans"
    ours = (home, real(place))
    for boundary in boundaries:
        if any(is_inside(path, boundary) for path in ours) and not _owns_home(boundary):
            return ""
    return place


def _owns_home(boundary: str) -> bool:
    """Whether the user's real home folder is itself part of that git tree."""
    from .discovery import password_home

    return is_inside(password_home() or "/", boundary)


def is_closed(place: str) -> bool:
    """Tell whether a folder is a real one, the user's, and nobody else may enter it."""
    try:
        seen = posix.lstat(place)
    except (OSError, ValueError):
        return False
    mode = seen.st_mode
    return mode & _KIND == _FOLDER and not mode & 0o077 and seen.st_uid == posix.geteuid()


def create(place: str) -> bool:
    """Make the folder with what is missing above it, 0700; tell whether it is there and closed."""
    missing: list[str] = []
    path = place
    while path != "/" and not _exists(path):
        missing.append(path)
        path = path[: path.rfind("/")] or "/"
    for path in reversed(missing):
        try:
            posix.mkdir(path, 0o700)
        except (OSError, ValueError):
            break
    return is_closed(place)


def _exists(path: str) -> bool:
    try:
        posix.lstat(path)
    except (OSError, ValueError):
        return False
    return True


def read(path: str) -> bytes:
    """Return the content of a file that only the user can have written.

    Raises OSError for anything else: a link, a FIFO, another owner, a mode beyond 0600, too big.
    """
    descriptor = posix.open(path, _READ)
    try:
        seen = posix.fstat(descriptor)
        closed = seen.st_mode & _KIND == _FILE and not seen.st_mode & 0o077
        if not closed or seen.st_uid != posix.geteuid() or seen.st_size > LARGEST:
            raise PermissionError(f"{path} is not a closed file of this user")
        return _whole(descriptor, seen.st_size)
    finally:
        posix.close(descriptor)


def _whole(descriptor: int, size: int) -> bytes:
    content = posix.read(descriptor, size + 1)
    while len(content) < size:
        more = posix.read(descriptor, size - len(content))
        if not more:
            break
        content += more
    return content


def write(path: str, content: bytes) -> None:
    """Put a 0600 file in place of whatever is there, at once. Raises OSError."""
    passing = f"{path}.{posix.getpid()}.new"
    try:
        posix.unlink(passing)
    except FileNotFoundError:
        pass
    descriptor = posix.open(passing, _WRITE, 0o600)
    try:
        left = memoryview(content)
        while left:
            left = left[posix.write(descriptor, left) :]
    except OSError:
        posix.unlink(passing)
        raise
    finally:
        posix.close(descriptor)
    posix.rename(passing, path)
