"""Starting a program so that it ends: by itself, or by its own process group at the limit."""

import os
import signal
import subprocess
from pathlib import Path

LIMIT = 60.0


class Finished:
    """What a program left: its exit code and what it printed."""

    def __init__(self, code: int, stdout: str, stderr: str) -> None:
        self.code = code
        self.stdout = stdout
        self.stderr = stderr


def run(command: list[str], cwd: Path, environment: dict[str, str]) -> Finished:
    """Run to the end. Raises TimeoutError after LIMIT seconds, when the whole group is gone."""
    with subprocess.Popen(
        command,
        cwd=cwd,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        try:
            stdout, stderr = process.communicate(timeout=LIMIT)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            stdout, stderr = process.communicate()
            told = f"{command[0]} ran longer than {LIMIT} s\n{stdout[-2000:]}\n{stderr[-2000:]}"
            raise TimeoutError(told) from None
    return Finished(process.returncode, stdout, stderr)
