"""The bytecode of the hook path in a few files, so that an event does not open fifty.

They lie inside the installation, never in a cache that an agent may write, and a module is taken
from them only while its source still has the size and time that it was compiled from.
"""

import marshal
import posix
import sys
from _frozen_importlib import ModuleSpec
from _imp import source_hash

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import CodeType, ModuleType

    Entry = tuple[str, int, int, bool, CodeType | bytes]
    Modules = dict[str, Entry]
    Part = tuple[dict[str, str], Modules]

FORMAT = 5


def path_in(root: str, part: str) -> str:
    """Return where a part of this interpreter's bundle lies, below the folder of our packages.

    The parts are "first", which every event needs, and those that `bytecode.PARTS` names.
    """
    python = f"{sys.implementation.cache_tag}-{sys.hexversion:x}"
    return f"{root}/bridges/bundle.{python}.{FORMAT}.{part}.bin"


def read(path: str) -> "Part":
    """Return one part: the parts that other modules lie in, and its own modules.

    Both are empty where there is no such file, or it is not as it was written.
    """
    try:
        file = posix.open(path, posix.O_RDONLY | posix.O_CLOEXEC | posix.O_NONBLOCK)
    except OSError:
        return {}, {}
    try:
        data = posix.read(file, posix.fstat(file).st_size)
    except OSError:
        return {}, {}
    finally:
        posix.close(file)
    content = memoryview(data)[8:]
    if data[:8] != source_hash(FORMAT, content):
        return {}, {}
    part: Part = marshal.loads(content)
    return part


class BundleFinder:
    """Finds our modules in the bundle.

    `modules` maps a name to its file, the file's size and mtime in ns, whether it is a package, and
    its code: as bytes where the module waits until it is asked for, else it is imported along with
    its part. `parts` maps the names of modules to the parts that they lie in. `lacks` tells that a
    module had to come from its source.
    """

    def __init__(self, root: str) -> None:
        self.root = root
        self.modules: Modules = {}
        self.parts: dict[str, str] = {}
        self.lacks = False
        self.cached: "Callable[[str, str], Entry | None] | None" = None

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """Return the module's spec while its source is unchanged, else leave it to Python."""
        if not name.startswith("snaphook."):
            return None
        if name in self.parts and name not in self.modules:
            self.open_part(self.parts[name], besides=name)
        entry = self.modules.get(name)
        if entry is None and self.cached is not None:
            entry = self.cached(self.root, name)
        if entry is None:
            return None
        self.modules[name] = entry
        return self._spec(name, entry)

    def open_part(self, part: str, besides: str = "") -> None:
        """Read a part and import what is marked in it, but for one module."""
        parts, modules = read(path_in(self.root, part))
        if not modules:
            from .bytecode import cached, part_of

            self.lacks, self.cached = True, cached
            parts, modules = part_of(self.root, part)
        self.parts |= parts
        self.modules |= modules
        for name, entry in modules.items():
            code = entry[4]
            if not isinstance(code, bytes) and name != besides and name not in sys.modules:
                self._import(name, entry, code)

    def _spec(self, name: str, entry: "Entry") -> ModuleSpec | None:
        origin = f"{self.root}/{entry[0]}"
        if not _is_unchanged(origin, entry[1:3]):
            self.lacks = True
            return None
        spec = ModuleSpec(name, self, origin=origin, is_package=entry[3])  # type: ignore[arg-type]
        spec.has_location = True
        if entry[3]:
            spec.submodule_search_locations = [origin[: origin.rfind("/")]]
        return spec

    def _import(self, name: str, entry: "Entry", code: "CodeType") -> None:
        """Import without the import system's own bookkeeping, which is half of the cost.

        What the module imports itself must be there already, or is found in the usual way.
        """
        spec = self._spec(name, entry)
        if spec is None:
            return
        module = type(sys)(name)
        module.__spec__ = spec
        module.__package__ = spec.parent
        module.__file__ = spec.origin
        if spec.submodule_search_locations is not None:
            module.__path__ = spec.submodule_search_locations
        sys.modules[name] = module
        exec(code, module.__dict__)
        parent, _, leaf = name.rpartition(".")
        setattr(sys.modules[parent], leaf, module)

    def create_module(self, spec: ModuleSpec) -> "ModuleType | None":
        """Leave it to Python to make the module object."""
        return None

    def exec_module(self, module: "ModuleType") -> None:
        """Run the module's code."""
        code = self.modules[module.__name__][4]
        exec(marshal.loads(code) if isinstance(code, bytes) else code, module.__dict__)


def _is_unchanged(path: str, mark: tuple[int, ...]) -> bool:
    try:
        found = posix.stat(path)
    except OSError:
        return False
    return (found.st_size, found.st_mtime_ns) == mark


def use(root: str) -> BundleFinder:
    """Import our modules from the bundle from now on, where this interpreter has one."""
    finder = BundleFinder(root)
    sys.meta_path.insert(0, finder)
    finder.open_part("first")
    return finder


def is_lacking() -> bool:
    """Tell whether this process had to read sources that a bundle should have held."""
    finder = sys.meta_path[0]
    return isinstance(finder, BundleFinder) and finder.lacks
