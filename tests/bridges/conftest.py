"""Whole calls as a provider makes them: a process, with a home and a project of its own."""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import time
import venv
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import snaphook.bridges.bridge

STUB = Path(snaphook.bridges.bridge.__file__).with_name("stub.py")
PLUGIN = Path(__file__).parents[1] / "fixtures" / "plugin" / "odd_hooks.py"
Reply = tuple[int, bytes, bytes]


class Ground:
    """A user's home, with one project in it that a hooks.json protects."""

    def __init__(self, folder: Path, python: Path) -> None:
        self.python = python
        self.home = folder / "home"
        self.project = self.home / "project"
        self.project.mkdir(parents=True)
        self.state = self.home / ".local" / "state" / "snaphook"
        self.data = self.home / ".local" / "share" / "snaphook"
        self.environment = {"HOME": str(self.home), "PATH": os.defpath}

    def configure(self, hooks: object, root: Path | None = None) -> Path:
        """Write a hooks.json: the project's, or that of another root."""
        path = (root or self.project) / ".aipass" / "hooks.json"
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps({"version": 1, "hooks": hooks}))
        return path

    def guard(self, name: str = "path_gate", root: Path | None = None) -> Path:
        """Configure one gate for tool calls."""
        return self.configure({"PreToolUse": {name: {"handler": name}}}, root)

    def event(self, **fields: object) -> dict[str, Any]:
        """Return a call of Write that path_gate refuses, with other fields as given."""
        target = {"file_path": str(self.project / ".env"), "content": "x"}
        payload = {"session_id": "s1", "cwd": str(self.project), "hook_event_name": "PreToolUse"}
        return {**payload, "tool_name": "Write", "tool_input": target, **fields}

    def command(self, provider: str = "claude", event: str = "PreToolUse") -> list[str]:
        """Return the command that the shim starts."""
        return [str(self.python), "-I", "-S", str(STUB), provider, event]

    def start(self, *words: str, **options: Any) -> "subprocess.Popen[bytes]":
        """Start the command with pipes on all three, unless told otherwise."""
        pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
        given = {"cwd": self.project, "env": self.environment}
        return subprocess.Popen(self.command(*words), **{**pipes, **given, **options})

    def call(self, payload: object, *words: str, **options: Any) -> Reply:
        """Send the payload (bytes as they are); return exit code, stdout and stderr."""
        data = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
        process = self.start(*words, **options)
        stdout, stderr = process.communicate(data, timeout=60)
        return process.returncode, stdout, stderr

    def log(self) -> list[dict[str, Any]]:
        """Return all records of the log."""
        path = self.state / "log.jsonl"
        return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []

    def of(self, hook: str) -> list[dict[str, Any]]:
        """Return the log's records of one hook."""
        return [record for record in self.log() if record.get("hook") == hook]

    def refusal(self, path: str = "") -> str:
        """Return what path_gate says of a write to the project's .env."""
        return (
            f"path_gate: {path or self.project / '.env'} is protected (matches .env); "
            "edit .env.example, or ask the user to change it"
        )

    def denied(self, path: str = "") -> Reply:
        """Return what Claude Code is told of that, byte for byte."""
        answer = (
            '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny",'
            f'"permissionDecisionReason":"{self.refusal(path)}"}}}}'
        )
        told = self.refusal(path)
        return 2, answer.encode(), (told if len(told) <= 200 else told[:197] + "...").encode()


@pytest.fixture
def ground(tmp_path: Path) -> Ground:
    return Ground(tmp_path, Path(sys.executable))


@pytest.fixture(scope="session")
def plugin_python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An interpreter whose environment has our libraries and the plugin `odd`."""
    folder = tmp_path_factory.mktemp("plugin")
    venv.create(folder, with_pip=False)
    python = folder / "bin" / "python"
    version = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    site = folder / "lib" / version / "site-packages"
    (site / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n")
    shutil.copy(PLUGIN, site)
    described = site / "odd_hooks-1.0.dist-info"
    described.mkdir()
    (described / "METADATA").write_text("Metadata-Version: 2.1\nName: odd-hooks\nVersion: 1.0\n")
    (described / "entry_points.txt").write_text("[snaphook.handlers]\nodd = odd_hooks\n")
    (described / "RECORD").write_text("")
    return python


@pytest.fixture
def odd_ground(tmp_path: Path, plugin_python: Path) -> Ground:
    """A ground whose user file may name the handlers of the plugin `odd`."""
    return Ground(tmp_path, plugin_python)


@pytest.fixture
def eventually() -> Callable[[Callable[[], object]], object]:
    """Wait, at most ten seconds, until something is true; return it."""

    def wait(told: Callable[[], object]) -> object:
        limit = time.monotonic() + 10
        while not (found := told()) and time.monotonic() < limit:
            time.sleep(0.02)
        return found

    return wait
