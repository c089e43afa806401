"""How verdicts make one outcome: grids from data files, examples, and properties."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from snaphook.engine.compose import compose
from snaphook.engine.events import (
    KINDS,
    Event,
    PermissionRequest,
    PostToolUse,
    PreToolUse,
    SessionStart,
    Stop,
    SubagentStop,
    UserPromptSubmit,
)
from snaphook.engine.plans import CLASSES, Hook
from snaphook.engine.runs import FAILURES, Run
from snaphook.engine.verdicts import (
    DECISIONS,
    Verdict,
    allow,
    ask,
    context,
    deny,
    message,
    rewrite,
)

EVENTS = [*KINDS.values(), Event]
MODES = ("enforce", "warn", "shadow")
STRICTNESS = {"": 0, "allow": 0, "ask": 1, "deny": 2}


def made(kind, attended="yes", looping="no"):
    event = kind(name=kind.KIND or "PostToolBatch", interactive=attended == "yes")
    if isinstance(event, Stop):
        event.stop_active = looping == "yes"
    return event


def answered(verdict, name="g", class_="gate", **fields):
    return Run(Hook(name=name, **{"class": class_}, **fields), verdict=verdict)


def failed(failure, name="f", class_="gate", detail="", **fields):
    hook = Hook(name=name, **{"class": class_}, **fields)
    return Run(hook, "failed", failure=failure, detail=detail)


# Grids


def test_every_decision_of_one_hook_counts_as_written(table):
    expected = table("compose_one.tsv")
    wrong = []
    for class_, kind, attended, looping, mode, decision in itertools.product(
        CLASSES, EVENTS, ("yes", "no"), ("yes", "no"), MODES, DECISIONS
    ):
        event = made(kind, attended, looping)
        run = answered(Verdict(decision, "why"), class_=class_, mode=mode)
        outcome = compose(event, [run])
        key = (class_, event.name, attended, looping, mode, decision)
        counts, would_be, anomaly = expected.cell(*key)
        if (run.decision, run.would_be, "".join(run.anomalies)) != (counts, would_be, anomaly):
            wrong.append(key)
        if outcome.decision != counts.replace("allow", ""):
            wrong.append(("outcome", *key))
    assert wrong == []
    assert expected.unused == set()


def test_every_pair_of_decisions_makes_the_outcome_that_is_written(table):
    expected = table("compose_two.tsv")
    wrong = []
    for kind, attended, first, second in itertools.product(
        EVENTS, ("yes", "no"), DECISIONS, DECISIONS
    ):
        event = made(kind, attended)
        runs = [
            answered(Verdict(first, "first"), "one"),
            answered(Verdict(second, "second"), "two"),
        ]
        outcome = compose(event, runs)
        decision, told = expected.cell(event.name, attended, first, second)
        by = {"first": "one", "second": "two", "": ""}[told]
        if (outcome.decision, outcome.reason, outcome.refused_by) != (decision, told, by):
            wrong.append((event.name, attended, first, second))
    assert wrong == []
    assert expected.unused == set()


@pytest.mark.parametrize("others", list(itertools.product(DECISIONS, repeat=2)))
@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_commands_unreadable_answer_is_a_deny_only_where_the_others_ask(others, place):
    runs = [answered(Verdict(decision, "other")) for decision in others]
    broken = failed("malformed", kind="command", detail="no JSON")
    runs.insert(place, broken)
    outcome = compose(PreToolUse(), runs)
    strictest = max(others, key=DECISIONS.index)
    assert broken.decision == ("deny" if strictest == "ask" else "")
    assert outcome.decision == {"": "", "allow": "", "ask": "deny", "deny": "deny"}[strictest]
    if strictest == "ask":
        told = "hook 'f' failed (a gate is closed when it fails): no JSON"
        assert (outcome.refused_by, outcome.reason) == ("f", told)


def test_two_unreadable_answers_are_no_ask_to_each_other():
    runs = [failed("malformed", kind="command"), failed("malformed", kind="command")]
    assert compose(PermissionRequest(), runs).decision == ""


def test_an_ask_that_mode_warn_holds_back_closes_no_unreadable_answer():
    runs = [answered(ask("hm"), mode="warn"), failed("malformed", kind="command")]
    assert compose(PreToolUse(), runs).decision == ""


# Reasons


@pytest.mark.parametrize("decision", ["ask", "deny"])
@pytest.mark.parametrize("reason", ["", " \n"])
def test_a_decision_without_a_reason_stands_with_the_hooks_name(decision, reason):
    outcome = compose(PreToolUse(), [answered(Verdict(decision, reason), "sealed")])
    assert (outcome.decision, outcome.reason) == (decision, "refused by sealed")


@pytest.mark.parametrize("character", ["a", "é", "€", "😀", "\ud800"])
def test_a_reason_is_capped_at_4000_bytes_and_ends_with_a_whole_character(character):
    reason = compose(PreToolUse(), [answered(deny("x" + character * 5000))]).reason
    size = len(reason.encode("utf-8", "surrogatepass"))
    assert 4000 - 4 < size <= 4000
    assert set(reason[1:]) == {character}


def test_a_failures_reason_is_capped_too():
    outcome = compose(PreToolUse(), [failed("crash", detail="é" * 5000)])
    assert len(outcome.reason.encode()) <= 4000
    assert outcome.reason.endswith("é")


def test_a_reason_of_exactly_4000_bytes_is_whole():
    assert compose(PreToolUse(), [answered(deny("a" * 4000))]).reason == "a" * 4000


def test_later_denies_are_only_in_their_runs():
    runs = [answered(deny("one"), "a"), answered(deny("two"), "b")]
    outcome = compose(PreToolUse(), runs)
    assert (outcome.reason, outcome.refused_by) == ("one", "a")
    assert [run.decision for run in runs] == ["deny", "deny"]


# Failures


def test_a_failed_gate_refuses_and_the_user_is_told_too():
    outcome = compose(PreToolUse(), [failed("crash", fail_mode="closed", detail="exit code 1")])
    assert outcome.decision == "deny"
    assert outcome.reason == "hook 'f' failed (fail_mode=closed): exit code 1"
    assert outcome.failures == [outcome.reason]
    assert outcome.anomalies == [("f", "hook-crashed")]


def test_an_open_failure_is_told_to_the_user_and_decides_nothing():
    outcome = compose(PreToolUse(), [failed("timeout", class_="observe", detail="5000 ms")])
    assert (outcome.decision, outcome.reason) == ("", "")
    assert outcome.failures == ["hook 'f' failed: 5000 ms"]
    assert outcome.anomalies == [("f", "hook-observer-failed")]


@pytest.mark.parametrize(("mode", "told"), [("warn", 1), ("shadow", 0)])
def test_a_hook_on_trial_never_refuses_by_failing(mode, told):
    run = failed("crash", fail_mode="closed", mode=mode)
    outcome = compose(PreToolUse(), [run])
    assert (outcome.decision, len(outcome.failures), run.would_be) == ("", told, "")
    assert outcome.anomalies == [("f", "hook-crashed")]


def test_a_signal_from_outside_closes_unfinished_gates_and_is_no_failure():
    gate = Run(Hook(name="g", **{"class": "gate"}), "interrupted")
    observer = Run(Hook(name="o", **{"class": "observe"}), "interrupted")
    outcome = compose(PreToolUse(), [gate, observer])
    assert (gate.decision, observer.decision) == ("deny", "")
    assert outcome.refused_by == "g"
    assert outcome.failures == []
    assert outcome.anomalies == [("g", "interrupted"), ("o", "interrupted")]


@pytest.mark.parametrize("state", ["skipped", "disabled", "untrusted"])
def test_what_did_not_run_says_nothing(state):
    run = Run(Hook(name="g", **{"class": "gate"}), state, verdict=deny("stale"))
    outcome = compose(PreToolUse(), [run])
    assert (outcome.decision, outcome.anomalies, run.decision) == ("", [], "")


def test_what_an_earlier_outcome_made_of_a_run_counts_no_more():
    run = Run(Hook(name="g", **{"class": "gate"}), "skipped")
    run.decision = run.would_be = "deny"
    assert compose(PreToolUse(), [run]).decision == ""
    assert (run.decision, run.would_be) == ("", "")


def test_what_the_supervisor_noted_stays_in_the_log_once():
    run = answered(deny("no"))
    run.anomalies.append("hook-malformed-output")
    compose(PreToolUse(), [run])
    assert compose(PreToolUse(), [run]).anomalies == [("g", "hook-malformed-output")]


# Grants


def granting(**fields):
    return answered(allow("known good"), **({"grant": True, "layer": "user"} | fields))


@pytest.mark.parametrize("kind", [PreToolUse, PermissionRequest])
def test_only_a_grant_of_the_user_layer_is_an_allow(kind):
    outcome = compose(kind(), [granting()])
    assert (outcome.decision, outcome.granted) == ("allow", True)
    assert (outcome.reason, outcome.refused_by) == ("known good", "")


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        (PreToolUse, {"layer": "project"}),
        (PreToolUse, {"layer": "local"}),
        (PreToolUse, {"layer": "builtin"}),
        (PreToolUse, {"grant": False}),
        (PreToolUse, {"mode": "warn"}),
        (PreToolUse, {"mode": "shadow"}),
        (PreToolUse, {"class_": "observe"}),
        (UserPromptSubmit, {}),
        (Stop, {}),
    ],
)
def test_nothing_else_grants(kind, fields):
    outcome = compose(kind(), [granting(**fields)])
    assert (outcome.decision, outcome.granted, outcome.reason) == ("", False, "")


def test_any_ask_or_deny_beats_a_grant():
    for verdict in (ask("hm"), deny("no")):
        for runs in ([granting(), answered(verdict)], [answered(verdict), granting()]):
            outcome = compose(PermissionRequest(), runs)
            assert (outcome.decision, outcome.granted) == (verdict.decision, False)


def test_a_plain_allow_beside_a_grant_takes_nothing_away():
    assert compose(PreToolUse(), [answered(allow()), granting()]).granted


# Rewrites


def rewriting(value, name="w", **fields):
    fields = {"rewrite": True, "layer": "user"} | fields
    return answered(rewrite({"command": value}), name, **fields)


def test_a_rewrite_is_dropped_and_recorded_unless_the_user_file_allows_it():
    for fields in ({"rewrite": False}, {"layer": "project"}, {"layer": "local"}):
        outcome = compose(PreToolUse(), [rewriting("ls", **fields)])
        assert outcome.updated_input is None
        assert outcome.anomalies == [("w", "hook-attempted-input-rewrite")]


def test_rewrites_are_chained_and_no_opinion_wipes_none():
    runs = [rewriting("a"), rewriting("b"), answered(None), answered(allow())]
    outcome = compose(PreToolUse(), runs)
    assert outcome.updated_input == {"command": "b"}
    assert outcome.anomalies == []


def test_a_refused_call_is_not_rewritten():
    assert compose(PreToolUse(), [rewriting("a"), answered(deny("no"))]).updated_input is None


def test_a_call_that_is_asked_about_keeps_its_rewrite():
    outcome = compose(PreToolUse(), [rewriting("a"), answered(ask("sure?"))])
    assert (outcome.decision, outcome.updated_input) == ("ask", {"command": "a"})


@pytest.mark.parametrize("kind", [PermissionRequest, PostToolUse, UserPromptSubmit])
def test_only_the_call_itself_can_be_rewritten(kind):
    outcome = compose(kind(), [rewriting("a")])
    assert outcome.updated_input is None
    assert outcome.anomalies == [("w", "hook-attempted-input-rewrite")]


# Contexts and messages


def test_contexts_are_ordered_by_priority_and_then_by_run():
    runs = [
        answered(context("1"), "a", "context"),
        answered(context("2"), "b", "gate", priority=5),
        answered(context("3"), "c", "context", priority=-1),
        answered(context("4"), "d", "undeclared"),
        answered(context("5"), "e", "context", priority=5),
    ]
    told = compose(SessionStart(), runs).contexts
    assert told == [("b", "2"), ("e", "5"), ("a", "1"), ("d", "4"), ("c", "3")]


def test_a_deny_keeps_the_contexts_and_messages_of_all_that_answered():
    runs = [
        answered(Verdict(context="before", message="one"), "a"),
        answered(Verdict("deny", "no", context="with", message="two"), "b"),
        answered(context("after"), "c", "context"),
    ]
    outcome = compose(PreToolUse(), runs)
    assert outcome.contexts == [("a", "before"), ("b", "with"), ("c", "after")]
    assert outcome.messages == ["one", "two"]


def test_an_observer_reaches_the_user_but_not_the_model():
    run = answered(Verdict(context="psst", message="seen"), class_="observe")
    outcome = compose(SessionStart(), [run])
    assert (outcome.contexts, outcome.messages) == ([], ["seen"])
    assert outcome.anomalies == [("g", "hook-context-undeliverable")]


def test_a_hooks_context_is_cut_at_a_line_under_its_own_limit():
    text = "".join(f"line {number}\n" for number in range(100))
    run = answered(context(text), class_="context", max_context=300)
    outcome = compose(SessionStart(), [run])
    ((_, told),) = outcome.contexts
    *lines, marker = told.split("\n")
    assert lines == [f"line {number}" for number in range(len(lines))]
    assert marker == "[cut here: the limit is 300 bytes, the whole is 790]"
    assert len(told.encode()) <= 300
    assert outcome.anomalies == [("g", "hook-context-truncated")]


def test_a_context_that_just_fits_is_untouched():
    run = answered(context("é" * 10), class_="context", max_context=20)
    outcome = compose(SessionStart(), [run])
    assert (outcome.contexts, outcome.anomalies) == ([("g", "é" * 10)], [])


# Modes


def test_mode_warn_tells_the_user_what_it_would_have_done():
    runs = [
        answered(Verdict("deny", "no", message="first"), "a", mode="warn"),
        answered(ask("sure?"), "b", mode="warn"),
        answered(deny(""), "c", mode="warn"),
        rewriting("x", "d", mode="warn"),
        answered(message("last"), "e"),
    ]
    outcome = compose(PreToolUse(), runs)
    assert (outcome.decision, outcome.updated_input) == ("", None)
    assert outcome.messages == [
        "first",
        "a would have refused: no",
        "b would have asked: sure?",
        "c would have refused: refused by c",
        "d would have rewritten the tool's input",
        "last",
    ]
    assert [run.would_be for run in runs] == ["deny", "ask", "deny", "", ""]


def test_mode_shadow_lets_nobody_but_the_log_know():
    verdict = Verdict("deny", "no", "to the model", "to the user", {"command": "x"})
    run = answered(verdict, mode="shadow", rewrite=True, layer="user")
    outcome = compose(PreToolUse(), [run])
    assert (outcome.decision, outcome.reason, outcome.refused_by) == ("", "", "")
    assert (outcome.contexts, outcome.messages, outcome.updated_input) == ([], [], None)
    assert (run.would_be, run.decision, outcome.anomalies) == ("deny", "", [])


@pytest.mark.parametrize("kind", [Stop, SubagentStop])
def test_a_stop_is_refused_only_until_a_stop_was_refused(kind):
    assert compose(kind(), [answered(deny("tests fail"))]).decision == "deny"
    outcome = compose(kind(stop_active=True), [answered(deny("tests fail"))])
    assert (outcome.decision, outcome.reason) == ("", "")
    assert outcome.anomalies == [("g", "hook-decision-not-enforceable")]


def test_no_hooks_make_nothing_to_say():
    for kind in EVENTS:
        outcome = compose(made(kind, "no"), [])
        assert (outcome.decision, outcome.reason, outcome.anomalies) == ("", "", [])
        assert (outcome.contexts, outcome.messages, outcome.failures) == ([], [], [])


# Properties

words = st.text(max_size=20)
verdicts = st.builds(
    Verdict,
    st.sampled_from(DECISIONS),
    words,
    words,
    words,
    st.none() | st.dictionaries(words, words, max_size=1),
)
hooks = st.fixed_dictionaries(
    {
        "name": st.sampled_from("abcdef"),
        "class": st.sampled_from(CLASSES),
        "kind": st.sampled_from(("python", "command", "broken")),
        "mode": st.sampled_from(MODES),
        "fail_mode": st.sampled_from(("", "open", "closed")),
        "layer": st.sampled_from(("builtin", "user", "project")),
        "grant": st.booleans(),
        "rewrite": st.booleans(),
        "priority": st.integers(-2, 2),
        "max_context": st.integers(0, 30),
    }
)
runs_of_one = st.builds(
    lambda fields, state, failure, verdict: (fields, state, failure, verdict),
    hooks,
    st.sampled_from(("answered", "answered", "failed", "skipped", "interrupted")),
    st.sampled_from(FAILURES),
    verdicts,
)
events = st.builds(
    made, st.sampled_from(EVENTS), st.sampled_from(("yes", "no")), st.sampled_from(("yes", "no"))
)


def fresh(drawn):
    made_runs = []
    for fields, state, failure, verdict in drawn:
        lost = state == "failed"
        run = Run(Hook(**fields), state, None if lost else verdict, failure if lost else "")
        made_runs.append(run)
    return made_runs


@settings(max_examples=150, deadline=None)
@given(events, st.lists(runs_of_one, max_size=5), st.randoms())
def test_the_decision_does_not_depend_on_the_order(event, drawn, random):
    shuffled = list(drawn)
    random.shuffle(shuffled)
    first, second = compose(event, fresh(drawn)), compose(event, fresh(shuffled))
    assert (first.decision, first.granted) == (second.decision, second.granted)
    assert sorted(first.anomalies) == sorted(second.anomalies)
    assert sorted(first.contexts) == sorted(second.contexts)


@settings(max_examples=150, deadline=None)
@given(events, st.lists(runs_of_one, max_size=4), runs_of_one, st.integers(0, 4))
def test_one_more_hook_never_loosens(event, drawn, another, place):
    before = compose(event, fresh(drawn)).decision
    after = compose(event, fresh([*drawn[:place], another, *drawn[place:]])).decision
    assert STRICTNESS[after] >= STRICTNESS[before]


@settings(max_examples=150, deadline=None)
@given(events, st.lists(runs_of_one, max_size=5))
def test_every_outcome_keeps_the_rules_that_bind_all_of_them(event, drawn):
    runs = fresh(drawn)
    outcome = compose(event, runs)
    assert (outcome.decision == "allow") == outcome.granted
    if outcome.decision in ("ask", "deny"):
        assert outcome.reason.strip()
        assert outcome.refused_by in {run.hook.name for run in runs}
    else:
        assert outcome.refused_by == ""
    if outcome.granted:
        assert any(run.hook.grant and run.hook.layer == "user" for run in runs)
    if outcome.updated_input is not None:
        assert outcome.decision != "deny"
        assert any(run.hook.rewrite and run.hook.layer == "user" for run in runs)
    again = compose(event, runs)
    assert (again.decision, again.anomalies) == (outcome.decision, outcome.anomalies)
