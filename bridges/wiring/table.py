"""The table of third-party bridges beside the shim: `name<TAB>module<TAB>directory` lines.

The hook path reads it, so that it never has to search installed packages.
"""

from importlib.util import find_spec
from pathlib import Path

from importlib_metadata import entry_points

from ...engine import directories

GROUP = "snaphook.bridges"


def path() -> Path:
    """Return where the table lies."""
    return Path(directories.data(), "bin", "bridges.table")


def content() -> bytes:
    """Write a line for each installed bridge whose package is found; nothing is imported."""
    lines = []
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        directory = _directory(point.module.split(".")[0])
        if directory and not set("\t\n") & set(point.name + point.module + directory):
            lines.append(f"{point.name}\t{point.module}\t{directory}\n")
    return "".join(lines).encode("utf-8", "surrogateescape")


def _directory(package: str) -> str:
    spec = find_spec(package)
    if spec is None:
        return ""
    if spec.submodule_search_locations:
        return str(Path(next(iter(spec.submodule_search_locations))).parent)
    return str(Path(spec.origin).parent) if spec.origin else ""
