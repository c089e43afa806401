"""What became of one hook on one event, and of the event as a whole."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .plans import Hook
    from .verdicts import Verdict

FAILURES = ("timeout", "crash", "malformed", "unavailable", "refused")
"""Every way in which a hook can fail to answer."""


class Run:
    """One hook's part in one event.

    `state` is answered, failed, skipped (not needed any more, or its matcher's pattern did not
    match), disabled, untrusted or interrupted. A failed run has a `failure` (see FAILURES) and a
    `detail` that reads after a colon: "exit code 1". Times are in milliseconds, `output` is what
    the handler printed (at most 64 KiB kept of `output_bytes`).
    """

    __slots__ = (
        "anomalies",
        "decision",
        "detail",
        "duration_ms",
        "exit_code",
        "failure",
        "hook",
        "output",
        "output_bytes",
        "state",
        "verdict",
        "would_be",
    )

    def __init__(
        self,
        hook: "Hook",
        state: str = "answered",
        verdict: "Verdict | None" = None,
        failure: str = "",
        detail: str = "",
        duration_ms: float = 0.0,
    ) -> None:
        self.hook = hook
        self.state = state
        self.verdict = verdict
        self.failure = failure
        self.detail = detail
        self.duration_ms = duration_ms
        self.exit_code: int | None = None
        self.output = ""
        self.output_bytes = 0
        self.anomalies: list[str] = []
        self.decision = ""  # what counted in the end: the verdict's, or the failure table's
        self.would_be = ""  # what mode warn or shadow held back

    def __repr__(self) -> str:
        return f"<{self.hook.name}: {self.failure or self.state}>"


class Outcome:
    """What the engine makes of all runs of an event; a bridge says it in its provider's words.

    `decision` is allow, ask, deny or "" (nothing to say). `contexts` are (hook name, text) pairs in
    order, `messages` texts for the user, `failures` lines about hooks that failed, `anomalies`
    (hook name, anomaly) pairs for the log. `granted` is true only where the user's own file lets an
    allow be printed; `refused_by` names the hook whose reason is told.
    """

    __slots__ = (
        "anomalies",
        "contexts",
        "decision",
        "failures",
        "granted",
        "messages",
        "reason",
        "refused_by",
        "updated_input",
    )

    def __init__(
        self,
        decision: str = "",
        reason: str = "",
        contexts: list[tuple[str, str]] | None = None,
        messages: list[str] | None = None,
        updated_input: "dict[str, Any] | None" = None,
        granted: bool = False,
        refused_by: str = "",
    ) -> None:
        self.decision = decision
        self.reason = reason
        self.contexts = contexts or []
        self.messages = messages or []
        self.updated_input = updated_input
        self.granted = granted
        self.refused_by = refused_by
        self.failures: list[str] = []
        self.anomalies: list[tuple[str, str]] = []

    def __repr__(self) -> str:
        return f"<Outcome {self.decision or 'nothing'}: {self.reason}>"
