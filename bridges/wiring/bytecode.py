"""Bytecode of our own modules: without it every event would compile them again."""

import compileall
import importlib.util
import os
from pathlib import Path

_FOLDERS = ("engine", "logs", "config", "handlers", "bridges")


def compile_missing() -> bool:
    """Compile what the hook path may import, where that is missing and the folder can be written.

    Returns True when bytecode is in place.
    """
    root = Path(__file__).parents[2]
    for folder in _FOLDERS:
        if _missing(root / folder) and os.access(root / folder, os.W_OK):
            compileall.compile_dir(str(root / folder), quiet=2)
    return not any(_missing(root / folder) for folder in _FOLDERS)


def _missing(folder: Path) -> bool:
    sources = folder.rglob("*.py")
    return any(not Path(importlib.util.cache_from_source(str(path))).exists() for path in sources)
