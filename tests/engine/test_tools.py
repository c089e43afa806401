"""Tool calls and the changes they name."""

import subprocess
import sys

import pytest

from snaphook.engine.paths import Path
from snaphook.engine.tools import FileChange, ToolCall


def test_a_change_remembers_what_was_written():
    change = FileChange(Path("/w/a"), "modify", "x", "./a")
    assert (change.path, change.change, change.text, change.given) == ("/w/a", "modify", "x", "./a")
    assert FileChange(Path("/w/a"), "read").given == "/w/a"
    assert repr(change) == "<modify /w/a>"


def test_one_name_stands_for_the_other():
    assert ToolCall("Bash").native_name == "Bash"
    assert ToolCall(native_name="bash").name == "bash"
    assert ToolCall("Bash", "bash").native_name == "bash"


@pytest.mark.parametrize(
    ("name", "native", "names"),
    [
        ("Bash", "Bash", ("Bash",)),
        ("Bash", "run_shell_command", ("Bash", "run_shell_command")),
        ("mcp__a__b", "mcp__a__b", ("mcp__a__b",)),
        ("Edit", "apply_patch", ("Edit", "apply_patch", "Edit", "Write")),
        ("Edit", "Edit", ("Edit",)),
    ],
)
def test_matchers_see_both_names_and_what_a_patch_may_do(name, native, names):
    assert ToolCall(name, native).names() == names


def test_files_are_read_once_for_a_call():
    call = ToolCall("Read", input={"path": "a"}, cwd="/w")
    assert call.files is call.files


def loaded_by(code):
    """Return the modules of ours that a fresh interpreter loads for `code`."""
    told = "print(*sorted(m for m in sys.modules if m.startswith('snaphook.engine.')))"
    script = f"import sys; sys.path[:0] = {sys.path!r}\n{code}\n{told}"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return {name.removeprefix("snaphook.engine.") for name in run.stdout.split()}


IMPORTS = "from snaphook.engine.tools import ToolCall\n"


def test_a_shell_call_loads_nothing_but_its_reader():
    code = "t = ToolCall('Bash', input={'command': 'ls'}); t.command, t.files, t.names()"
    assert loaded_by(IMPORTS + code) == {"tools", "paths", "tool_files"}


def test_an_edit_does_not_load_the_patch_reader():
    loaded = loaded_by(IMPORTS + "ToolCall('Edit', input={'file_path': 'a'}).files")
    assert loaded == {"tools", "paths", "tool_files", "file_arguments", "spellings"}


def test_a_patch_loads_the_patch_reader_alone():
    text = "'*** Begin Patch\\n*** Delete File: a\\n*** End Patch'"
    loaded = loaded_by(
        IMPORTS + f"assert ToolCall('Edit', 'apply_patch', input={{'command': {text}}}).files"
    )
    assert loaded == {"tools", "paths", "tool_files", "patches"}
