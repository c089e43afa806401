"""Every payload recorded from the real clients, against a table that was checked by hand."""

import json
from pathlib import Path

import pytest

from snaphook.bridges import claude, codex
from snaphook.engine import events

HERE = Path(__file__).parent
PAYLOADS = HERE.parent / "fixtures" / "payloads"
BRIDGES = {"claude": claude, "codex": codex}
ROWS = [json.loads(line) for line in (HERE / "tables" / "parse.jsonl").read_text().splitlines()]
NOT_EVENTS = {"_fields.json", "_environment.json", "_legacy_notify.argv_last.json"}
SHARED = ("agent_id", "agent_type", "permission_mode", "model")
TOLD_SHORT = "..."  # a long text's end that the table leaves out


@pytest.fixture(autouse=True)
def _no_provider_around(monkeypatch):
    for name in ("CLAUDE_PROJECT_DIR", "CLAUDE_CODE_SESSION_ATTENDED", "CLAUDE_CODE_ENTRYPOINT"):
        monkeypatch.delenv(name, raising=False)


def recorded(name):
    return json.loads((PAYLOADS / name).read_text())


def parsed(name):
    provider, _, file = name.partition("/")
    return BRIDGES[provider].parse(recorded(name), [file.split(".")[0]])


def told_by(event):
    """What an event tells beyond its defaults, in the words of the table."""
    told = {"class": type(event).__name__}
    own = [field for field in event.DEFAULTS if field not in (*events.Event.DEFAULTS, "response")]
    shared = [field for field in SHARED if getattr(event, field)]
    for field in own + shared:
        value = getattr(event, field)
        if isinstance(value, (str, bool)):
            told[field] = value
    if not event.interactive:
        told["interactive"] = False
    if isinstance(event, events.ToolEvent):
        told |= told_by_tool(event.tool)
    return told


def told_by_tool(tool):
    told = {"tool": tool.name, "id": tool.id}
    if tool.native_name != tool.name:
        told["native"] = tool.native_name
    if tool.command:
        told["command"] = tool.command
    if tool.files:
        told["files"] = [[file.change, str(file.path)] for file in tool.files]
    return told


def test_the_table_has_every_recorded_payload():
    files = {
        f"{folder.name}/{file.name}" for folder in PAYLOADS.iterdir() for file in folder.iterdir()
    }
    assert {row["payload"] for row in ROWS} == {
        file for file in files if file.split("/")[1] not in NOT_EVENTS
    }


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["payload"])
def test_a_recorded_payload_becomes_the_event_of_the_table(row):
    expected = dict(row)
    event = parsed(expected.pop("payload"))
    name = expected.pop("name", None)
    told = told_by(event)
    for field, text in expected.items():
        if isinstance(text, str) and text.endswith(TOLD_SHORT):
            assert told[field].startswith(text.removesuffix(TOLD_SHORT))
            expected[field] = told[field]
    assert told == expected
    assert event.name == (name or row["payload"].split("/")[1].split(".")[0])


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["payload"])
def test_what_all_events_share_is_read_from_the_payload(row):
    payload = recorded(row["payload"])
    event = parsed(row["payload"])
    assert event.provider == row["payload"].split("/")[0]
    assert event.native_name == payload["hook_event_name"]
    assert event.session_id == payload["session_id"]
    assert event.cwd == event.project_dir == payload["cwd"]
    assert event.transcript_path == payload["transcript_path"]
    assert event.payload == payload
    assert event.received_at > 1_700_000_000


@pytest.mark.parametrize("name", ["PostToolUse.Bash.json", "PostToolUse.mcp.json"])
@pytest.mark.parametrize("provider", BRIDGES)
def test_a_tools_response_keeps_the_providers_shape(provider, name):
    event = parsed(f"{provider}/{name}")
    assert event.response == recorded(f"{provider}/{name}")["tool_response"]
