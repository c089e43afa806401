"""Making the bundle: at install, and by the first event of a wheel that was never installed."""

import posix

from .bundle import mark_of, packed, path_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .bundle import BundleFinder, Mark

FOLDERS = ("engine", "bridges", "config", "logs", "handlers", "handlers/gates")


def is_wanted(root: str) -> bool:
    """Tell whether the installation at `root` can have a bundle, and shall.

    A checkout shall not: its files change all the time. An empty file in the bundle's place says
    that none is wanted.
    """
    if mark_of(path_in(root))[:1] == (0,) or mark_of(f"{root}/pyproject.toml"):
        return False
    return posix.access(f"{root}/bridges", posix.W_OK)


def build(root: str, found: "Mark | None" = None) -> int:
    """Write the bundle of the installation whose packages lie in `root`; return how many modules.

    Returns 0 when another process is writing it, or has written it since its mark was `found`.
    Raises OSError where it cannot be written.
    """
    lock = posix.open(f"{root}/bridges", posix.O_RDONLY | posix.O_CLOEXEC)
    try:
        if not _is_locked(lock) or found not in (None, mark_of(path_in(root))):
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


def _build(root: str) -> int:
    modules = {}
    for folder in FOLDERS:
        for file in sorted(posix.listdir(f"{root}/{folder}")):
            if file.endswith(".py") and file != "stub.py":
                name, entry = _compiled(root, folder, file)
                modules[name] = entry
    _replace(path_in(root), packed(modules))
    return len(modules)


def _compiled(root: str, folder: str, file: str) -> tuple[str, tuple[str, int, int, bool, bytes]]:
    from marshal import dumps

    path = f"{folder}/{file}"
    found = posix.stat(f"{root}/{path}")
    with open(f"{root}/{path}", "rb") as source:
        code = compile(source.read(), f"{root}/{path}", "exec", dont_inherit=True)
    is_package = file == "__init__.py"
    stem = folder if is_package else path.removesuffix(".py")
    name = "snaphook." + stem.replace("/", ".")
    return name, (path, found.st_size, found.st_mtime_ns, is_package, dumps(code))


def _replace(path: str, data: bytes) -> None:
    """Put the file in place at once, readable for whoever may read the sources beside it."""
    beside = f"{path}.new"
    with open(beside, "wb") as file:
        posix.fchmod(file.fileno(), 0o644)
        file.write(data)
    posix.rename(beside, path)


def build_aside(finder: "BundleFinder") -> None:
    """Build what the finder lacks, if it is wanted, in a process that nobody waits for."""
    if is_wanted(finder.root) and posix.fork() == 0:
        try:
            posix.setsid()
            build(finder.root, finder.mark)
        finally:
            posix._exit(0)
