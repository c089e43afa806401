"""The two virtual environments that are measured, made once in a cache outside the checkout."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PEER = "aipass==2.8.28"
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "snaphook" / "bench"


def _run(*command: str | Path, cwd: Path = ROOT) -> None:
    result = subprocess.run(
        [str(part) for part in command], cwd=cwd, capture_output=True, text=True, check=False
    )
    if result.returncode:
        sys.exit(f"bench: {' '.join(map(str, command))} failed:\n{result.stdout}{result.stderr}")


def _venv(name: str, stamp: str, *requirements: str | Path) -> Path:
    """Return the interpreter of a cached environment, remade when its stamp changes."""
    folder = CACHE / name
    python = folder / "bin" / "python"
    if not (folder / "stamp").exists() or (folder / "stamp").read_text() != stamp:
        shutil.rmtree(folder, ignore_errors=True)
        _run(sys.executable, "-m", "venv", folder)
        _run(python, "-m", "pip", "install", "--quiet", *requirements)
        (folder / "stamp").write_text(stamp)
    return python


def snaphook() -> Path:
    """Return the interpreter of an environment with this checkout's wheel in it."""
    sources = sorted(
        path
        for folder in ("engine", "bridges", "config", "handlers", "logs", "cli")
        for path in (ROOT / folder).rglob("*.py")
    )
    digest = hashlib.sha256((ROOT / "pyproject.toml").read_bytes())
    for path in sources:
        digest.update(str(path.relative_to(ROOT)).encode() + path.read_bytes())
    copy = CACHE / "source"
    shutil.rmtree(copy, ignore_errors=True)
    ignored = shutil.ignore_patterns(".*", "__pycache__", "build", "*.egg-info", "tests")
    shutil.copytree(ROOT, copy, ignore=ignored)
    return _venv("snaphook", f"{sys.version}{digest.hexdigest()}", copy)


def peer() -> Path:
    """Return the interpreter of an environment with AIPass in it."""
    return _venv("aipass", f"{sys.version}{PEER}", PEER)


def package_folder(python: Path, package: str) -> Path:
    """Return where the environment has the package."""
    search = f"find_spec('{package}').submodule_search_locations"
    code = f"from importlib.util import find_spec; print(list({search})[0])"
    found = subprocess.run([python, "-c", code], capture_output=True, text=True, check=True)
    return Path(found.stdout.strip())
