"""The bytecode of our modules in two files, so that an event does not open thirty.

The first holds what every event imports, the second what runs hooks. They lie inside the
installation, never in a cache that an agent may write, and a module is taken from them only while
its source still has the size and time that it was compiled from.
"""

import marshal
import posix
import sys
from _frozen_importlib import ModuleSpec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

    Modules = dict[str, tuple[str, int, int, bool, bytes, bool]]

FORMAT = 3


def path_in(root: str, part: str) -> str:
    """Return where a part of this interpreter's bundle lies, below the folder of our packages.

    The parts are "first" and "hooks".
    """
    python = f"{sys.implementation.cache_tag}-{sys.hexversion:x}"
    return f"{root}/bridges/bundle.{python}.{FORMAT}.{part}.bin"


class BundleFinder:
    """Finds our modules in the bundle.

    `modules` maps a name to its file, the file's size and mtime in ns, whether it is a package,
    its code, and whether it is to be loaded at once.
    """

    def __init__(self, root: str, modules: "Modules") -> None:
        self.root = root
        self.modules = modules
        self.is_whole = False

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """Return the module's spec while its source is unchanged, else leave it to Python."""
        if not name.startswith("snaphook."):
            return None
        entry = self.modules.get(name) or self._rest().get(name)
        if entry is None:
            return None
        origin = f"{self.root}/{entry[0]}"
        try:
            found = posix.stat(origin)
        except OSError:
            return None
        if (found.st_size, found.st_mtime_ns) != entry[1:3]:
            return None
        spec = ModuleSpec(name, self, origin=origin, is_package=entry[3])  # type: ignore[arg-type]
        spec.has_location = True
        if entry[3]:
            spec.submodule_search_locations = [origin[: origin.rfind("/")]]
        return spec

    def _rest(self) -> "Modules":
        """Return the modules with the second part, which is read when the first one misses."""
        if not self.is_whole:
            self.is_whole = True
            self.modules = read(self.root, "hooks") | self.modules
        return self.modules

    def create_module(self, spec: ModuleSpec) -> "ModuleType | None":
        """Leave it to Python to make the module object."""
        return None

    def exec_module(self, module: "ModuleType") -> None:
        """Run the module's code."""
        exec(marshal.loads(self.modules[module.__name__][4]), module.__dict__)

    def load(self, name: str) -> bool:
        """Import the module at once, without the import system's own bookkeeping.

        Half of what an import costs is that bookkeeping. Tells whether it could be done; whatever
        the module imports must be loaded already, or be found in the usual way.
        """
        spec = self.find_spec(name)
        if spec is None or name in sys.modules:
            return spec is not None
        module = type(sys)(name)
        module.__spec__ = spec
        module.__package__ = spec.parent
        module.__file__ = spec.origin
        if spec.submodule_search_locations is not None:
            module.__path__ = spec.submodule_search_locations
        sys.modules[name] = module
        self.exec_module(module)
        parent, _, leaf = name.rpartition(".")
        setattr(sys.modules[parent], leaf, module)
        return True


def read(root: str, part: str) -> "Modules":
    """Return the modules of one part, in the order in which they can be loaded; {} without it."""
    try:
        file = posix.open(path_in(root, part), posix.O_RDONLY | posix.O_CLOEXEC)
    except OSError:
        return {}
    try:
        modules: Modules = marshal.loads(posix.read(file, posix.fstat(file).st_size))
    except (OSError, ValueError, EOFError, TypeError):
        return {}
    finally:
        posix.close(file)
    return modules


def use(root: str) -> None:
    """Import our modules from the bundle from now on, if there is one for this interpreter."""
    modules = read(root, "first")
    if not modules:
        return
    finder = BundleFinder(root, modules)
    sys.meta_path.insert(0, finder)
    for name, entry in modules.items():
        if entry[5] and not finder.load(name):
            return
