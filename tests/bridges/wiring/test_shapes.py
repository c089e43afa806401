"""A settings file that its provider would drop is refused, with the place and the consequence."""

import json

import pytest

from snaphook.bridges.wiring import claude, codex
from snaphook.bridges.wiring.jsonspans import Document
from snaphook.engine.errors import SnaphookError

GOOD = {"type": "command", "command": "x"}


def under(event: str, handler: object) -> dict[str, object]:
    return {"hooks": {event: [{"hooks": [handler]}]}}


def refusal(provider: object, settings: object) -> str:
    try:
        provider.check(Document(json.dumps(settings), "file.json"))  # type: ignore[attr-defined]
    except SnaphookError as refused:
        return f"{refused.where} {refused.what}"
    return ""


# What Claude Code 2.1.332 ignores a whole file for, seen.
CLAUDE_DISARMED = {
    "timeout 0": under("PreToolUse", {**GOOD, "timeout": 0}),
    "timeout as text": under("PermissionRequest", {**GOOD, "timeout": "5"}),
    "unknown type": under("PreToolUse", {"type": "shell", "command": "x"}),
    "no command": under("PreToolUse", {"type": "command"}),
    "an object for the list": {"hooks": {"PreToolUse": {"hooks": [GOOD]}}},
    "an object for the hooks": {"hooks": {"PreToolUse": [{"hooks": GOOD}]}},
    "a hook beside the groups": {"hooks": {"PreToolUse": [GOOD]}},
    "text for a group": {"hooks": {"PreToolUse": ["x"]}},
    "text for a hook": under("PreToolUse", "x"),
}


@pytest.mark.parametrize("settings", CLAUDE_DISARMED.values(), ids=CLAUDE_DISARMED)
def test_claude_code_would_ignore_the_file(settings: object) -> None:
    assert refusal(claude, settings).startswith("file.json:1:")


def test_the_refusal_says_what_claude_code_makes_of_it_and_where() -> None:
    assert refusal(claude, CLAUDE_DISARMED["timeout 0"]) == (
        "file.json:1:38 under PreToolUse, a 'timeout' should be a number of seconds above 0;"
        " for that Claude Code ignores the whole file, all hooks in it"
    )


CLAUDE_FINE = {
    "half a second": under("PreToolUse", {**GOOD, "timeout": 0.5}),
    "a prompt": under("PreToolUse", {"type": "prompt", "prompt": "x"}),
    "a flaw that costs only itself": under("PostToolUse", {**GOOD, "timeout": 0}),
    "unknown fields and events": {"hooks": {"Someday": 5, "PreToolUse": []}, "x": 1},
    "no hooks": {},
}


@pytest.mark.parametrize("settings", CLAUDE_FINE.values(), ids=CLAUDE_FINE)
def test_claude_code_would_keep_the_file(settings: object) -> None:
    assert refusal(claude, settings) == ""


# What Codex 0.171 drops a whole file for, seen.
CODEX_DROPPED = {
    "unknown key at the top": {"$schema": "x", "hooks": {}},
    "http": under("Stop", {"type": "http", "url": "x"}),
    "part of a second": under("Stop", {**GOOD, "timeout": 1.5}),
}


@pytest.mark.parametrize("settings", CODEX_DROPPED.values(), ids=CODEX_DROPPED)
def test_codex_would_drop_the_file(settings: object) -> None:
    assert "Codex drops the whole file" in refusal(codex, settings)


CODEX_FINE = {
    "timeout 0": under("Stop", {**GOOD, "timeout": 0}),
    "unknown event": under("Notification", {"type": "http"}),
    "described": {"description": "mine", "hooks": {}},
    "a prompt": under("Stop", {"type": "prompt"}),
}


@pytest.mark.parametrize("settings", CODEX_FINE.values(), ids=CODEX_FINE)
def test_codex_would_keep_the_file(settings: object) -> None:
    assert refusal(codex, settings) == ""


NO_ROOM = [[], 5, None, {"hooks": []}, {"hooks": None}, {"hooks": {"Stop": {}}}]


@pytest.mark.parametrize("settings", NO_ROOM)
@pytest.mark.parametrize("provider", [claude, codex])
def test_a_file_without_room_for_our_entries_is_refused(provider: object, settings: object) -> None:
    assert refusal(provider, settings).startswith("file.json:1:")


def test_wired_events_are_those_that_the_bridge_can_answer() -> None:
    assert "WorktreeCreate" not in claude.events()
    assert "PreToolUse" in claude.events()
    assert claude.events()["SessionEnd"].timeout == 10
    assert codex.events()["Interrupt"].timeout == 3
