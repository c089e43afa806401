"""Every cell of class x kind x failure x event x profile x fail_mode x mode, from data files."""

import itertools

import pytest

from snaphook.engine.events import KINDS, Event, PostToolUse, PreToolUse, Stop
from snaphook.engine.failures import closes, judge
from snaphook.engine.plans import CLASSES, PROFILES, Hook
from snaphook.engine.runs import FAILURES

EVENTS = [kind() for kind in KINDS.values()] + [Event(name="PostToolBatch")]
KINDS_OF_HOOK = ("python", "callable", "command", "broken")
ALL_FAILURES = (*FAILURES, "interrupted")


def test_every_cell_of_the_failure_table_decides_as_written(table):
    expected = table("failures.tsv")
    cells = itertools.product(
        CLASSES,
        KINDS_OF_HOOK,
        ALL_FAILURES,
        EVENTS,
        PROFILES,
        ("", "open", "closed"),
        ("enforce", "warn", "shadow"),
    )
    wrong = []
    for class_, kind, failure, event, profile, fail_mode, mode in cells:
        key = (class_, kind, failure, event.name, profile, fail_mode, mode)
        fields = {"class": class_, "kind": kind, "profile": profile, "mode": mode}
        hook = Hook(name="h", fail_mode=fail_mode, **fields)
        (decision,) = expected.cell(*key)
        if judge(hook, failure, event).decision != decision.replace("open", ""):
            wrong.append(key)
        if closes(hook, failure, event) != (decision == "deny"):
            wrong.append(("closes", *key))
    assert wrong == []
    assert expected.unused == set()


def test_every_failure_has_the_anomaly_that_is_written(table):
    expected = table("failure_anomalies.tsv")
    wrong = []
    for class_, kind, failure, event in itertools.product(
        CLASSES, KINDS_OF_HOOK, ALL_FAILURES, EVENTS
    ):
        hook = Hook(name="h", kind=kind, **{"class": class_})
        if (judge(hook, failure, event).anomaly,) != expected.cell(
            class_, kind, failure, event.name
        ):
            wrong.append((class_, kind, failure, event.name))
    assert wrong == []
    assert expected.unused == set()


@pytest.mark.parametrize(
    ("fields", "event", "reason"),
    [
        (
            {"class": "gate", "fail_mode": "closed"},
            PreToolUse(),
            "hook 'g' failed (fail_mode=closed): exit code 1",
        ),
        (
            {"class": "undeclared", "fail_mode": "closed"},
            PreToolUse(),
            "hook 'g' failed (fail_mode=closed): exit code 1",
        ),
        (
            {"class": "gate"},
            PreToolUse(),
            "hook 'g' failed (a gate is closed when it fails): exit code 1",
        ),
        (
            {"class": "gate-advisory", "profile": "unattended-untrusted"},
            PreToolUse(),
            "hook 'g' failed (an advisory gate is closed under unattended-untrusted): exit code 1",
        ),
        (
            {"class": "gate", "fail_mode": "open"},
            PreToolUse(),
            "hook 'g' failed (fail_mode=open): exit code 1",
        ),
        ({"class": "gate-advisory"}, PreToolUse(), "hook 'g' failed: exit code 1"),
        ({"class": "gate", "fail_mode": "closed"}, Stop(), "hook 'g' failed: exit code 1"),
        ({"class": "gate"}, PostToolUse(), "hook 'g' failed: exit code 1"),
    ],
)
def test_the_reason_says_which_hook_failed_how_and_why_that_counts(fields, event, reason):
    assert judge(Hook(name="g", **fields), "crash", event, "exit code 1").reason == reason


def test_a_failure_without_detail_still_says_what_happened():
    hook = Hook(name="g", **{"class": "context"})
    assert judge(hook, "timeout", PreToolUse()).reason == (
        "hook 'g' failed: it did not answer in time"
    )


def test_an_interrupted_gate_is_not_said_to_have_failed():
    judgement = judge(Hook(name="g", **{"class": "gate"}), "interrupted", PreToolUse())
    assert judgement.decision == "deny"
    assert judgement.reason.startswith("hook 'g' was interrupted (a gate is closed when it fails)")


def test_an_unknown_failure_is_an_error_and_not_silently_open():
    with pytest.raises(KeyError):
        judge(Hook(name="g"), "timout", PreToolUse())
