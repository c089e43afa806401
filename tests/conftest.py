"""What many tests need: the wheel, and an environment that has it and nothing of the checkout."""

import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="session")
def once(tmp_path_factory: pytest.TempPathFactory) -> "Once":
    """Make something once a run, though several processes test."""
    base = tmp_path_factory.getbasetemp()
    return Once(base.parent if "PYTEST_XDIST_WORKER" in os.environ else base)


class Once:
    def __init__(self, shared: Path) -> None:
        self.shared = shared

    def __call__(self, name: str, make: Callable[[Path], None]) -> Path:
        """Return the folder `name`, after `make(folder)` has filled it in one of the processes."""
        folder = self.shared / name
        with (self.shared / f"{name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not (self.shared / f"{name}.made").exists():
                shutil.rmtree(folder, ignore_errors=True)
                folder.mkdir()
                make(folder)
                (self.shared / f"{name}.made").touch()
        return folder


@pytest.fixture(scope="session")
def wheel(once: Once) -> Path:
    """The wheel of this checkout, built once, from a copy without old build folders."""
    return next(once("wheel", _build).glob("*.whl"))


def _build(folder: Path) -> None:
    copy = folder / "source"
    ignored = shutil.ignore_patterns(".*", "__pycache__", "build", "dist", "*.egg-info", "tests")
    shutil.copytree(ROOT, copy, ignore=ignored)
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "-o", str(folder), "."]
    _run(command, copy)


@pytest.fixture(scope="session")
def wheel_python(wheel: Path, once: Once) -> Path:
    """The interpreter of a fresh virtual environment in which only the wheel was installed."""
    return installed_with(sys.executable, wheel, once)


def installed_with(interpreter: str, wheel: Path, once: Once) -> Path:
    """Return the interpreter of an environment that `interpreter` made, with the wheel in it."""

    def install(folder: Path) -> None:
        _run([interpreter, "-m", "venv", str(folder)], folder)
        _run([str(folder / "bin/python"), "-m", "pip", "install", "--quiet", str(wheel)], folder)

    return once(f"installed-{Path(interpreter).name}", install) / "bin" / "python"


VERSIONS = ("3.10", "3.11", "3.12", "3.13", "3.14")


@pytest.fixture(params=VERSIONS)
def any_python(request: pytest.FixtureRequest, wheel: Path, once: Once) -> Path:
    """An environment with the wheel for each version that this machine has an interpreter of."""
    name = f"python{request.param}"
    if sys.version_info[:2] == tuple(map(int, request.param.split("."))):
        return installed_with(sys.executable, wheel, once)
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    places = [*pyenv.glob(f"{request.param}.*/bin/{name}"), shutil.which(name)]
    found = next((str(place) for place in places if place and _starts(place)), None)
    if found is None:
        pytest.skip(f"{name} is not on this machine")
    return installed_with(found, wheel, once)


def _starts(interpreter: "Path | str") -> bool:
    """Tell whether there is a Python behind the name, and not a version manager's regrets."""
    command = [interpreter, "-c", "import venv, ensurepip"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def _run(command: list[str], folder: Path) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
