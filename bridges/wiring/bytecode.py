"""What makes an event quick: bytecode of our modules, and the bundle of those on the hook path."""

import compileall
import importlib.util
import os
from pathlib import Path

from ..bundling import build, may_have_one

_FOLDERS = ("engine", "logs", "config", "handlers", "bridges")


def prepare() -> bool:
    """Compile and bundle what is missing, where the installation can be written.

    Returns True when nothing is missing any more. A checkout has no bundle and needs none.
    """
    root = Path(__file__).resolve().parents[2]
    for folder in _FOLDERS:
        if _missing(root / folder) and os.access(root / folder, os.W_OK):
            compileall.compile_dir(str(root / folder), quiet=2)
    if may_have_one(str(root)):
        build(str(root))
    return not any(_missing(root / folder) for folder in _FOLDERS)


def _missing(folder: Path) -> bool:
    sources = folder.rglob("*.py")
    return any(not Path(importlib.util.cache_from_source(str(path))).exists() for path in sources)
