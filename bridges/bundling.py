"""Making the bundle: at install, and by the first event of a wheel that was never installed."""

import marshal
import posix
import sys

from .bundle import path_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    Entry = tuple[str, int, int, bool, bytes, bool]

HOT = {
    "engine": "attending background broken_config capture compose contexts directories dispatch"
    " endings environ errors event failures file_arguments forking frames handler interrupts"
    " jsontext kinds lanes lifeline matchers options patches paths plans runs session"
    " session_events spellings supervisor surroundings tool_events tool_files tools turn_events"
    " turns verdicts worker",
    "bridges": "bridge breakdown claude claude_shaped codex codex_answers document entry finish"
    " guarded losses output registry speaker stdin wording",
    "config": "discovery find fingerprints guarded plan_cache real_paths",
    "logs": "own_file record redact rotation seen writer",
    "handlers": "globs links pathsets readings",
    "handlers/gates": "path_gate rules",
}
"""The modules of the hook path, by folder; each folder's own `__init__` belongs to it as well."""

EVERY_EVENT = (
    "bridges.bridge bridges.output bridges.entry bridges.registry engine engine.jsontext"
    " bridges.stdin bridges.speaker engine.paths engine.event engine.tools engine.kinds"
    " engine.environ bridges.claude_shaped engine.plans engine.directories config"
    " config.real_paths config.guarded config.fingerprints config.discovery config.plan_cache"
    " config.find engine.matchers logs logs.own_file logs.seen"
)
"""What each event imports, every module after those that it imports itself."""

MANY_EVENTS = (
    "bridges.document bridges.losses bridges.wording bridges.claude bridges.codex"
    " bridges.codex_answers engine.tool_events engine.tool_files engine.turn_events"
)
"""What an event may import before it is known whether any hook runs."""


def is_bundled(root: str) -> bool:
    """Whether the installation at `root` has its bundle, or cannot or shall not have one.

    A checkout shall not: its files change all the time.
    """
    try:
        posix.stat(path_in(root, "first"))
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
    first = dict(_compiled(root, *_place(name), True) for name in EVERY_EVENT.split())
    first |= dict(_compiled(root, *_place(name), False) for name in MANY_EVENTS.split())
    hooks = dict(_compiled(root, folder, stem, False) for folder, stem in _hot())
    hooks = {name: entry for name, entry in hooks.items() if name not in first}
    _replace(path_in(root, "hooks"), marshal.dumps(hooks))
    _replace(path_in(root, "first"), marshal.dumps(first))
    return len(first) + len(hooks)


def _place(name: str) -> tuple[str, str]:
    """Return folder and stem of a module: a package's is its `__init__`."""
    folder, _, stem = name.rpartition(".")
    return (folder, stem) if folder else (stem, "__init__")


def _hot() -> "Iterator[tuple[str, str]]":
    for folder, stems in HOT.items():
        for stem in ("__init__", *stems.split()):
            yield folder, stem


def _compiled(root: str, folder: str, stem: str, at_once: bool) -> "tuple[str, Entry]":
    path = f"{folder}/{stem}.py"
    found = posix.stat(f"{root}/{path}")
    with open(f"{root}/{path}", "rb") as source:
        # without docstrings: they are a third of what would have to be read at every event
        code = compile(source.read(), f"{root}/{path}", "exec", dont_inherit=True, optimize=2)
    is_package = stem == "__init__"
    name = "snaphook." + (folder if is_package else f"{folder}/{stem}").replace("/", ".")
    return name, (path, found.st_size, found.st_mtime_ns, is_package, marshal.dumps(code), at_once)


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
