"""What is measured: one event through snaphook, and the same job done in other ways."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from environments import package_folder
from measure import Case

HANDLERS = 20
TRIVIAL = """
from snaphook.handlers import PreToolUse, handler

{functions}
"""
FUNCTION = '''
@handler(on=PreToolUse, class_="gate")
def trivial_{number}(event):
    """Have no opinion."""
    return None
'''
SCRIPT = """
import json, sys
event = json.load(sys.stdin)
if event.get("tool_name") == "Nothing":
    print(json.dumps({"decision": "block", "reason": "no"}))
"""
EVENT = {
    "session_id": "00000000-0000-4000-8000-000000000001",
    "permission_mode": "default",
    "hook_event_name": "PreToolUse",
    "tool_name": "Read",
    "tool_use_id": "toolu_01",
}


class Ground:
    """A temporary home with a user-level hooks.json, and projects with and without hooks."""

    def __init__(self, folder: Path, python: Path) -> None:
        self.folder = folder
        self.python = python
        self.root = package_folder(python, "snaphook.bridges").parent
        self.stub = self.root / "bridges" / "stub.py"
        self.project = folder / "project"
        self.project.mkdir()
        self.event = folder / "event.json"
        payload = EVENT | {
            "cwd": str(self.project),
            "tool_input": {"file_path": f"{self.project}/a"},
        }
        self.event.write_text(json.dumps(payload))

    def home(self, name: str, hooks: dict[str, object]) -> dict[str, str]:
        """Return the environment of a new home folder with these PreToolUse hooks."""
        home = self.folder / name
        (home / ".aipass").mkdir(parents=True)
        config = {"version": 1, "hooks": {"PreToolUse": hooks}}
        (home / ".aipass" / "hooks.json").write_text(json.dumps(config))
        return {"HOME": str(home), "PATH": "/usr/bin:/bin"}

    def case(self, name: str, environment: dict[str, str], target: float | None = None) -> Case:
        """Return the case of one event through the stub of the installed wheel."""
        command = [str(self.python), "-I", "-S", str(self.stub), "claude", "PreToolUse"]
        return Case(name, [command], self.event, environment, target=target)


def trivial_plugin(python: Path) -> None:
    """Install a plugin with trivial gates into the environment."""
    site = package_folder(python, "snaphook.bridges").parents[1]
    functions = "".join(FUNCTION.format(number=number) for number in range(HANDLERS))
    (site / "trivial_gates.py").write_text(TRIVIAL.format(functions=functions))
    info = site / "trivial_gates-1.0.dist-info"
    info.mkdir(exist_ok=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: trivial-gates\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[snaphook.handlers]\ntrivial = trivial_gates\n")
    (info / "RECORD").write_text("")
    subprocess.run([python, "-m", "compileall", "-q", site / "trivial_gates.py"], check=True)


def bundle(root: Path, python: Path, wanted: bool) -> None:
    """Make the bytecode bundle of the installation in `root`, or have it go without.

    A pyproject.toml in it makes it look like a checkout, which gets no bundle.
    """
    for path in (root / "bridges").glob("bundle.*.bin"):
        path.unlink()
    mark = root / "pyproject.toml"
    if wanted:
        mark.unlink(missing_ok=True)
        code = f"from snaphook.bridges.bundling import build; build({str(root)!r})"
        subprocess.run([python, "-c", code], check=True)
    else:
        mark.touch()


def scripts(ground: Ground, at_once: bool) -> Case:
    """Return the case of as many separate Python scripts as there are handlers."""
    script = ground.folder / "script.py"
    script.write_text(SCRIPT)
    commands = [[str(ground.python), str(script)] for _ in range(HANDLERS)]
    how = "at once" if at_once else "in sequence"
    case = Case(
        f"{HANDLERS} Python scripts, {how}", commands, ground.event, {"PATH": "/usr/bin:/bin"}
    )
    case.at_once = at_once
    return case


def plain_script(ground: Ground) -> Case:
    """Return the case of one script that does nothing but read its event."""
    script = ground.folder / "script.py"
    script.write_text(SCRIPT)
    return Case(
        "one plain json script", [[str(ground.python), str(script)]], ground.event, {"PATH": "/bin"}
    )


def aipass_bridge(ground: Ground, python: Path) -> Case:
    """Return the case of AIPass's own bridge with the gates that it always runs."""
    bridge = package_folder(python, "aipass") / "hooks/apps/handlers/bridges/claude.py"
    home = ground.folder / "peer"
    home.mkdir()
    environment = {"HOME": str(home), "PATH": "/usr/bin:/bin", "AIPASS_HOME": str(home)}
    command = [str(python), str(bridge), "PreToolUse"]
    return Case("AIPass 2.8.28 bridge", [command], ground.event, environment)


def shimmed(ground: Ground, environment: dict[str, str]) -> Case:
    """Return the case of the event through the shim, as a provider starts it."""
    snaphook = str(ground.python.parent / "snaphook")
    command = [snaphook, "install", "claude", "--yes"]
    subprocess.run(command, env=environment, check=True, capture_output=True)
    shim = f"{environment['HOME']}/.local/share/snaphook/bin/snaphook-hook"
    return Case(
        "no matching hook, through the shim",
        [[shim, "claude", "PreToolUse"]],
        ground.event,
        environment,
    )
