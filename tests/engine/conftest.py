"""Expected cells as data, and real hook processes."""

import marshal
import os
import pathlib
import subprocess
import sys
import time
import types
import uuid

import pytest

ROOT = pathlib.Path(__file__).parents[2]
FIXTURES = ROOT / "tests" / "fixtures"
PROGRAMS = FIXTURES / "engine"


class Table:
    """A TSV file: rows of patterns (`*`, `a|b`) and the values they give; `none` reads as "".

    The first fitting row tells a cell's values.
    """

    def __init__(self, name):
        lines = (FIXTURES / name).read_text().splitlines()
        columns, *rows = [line.split("\t") for line in lines if line and line[0] != "#"]
        assert all(len(row) == len(columns) for row in rows), f"{name}: ragged rows"
        self.rows = rows
        self.unused = {"\t".join(row) for row in rows}

    def cell(self, *keys):
        """Return the values of the first row whose patterns fit all keys."""
        for row in self.rows:
            if all(map(_fits, row, keys)):
                self.unused.discard("\t".join(row))
                return tuple("" if value == "none" else value for value in row[len(keys) :])
        raise AssertionError(f"no row fits {keys}")


def _fits(pattern, key):
    return pattern == "*" or (key or "none") in pattern.split("|")


@pytest.fixture
def table():
    """Read a table of expected cells by its file name."""
    return Table


class HookProcess:
    """Starts `supervise` in processes of its own, and looks at what they leave."""

    def __init__(self, folder):
        self.folder = folder
        self.program = "run_hooks.py"
        self.mark = f"snaphook-test-{uuid.uuid4().hex}"  # all descendants inherit it

    def hook(self, function, module="misbehaviour", **fields):
        return {
            "name": function,
            "handler": function,
            "module": module,
            "attribute": function,
            "directories": (str(PROGRAMS), str(self.folder)),
            "class": "gate",
            "timeout_ms": 2000,
            **fields,
        }

    def module(self, name, text):
        """Write a module that hooks can name."""
        (self.folder / f"{name}.py").write_text(text)

    def start(self, *hooks, event="PreToolUse", deadline=10.0, fields=None, prefix=(), **given):
        job = self.folder / "job"
        job.write_bytes(
            marshal.dumps(
                {"event": event, "fields": fields or {}, "hooks": hooks, "deadline": deadline}
            )
        )
        return subprocess.Popen(
            [*prefix, sys.executable, "-I", "-S", PROGRAMS / self.program, ROOT, job],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=self.folder,
            env={**os.environ, "MARK": self.mark, "XDG_STATE_HOME": str(self.folder / "state")},
            start_new_session=True,
            **given,
        )

    def run(self, *hooks, **given):
        process = self.start(*hooks, **given)
        stdout, stderr = process.communicate(timeout=30)
        assert (stdout, stderr) == (b"", b"")
        return self.result()

    def result(self):
        result = types.SimpleNamespace(**marshal.loads((self.folder / "job.result").read_bytes()))
        result.runs = [types.SimpleNamespace(**run) for run in result.runs]
        return result

    def survivors(self, patience=1.0):
        """Return the processes that are still alive after a while, of all that were started."""
        limit = time.monotonic() + patience
        while (found := self._alive()) and time.monotonic() < limit:
            time.sleep(0.01)
        return found

    def _alive(self):
        mark = f"MARK={self.mark}".encode()
        return [pid for pid in pathlib.Path("/proc").iterdir() if _holds(pid / "environ", mark)]


def _holds(environ, mark):
    try:
        return environ.parent.name.isdigit() and mark in environ.read_bytes()
    except OSError:
        return False


@pytest.fixture
def hook_process(tmp_path):
    return HookProcess(tmp_path)
