"""Which hooks an event concerns."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snaphook.engine.events import KINDS, PreToolUse, Stop, SubagentStop, UserPromptSubmit
from snaphook.engine.matchers import (
    EVERYTHING,
    compile_matcher,
    concerns,
    fits,
    pattern_fits,
)
from snaphook.engine.plans import Hook
from snaphook.engine.tools import ToolCall


@pytest.mark.parametrize("text", ["", "*", " ", " * "])
def test_nothing_and_a_star_match_everything(text):
    assert compile_matcher(text) == EVERYTHING
    assert fits(compile_matcher(text), ("anything",))


COMPILED = [
    ("Bash", (("Bash",), (), "")),
    (" Bash ", (("Bash",), (), "")),
    ("Edit|Write", (("Edit", "Write"), (), "")),
    ("Edit, Write | Read", (("Edit", "Write", "Read"), (), "")),
    ("Edit||Write", (("Edit", "Write"), (), "")),
    ("save-file", (("save-file",), (), "")),
    ("mcp__stub", (("mcp__stub",), (), "")),
    ("Edit Write", (("Edit Write",), (), "")),
    ("mcp__github__.*", ((), ("mcp__github__",), "")),
    ("^mcp__github__.*", ((), ("mcp__github__",), "")),
    ("mcp__.*", ((), ("mcp__",), "")),
    ("Edit|mcp__github__.*", (("Edit",), ("mcp__github__",), "")),
    ("mcp__.*__write.*", ((), (), "mcp__.*__write.*")),
    ("Ba.*", ((), (), "Ba.*")),
    ("Edit|Wri.*", ((), (), "Edit|Wri.*")),
    ("^(Bash|Edit)$", ((), (), "^(Bash|Edit)$")),
    ("(?i)bash", ((), (), "(?i)bash")),
    ("Bash(echo *)", ((), (), "Bash(echo *)")),
    ("!Bash", ((), (), "!Bash")),
    ("a{1,2}", ((), (), "a{1,2}")),
]


@pytest.mark.parametrize(("text", "compiled"), COMPILED)
def test_a_matcher_becomes_names_prefixes_or_a_pattern(text, compiled):
    assert compile_matcher(text) == compiled


# matcher, tool, whether it matches: as seen with Claude Code 2.1.332 and Codex 0.171
SEEN = [
    ("Bash", "Bash", True),
    ("Ba", "Bash", False),
    ("ash", "Bash", False),
    ("bash", "Bash", False),
    ("Bash|Edit", "Edit", True),
    ("Edit, Bash", "Bash", True),
    ("Ba.*", "Bash", True),
    ("Ba*", "Bash", True),
    ("B.*h", "Bash", True),
    ("ash$", "Bash", True),
    ("(Bash)", "Bash", True),
    ("(?i)bash", "Bash", True),
    ("mcp__stub", "mcp__stub__echo", False),
    ("mcp__.*", "mcp__stub__echo", True),
    ("mcp__stub__.*", "mcp__stub__echo", True),
    ("mcp__stub__*", "mcp__stub__echo", True),
    ("mcp__other__.*", "mcp__stub__echo", False),
    ("Bash(echo *)", "Bash", False),
    ("!Bash", "Bash", False),
    ("Edit", "MultiEdit", False),
]


@pytest.mark.parametrize(("text", "tool", "expected"), SEEN)
def test_a_matcher_matches_as_the_clients_do(text, tool, expected):
    matcher = compile_matcher(text)
    found = fits(matcher, (tool,)) and (not matcher[2] or pattern_fits(matcher[2], (tool,)))
    assert found is expected


@pytest.mark.parametrize("text", ["(", "Bash(", "[a", "a**", "(?P<x>a)(?P<x>b)", "\\"])
def test_a_pattern_that_does_not_compile_is_refused_with_its_reason(text):
    with pytest.raises(ValueError, match=r"is no regular expression: "):
        compile_matcher(text)


@pytest.mark.parametrize("text", ["|", ",", " | , "])
def test_a_matcher_without_a_name_is_refused(text):
    with pytest.raises(ValueError, match="names nothing"):
        compile_matcher(text)


@pytest.mark.filterwarnings("ignore::FutureWarning")
@given(st.text() | st.text("ab|,.*()[]{}\\^$?+ -", max_size=12))
def test_any_text_compiles_or_is_a_value_error(text):
    try:
        names, prefixes, pattern = compile_matcher(text)
    except ValueError:
        return
    assert all(name == name.strip() and name for name in names)
    assert not pattern or not (names or prefixes)


def event(name="Bash", native="", **fields):
    return PreToolUse(provider="claude", tool=ToolCall(name, native), **fields)


def hook(**fields):
    return Hook(name="h", event="PreToolUse", **fields)


CONCERNS = [
    ({}, event(), True),
    ({"matcher": compile_matcher("Bash")}, event(), True),
    ({"matcher": compile_matcher("Edit")}, event(), False),
    ({"matcher": compile_matcher("run_shell_command")}, event("Bash", "run_shell_command"), True),
    ({"matcher": compile_matcher("Write")}, event("Edit", "apply_patch"), True),
    ({"matcher": compile_matcher("MultiEdit")}, event("Edit", "apply_patch"), False),
    ({"matcher": compile_matcher("x.*y")}, event(), True),
    ({"tools": ("Bash", "Write")}, event(), True),
    ({"tools": ("Write",)}, event(), False),
    ({"tools": ("Bash",), "matcher": compile_matcher("Edit")}, event(), False),
    ({"tools": ("Write",), "matcher": compile_matcher("x.*y")}, event(), False),
    ({"providers": ("claude",)}, event(), True),
    ({"providers": ("codex",)}, event(), False),
    ({"profiles": ("read-only-review",)}, event(), False),
    ({"profiles": ("read-only-review",), "profile": "read-only-review"}, event(), True),
    ({"subagents": False}, event(), True),
    ({"subagents": False}, event(agent_id="a1"), False),
    ({"subagents": True}, event(agent_id="a1"), True),
]


@pytest.mark.parametrize(("fields", "event", "expected"), CONCERNS)
def test_a_hook_concerns_what_its_filters_let_through(fields, event, expected):
    assert concerns(hook(**fields), event) is expected


@pytest.mark.parametrize("kind", ["Stop", "UserPromptSubmit", "Interrupt"])
def test_events_without_a_name_to_match_always_fire(kind):
    assert concerns(hook(matcher=compile_matcher("nothing")), KINDS[kind]())


def test_a_matcher_sees_the_subagent_where_the_event_has_one():
    matched = hook(matcher=compile_matcher("reviewer"))
    assert concerns(matched, SubagentStop(agent_type="reviewer"))
    assert not concerns(matched, SubagentStop(agent_type="writer"))
    assert concerns(matched, Stop(agent_type="writer"))


def test_a_filter_on_tools_does_not_touch_events_without_tools():
    assert concerns(hook(tools=("Bash",)), UserPromptSubmit())
