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


def dependencies(
    hooks: list[Hook], registry: Registry, tried: list[str]
) -> list[tuple[str, Fingerprint]]:
    """Return each path with its fingerprint of now; `tried` are modules that were asked for."""
    paths = [f"{_OURS}/{part}" for part in _PARTS]
    paths += [path for path in sys.path if path.endswith(("site-packages", "dist-packages"))]
    modules = [hook.module for hook in hooks if hook.module] + tried
    for registered in registry.handlers.values():
        if any(_is_of(hook, registered.module, registered.attribute) for hook in hooks):
            paths.append(_entry_points(registered.distribution))
            modules += [registered.origin.module, registered.declaration.options.partition(":")[0]]
    if registry.problems:
        modules += [plugin.module for plugin in installed()[0]]
    paths += [_file_of(module) for module in modules if module]
    return [(path, fingerprint(path)) for path in dict.fromkeys(paths) if path]


def _is_of(hook: Hook, module: str, attribute: str) -> bool:
    return (hook.module, hook.attribute) == (module, attribute)


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
