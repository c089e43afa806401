"""What the providers get: every kind of outcome on every event, as exact bytes from a table."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from snaphook.bridges import claude, codex
from snaphook.bridges.bridge import Reply
from snaphook.engine.events import KINDS, Event
from snaphook.engine.runs import Outcome

NAMESPACE = Path(__file__).parents[2] / ".typing"
TABLES = Path(__file__).parent / "tables"
BRIDGES = {"claude": claude, "codex": codex}
REFUSAL = {"reason": "Use git stash.", "refused_by": "gate"}
TALK = {"contexts": [("notes", "Use tabs.")], "messages": ["Mind the gap."]}
OUTCOMES = {
    "nothing": {},
    "allow": {"decision": "allow"},
    "granted": {"decision": "allow", "granted": True},
    "ask": {"decision": "ask", **REFUSAL},
    "deny": {"decision": "deny", **REFUSAL},
    "context": {"contexts": TALK["contexts"]},
    "message": {"messages": TALK["messages"]},
    "rewrite": {"updated_input": {"command": "ls"}},
    "deny with context and message": {"decision": "deny", **REFUSAL, **TALK},
}


def rows(provider):
    lines = (TABLES / f"render_{provider}.jsonl").read_text().splitlines()
    return [(provider, json.loads(line)) for line in lines]


ROWS = rows("claude") + rows("codex")


def an_event(name, **fields):
    return KINDS.get(name, Event)(name=name, **fields)


def outcome(**fields):
    return Outcome(**json.loads(json.dumps(fields)))


@pytest.mark.parametrize(
    ("provider", "row"), ROWS, ids=[f"{p}-{row['event']}-{row['outcome']}" for p, row in ROWS]
)
def test_an_outcome_is_said_in_exactly_these_bytes(provider, row):
    made = outcome(**OUTCOMES[row["outcome"]])
    reply = BRIDGES[provider].render(an_event(row["event"]), made)
    assert reply == Reply(row["stdout"], row["stderr"], row["exit"])
    assert [list(pair) for pair in made.anomalies] == row["anomalies"]


@pytest.mark.parametrize("provider", BRIDGES)
def test_the_table_has_every_outcome_on_every_event(provider):
    told = {(row["event"], row["outcome"]) for _, row in rows(provider)}
    assert {(name, kind) for name in BRIDGES[provider].CAPABILITIES for kind in OUTCOMES} <= told


@pytest.mark.parametrize("provider", BRIDGES)
def test_only_wired_events_with_something_to_say_print_at_all(provider):
    silent = [row for _, row in rows(provider) if row["outcome"] in ("nothing", "allow")]
    assert silent
    assert all((row["stdout"], row["stderr"], row["exit"]) == ("", "", 0) for row in silent)


@pytest.mark.parametrize("name", list(OUTCOMES))
def test_claude_prints_nothing_ever_on_pre_compact(name):
    reply = claude.render(an_event("PreCompact"), outcome(**OUTCOMES[name]))
    assert reply == Reply()


def test_claude_tells_a_headless_session_start_on_stderr_too():
    start = an_event("SessionStart", interactive=False)
    reply = claude.render(start, outcome(messages=["one", " ", "two"]))
    assert reply == Reply('{"systemMessage":"one\\ntwo"}', "one\ntwo")


def test_claude_asks_about_a_rewritten_input():
    made = outcome(decision="ask", **REFUSAL, updated_input={"command": "ls"})
    answer = json.loads(claude.render(an_event("PreToolUse"), made).stdout)
    assert answer["hookSpecificOutput"]["permissionDecision"] == "ask"
    assert answer["hookSpecificOutput"]["updatedInput"] == {"command": "ls"}


def test_claude_grants_a_rewritten_input():
    made = outcome(decision="allow", granted=True, updated_input={"command": "ls"})
    assert claude.render(an_event("PreToolUse"), made).stdout == (
        '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow",'
        '"updatedInput":{"command":"ls"}}}'
    )


@pytest.mark.parametrize("provider", BRIDGES)
def test_no_grant_is_printed_for_an_input_that_the_gates_did_not_judge(provider):
    made = outcome(decision="allow", granted=True, updated_input={"command": "ls"})
    assert BRIDGES[provider].render(an_event("PermissionRequest"), made) == Reply()
    assert made.anomalies == [("", "hook-attempted-input-rewrite")]


@pytest.mark.parametrize("provider", BRIDGES)
@pytest.mark.parametrize(
    "value",
    [float("nan"), float("inf"), b"x", {1: 2}, 10**6000, {"set"}],
    ids=["nan", "infinity", "bytes", "a key that is no text", "a huge number", "a set"],
)
def test_a_rewrite_that_json_cannot_say_is_a_refusal(provider, value):
    made = Outcome(updated_input={"command": "ls", "odd": value}, decision="allow", granted=True)
    reply = BRIDGES[provider].render(an_event("PreToolUse"), made)
    said = json.loads(reply.stdout)["hookSpecificOutput"]
    assert said["permissionDecision"] == "deny"
    assert (
        said["permissionDecisionReason"] == "refused because the rewritten input has no JSON form"
    )
    assert "updatedInput" not in said
    assert made.anomalies == [("", "hook-attempted-input-rewrite")]
    assert reply.exit_code == (2 if provider == "claude" else 0)


@pytest.mark.parametrize("provider", BRIDGES)
@pytest.mark.parametrize("reason", ["", "  \n"])
@pytest.mark.parametrize("name", ["PreToolUse", "PermissionRequest", "UserPromptSubmit", "Stop"])
def test_a_refusal_never_goes_without_a_reason(provider, reason, name):
    made = outcome(decision="deny", reason=reason, refused_by="gate")
    assert "refused by gate" in BRIDGES[provider].render(an_event(name), made).stdout


@pytest.mark.parametrize("provider", BRIDGES)
def test_every_language_is_said_in_ascii(provider):
    made = outcome(decision="deny", reason="café → 你好 🚀")
    text = BRIDGES[provider].render(an_event("PreToolUse"), made).stdout
    assert text.isascii()
    said = json.loads(text)["hookSpecificOutput"]["permissionDecisionReason"]
    assert said == "café → 你好 🚀"


@pytest.mark.parametrize("provider", BRIDGES)
def test_a_lone_surrogate_does_not_spoil_the_document(provider):
    made = outcome(decision="deny", reason="bad \udcff byte")
    text = BRIDGES[provider].render(an_event("PreToolUse"), made).stdout
    said = json.loads(text)["hookSpecificOutput"]["permissionDecisionReason"]
    assert said == "bad \ufffd byte"  # Rust's reader, for one, drops a document with "\udcff"


@pytest.mark.parametrize(
    "environment", [{"LC_ALL": "C", "PYTHONIOENCODING": "ascii"}, {"PYTHONIOENCODING": "cp1252"}]
)
@pytest.mark.parametrize("provider", BRIDGES)
def test_no_locale_spoils_the_answer(provider, environment):
    code = f"""
import sys
sys.path.insert(0, {str(NAMESPACE)!r})
from snaphook.bridges.registry import load
from snaphook.engine.runs import Outcome
bridge = load({provider!r})
event = bridge.parse({{}}, ["SessionStart"])
outcome = Outcome(contexts=[("n", chr(0x2713) + " rules " + chr(0x1F600))])
sys.stdout.write(bridge.render(event, outcome).stdout)
"""
    command = [sys.executable, "-S", "-c", code]
    done = subprocess.run(command, env=environment, capture_output=True, check=True, timeout=30)
    context = json.loads(done.stdout)["hookSpecificOutput"]["additionalContext"]
    assert context == "[snaphook: n]\n✓ rules 😀"


def test_stderr_can_always_be_encoded():
    made = outcome(decision="deny", reason="bad \udcff byte")
    assert claude.render(an_event("ConfigChange"), made) == Reply("", "bad \ufffd byte", 2)


def test_stderr_is_one_short_line_where_the_json_says_it_all():
    made = outcome(decision="deny", reason="\n " + "x" * 500 + "\nsecond line")
    reply = claude.render(an_event("PreToolUse"), made)
    assert reply.stderr == "x" * 197 + "..."
    assert json.loads(reply.stdout)["hookSpecificOutput"]["permissionDecisionReason"].endswith(
        "second line"
    )


@pytest.mark.parametrize(
    ("provider", "fits", "too_long"),
    [("claude", "🚀" * 4990, "🚀" * 5000), ("codex", "x" * 9900, "x" * 10_000)],
)
def test_context_stays_under_the_providers_limit(provider, fits, too_long):
    whole = outcome(contexts=[("n", fits)])
    answer = json.loads(BRIDGES[provider].render(an_event("SessionStart"), whole).stdout)
    assert answer["hookSpecificOutput"]["additionalContext"].endswith(fits)
    assert whole.anomalies == []

    cut = outcome(contexts=[("first", "a"), ("n", too_long)])
    answer = json.loads(BRIDGES[provider].render(an_event("SessionStart"), cut).stdout)
    context = answer["hookSpecificOutput"]["additionalContext"]
    assert len(context.encode("utf-16-le")) // 2 <= 10_000
    assert len(context.encode()) <= 10_000 or provider == "claude"
    assert cut.anomalies == [("n", "hook-context-truncated")]


@pytest.mark.parametrize(
    ("tool", "updated", "runs"),
    [
        ("Bash", {"command": "ls"}, True),
        ("Bash", {"cmd": "ls"}, False),
        ("Bash", {"command": ["ls"]}, False),
        ("apply_patch", {"command": "*** Begin Patch\n*** End Patch"}, True),
        ("apply_patch", {"input": "*** Begin Patch\n*** End Patch"}, False),
        ("mcp__srv__echo", {"text": "hi"}, True),
    ],
)
def test_codex_runs_a_rewritten_input_only_in_the_form_that_it_takes(tool, updated, runs):
    event = codex.parse({"tool_name": tool, "tool_input": {"command": "x"}}, ["PreToolUse"])
    said = json.loads(codex.render(event, outcome(updated_input=updated)).stdout)
    decision = said["hookSpecificOutput"]["permissionDecision"]
    assert decision == ("allow" if runs else "deny")
    assert said["hookSpecificOutput"].get("updatedInput") == (updated if runs else None)


@pytest.mark.parametrize(
    ("provider", "name", "seconds"),
    [
        ("claude", "PreToolUse", 600),
        ("claude", "SessionEnd", 10),
        ("claude", "PostToolBatch", 600),
        ("codex", "Stop", 600),
        ("codex", "SessionEnd", 3),
        ("codex", "Interrupt", 3),
        ("codex", "PreModelRequest", 600),
    ],
)
def test_the_time_out_is_the_one_that_the_wiring_sets(provider, name, seconds):
    assert BRIDGES[provider].deadline(name) == seconds


def test_worktree_create_is_never_wired():
    assert "WorktreeCreate" not in claude.CAPABILITIES


@pytest.mark.parametrize("provider", BRIDGES)
def test_only_canonical_events_are_wired(provider):
    assert set(BRIDGES[provider].CAPABILITIES) <= set(KINDS)
