"""The texts of an outcome as an answer carries them."""

from .losses import TRUNCATED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..engine.runs import Outcome


def reason_of(outcome: "Outcome") -> str:
    """Return why, never blank: Codex 0.171 ignores a refusal without a reason."""
    if outcome.reason.strip():
        return outcome.reason
    return f"refused by {outcome.refused_by or 'a hook'}"


def first_line(text: str, limit: int = 200) -> str:
    """Return the first line, cut to at most `limit` characters, fit for a terminal."""
    line = text.strip().split("\n", 1)[0].strip()
    if not line.isprintable():  # an escape sequence in it would be obeyed
        line = "".join(char if char.isprintable() else ascii(char)[1:-1] for char in line)
    return line if len(line) <= limit else line[: limit - 3] + "..."


def context_of(
    outcome: "Outcome", limit: tuple[int, str], feedback: "tuple[tuple[str, str], ...]" = ()
) -> str:
    """Return all context as one text under the provider's limit, `feedback` parts first.

    What was cut is recorded for the last hook, whose part comes last.
    """
    parts = [*feedback, *outcome.contexts]
    if not parts:
        return ""
    from ..engine.contexts import join

    text, truncated = join(parts, limit)
    if truncated:
        outcome.anomalies.append((parts[-1][0], TRUNCATED))
    return text


def message_of(outcome: "Outcome") -> str:
    """Return what the user is told, one message a line."""
    return "\n".join(text for text in outcome.messages if text.strip())
