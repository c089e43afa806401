"""A provider that runs another one's hooks is told by its own marker."""

import json
from pathlib import Path

import pytest

from snaphook.bridges.speaker import speaker

PAYLOADS = Path(__file__).parents[1] / "fixtures" / "payloads"
RECORDED = [
    (folder.name, file.name, json.loads(file.read_text()))
    for folder in sorted(PAYLOADS.iterdir())
    for file in sorted(folder.glob("[A-Z]*.json"))
]


@pytest.mark.parametrize(
    ("provider", "file", "payload"), RECORDED, ids=lambda value: str(value)[:40]
)
def test_no_payload_of_the_wired_provider_is_taken_for_anothers(provider, file, payload):
    assert speaker(payload, provider) == provider


@pytest.mark.parametrize("name", ["PreToolUse.Bash", "PostToolUse.mcp", "Stop", "PreCompact.auto"])
def test_each_is_known_under_the_others_wiring(name):
    of = {provider: payload for provider, file, payload in RECORDED if file == f"{name}.json"}
    assert speaker(of["codex"], "claude") == "codex"
    assert speaker(of["claude"], "codex") == "claude"


def test_without_a_marker_the_wiring_counts():
    assert speaker({"hook_event_name": "SessionStart"}, "claude") == "claude"


def test_a_provider_that_we_know_no_marker_of_is_left_alone():
    assert speaker({"turn_id": "1", "prompt_id": "2"}, "acme") == "acme"
