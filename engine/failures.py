"""What a hook's failure means: only a declared gate refuses by default, and only where it can."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .events import Event
    from .plans import Hook

_BY_CLASS = {
    "gate-advisory": "hook-advisory-failed",
    "observe": "hook-observer-failed",
    "context": "hook-context-failed",
}
_BY_FAILURE = {
    "timeout": "hook-timeout",
    "crash": "hook-crashed",
    "malformed": "hook-malformed-output",
    "unavailable": "hook-crashed",
    "refused": "hook-config-invalid",
    "interrupted": "interrupted",
}
_WORDS = {
    "timeout": "it did not answer in time",
    "crash": "it crashed",
    "malformed": "its answer cannot be read",
    "unavailable": "it cannot be run",
    "refused": "it is not what was trusted",
    "interrupted": "a signal ended it before it answered",
}


class Judgement:
    """What one failure leads to.

    `decision` is "deny", "deny-if-ask" (deny only if the strictest answer of the other hooks is
    an ask) or "" (no opinion). `anomaly` is the log's word, `reason` a line for people and agents.
    """

    __slots__ = ("anomaly", "decision", "reason")

    def __init__(self, decision: str, anomaly: str, reason: str) -> None:
        self.decision = decision
        self.anomaly = anomaly
        self.reason = reason

    def __repr__(self) -> str:
        return f"<Judgement {self.decision or 'open'}: {self.reason}>"


def judge(hook: "Hook", failure: str, event: "Event", detail: str = "") -> Judgement:
    """Judge one failure of one hook.

    `failure` is one of `runs.FAILURES`, or "interrupted" for a hook that a signal from outside
    ended, which counts as no failure but closes like one. `detail` says what happened and is told
    after a colon. Raises KeyError for another failure.

    Example: `judge(Hook(name="g", fail_mode="closed"), "crash", PreToolUse(), "exit code 1")`
    denies with the reason `hook 'g' failed (fail_mode=closed): exit code 1`.
    """
    words = _WORDS[failure]
    decision = _decision(hook, failure, event)
    mode = _mode_told(hook, decision)
    verb = "was interrupted" if failure == "interrupted" else "failed"
    reason = f"hook '{hook.name}' {verb}{mode}: {detail or words}"
    return Judgement(decision, _anomaly(hook, failure, event), reason)


def closes(hook: "Hook", failure: str, event: "Event") -> bool:
    """Tell whether this failure refuses by itself, whatever the other hooks say."""
    return _decision(hook, failure, event) == "deny"


def _decision(hook: "Hook", failure: str, event: "Event") -> str:
    if not _can_close(hook, event):
        return ""
    if hook.fail_mode:
        return "deny" if hook.fail_mode == "closed" else ""
    if not _closed_by_default(hook):
        return ""
    if failure == "malformed" and hook.kind == "command":
        return "deny-if-ask"
    return "deny"


def _can_close(hook: "Hook", event: "Event") -> bool:
    """A broken hook must not hold a session open, so Stop and SubagentStop never close."""
    if not event.GATE_CAPABLE or event.name in ("Stop", "SubagentStop"):
        return False
    return hook.decides and hook.mode == "enforce"


def _closed_by_default(hook: "Hook") -> bool:
    if hook.class_ == "gate-advisory":
        return hook.profile == "unattended-untrusted"
    return hook.class_ == "gate"


def _mode_told(hook: "Hook", decision: str) -> str:
    if hook.fail_mode == "open" or (hook.fail_mode and decision):
        return f" (fail_mode={hook.fail_mode})"
    if not decision:
        return ""
    if hook.class_ == "gate-advisory":
        return f" (an advisory gate is closed under {hook.profile})"
    return " (a gate is closed when it fails)"


def _anomaly(hook: "Hook", failure: str, event: "Event") -> str:
    if failure == "interrupted":
        return "interrupted"
    if hook.class_ == "undeclared" and not event.GATE_CAPABLE:
        return _BY_CLASS["context"]
    if hook.class_ in _BY_CLASS:
        return _BY_CLASS[hook.class_]
    if failure == "unavailable" and hook.kind == "broken":
        return "hook-config-invalid"
    return _BY_FAILURE[failure]
