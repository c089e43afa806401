"""Find the bridges of installed packages by their entry points, without importing them. Cold."""

from importlib.util import find_spec
from pathlib import Path

from importlib_metadata import EntryPoint, entry_points

from .registry import BUILT_IN, GROUP

_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789_-")


class Installed:
    """A bridge that is there: who brings it, and the line that the table needs for it.

    `directory` is what sys.path needs for `module`, "" for our own; `problem` says why the bridge
    cannot be used.
    """

    __slots__ = ("directory", "distribution", "module", "name", "problem", "version")

    def __init__(
        self,
        name: str,
        module: str,
        directory: str = "",
        distribution: str = "snaphook",
        version: str = "",
        problem: str = "",
    ) -> None:
        self.name = name
        self.module = module
        self.directory = directory
        self.distribution = distribution
        self.version = version
        self.problem = problem

    def line(self) -> str:
        """Return its line of the table, with the newline."""
        return f"{self.name}\t{self.module}\t{self.directory}\n"

    def __repr__(self) -> str:
        return f"<bridge {self.name}: {self.problem or self.module}>"


def of_packages() -> list[Installed]:
    """Return every entry point of the group as a bridge, with its problem where it has one."""
    points = sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value))
    seen: dict[str, str] = {}
    bridges = []
    for point in points:
        bridge = _described(point)
        bridge.problem = bridge.problem or _clash(bridge, seen)
        seen.setdefault(bridge.name, bridge.distribution)
        bridges.append(bridge)
    return bridges


def _described(point: EntryPoint) -> Installed:
    name = point.dist.name if point.dist else "?"
    version = point.dist.version if point.dist else ""
    bridge = Installed(point.name, point.module, "", name, version)
    if not _LETTERS.issuperset(point.name):
        bridge.problem = "a bridge's name is lower-case letters, digits, _ and -"
        return bridge
    bridge.directory = _directory(point.module)
    if not bridge.directory:
        bridge.problem = f"the module {point.module} cannot be found"
    elif not bridge.directory.isprintable():
        bridge.problem = f"the table cannot hold its folder {bridge.directory!r}"
    return bridge


def _directory(module: str) -> str:
    """Return the folder that holds the top-level package, also of editable installations."""
    try:
        spec = find_spec(module.partition(".")[0])
    except (ImportError, ValueError):
        return ""
    if spec is None:
        return ""
    if spec.submodule_search_locations:
        return str(Path(next(iter(spec.submodule_search_locations))).resolve().parent)
    return str(Path(spec.origin).resolve().parent) if spec.origin else ""


def _clash(bridge: Installed, seen: dict[str, str]) -> str:
    if bridge.name in BUILT_IN:
        return "the name belongs to a bridge that snaphook ships"
    if bridge.name in seen:
        return f"{seen[bridge.name]} already brings a bridge of this name"
    return ""
