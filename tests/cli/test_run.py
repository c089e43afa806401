"""`snaphook run` is the hook path itself, started by hand."""

import json
import os
import pty
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

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
