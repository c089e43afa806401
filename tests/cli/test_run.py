"""`snaphook run` is the hook path itself, started by hand."""

import json
import os
import pty
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import snaphook.bridges.bridge as bridge

Run = Callable[..., "subprocess.CompletedProcess[str]"]
STUB = Path(bridge.__file__).with_name("stub.py")


@pytest.mark.parametrize("provider", ["claude", "nobody"])
def test_output_and_exit_code_are_the_hook_paths_own(
    snaphook: Run, project: Path, environment: dict[str, str], provider: str
) -> None:
    payload = {"hook_event_name": "Stop", "session_id": "s", "cwd": str(project)}
    given = json.dumps(payload)
    direct = [sys.executable, "-I", "-S", str(STUB), provider, "Stop"]
    path = subprocess.run(
        direct, input=given, cwd=project, env=environment, capture_output=True, text=True
    )
    done = snaphook("run", provider, "Stop", input=given)
    assert (done.returncode, done.stdout) == (path.returncode, path.stdout)


def test_a_terminal_on_stdin_gets_the_usage(snaphook: Run) -> None:
    ours, theirs = pty.openpty()
    done = snaphook("run", "claude", "Stop", stdin=theirs)
    os.close(ours)
    os.close(theirs)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "usage: snaphook run PROVIDER EVENT < payload.json\n"


@pytest.mark.parametrize("closed", ["<&-", "<&- 2>&-"])
def test_a_closed_stdin_is_no_event_and_refused_where_a_gate_guards(
    project: Path, environment: dict[str, str], closed: str
) -> None:
    program = "from snaphook.cli.main import main; main()"
    command = ["sh", "-c", f'exec "$@" {closed}', "sh", sys.executable, "-c", program]
    command += ["run", "claude", "PreToolUse"]
    given: dict[str, Any] = {"cwd": project, "env": environment, "capture_output": True}
    assert subprocess.run(command, **given).returncode == 0
    (project / ".aipass").mkdir()
    hooks = {"PreToolUse": {"path_gate": {"handler": "path_gate"}}}
    (project / ".aipass/hooks.json").write_text(json.dumps({"version": 1, "hooks": hooks}))
    done = subprocess.run(command, **given)
    assert done.returncode == 2
    assert b"should not happen" not in done.stdout + done.stderr
    assert json.loads(done.stdout)["hookSpecificOutput"]["permissionDecision"] == "deny"
