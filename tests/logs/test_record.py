"""One record a hook and one for the call, with the same fields in each."""

import re

from snaphook.engine.events import PreToolUse, UserPromptSubmit
from snaphook.engine.jsontext import write
from snaphook.engine.paths import Path
from snaphook.engine.plans import Hook
from snaphook.engine.runs import Outcome, Run
from snaphook.engine.tools import ToolCall
from snaphook.engine.verdicts import Verdict, deny
from snaphook.logs.record import records, timestamp

FIELDS = {
    "ts",
    "call",
    "correlation",
    "provider",
    "event",
    "session",
    "agent",
    "project",
    "tool",
    "hook",
    "handler",
    "layer",
    "class",
    "outcome",
    "mode",
    "would_be",
    "changed_outcome",
    "failure",
    "anomaly",
    "reason",
    "exit_code",
    "duration_ms",
    "output_bytes",
    "plan",
}


def bash(command: str = "rm -rf /srv") -> PreToolUse:
    tool = ToolCall("Bash", id="toolu_1", input={"command": command}, cwd="/repo")
    return PreToolUse(
        provider="claude", session_id="s1", agent_id="a1", cwd=Path("/repo"), tool=tool
    )


def run(name: str = "rm_gate", decision: str = "", **fields: object) -> Run:
    hook = Hook(name=name, handler=name, event="PreToolUse", layer="user", **{"class": "gate"})
    made = Run(hook, duration_ms=1.23456)
    made.decision = decision
    for field, value in fields.items():
        setattr(made, field, value)
    return made


def test_every_record_has_exactly_the_same_fields() -> None:
    for record in records("c1", bash(), [run()], Outcome(), 9.0, "p1"):
        assert set(record) == FIELDS


def test_a_hook_and_the_summary_tell_who_when_and_what() -> None:
    refused = run(decision="deny", verdict=deny("no"))
    outcome = Outcome("deny", "no", refused_by="rm_gate")
    hook, summary = records("c1", bash(), [refused], outcome, 12.34567, "p1")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", hook["ts"])
    shared = ("call", "correlation", "provider", "event", "session", "agent", "project", "tool")
    told = ("c1", "toolu_1", "claude", "PreToolUse", "s1", "a1", "/repo", "Bash")
    assert tuple(hook[field] for field in shared) == told
    assert tuple(summary[field] for field in shared) == told
    assert hook["hook"] == "rm_gate"
    assert (hook["layer"], hook["class"], hook["mode"]) == ("user", "gate", "enforce")
    assert (hook["outcome"], hook["reason"], hook["changed_outcome"]) == ("deny", "no", True)
    assert hook["duration_ms"] == 1.235
    assert summary["hook"] == ""
    assert (summary["outcome"], summary["reason"]) == ("deny", "no")
    assert summary["duration_ms"] == 12.346
    assert hook["fragment"] == summary["fragment"]


def test_no_opinion_is_none_and_has_no_fragment() -> None:
    for record in records("c1", bash(), [run()], Outcome(), 1.0, "p"):
        assert record["outcome"] == "none"
        assert record["changed_outcome"] is False
        assert "fragment" not in record


def test_what_did_not_run_is_told_by_its_state_even_where_it_closed() -> None:
    states = ("skipped", "disabled", "untrusted", "interrupted")
    runs = [run(state=state, decision="deny") for state in states]
    kept = records("c", bash(), runs, Outcome("deny"), 1.0, "p")
    assert [record["outcome"] for record in kept] == [*states, "deny"]


def test_a_failure_tells_its_kind_its_detail_and_its_exit_code() -> None:
    broken = run(state="failed", failure="crash", detail="exit code 1", exit_code=1)
    broken.anomalies = ["hook-crashed", "headless-fail-closed"]
    record = records("c", bash(), [broken], Outcome(), 1.0, "p")[0]
    assert (record["failure"], record["reason"], record["exit_code"]) == ("crash", "exit code 1", 1)
    assert record["anomaly"] == "hook-crashed, headless-fail-closed"
    assert record["outcome"] == "none"


def test_only_the_hook_whose_refusal_is_told_changed_the_outcome() -> None:
    runs = [run("a", "deny"), run("b", "deny"), run("c", "ask")]
    kept = records("c", bash(), runs, Outcome("deny", refused_by="a"), 1.0, "p")
    assert [record["changed_outcome"] for record in kept] == [True, False, False, True]


def test_a_rewrite_that_was_obeyed_changed_the_outcome() -> None:
    rewriter = run(verdict=Verdict(updated_input={"command": "ls"}))
    obeyed = records("c", bash(), [rewriter], Outcome(updated_input={"command": "ls"}), 1.0, "p")
    dropped = records("c", bash(), [rewriter], Outcome(), 1.0, "p")
    assert [record["changed_outcome"] for record in obeyed] == [True, True]
    assert [record["changed_outcome"] for record in dropped] == [False, False]


def test_what_shadow_held_back_is_told_with_its_fragment() -> None:
    record = records("c", bash(), [run(would_be="deny")], Outcome(), 1.0, "p")[0]
    assert (record["outcome"], record["would_be"]) == ("none", "deny")
    assert "fragment" in record


def test_a_refused_prompt_is_not_quoted() -> None:
    event = UserPromptSubmit(prompt="my diary")
    for record in records("c", event, [run(decision="deny")], Outcome("deny"), 1.0, "p"):
        assert "diary" not in write(record)


def test_secrets_are_hidden_and_long_fields_are_cut() -> None:
    event = bash("API_TOKEN=hunter2 ./deploy " + "x" * 100_000)
    event.session_id = "s" * 100_000
    refused = run(decision="deny", verdict=deny("TOKEN=hunter2 " + "y" * 100_000))
    kept = records("c", event, [refused], Outcome("deny", "TOKEN=hunter2"), 1.0, "p")
    assert "hunter2" not in write(kept)
    assert all(len(record["fragment"]) <= 1000 for record in kept)
    assert len(kept[0]["reason"]) == 4000
    assert kept[0]["reason"].startswith("TOKEN=[redacted] yyy")
    assert len(kept[0]["session"]) == 300


def test_text_that_is_no_unicode_can_still_be_written() -> None:
    refused = run(decision="deny", verdict=deny("caf\udce9"))
    kept = records("c", bash("echo caf\udce9"), [refused], Outcome("deny"), 1.0, "p")
    assert "\\udce9" in write(kept)


def test_times_are_utc_with_milliseconds() -> None:
    assert timestamp(0.0) == "1970-01-01T00:00:00.000Z"
    assert timestamp(1769850300.2509) == "2026-01-31T09:05:00.250Z"
