"""Events: fields, names that matchers see, and copies that share nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snaphook.engine.events import KINDS, Event, PreToolUse, ToolEvent, UserPromptSubmit
from snaphook.engine.paths import Path
from snaphook.engine.tools import ToolCall

TOOL = ToolCall("Edit", "apply_patch", "t1", {"command": "x"}, "/w")
TOLD = {
    "provider": "claude",
    "session_id": "s",
    "cwd": Path("/w/src"),
    "project_dir": Path("/w"),
    "transcript_path": "/t.jsonl",
    "permission_mode": "plan",
    "model": "m",
    "agent_id": "a",
    "agent_type": "reviewer",
    "interactive": False,
    "received_at": 1.5,
    "payload": {"deep": {"list": [1, {"x": "y"}]}},
}
OF_ITS_OWN = {
    "source": "startup",
    "reason": "clear",
    "prompt": "hi",
    "tool": TOOL,
    "response": {"stdout": ["x"]},
    "error": "rate_limit",
    "message": "m",
    "notification_type": "idle_prompt",
    "stop_active": True,
    "last_message": "bye",
    "trigger": "auto",
    "file": "/w/.claude/settings.json",
}

# name, gate-capable, what an ask means, baseline, what its matcher is tested against, own fields
TABLE = [
    ("SessionStart", False, "", "", ("startup",), "source"),
    ("SessionEnd", False, "", "", ("clear",), "reason"),
    ("UserPromptSubmit", True, "deny", "", None, "prompt source"),
    ("PreToolUse", True, "ask", "", TOOL.names(), "tool"),
    ("PermissionRequest", True, "ask", "ask", TOOL.names(), "tool"),
    ("PostToolUse", False, "", "", TOOL.names(), "tool response"),
    ("PostToolUseFailure", False, "", "", TOOL.names(), "tool error"),
    ("Notification", False, "", "", ("idle_prompt",), "message notification_type"),
    ("SubagentStart", True, "deny", "", ("reviewer",), ""),
    ("SubagentStop", True, "", "", ("reviewer",), "stop_active last_message"),
    ("Stop", True, "", "", None, "stop_active last_message"),
    ("StopFailure", False, "", "", ("rate_limit",), "error last_message"),
    ("PreCompact", False, "", "", ("auto",), "trigger"),
    ("PostCompact", False, "", "", ("auto",), "trigger"),
    ("Interrupt", False, "", "", None, ""),
    ("ConfigChange", True, "deny", "", ("startup",), "source file"),
]


def made(kind, own):
    return KINDS[kind](**TOLD, **{field: OF_ITS_OWN[field] for field in own.split()})


def test_every_canonical_name_has_a_class_and_a_row_here():
    assert sorted(KINDS) == sorted(row[0] for row in TABLE)
    assert all(name == kind.KIND for name, kind in KINDS.items())


@pytest.mark.parametrize(("kind", "gate", "ask", "baseline", "matched", "own"), TABLE)
def test_a_kind_says_what_can_be_answered_and_what_is_matched(
    kind, gate, ask, baseline, matched, own
):
    event = made(kind, own)
    assert event.name == event.native_name == kind
    assert (gate, ask, baseline) == (event.GATE_CAPABLE, event.ASK_MEANS, event.BASELINE)
    assert event.matched() == matched


@pytest.mark.parametrize(("kind", "own"), [(row[0], row[5]) for row in TABLE])
def test_a_copy_says_the_same_and_shares_nothing_that_can_change(kind, own):
    event = made(kind, own)
    copy = event.copy()
    assert type(copy) is type(event)
    for field in [*TOLD, *own.split()]:
        if field != "tool":
            assert getattr(copy, field) == getattr(event, field)
    copy.payload["deep"]["list"][1]["x"] = "changed"
    copy.payload["more"] = 1
    assert event.payload == {"deep": {"list": [1, {"x": "y"}]}}


@pytest.mark.parametrize("kind", [row[0] for row in TABLE if "tool" in row[5]])
def test_a_copy_has_a_tool_of_its_own(kind):
    event = KINDS[kind](tool=ToolCall("Write", "w", "id", {"file_path": "a", "x": [1]}, "/w"))
    copy = event.copy()
    assert (copy.tool.name, copy.tool.native_name, copy.tool.id) == ("Write", "w", "id")
    assert (copy.tool.cwd, copy.tool.input) == ("/w", event.tool.input)
    copy.tool.input["file_path"] = "b"
    copy.tool.input["x"].append(2)
    copy.tool.name = "Read"
    copy.tool.files[0].change = "read"
    assert event.tool.input == {"file_path": "a", "x": [1]}
    assert [(file.path, file.change) for file in event.tool.files] == [("/w/a", "create")]


@pytest.mark.parametrize("response", [{"a": [1]}, [{"a": 1}], "text", None, 5])
def test_a_copy_has_a_response_of_its_own(response):
    event = KINDS["PostToolUse"](response=response)
    copy = event.copy()
    assert copy.response == response
    assert copy.response is not event.response or not isinstance(response, (dict, list))


def test_an_event_without_a_canonical_name_keeps_its_native_one():
    event = Event(native_name="PostToolBatch", provider="claude")
    assert (event.name, event.copy().name) == ("PostToolBatch", "PostToolBatch")
    assert (event.matched(), event.GATE_CAPABLE) == (None, False)


def test_the_native_name_stays_beside_the_canonical_one():
    event = PreToolUse(native_name="BeforeTool", provider="gemini")
    assert (event.name, event.native_name) == ("PreToolUse", "BeforeTool")
    assert event.copy().native_name == "BeforeTool"


def test_what_the_provider_does_not_tell_keeps_its_default():
    event = PreToolUse(cwd=Path("/w"))
    assert event.project_dir == "/w"
    assert (event.interactive, event.agent_id, event.payload) == (True, "", {})
    assert (event.tool.name, event.tool.input, event.tool.cwd) == ("", {}, "/w")
    assert UserPromptSubmit().source == "user"
    assert PreToolUse().payload is not PreToolUse().payload


@pytest.mark.parametrize("kind", [Event, ToolEvent, *KINDS.values()])
def test_an_unknown_field_is_refused_by_name(kind):
    with pytest.raises(TypeError, match=rf"{kind.__name__} has no field 'tol'"):
        kind(tol=1)


def test_a_field_of_another_kind_is_unknown():
    with pytest.raises(TypeError, match="Stop has no field 'prompt'"):
        KINDS["Stop"](prompt="x")
    with pytest.raises(AttributeError):
        KINDS["Stop"]().prompt  # noqa: B018


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)


@given(st.dictionaries(st.text(), JSON), JSON)
def test_any_payload_survives_a_copy(payload, given_input):
    event = PreToolUse(payload=payload, tool=ToolCall("x", input=given_input))
    copy = event.copy()
    assert copy.payload == payload
    assert copy.tool.input == ({} if given_input is None else given_input)


def test_paths_that_a_bridge_put_into_its_payload_are_copied_as_text():
    given = {"file": Path("/repo/a.txt"), "more": [Path("/b"), 5, None]}
    event = PreToolUse(payload=given, tool=ToolCall("Edit", input=given))
    plain = {"file": "/repo/a.txt", "more": ["/b", 5, None]}
    assert event.copy().payload == plain
    assert event.copy().tool.input == plain
