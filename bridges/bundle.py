"""The bytecode of our modules in one file, so that an event opens one file instead of thirty.

It lies inside the installation, never in a cache that an agent may write, and a module is taken
from it only while its source still has the size and time that it was compiled from.
"""

import marshal
import posix
import sys
from _frozen_importlib import ModuleSpec
from _imp import source_hash

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

    Modules = dict[str, tuple[str, int, int, bool, bytes]]
    Mark = tuple[int, ...]

FORMAT = 2


def path_in(root: str) -> str:
    """Return where the bundle of this interpreter lies, below the folder of our packages."""
    return f"{root}/bridges/bundle.{sys.implementation.cache_tag}-{sys.hexversion:x}.{FORMAT}.bin"


class BundleFinder:
    """Finds our modules in the bundle: name -> (file, size, mtime in ns, is a package, code).

    `lacks` tells that a module had to come from its source, or that there is no bundle at all;
    `mark` is the bundle's own, as it was found.
    """

    def __init__(self, root: str, modules: "Modules", mark: "Mark") -> None:
        self.root = root
        self.modules = modules
        self.mark = mark
        self.lacks = not modules

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """Return the module's spec while its source is unchanged, else leave it to Python."""
        entry = self.modules.get(name)
        if entry is None:
            return None
        origin = f"{self.root}/{entry[0]}"
        if mark_of(origin) != entry[1:3]:
            self.lacks = True
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


def mark_of(path: str) -> "Mark":
    """Return a file's size and time (ns), nothing when there is none."""
    try:
        found = posix.stat(path)
    except OSError:
        return ()
    return (found.st_size, found.st_mtime_ns)


def use(root: str) -> None:
    """Import our modules from the bundle from now on, where this interpreter has one."""
    path = path_in(root)
    mark = mark_of(path)
    sys.meta_path.insert(0, BundleFinder(root, modules_in(path) if mark else {}, mark))


def modules_in(path: str) -> "Modules":
    """Return what the bundle holds; nothing when it is not there or not as it was written."""
    try:
        file = posix.open(path, posix.O_RDONLY | posix.O_CLOEXEC | posix.O_NONBLOCK)
    except OSError:
        return {}
    try:
        data = posix.read(file, posix.fstat(file).st_size)
    except OSError:
        return {}
    finally:
        posix.close(file)
    if data[:8] != source_hash(FORMAT, data[8:]):
        return {}
    modules: Modules = marshal.loads(data[8:])
    return modules


def packed(modules: "Modules") -> bytes:
    """Return the bytes of a bundle: a hash, because marshal must never see anything else's."""
    data = marshal.dumps(modules)
    return source_hash(FORMAT, data) + data


def lacking() -> BundleFinder | None:
    """Return the finder whose bundle should be made, or made anew."""
    for finder in sys.meta_path:
        if isinstance(finder, BundleFinder) and finder.lacks:
            return finder
    return None
