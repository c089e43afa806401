"""Every answer for Codex holds only fields that the table allows for its event."""

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from snaphook.bridges import codex
from snaphook.bridges.codex_answers import FIELDS, OBJECT, TEXT
from snaphook.engine.events import KINDS, Event
from snaphook.engine.runs import Outcome

ROWS = [
    json.loads(line)
    for line in (Path(__file__).parent / "tables" / "render_codex.jsonl").read_text().splitlines()
]
NAMES = [*FIELDS, "PreModelRequest"]
TEXTS = st.text(st.characters(codec=None), max_size=40) | st.just("\ud800")


def violations(value, allowed, at="answer"):
    """What in an answer the table does not allow, down to every level."""
    if allowed == TEXT:
        return [] if isinstance(value, str) and value.strip() else [f"{at} is no text"]
    if allowed == OBJECT:
        return [] if isinstance(value, dict) else [f"{at} is no object"]
    if isinstance(allowed, tuple):
        return [] if value in allowed else [f"{at} is none of {allowed}"]
    unknown = [f"{at}.{field} is not taken" for field in value if field not in allowed]
    known = [field for field in value if field in allowed]
    return unknown + [
        wrong for field in known for wrong in violations(value[field], allowed[field], field)
    ]


def rules(name, answer):
    """What the client was seen to reject although each field alone is known."""
    specific = answer.get("hookSpecificOutput", {})
    decision = specific.get("permissionDecision")
    if "hookSpecificOutput" in answer and specific.get("hookEventName") != name:
        yield "hookEventName must be the event's"
    if decision == "deny" and not specific.get("permissionDecisionReason", "").strip():
        yield "a deny needs a reason"
    if (decision == "allow") != ("updatedInput" in specific):
        yield "allow and updatedInput go together only"
    if "decision" in answer and not answer.get("reason", "").strip():
        yield "a block needs a reason"
    if "reason" in answer and "decision" not in answer:
        yield "a reason needs a decision"


def assert_taken(name, reply):
    assert reply.exit_code == 0
    assert reply.stderr == ""
    if reply.stdout:
        answer = json.loads(reply.stdout)
        assert violations(answer, FIELDS.get(name, {})) == []
        assert list(rules(name, answer)) == []


@pytest.mark.parametrize(
    "row", [row for row in ROWS if row["stdout"]], ids=lambda row: row["event"]
)
def test_the_expected_bytes_themselves_hold_only_allowed_fields(row):
    answer = json.loads(row["stdout"])
    assert violations(answer, FIELDS[row["event"]]) == []
    assert list(rules(row["event"], answer)) == []


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    name=st.sampled_from(NAMES),
    decision=st.sampled_from(["", "allow", "ask", "deny"]),
    reason=TEXTS,
    contexts=st.lists(st.tuples(st.sampled_from(["a", "b"]), TEXTS), max_size=3),
    messages=st.lists(TEXTS, max_size=2),
    updated=st.none() | st.dictionaries(st.sampled_from(["command", "x"]), TEXTS | st.floats()),
    granted=st.booleans(),
)
def test_any_outcome_becomes_an_answer_that_codex_takes(
    name, decision, reason, contexts, messages, updated, granted
):
    made = Outcome(decision, reason, contexts, messages, updated, granted, "gate")
    event = KINDS.get(name, Event)(name=name)
    assert_taken(name, codex.render(event, made))


@pytest.mark.parametrize("name", ["SessionEnd", "PreModelRequest", "PostModelRequest"])
def test_events_that_take_no_answer_get_none(name):
    made = Outcome("deny", "no", [("a", "text")], ["hello"], {"command": "x"}, False, "gate")
    assert codex.render(KINDS.get(name, Event)(name=name), made).stdout == ""
    assert len(made.anomalies) == 4
