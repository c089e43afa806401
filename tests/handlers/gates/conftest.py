"""path_gate asked as the engine asks it, and a project on disk."""

import pytest

from snaphook.engine.events import PreToolUse
from snaphook.engine.options import Options
from snaphook.engine.tools import ToolCall
from snaphook.handlers.gates.path_gate import path_gate

KEYS = {"NotebookEdit": "notebook_path"}
ROOT, HOME = "/nowhere/project", "/nowhere"


def _judged(tool, cwd=ROOT, root=ROOT, home=HOME, **options):
    tool.cwd = str(cwd)
    event = PreToolUse(cwd=str(cwd), project_dir=str(root), tool=tool)
    return path_gate(event, Options({"root": str(root), "home": str(home), **options}))


def _refused(path, tool="Edit", **place):
    verdict = _judged(ToolCall(tool, input={KEYS.get(tool, "file_path"): str(path)}), **place)
    assert verdict is None or (verdict.decision == "deny" and verdict.reason)
    return verdict.reason if verdict else ""


@pytest.fixture(scope="session")
def judged():
    """Return what path_gate says of a tool call: `judged(tool, cwd=, root=, home=, **options)`."""
    return _judged


@pytest.fixture(scope="session")
def refused():
    """Return the reason for refusing an edit of a path, or "": `refused(path, tool, ...)`."""
    return _refused


@pytest.fixture
def project(tmp_path):
    root = tmp_path.resolve() / "project"
    (root / "src").mkdir(parents=True)
    (root / ".env").write_text("SECRET=1")
    (root / "src" / "app.py").write_text("x")
    return root


@pytest.fixture
def at(project):
    """Return where an event in the project happens."""
    return {"root": project, "cwd": project, "home": project.parent}
