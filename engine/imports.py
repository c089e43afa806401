"""Which folders a module needs on sys.path, found with the import system's own machinery."""

import importlib
import os
import sys
from importlib.machinery import PathFinder


def folders_of(module: str, site: str) -> tuple[tuple[str, ...], bool]:
    """Return the folders to put on sys.path for an imported module, and whether that is not enough.

    `site` is the folder of its distribution's metadata, where its dependencies are too. The first
    folder is the one of sys.path that really leads to the module's file; it is `site` itself for a
    normal installation, and the source tree for an editable one. Where no folder leads to it (a
    finder that a .pth file installs), the flag is true and `site`'s .pth files must be run.
    """
    importlib.invalidate_caches()
    file = getattr(sys.modules[module], "__file__", None) or ""
    for folder in sys.path:
        if os.path.isabs(folder) and _same(_file_under(module, folder), file):
            return tuple(dict.fromkeys(filter(None, (folder, site)))), False
    return ((site,) if site else ()), True


def _file_under(module: str, folder: str) -> str:
    """The file that `import module` would find if sys.path were this one folder."""
    path = [folder]
    file = ""
    parts = module.split(".")
    for count in range(1, len(parts) + 1):
        spec = PathFinder.find_spec(".".join(parts[:count]), path)
        if spec is None:
            return ""
        path = list(spec.submodule_search_locations or ())
        file = spec.origin or ""
    return file


def _same(one: str, other: str) -> bool:
    return bool(one and other) and os.path.realpath(one) == os.path.realpath(other)
