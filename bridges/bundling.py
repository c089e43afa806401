"""Making the bundle: at install, and by the first event of a wheel that was never installed."""

import marshal
import posix
import sys
from _imp import source_hash

from .bundle import FORMAT, path_in
from .bytecode import PACKAGES, PARTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .bundle import Entry, Modules


def build(root: str, since: int = 0) -> int:
    """Write the bundle of the installation whose packages lie in `root`; return how many modules.

    Returns 0 when another process is writing it, or has written it after `since` (ns since the
    epoch; 0 for never). Raises OSError where the installation cannot be written.
    """
    lock = posix.open(f"{root}/bridges", posix.O_RDONLY | posix.O_CLOEXEC)
    try:
        if not _is_locked(lock) or (since and _written(root) > since):
            return 0
        return _build(root)
    finally:
        posix.close(lock)


def _is_locked(descriptor: int) -> bool:
    from fcntl import LOCK_EX, LOCK_NB, flock

    try:
        flock(descriptor, LOCK_EX | LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _written(root: str) -> int:
    """Return when the part that is written last was written, in ns; 0 for never."""
    try:
        return posix.stat(path_in(root, "first")).st_mtime_ns
    except OSError:
        return 0


def _build(root: str) -> int:
    built = {part: _modules(root, part) for part in PARTS}
    places: dict[str, str] = {}
    for part, modules in built.items():
        places |= dict.fromkeys(modules.keys() - places.keys(), part)
    for part in reversed(PARTS):
        content = marshal.dumps((places if part == "first" else {}, built[part]))
        _replace(path_in(root, part), source_hash(FORMAT, content) + content)
    return len(places)


def _modules(root: str, part: str) -> "Modules":
    modules = {}
    for at_once, names in zip((True, False), PARTS[part], strict=True):
        for name in names.split():
            modules[f"snaphook.{name}"] = _compiled(root, name, at_once)
    return modules


def _compiled(root: str, name: str, at_once: bool) -> "Entry":
    is_package = name in PACKAGES
    file = name.replace(".", "/") + ("/__init__.py" if is_package else ".py")
    found = posix.stat(f"{root}/{file}")
    with open(f"{root}/{file}", "rb") as source:
        # without docstrings: they are a third of what would have to be read at every event
        code = compile(source.read(), f"{root}/{file}", "exec", dont_inherit=True, optimize=2)
    content = code if at_once else marshal.dumps(code)
    return (file, found.st_size, found.st_mtime_ns, is_package, content)


def _replace(path: str, data: bytes) -> None:
    """Put the file in place at once, readable for whoever may read the sources beside it."""
    beside = f"{path}.new"
    with open(beside, "wb") as file:
        posix.fchmod(file.fileno(), 0o644)
        file.write(data)
    posix.rename(beside, path)


def may_have_one(root: str) -> bool:
    """Tell whether the installation at `root` may have a bundle.

    A checkout gets none: its files change all the time. An empty first part says that none is
    wanted.
    """
    try:
        if not posix.stat(path_in(root, "first")).st_size:
            return False
    except OSError:
        pass
    checkout = _exists(f"{root}/bridges/../pyproject.toml")  # also where `bridges` is a link
    return not checkout and posix.access(f"{root}/bridges", posix.W_OK)


def _exists(path: str) -> bool:
    try:
        posix.stat(path)
    except OSError:
        return False
    return True


def build_aside(root: str, since: int) -> None:
    """Build in a process of its own, that nobody waits for."""
    child = posix.fork()
    if child:
        try:
            posix.waitpid(child, 0)  # it forks once and is gone
        except ChildProcessError:  # whoever started us ignores SIGCHLD, and so do we
            pass
        return
    try:
        posix.setsid()
        if not posix.fork():
            build(root, since)
    finally:
        posix._exit(0)


def root_of_installation() -> str:
    """Return the folder that holds our packages."""
    return str(sys.modules["snaphook"].__path__[0])
