"""What else a plan was made from: handlers' modules, metadata, site directories, ourselves."""

import sys
from importlib.machinery import PathFinder

from importlib_metadata import PackageNotFoundError, distribution

from ..engine.plans import Hook
from ..engine.plugins import installed
from ..engine.registry import Registry
from .fingerprints import Fingerprint, fingerprint

_OURS = __file__.rsplit("/", 2)[0]
_PARTS = ("config", "engine", "handlers", "handlers/gates", "config/compile.py")


MOST = 100
"""How many files of one package are watched: every call looks at each of them."""


def dependencies(
    hooks: list[Hook], registry: Registry, tried: list[str]
) -> list[tuple[str, Fingerprint]]:
    """Return each path with its fingerprint of now; `tried` are modules that were asked for.

    Plugins count whether a hook uses them or not: what a handler lacks today, a name say, an edit
    of any of their files may bring.
    """
    plugins, unreadable = installed()
    paths = [f"{_OURS}/{part}" for part in _PARTS]
    paths += [path for path in sys.path if path.endswith(("site-packages", "dist-packages"))]
    names = [plugin.distribution for plugin in plugins] + [name for name, _ in unreadable]
    paths += [_entry_points(name) for name in dict.fromkeys(names)]
    modules = [hook.module for hook in hooks if hook.module] + tried
    modules += [plugin.module for plugin in plugins]
    for registered in registry.handlers.values():
        modules += [registered.module, registered.declaration.options.partition(":")[0]]
    paths += [_file_of(module) for module in _with_packages(modules)]
    return [(path, fingerprint(path)) for path in dict.fromkeys(paths) if path]


def _with_packages(modules: list[str]) -> list[str]:
    """Return the modules and what else of their packages was loaded, the shallowest first."""
    tops = dict.fromkeys(module.partition(".")[0] for module in modules if module)
    found = [module for module in modules if module]
    loaded = sorted(sys.modules, key=lambda name: (name.count("."), name))
    for top in tops:
        if top != "snaphook":
            found += [name for name in loaded if name.partition(".")[0] == top][:MOST]
    return list(dict.fromkeys(found))


def _entry_points(name: str) -> str:
    try:
        folder = getattr(distribution(name), "_path", None) if name else None
    except (PackageNotFoundError, ValueError):
        return ""
    return f"{folder}/entry_points.txt" if folder else ""


def _file_of(module: str) -> str:
    """Return a module's file, or that of the package that should hold it; "" for none."""
    loaded = sys.modules.get(module)
    if loaded is not None:
        return str(getattr(loaded, "__file__", "") or "")
    try:
        spec = PathFinder.find_spec(module.partition(".")[0])
    except (ImportError, ValueError, AttributeError):
        return ""
    return str(spec.origin) if spec and spec.origin else ""
