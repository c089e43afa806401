"""What the log keeps of one provider call: a record for each hook, and one for the whole."""

from time import gmtime, time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..engine.events import Event
    from ..engine.runs import Outcome, Run

    Record = dict[str, Any]

SHORT, REASON, FRAGMENT = 300, 4000, 1000
"""The most characters kept of a name or path, of a reason, and of what a refusal was about."""

_NOT_RUN = ("skipped", "disabled", "untrusted", "interrupted")
_REFUSALS = ("ask", "deny")


def records(
    call: str,
    event: "Event",
    runs: "list[Run]",
    outcome: "Outcome",
    duration_ms: float,
    plan_id: str,
) -> "list[Record]":
    """Return a record for each run, in order, and last the summary of the call (its hook is "").

    `call` names this provider call, `duration_ms` is the whole call's time. Every record has the
    same fields, so that they make a table; a refusal also has `fragment`, what it was about,
    redacted and capped.

    Example: `records("c1", event, runs, outcome, 12.5, plan.id)[-1]["outcome"] == "deny"`.
    """
    shared = _shared(call, event, plan_id)
    kept = [_of_run(shared, event, run, outcome) for run in runs]
    kept.append(_summary(shared, event, outcome, duration_ms))
    return kept


def _shared(call: str, event: "Event", plan_id: str) -> "Record":
    tool = getattr(event, "tool", None)
    return {
        "ts": timestamp(time()),
        "call": call,
        "correlation": _short(tool.id if tool else ""),
        "provider": _short(event.provider),
        "event": _short(event.name),
        "session": _short(event.session_id),
        "agent": _short(event.agent_id),
        "project": _short(event.project_dir),
        "tool": _short(tool.name if tool else ""),
        "plan": plan_id,
    }


def _of_run(shared: "Record", event: "Event", run: "Run", outcome: "Outcome") -> "Record":
    hook = run.hook
    record = shared | {
        "hook": _short(hook.name),
        "handler": _capped(hook.handler, SHORT) if hook.argv else _short(hook.handler),
        "layer": hook.layer,
        "class": hook.class_,
        "outcome": run.state if run.state in _NOT_RUN else run.decision or "none",
        "mode": hook.mode,
        "would_be": run.would_be,
        "changed_outcome": _changed(run, outcome),
        "failure": run.failure,
        "anomaly": ", ".join(run.anomalies),
        "reason": _told(run),
        "exit_code": run.exit_code,
        "duration_ms": round(run.duration_ms, 3),
        "output_bytes": run.output_bytes,
    }
    if run.decision in _REFUSALS or run.would_be in _REFUSALS:
        record["fragment"] = _fragment(event)
    return record


def _summary(shared: "Record", event: "Event", outcome: "Outcome", duration_ms: float) -> "Record":
    refused = outcome.decision in _REFUSALS
    record = shared | {
        "hook": "",
        "handler": "",
        "layer": "",
        "class": "",
        "outcome": outcome.decision or "none",
        "mode": "",
        "would_be": "",
        "changed_outcome": refused or outcome.granted or outcome.updated_input is not None,
        "failure": "",
        "anomaly": ", ".join(dict.fromkeys([anomaly for _, anomaly in outcome.anomalies])),
        "reason": _capped(outcome.reason, REASON),
        "exit_code": None,
        "duration_ms": round(duration_ms, 3),
        "output_bytes": 0,
    }
    if refused:
        record["fragment"] = _fragment(event)
    return record


def _changed(run: "Run", outcome: "Outcome") -> bool:
    """Tell whether the answer would have been another one without this hook's part."""
    if run.decision in _REFUSALS:
        return outcome.refused_by == run.hook.name and outcome.decision == run.decision
    rewritten = run.verdict.updated_input if run.verdict else None
    return rewritten is not None and rewritten == outcome.updated_input


def _told(run: "Run") -> str:
    """Return the hook's own reason, or how it failed."""
    reason = run.verdict.reason if run.verdict else ""
    return _capped(reason or run.detail, REASON)


def _fragment(event: "Event") -> str:
    """Return what the event was about: the command, the files, the changed settings, the agent.

    Never a prompt: who types one does not expect to find it in a log.
    """
    tool = getattr(event, "tool", None)
    if tool is None:
        return _capped(getattr(event, "file", "") or event.agent_type, FRAGMENT)
    try:
        about = tool.command or ", ".join(dict.fromkeys([str(file.path) for file in tool.files]))
    except ValueError:  # a patch that is none: its text is what was refused
        about = ""
    return _capped(about or str(tool.input), FRAGMENT)


def _capped(text: str, limit: int) -> str:
    """Return the text without its secrets, and at most `limit` characters of it."""
    if not text:
        return ""
    from .redact import redact

    text = redact(text[: limit * 2])  # a secret that begins before the cut is seen whole
    return text if len(text) <= limit else text[: limit - 3] + "..."


def _short(text: object) -> str:
    text = str(text)
    return text if len(text) <= SHORT else text[: SHORT - 3] + "..."


def timestamp(seconds: float) -> str:
    """Return the moment as ISO 8601 in UTC with milliseconds: 2026-01-31T09:05:00.250Z."""
    year, month, day, hour, minute, second = gmtime(seconds)[:6]
    milliseconds = int(seconds % 1 * 1000)
    return f"{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{milliseconds:03}Z"
