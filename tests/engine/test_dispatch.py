"""One event, all its hooks: who runs, who stays out, and what follows."""

import time

import pytest

from snaphook.engine.dispatch import dispatch, dispatch_unread
from snaphook.engine.events import PostToolUse, PreToolUse, Stop
from snaphook.engine.plans import Hook
from snaphook.engine.tools import ToolCall

BROKEN = (("/w/.aipass/hooks.json", 1, 1, "no JSON"),)


def call(command: str = "ls") -> PreToolUse:
    return PreToolUse(tool=ToolCall("Bash", input={"command": command}, cwd="/w"))


def soon() -> float:
    return time.monotonic() + 10


def broken_gate(name: str = "gate", **fields: object) -> Hook:
    """A gate that fails without a process of its own being needed."""
    given = {"kind": "broken", "problem": "no such handler", "class": "gate"}
    return Hook(name=name, event="PreToolUse", **{**given, **fields})


def test_without_hooks_nothing_is_said():
    runs, outcome = dispatch(call(), [], soon())
    assert (runs, outcome.decision, outcome.reason) == ([], "", "")


@pytest.mark.parametrize("state", ["disabled", "untrusted"])
def test_a_hook_that_is_not_on_is_told_but_not_run(state):
    (run,), outcome = dispatch(call(), [broken_gate(state=state)], soon())
    assert (run.state, run.failure, outcome.decision) == (state, "", "")


def test_a_broken_gate_refuses():
    (run,), outcome = dispatch(call(), [broken_gate()], soon())
    assert (run.failure, outcome.decision, outcome.refused_by) == ("unavailable", "deny", "gate")
    assert "no such handler" in outcome.reason


def test_background_hooks_are_left_for_later():
    hook = broken_gate(background=True, **{"class": "observe"})
    assert dispatch(PostToolUse(), [hook], soon())[0] == []


def test_a_broken_config_refuses_before_any_hook():
    runs, outcome = dispatch(call(), [broken_gate()], soon(), BROKEN)
    assert [run.hook.name for run in runs] == ["snaphook.config", "gate"]
    assert (outcome.decision, outcome.refused_by) == ("deny", "snaphook.config")


def test_a_broken_config_leaves_the_way_out_open():
    runs, outcome = dispatch(call("snaphook validate"), [], soon(), BROKEN)
    assert (runs, outcome.decision) == ([], "")


def test_an_unreadable_event_fails_every_hook_by_its_mode():
    hooks = [
        broken_gate("closed", kind="python"),
        broken_gate("open", kind="python", fail_mode="open"),
        broken_gate("off", kind="python", state="disabled"),
        broken_gate("late", kind="python", background=True),
    ]
    runs, outcome = dispatch_unread(PreToolUse(), hooks, "it is empty")
    assert {run.hook.name: (run.state, run.failure) for run in runs} == {
        "off": ("disabled", ""),
        "closed": ("failed", "malformed"),
        "open": ("failed", "malformed"),
    }
    assert (outcome.decision, outcome.refused_by) == ("deny", "closed")
    assert "unreadable event: it is empty" in outcome.reason


def test_an_unreadable_event_that_nothing_can_refuse_is_let_go():
    hook = Hook(name="gate", event="Stop", **{"class": "gate"})
    (run,), outcome = dispatch_unread(Stop(), [hook], "it is empty")
    assert (run.failure, outcome.decision) == ("malformed", "")


def test_an_unreadable_event_is_refused_while_the_config_is_broken():
    _, outcome = dispatch_unread(PreToolUse(), [], "it is empty", BROKEN)
    assert (outcome.decision, outcome.refused_by) == ("deny", "snaphook.config")
