"""The installed wheel, and calls that the hook path answers from it."""

import json
import os
import shutil
import subprocess
import time
import venv
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Done = subprocess.CompletedProcess


class Installed:
    """One user of an installation: `python` is its interpreter, `root` where snaphook lies."""

    def __init__(self, python: Path, folder: Path) -> None:
        self.python = python
        self.root = next(python.parents[1].glob("lib/python3*/site-packages/snaphook"))
        self.home = folder / "home"
        self.project = self.home / "project"
        self.project.mkdir(parents=True)
        self.environment = {"HOME": str(self.home), "PATH": os.defpath, "NO_COLOR": "1"}

    def snaphook(self, *words: str, **options: Any) -> "Done[str]":
        """Run the command that the wheel installs."""
        command = [str(self.python.with_name("snaphook")), *words]
        given = {"cwd": self.project, "env": self.environment, "stdin": subprocess.DEVNULL}
        return subprocess.run(
            command, capture_output=True, text=True, timeout=60, **given, **options
        )

    def configure(self, hooks: object) -> None:
        """Write the project's hooks.json."""
        (self.project / ".aipass").mkdir(exist_ok=True)
        text = json.dumps({"version": 1, "hooks": hooks})
        (self.project / ".aipass" / "hooks.json").write_text(text)

    def payload(self, **fields: object) -> bytes:
        """Return a Write of .env, with other fields as given."""
        target = {"file_path": str(self.project / ".env"), "content": "x"}
        event = {"session_id": "s", "cwd": str(self.project), "hook_event_name": "PreToolUse"}
        event |= {"tool_name": "Write", "tool_input": target, **fields}
        return json.dumps(event).encode()

    def command(self, *flags: str, event: str = "PreToolUse") -> list[str]:
        """Return the command that the shim starts."""
        stub = str(self.root / "bridges" / "stub.py")
        return [str(self.python), "-I", "-S", *flags, stub, "claude", event]

    def call(
        self, *flags: str, event: str = "PreToolUse", prefix: tuple[str, ...] = (), **fields: object
    ) -> "Done[bytes]":
        """Send one event through the stub."""
        return subprocess.run(
            [*prefix, *self.command(*flags, event=event)],
            input=self.payload(hook_event_name=event, **fields),
            capture_output=True,
            cwd=self.project,
            env=self.environment,
            timeout=60,
        )

    def settle(self) -> None:
        """Have bytecode, bundle and plan made, and wait until everything is old enough for it."""
        limit = time.monotonic() + 60
        while time.monotonic() < limit:
            self.call()
            if self.plans() and list(self.root.glob("bridges/bundle.*.first.bin")):
                return
            time.sleep(1.1)
        raise AssertionError("no plan or no bundle was kept")

    def without_bundle(self) -> None:
        """Say that no bundle is wanted from now on."""
        for part in self.root.glob("bridges/bundle.*.bin"):
            part.write_bytes(b"")

    def without_bytecode(self) -> None:
        """Take all bytecode of ours, let none be written again, and have a plan made anew."""
        for folder in list(self.root.rglob("__pycache__")):
            shutil.rmtree(folder)
            folder.write_bytes(b"")
        time.sleep(2.2)  # nothing younger is kept
        self.call()

    def plans(self) -> list[Path]:
        """Return the plans that are kept."""
        return list((self.home / ".local/share/snaphook").rglob("*.plan"))


@pytest.fixture
def fresh(wheel: Path, wheel_python: Path, tmp_path: Path) -> Installed:
    """An installation of this test's own; only the libraries are those of `wheel_python`."""
    folder = tmp_path / "environment"
    venv.create(folder, with_pip=False)
    libraries = next(wheel_python.parents[1].glob("lib/*/site-packages"))
    site = folder / libraries.relative_to(wheel_python.parents[1])
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    (site / "libraries.pth").write_text(f"{libraries}\n")
    return Installed(folder / "bin" / "python", tmp_path)


@pytest.fixture
def installation(tmp_path: Path) -> Callable[[Path], Installed]:
    """Make the user of an installation by its interpreter."""
    return lambda python: Installed(python, tmp_path)


@pytest.fixture
def installed(wheel_python: Path, installation: Callable[[Path], Installed]) -> Installed:
    return installation(wheel_python)
