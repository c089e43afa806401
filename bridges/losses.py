"""What an answer cannot say is degraded to something stricter, or recorded; never lost in silence.

Everything here writes to `outcome.anomalies`, from where it reaches the log.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..engine.runs import Outcome
    from .bridge import Capability

NOT_ENFORCEABLE = "hook-decision-not-enforceable"
UNDELIVERABLE = "hook-context-undeliverable"
TRUNCATED = "hook-context-truncated"
REWRITE = "hook-attempted-input-rewrite"


def enforceable(can: "Capability", outcome: "Outcome") -> str:
    """Return the decision as the event can have it: an ask may become deny, either may be lost."""
    if outcome.decision not in ("ask", "deny"):
        return outcome.decision
    becomes = can.deny if outcome.decision == "deny" else can.ask
    if becomes == "no":
        outcome.anomalies.append((outcome.refused_by, NOT_ENFORCEABLE))
        return ""
    return "deny" if becomes == "deny" else outcome.decision


def record_losses(can: "Capability", outcome: "Outcome") -> None:
    """Record context, messages and a rewrite that the event's answer has no place for.

    A message is recorded without a hook's name: outcomes do not tell whose it was.
    """
    if not can.context:
        for hook in dict.fromkeys(hook for hook, text in outcome.contexts if text.strip()):
            outcome.anomalies.append((hook, UNDELIVERABLE))
    if not can.message and any(text.strip() for text in outcome.messages):
        outcome.anomalies.append(("", UNDELIVERABLE))
    if not can.rewrite and outcome.updated_input is not None:
        outcome.anomalies.append(("", REWRITE))


def refuse_rewrite(outcome: "Outcome", problem: str) -> None:
    """Refuse the call where its rewritten input cannot be said.

    The gates judged the rewritten input; the original must not run unjudged.
    """
    if outcome.decision != "deny":
        outcome.decision = "deny"
        outcome.reason = f"refused because {problem}"
    outcome.updated_input = None
    outcome.anomalies.append(("", REWRITE))
