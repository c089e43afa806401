"""Every hook's answer, and the one outcome they make together: hooks only tighten.

Pure: runs go in, an Outcome comes out, and each run learns what of it counted.
"""

from .contexts import cut, first_bytes
from .failures import judge
from .runs import Outcome
from .verdicts import DECISIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from .events import Event
    from .plans import Hook
    from .runs import Run
    from .verdicts import Verdict

REASON_BYTES = 4000
"""How much of a reason is told, in bytes of UTF-8."""

_FEEDBACK = ("PostToolUse", "PostToolUseFailure")
_STOPS = ("Stop", "SubagentStop")
_GRANTS = ("PreToolUse", "PermissionRequest")


def compose(event: "Event", runs: "list[Run]") -> Outcome:
    """Make one outcome of all runs, given in run order, and note on each what became of it.

    deny beats ask beats allow, whatever the order; the first reason of the strictest is told.
    `decision` is "allow" only where the user's own file grants it, and on PostToolUse and
    PostToolUseFailure a "deny" is feedback for the model, since the tool has already run.
    Fills `decision`, `would_be` and `anomalies` of each run.

    Example: `compose(PreToolUse(), [Run(hook, verdict=deny("no"))]).decision == "deny"`.
    """
    reasons = [_settle(run, event) for run in runs]
    _settle_malformed(runs)
    outcome = Outcome()
    _decide(outcome, event, runs, reasons)
    outcome.updated_input = _final_input(outcome, event, runs)
    outcome.contexts = _contexts(runs)
    outcome.messages = _messages(runs, reasons) + _open_gates(event, runs, reasons)
    outcome.failures = _failures(runs, reasons)
    outcome.anomalies = [(run.hook.name, anomaly) for run in runs for anomaly in run.anomalies]
    return outcome


# What one run counts as


def _settle(run: "Run", event: "Event") -> str:
    """Set what the run counts as by itself; return the reason that goes with it."""
    run.decision = run.would_be = ""
    if run.state in ("failed", "interrupted"):
        failure = "interrupted" if run.state == "interrupted" else run.failure
        judgement = judge(run.hook, failure, event, run.detail)
        _note(run, judgement.anomaly)
        run.decision = judgement.decision
        return first_bytes(judgement.reason, REASON_BYTES)
    if run.state != "answered" or run.verdict is None:
        return ""
    decision = _effective(run, run.verdict.decision, event)
    if decision in ("ask", "deny") and run.hook.mode != "enforce":
        run.would_be = decision
    else:
        run.decision = decision
    return _reason(run.hook, run.verdict)


def _effective(run: "Run", decision: str, event: "Event") -> str:
    """What a decision means on this event; what it cannot mean is dropped and noted."""
    if not decision:
        return ""
    if not _may_decide(run.hook, decision, event):
        _note(run, "hook-decision-ignored")
        return ""
    if decision == "ask":
        decision = _asked(run, event)
    if decision == "deny" and event.name in _STOPS and getattr(event, "stop_active", False):
        _note(run, "hook-decision-not-enforceable")  # refusals in a row cannot be counted yet
        return ""
    return decision


def _may_decide(hook: "Hook", decision: str, event: "Event") -> bool:
    if not hook.decides:
        return False
    return event.GATE_CAPABLE or (decision == "deny" and event.name in _FEEDBACK)


def _asked(run: "Run", event: "Event") -> str:
    if not event.ASK_MEANS:
        _note(run, "hook-decision-not-enforceable")
    elif event.ASK_MEANS == "ask" and not event.interactive:
        if run.hook.mode == "enforce":
            _note(run, "headless-fail-closed")
        return "deny"
    return event.ASK_MEANS


def _reason(hook: "Hook", verdict: "Verdict") -> str:
    if verdict.decision in ("ask", "deny") and not verdict.reason.strip():
        return f"refused by {hook.name}"
    return first_bytes(verdict.reason, REASON_BYTES)


def _note(run: "Run", anomaly: str) -> None:
    if anomaly not in run.anomalies:
        run.anomalies.append(anomaly)


# What they make together


def _settle_malformed(runs: "list[Run]") -> None:
    """An unreadable answer could have been a deny: it is one where the others already ask."""
    strictest = _strictest(runs)
    for run in runs:
        if run.decision == "deny-if-ask":
            run.decision = "deny" if strictest == "ask" else ""


def _strictest(runs: "list[Run]") -> str:
    given = {run.decision for run in runs}
    return next((decision for decision in reversed(DECISIONS) if decision in given), "")


def _decide(outcome: Outcome, event: "Event", runs: "list[Run]", reasons: list[str]) -> None:
    strictest = _strictest(runs)
    for run, reason in zip(runs, reasons, strict=True):
        if run.decision != strictest or (strictest == "allow" and not _grants(run.hook, event)):
            continue
        if strictest in ("ask", "deny"):
            outcome.refused_by = run.hook.name
        outcome.granted = strictest == "allow"
        outcome.decision = strictest
        outcome.reason = reason if strictest else ""
        return


def _grants(hook: "Hook", event: "Event") -> bool:
    """Only the user's own file can let an allow be printed, which skips the user's own prompt."""
    granted = hook.grant and hook.layer == "user" and hook.mode == "enforce"
    return granted and event.name in _GRANTS


def _final_input(outcome: Outcome, event: "Event", runs: "list[Run]") -> "dict[str, Any] | None":
    """The last rewrite in run order; each hook saw what the one before it had made."""
    final = None
    for run, verdict in _answers(runs):
        if verdict.updated_input is None or run.hook.mode != "enforce":
            continue
        if _may_rewrite(run.hook, event):
            final = verdict.updated_input
        else:
            _note(run, "hook-attempted-input-rewrite")
    return None if outcome.decision == "deny" else final


def _may_rewrite(hook: "Hook", event: "Event") -> bool:
    return hook.rewrite and hook.layer == "user" and event.name == "PreToolUse"


def _contexts(runs: "list[Run]") -> list[tuple[str, str]]:
    """Each hook's context under its own limit, by priority and then in run order."""
    told = []
    for run, verdict in _answers(runs):
        if not verdict.context.strip() or run.hook.mode == "shadow":
            continue
        if run.hook.class_ == "observe":
            _note(run, "hook-context-undeliverable")
            continue
        text = cut(verdict.context, run.hook.max_context, "bytes")
        if text is not verdict.context:
            _note(run, "hook-context-truncated")
        told.append((-run.hook.priority, run.hook.name, text))
    told.sort(key=_rank)
    return [(name, text) for _, name, text in told]


def _rank(part: tuple[int, str, str]) -> int:
    return part[0]


def _messages(runs: "list[Run]", reasons: list[str]) -> list[str]:
    """What the user is told, in run order; mode warn tells what it held back."""
    told = []
    for run, reason in zip(runs, reasons, strict=True):
        if run.state != "answered" or run.verdict is None or run.hook.mode == "shadow":
            continue
        if run.verdict.message:
            told.append(run.verdict.message)
        if run.hook.mode == "warn":
            told += _held_back(run, run.verdict, reason)
    return told


def _held_back(run: "Run", verdict: "Verdict", reason: str) -> list[str]:
    name = run.hook.name
    if run.would_be:
        verb = "refused" if run.would_be == "deny" else "asked"
        return [f"{name} would have {verb}: {reason}"]
    if verdict.updated_input is not None:
        return [f"{name} would have rewritten the tool's input"]
    return []


def _open_gates(event: "Event", runs: "list[Run]", reasons: list[str]) -> list[str]:
    """Tell of each gate that failed and let the event pass: a guard is never off in silence.

    On Stop and SubagentStop no failure ever refuses, so that there is nothing to tell.
    """
    if not event.GATE_CAPABLE or event.name in _STOPS:
        return []
    return [
        f"snaphook let this pass: {reason}"
        for run, reason in zip(runs, reasons, strict=True)
        if run.state == "failed" and run.hook.decides and not run.decision
        if run.hook.mode != "shadow"
    ]


def _failures(runs: "list[Run]", reasons: list[str]) -> list[str]:
    pairs = zip(runs, reasons, strict=True)
    return [why for run, why in pairs if run.state == "failed" and run.hook.mode != "shadow"]


def _answers(runs: "list[Run]") -> "Iterator[tuple[Run, Verdict]]":
    for run in runs:
        if run.state == "answered" and run.verdict is not None:
            yield run, run.verdict
