"""Payloads that no document describes: odd shapes, missing fields, unknown words."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from snaphook.bridges import claude, codex
from snaphook.bridges.claude_shaped import text_of
from snaphook.bridges.stdin import decode
from snaphook.engine import jsontext
from snaphook.engine.events import KINDS, Event
from snaphook.engine.runs import Outcome

BRIDGES = {"claude": claude, "codex": codex}
NAMES = [*KINDS, "PostToolBatch", "PreModelRequest", "SomethingNew", ""]
CALM = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
NAMESPACE = Path(__file__).parents[2] / ".typing"
FIELDS = st.sampled_from(
    """session_id transcript_path cwd hook_event_name permission_mode model agent_id agent_type
    tool_name tool_input input tool_use_id tool_response prompt source reason trigger message error
    stop_hook_active last_assistant_message file_path notification_type
    turn_id""".split()  # noqa: SIM905
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=8,
)


@pytest.fixture(params=BRIDGES)
def bridge(request):
    return BRIDGES[request.param]


def run_in(folder, code, **environment):
    """Run code in a process of its own that has never seen this test's environment."""
    start = f"import sys; sys.path.insert(0, {str(NAMESPACE)!r})\n"
    return subprocess.run(
        [sys.executable, "-I", "-S", "-c", start + code],
        cwd=folder,
        env={"PATH": os.environ["PATH"], **environment},
        capture_output=True,
        text=True,
        timeout=30,
        check=True,
    ).stdout.strip()


@pytest.mark.parametrize("name", NAMES)
def test_an_empty_payload_is_still_an_event(bridge, name):
    event = bridge.parse({}, [name] if name else [])
    assert event.name == name
    assert type(event) is KINDS.get(name, Event)
    assert event.cwd == os.getcwd()


@pytest.mark.parametrize("given_input", [["x"], "text", 5, None, True, {"a": 1}])
def test_a_tools_input_of_any_shape_stays_what_it_was(bridge, given_input):
    payload = {"tool_name": "mcp__mail__send", "tool_input": given_input}
    tool = bridge.parse(payload, ["PreToolUse"]).tool
    assert tool.input == ({} if given_input is None else given_input)
    assert (tool.name, tool.command, tool.files) == ("mcp__mail__send", "", ())


def test_a_prompt_in_content_parts_is_one_text(bridge):
    parts = [{"type": "text", "text": "fix the bug"}, {"type": "image", "data": "..."}, "and test"]
    event = bridge.parse({"prompt": parts}, ["UserPromptSubmit"])
    assert event.prompt == "fix the bug\nand test"
    assert event.payload["prompt"] is parts


@pytest.mark.parametrize("value", [None, 5, True, {}, {"text": 5}, [], [None, 5, [["deep"]]]])
def test_what_is_no_text_is_an_empty_one(value):
    assert text_of(value) == ""


@pytest.mark.parametrize("cwd", [None, "", "relative/path", 5, ["/x"], "/with\0nul"])
def test_a_cwd_that_is_no_absolute_path_is_the_processs_own(bridge, cwd):
    assert bridge.parse({"cwd": cwd}, ["Stop"]).cwd == os.getcwd()


def test_a_cwd_is_normalised_by_its_text(bridge):
    assert bridge.parse({"cwd": "/repo//src/../"}, ["Stop"]).cwd == "/repo"


@pytest.mark.parametrize(
    ("environment", "expected"),
    [({"PWD": "/was/here"}, "/was/here"), ({"PWD": "x"}, "/"), ({}, "/")],
)
def test_a_deleted_cwd_is_survived(tmp_path, environment, expected):
    gone = tmp_path / "gone"
    gone.mkdir()
    code = (
        f"import posix; posix.chdir({str(gone)!r}); posix.rmdir({str(gone)!r})\n"
        "from snaphook.bridges import codex; print(codex.parse({}, ['Stop']).cwd)"
    )
    assert run_in(tmp_path, code, **environment) == expected


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({}, True),
        ({"CLAUDE_CODE_SESSION_ATTENDED": "1", "CLAUDE_CODE_ENTRYPOINT": "cli"}, True),
        ({"CLAUDE_CODE_SESSION_ATTENDED": "0"}, False),
        ({"CLAUDE_CODE_ENTRYPOINT": "sdk-cli"}, False),
    ],
)
def test_claude_knows_whether_anybody_is_there(tmp_path, environment, expected):
    code = "from snaphook.bridges import claude; print(claude.parse({}, ['Stop']).interactive)"
    assert run_in(tmp_path, code, **environment) == str(expected)


@pytest.mark.parametrize(
    ("mode", "expected"),
    [
        ("bypassPermissions", False),
        ("dontAsk", False),
        ("default", True),
        ("plan", True),
        ("", True),
    ],
)
def test_codex_cannot_ask_where_approvals_are_never(mode, expected):
    assert codex.parse({"permission_mode": mode}, ["PreToolUse"]).interactive is expected


@pytest.mark.parametrize(("told", "expected"), [("/repo/", "/repo"), ("repo", "/w"), ("", "/w")])
def test_claudes_project_is_where_the_session_began(tmp_path, told, expected):
    code = "from snaphook.bridges import claude; print(claude.parse({'cwd': '/w'}, []).project_dir)"
    assert run_in(tmp_path, code, CLAUDE_PROJECT_DIR=told) == expected


def test_codex_is_not_told_its_project_by_a_claude_around_it(tmp_path):
    code = "from snaphook.bridges import codex; print(codex.parse({'cwd': '/w'}, []).project_dir)"
    assert run_in(tmp_path, code, CLAUDE_PROJECT_DIR="/other") == "/w"


def test_the_wired_event_counts_and_the_payloads_is_noted(bridge):
    event = bridge.parse({"hook_event_name": "PostToolUse"}, ["PreToolUse"])
    assert (event.name, event.native_name) == ("PreToolUse", "PostToolUse")


def test_without_a_wired_event_the_payloads_counts(bridge):
    assert bridge.parse({"hook_event_name": "Stop"}, []).name == "Stop"


@pytest.mark.parametrize(
    ("provider", "native", "name"),
    [
        ("claude", "Task", "Agent"),
        ("claude", "Agent", "Agent"),
        ("claude", "Monitor", "Bash"),
        ("claude", "mcp__x__Task", "mcp__x__Task"),
        ("claude", "SomethingNew", "SomethingNew"),
        ("codex", "apply_patch", "Edit"),
        ("codex", "view_image", "Read"),
        ("codex", "exec_command", "Bash"),
        ("codex", "spawn_agent", "Agent"),
        ("codex", "collaborationspawn_agent", "Agent"),
        ("codex", "mcp__x__spawn_agent", "mcp__x__spawn_agent"),
        ("codex", "collaborationwait_agent", "collaborationwait_agent"),
        ("codex", "get_goal", "get_goal"),
    ],
)
def test_tools_have_one_name_whatever_the_provider(provider, native, name):
    tool = BRIDGES[provider].parse({"tool_name": native}, ["PreToolUse"]).tool
    assert (tool.name, tool.native_name) == (name, native)


def test_the_compaction_worker_is_no_sub_agent():
    worker = claude.parse({"agent_type": ""}, ["SubagentStop"])
    assert (worker.name, type(worker)) == ("SubagentStop.compaction", Event)
    assert claude.parse({}, ["SubagentStop"]).name == "SubagentStop"
    assert codex.parse({"agent_type": ""}, ["SubagentStop"]).name == "SubagentStop"


@pytest.mark.parametrize(
    ("payload", "source"),
    [
        ({"prompt": "go"}, "user"),
        ({"prompt": "what is a <task-notification>?"}, "user"),
        ({"prompt": " \n<task-notification>\n<task-id>1"}, "system"),
        ({"prompt": "the child's task", "agent_id": "1"}, "system"),
    ],
)
def test_prompts_that_a_machine_made_are_marked(bridge, payload, source):
    assert bridge.parse(payload, ["UserPromptSubmit"]).source == source


def test_an_older_codex_calls_the_tools_input_input():
    event = codex.parse({"tool_name": "Edit", "input": {"file_path": "/w/x.py"}}, ["PreToolUse"])
    assert [str(file.path) for file in event.tool.files] == ["/w/x.py"]
    both = codex.parse({"tool_input": {"a": 1}, "input": {"b": 2}}, ["PreToolUse"])
    assert both.tool.input == {"a": 1}


def test_a_patch_is_an_edit_of_files_and_no_shell_text():
    patch = (
        "*** Begin Patch\n*** Update File: notes/a.txt\n@@\n+rm -rf / is a bad idea\n"
        "*** Update File: .env\n@@\n+TOKEN=x\n*** End Patch"
    )
    payload = {"tool_name": "apply_patch", "tool_input": {"command": patch}, "cwd": "/repo"}
    tool = codex.parse(payload, ["PreToolUse"]).tool
    assert [(file.change, str(file.path)) for file in tool.files] == [
        ("modify", "/repo/notes/a.txt"),
        ("modify", "/repo/.env"),
    ]
    assert tool.command == ""
    assert {"Edit", "Write", "apply_patch"} <= set(tool.names())


@CALM
@given(name=st.sampled_from(NAMES), payload=st.dictionaries(FIELDS, JSON, max_size=8))
@pytest.mark.parametrize("provider", BRIDGES)
def test_any_payload_is_parsed_and_any_refusal_of_it_is_one_document(provider, name, payload):
    event = BRIDGES[provider].parse(payload, [name])
    event.copy()
    made = Outcome("deny", "no", [("a", "text")], ["hello"], None, False, "gate")
    assert_one_document(BRIDGES[provider].render(event, made))


@CALM
@given(data=st.binary(max_size=60) | st.builds(lambda v: json.dumps(v).encode(), JSON))
@pytest.mark.parametrize("provider", BRIDGES)
def test_any_bytes_are_no_event_or_one_that_is_answered(provider, data):
    try:
        payload = jsontext.read(decode(data))
    except ValueError:
        return
    if isinstance(payload, dict):
        event = BRIDGES[provider].parse(payload, ["PreToolUse"])
        made = Outcome(
            "", "", [("a", repr(payload))], [], {"command": "x", "was": event.tool.input}
        )
        assert_one_document(BRIDGES[provider].render(event, made))


def assert_one_document(reply):
    assert isinstance(json.loads(reply.stdout or "{}", parse_constant=_no_json), dict)
    assert reply.stdout.isascii()


def _no_json(word):
    raise AssertionError(f"{word} is not JSON")


@pytest.mark.parametrize("cwd", ["/caf\ufffd", "/repo/\ud800", "/\udcff/x"])
def test_a_cwd_that_json_could_not_hold_is_the_processs_own(bridge, cwd):
    assert bridge.parse({"cwd": cwd}, ["Stop"]).cwd == os.getcwd()


def test_a_cwd_in_any_script_is_kept(bridge):
    assert bridge.parse({"cwd": "/café/项目"}, ["Stop"]).cwd == "/café/项目"
