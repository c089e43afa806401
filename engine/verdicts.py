"""What a handler answers, and how several answers make one: hooks only tighten."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

DECISIONS = ("", "allow", "ask", "deny")
"""From no opinion to the strictest."""


class Verdict:
    """One handler's answer; `decision` is allow, ask, deny, or "" for no opinion.

    `context` goes to the model, `message` to the user; `updated_input` replaces the tool's input.
    Raises ValueError for another decision and TypeError for texts that are no text.
    """

    __slots__ = ("context", "decision", "message", "reason", "updated_input")

    def __init__(
        self,
        decision: str = "",
        reason: str = "",
        context: str = "",
        message: str = "",
        updated_input: "dict[str, Any] | None" = None,
    ) -> None:
        plain = str.__str__  # what a subclass makes of itself ends here
        if not isinstance(decision, str) or plain(decision) not in DECISIONS:
            raise ValueError(f"a decision is allow, ask, deny or empty, not {decision!r}")
        for field, text in (("reason", reason), ("context", context), ("message", message)):
            if not isinstance(text, str):
                raise TypeError(f"{field} must be text, not {type(text).__name__}")
        if updated_input is not None and not isinstance(updated_input, dict):
            raise TypeError(f"updated_input must be a dict, not {type(updated_input).__name__}")
        self.decision = plain(decision)
        self.reason = plain(reason)
        self.context = plain(context)
        self.message = plain(message)
        self.updated_input = updated_input

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Verdict) and all(
            getattr(self, field) == getattr(other, field) for field in self.__slots__
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        told = ((field, getattr(self, field)) for field in self.__slots__)
        return f"Verdict({', '.join(f'{field}={value!r}' for field, value in told if value)})"


def allow(reason: str = "") -> Verdict:
    """Say that nothing speaks against it; this changes nothing and grants nothing."""
    return Verdict("allow", reason)


def ask(reason: str) -> Verdict:
    """Have the user decide; where nobody can answer, this is a deny."""
    return Verdict("ask", reason)


def deny(reason: str) -> Verdict:
    """Refuse; the reason is what the agent reads, so say what to do instead.

    Example: `deny("prod.yaml is changed by the release job; edit staging.yaml")`.
    """
    return Verdict("deny", reason)


def context(text: str) -> Verdict:
    """Add text to what the model reads."""
    return Verdict(context=text)


def message(text: str) -> Verdict:
    """Tell the user something, without the model."""
    return Verdict(message=text)


def rewrite(input: "dict[str, Any]", reason: str = "") -> Verdict:
    """Replace the tool's whole input; obeyed only where the user's own file allows it."""
    return Verdict("", reason, updated_input=input)
