"""The bytecode of our modules in one file, so that an event opens one file instead of thirty.

It lies inside the installation, never in a cache that an agent may write, and a module is taken
from it only while its source still has the size and time that it was compiled from.
"""

import marshal
import posix
import sys
from _frozen_importlib import ModuleSpec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

    Modules = dict[str, tuple[str, int, int, bool, bytes]]

FORMAT = 1


def path_in(root: str) -> str:
    """Return where the bundle of this interpreter lies, below the folder of our packages."""
    return f"{root}/bridges/bundle.{sys.implementation.cache_tag}-{sys.hexversion:x}.{FORMAT}.bin"


class BundleFinder:
    """Finds our modules in the bundle: name -> (file, size, mtime in ns, is a package, code)."""

    def __init__(self, root: str, modules: "Modules") -> None:
        self.root = root
        self.modules = modules

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """Return the module's spec while its source is unchanged, else leave it to Python."""
        entry = self.modules.get(name)
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

    def create_module(self, spec: ModuleSpec) -> "ModuleType | None":
        """Leave it to Python to make the module object."""
        return None

    def exec_module(self, module: "ModuleType") -> None:
        """Run the module's code."""
        exec(marshal.loads(self.modules[module.__name__][4]), module.__dict__)


def use(root: str) -> None:
    """Import our modules from the bundle from now on, if there is one for this interpreter."""
    try:
        file = posix.open(path_in(root), posix.O_RDONLY | posix.O_CLOEXEC)
    except OSError:
        return
    try:
        data = posix.read(file, posix.fstat(file).st_size)
        modules = marshal.loads(data)
    except (OSError, ValueError, EOFError, TypeError):
        return
    finally:
        posix.close(file)
    sys.meta_path.insert(0, BundleFinder(root, modules))
