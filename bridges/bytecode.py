"""The modules of the hook path, and their bytecode where there is no bundle of it.

Python's own import looks through folders and asks five times about each file; here a module costs
one look at its source and one read of its `.pyc`, under the same rule: size and time must agree.
"""

import marshal
import posix
import sys
from _frozen_importlib_external import MAGIC_NUMBER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .bundle import Entry, Part

PARTS = {
    "first": (
        "bridges.bridge bridges.output bridges.entry bridges.registry engine engine.jsontext"
        " bridges.stdin bridges.speaker engine.paths engine.event engine.tools engine.kinds"
        " engine.environ bridges.claude_shaped engine.plans engine.directories config"
        " config.real_paths config.guarded config.fingerprints config.discovery"
        " config.plan_cache config.find engine.matchers engine.own_files logs logs.seen",
        "bridges.claude bridges.codex bridges.codex_answers bridges.document bridges.losses"
        " bridges.wording engine.tool_events engine.tool_files engine.turn_events",
    ),
    "hooks": (
        "engine.lifeline engine.interrupts engine.starting engine.supervisor engine.dispatch",
        "engine.options",
    ),
    "worker": (
        "engine.frames engine.verdicts engine.surroundings handlers engine.handler",
        "engine.worker",
    ),
    "answer": (
        "engine.failures engine.endings engine.runs engine.verdicts engine.frames engine.capture"
        " engine.forking engine.turns engine.lanes engine.contexts engine.compose bridges.finish"
        " logs.record logs.writer",
        "engine.attending logs.redact",
    ),
    "handlers": (
        "",
        "handlers.gates handlers.globs handlers.links handlers.pathsets handlers.readings"
        " handlers.gates.path_gate handlers.gates.rules engine.file_arguments engine.patches"
        " engine.spellings engine.session",
    ),
    "rest": (
        "",
        "engine.background engine.broken_config engine.errors engine.session_events"
        " bridges.breakdown bridges.guarded logs.rotation",
    ),
}
"""The parts of the bundle: what is imported along with a part, and what waits in it to be asked
for. In the first list, every module stands after those that it imports itself. A few lie in the
parts of both worker and supervisor; whoever asks for one gets the earlier part."""

PACKAGES = ("engine", "config", "logs", "handlers", "handlers.gates")


def part_of(root: str, part: str) -> "Part":
    """Return what the bundle would hold of a part and import along with it."""
    listed = ((name, part) for part in reversed(PARTS) for name in PARTS[part][0].split())
    parts = {f"snaphook.{name}": part for name, part in listed}
    modules = {}
    for name in PARTS[part][0].split():
        entry = cached(root, f"snaphook.{name}")
        if entry is not None:
            modules[f"snaphook.{name}"] = entry
    return parts, modules


def cached(root: str, name: str) -> "Entry | None":
    """Return a module of ours from its `.pyc`; None where that is missing or not up to date."""
    path = name.removeprefix("snaphook.")
    is_package = path in PACKAGES
    file = path.replace(".", "/") + ("/__init__.py" if is_package else ".py")
    folder, _, source = file.rpartition("/")
    bytecode = f"{root}/{folder}/__pycache__/{source[:-3]}.{sys.implementation.cache_tag}.pyc"
    try:
        found = posix.stat(f"{root}/{file}")
        data = _read(bytecode)
    except OSError:
        return None
    if data[:16] != _header(int(found.st_mtime), found.st_size):
        return None
    code = marshal.loads(memoryview(data)[16:])
    return (file, found.st_size, found.st_mtime_ns, is_package, code)


def _header(mtime: int, size: int) -> bytes:
    """Return how a `.pyc` begins that was made from a source of this time and size (PEP 552)."""
    words = (0, mtime & 0xFFFFFFFF, size & 0xFFFFFFFF)
    return MAGIC_NUMBER + b"".join(word.to_bytes(4, "little") for word in words)


def _read(path: str) -> bytes:
    file = posix.open(path, posix.O_RDONLY | posix.O_CLOEXEC)
    try:
        return posix.read(file, posix.fstat(file).st_size)
    finally:
        posix.close(file)
