"""Making the bundle: at install, and by the first event of a wheel that was never installed."""

import marshal
import posix
import sys

from .bundle import path_in

HOT = {
    "engine": "attending background broken_config capture compose contexts directories dispatch"
    " endings environ errors event events failures file_arguments forking frames handler interrupts"
    " jsontext lanes lifeline matchers options patches paths plans runs session spellings"
    " supervisor surroundings tool_files tools turns verdicts worker",
    "bridges": "bridge breakdown claude claude_shaped codex codex_answers document entry finish"
    " guarded losses output registry speaker stdin wording",
    "config": "discovery find fingerprints guarded plan_cache real_paths",
    "logs": "own_file record redact rotation seen writer",
    "handlers": "globs links pathsets readings",
    "handlers/gates": "path_gate rules",
}
"""The modules of the hook path, by folder; each folder's own `__init__` belongs to it as well."""


def is_bundled(root: str) -> bool:
    """Whether the installation at `root` has its bundle, or cannot or shall not have one.

    A checkout shall not: its files change all the time.
    """
    try:
        posix.stat(path_in(root))
        return True
    except OSError:
        return _exists(f"{root}/pyproject.toml") or not posix.access(f"{root}/bridges", posix.W_OK)


def _exists(path: str) -> bool:
    try:
        posix.stat(path)
    except OSError:
        return False
    return True


def build(root: str) -> int:
    """Write the bundle of the installation whose packages lie in `root`; return how many modules.

    Raises OSError where the installation cannot be written.
    """
    modules = {}
    for folder, names in HOT.items():
        for stem in ("__init__", *names.split()):
            name, entry = _compiled(root, folder, f"{stem}.py")
            modules[name] = entry
    _replace(path_in(root), marshal.dumps(modules))
    return len(modules)


def _compiled(root: str, folder: str, file: str) -> tuple[str, tuple[str, int, int, bool, bytes]]:
    path = f"{folder}/{file}"
    found = posix.stat(f"{root}/{path}")
    with open(f"{root}/{path}", "rb") as source:
        # without docstrings: they are a third of what would have to be read at every event
        code = compile(source.read(), f"{root}/{path}", "exec", dont_inherit=True, optimize=2)
    is_package = file == "__init__.py"
    stem = folder if is_package else path.removesuffix(".py")
    name = "snaphook." + stem.replace("/", ".")
    return name, (path, found.st_size, found.st_mtime_ns, is_package, marshal.dumps(code))


def _replace(path: str, data: bytes) -> None:
    beside = f"{path}.{posix.getpid()}"
    with open(beside, "wb") as file:
        file.write(data)
    posix.rename(beside, path)


def build_aside(root: str) -> None:
    """Build in a process of its own, that nobody waits for."""
    if posix.fork() == 0:
        try:
            posix.setsid()
            build(root)
        finally:
            posix._exit(0)


def root_of_installation() -> str:
    """Return the folder that holds our packages."""
    return str(sys.modules["snaphook"].__path__[0])
