"""A config that cannot be read refuses tools, and leaves a way out."""

import pytest

from snaphook.engine.broken_config import repairs, run_for
from snaphook.engine.events import KINDS, PermissionRequest, PreToolUse
from snaphook.engine.tools import ToolCall

CONFIG = "/w/.aipass/hooks.json"
BROKEN = ((CONFIG, 3, 7, "a comma is missing"),)


def decision(tool: str, kind=PreToolUse, broken=BROKEN, **given: object) -> str:
    run = run_for(kind(tool=ToolCall(tool, input=given, cwd="/w")), broken)
    return run.verdict.decision if run else ""


CALLS = [
    ("Bash", {"command": "ls"}, "deny"),
    ("Write", {"file_path": "/w/a.py", "content": ""}, "deny"),
    ("Read", {"file_path": "/w/a.py"}, "deny"),
    ("Read", {"file_path": CONFIG}, ""),
    ("Read", {"file_path": ".aipass/../.aipass/hooks.json"}, ""),
    ("Edit", {"file_path": CONFIG, "old_string": "a", "new_string": "b"}, "ask"),
    ("Write", {"file_path": CONFIG, "content": "{}"}, "ask"),
    ("Edit", {"file_path": CONFIG + ".bak", "old_string": "a", "new_string": "b"}, "deny"),
    ("WebFetch", {"url": "https://example.com"}, "deny"),
    ("mcp__x__y", {"path": 7}, "deny"),
]


@pytest.mark.parametrize("kind", [PreToolUse, PermissionRequest])
@pytest.mark.parametrize(("tool", "given", "expected"), CALLS)
def test_only_the_broken_file_itself_can_be_reached(tool, given, expected, kind):
    assert decision(tool, kind, **given) == expected


@pytest.mark.parametrize(
    ("paths", "expected"),
    [
        ([".aipass/hooks.json"], "ask"),
        (["a.py"], "deny"),
        ([".aipass/hooks.json", "a.py"], "deny"),
        (["a.py", ".aipass/hooks.json"], "deny"),
    ],
)
def test_a_patch_may_repair_the_file_but_touch_no_other(paths, expected):
    body = "\n".join(f"*** Update File: {path}\n@@\n+x" for path in paths)
    patch = f"*** Begin Patch\n{body}\n*** End Patch"
    tool = ToolCall("Edit", "apply_patch", input={"command": patch}, cwd="/w")
    run = run_for(PreToolUse(tool=tool), BROKEN)
    assert (run.verdict.decision if run else "") == expected


@pytest.mark.parametrize(
    "command",
    [
        "snaphook validate",
        "snaphook doctor",
        "snaphook status",
        "snaphook explain",
        "snaphook explain last-1",
        "  snaphook   validate --ci \n",
        "snaphook validate a/b.json",
    ],
)
def test_commands_that_only_look_or_explain_pass(command):
    assert repairs(command)
    assert decision("Bash", command=command) == ""


@pytest.mark.parametrize(
    "command",
    [
        "",
        "snaphook",
        "snaphook off",
        "snaphook trust --yes",
        "snaphook doctor --fix",
        "snaphook uninstall",
        "snaphook disable path_gate",
        "snaphook validate; rm -rf x",
        "snaphook validate && rm x",
        "snaphook validate | sh",
        "snaphook validate > a",
        "snaphook validate\nrm x",
        "snaphook validate `rm x`",
        "snaphook validate $(rm x)",
        "snaphook validate & rm x",
        "echo snaphook validate",
        "./snaphook validate",
        "PATH=. snaphook validate",
        "snaphook validat",
        "snaphook-evil validate",
        "snaphook\tvalidate",
    ],
)
def test_anything_more_than_such_a_command_is_refused(command):
    assert not repairs(command)
    assert decision("Bash", command=command) == "deny"


def test_the_refusal_says_which_file_where_and_how_to_repair_it():
    run = run_for(PreToolUse(tool=ToolCall("Bash", input={"command": "ls"})), BROKEN)
    assert "hook-config-invalid: /w/.aipass/hooks.json:3:7: a comma is missing" in (
        run.verdict.reason
    )
    assert "snaphook validate" in run.verdict.reason
    assert run.anomalies == ["hook-config-invalid"]
    assert run.hook.layer == "builtin"


@pytest.mark.parametrize("name", sorted(set(KINDS) - {"PreToolUse", "PermissionRequest"}))
def test_no_other_event_is_refused(name):
    assert run_for(KINDS[name](), BROKEN) is None


def test_a_config_that_can_be_read_refuses_nothing():
    assert decision("Bash", broken=(), command="ls") == ""
