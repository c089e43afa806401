"""The real command in a process of its own, with a home and a project of its own."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., "subprocess.CompletedProcess[str]"]
MAIN = "from snaphook.cli.main import main; main()"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "home"
    folder.mkdir()
    return folder


@pytest.fixture
def project(home: Path) -> Path:
    folder = home / "project"
    folder.mkdir()
    return folder


@pytest.fixture
def state(home: Path) -> Path:
    return home / ".local" / "state" / "snaphook"


@pytest.fixture
def environment(home: Path) -> dict[str, str]:
    kept = {key: value for key, value in os.environ.items() if not key.startswith("XDG_")}
    paths = [os.path.abspath(path) for path in kept.get("PYTHONPATH", "").split(os.pathsep) if path]
    kept.pop("COLUMNS", None)
    return {**kept, "HOME": str(home), "PYTHONPATH": os.pathsep.join(paths)}


@pytest.fixture
def snaphook(project: Path, environment: dict[str, str]) -> Run:
    def run(*arguments: str, **options: object) -> "subprocess.CompletedProcess[str]":
        options = {"stdin": subprocess.DEVNULL, "cwd": project, "env": environment} | options
        if "input" in options:
            del options["stdin"]
        command = [sys.executable, "-c", MAIN, *arguments]
        return subprocess.run(command, capture_output=True, text=True, timeout=60, **options)  # type: ignore[call-overload, no-any-return]

    return run
