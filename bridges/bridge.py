"""What a bridge module is. It translates, and holds no policy.

NAME          the word in the wired command and in `provider`: "claude"
TITLE         for people: "Claude Code"
SEEN          the provider's version that its facts were seen with, or "" when only read
CAPABILITIES  event name -> Capability: exactly the events that the wiring asks for
CONTEXT_LIMIT (number, unit) for all context of one answer; units are "utf16" and "tokens"
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Protocol

    from ..engine.events import Event
    from ..engine.runs import Outcome

    class Bridge(Protocol):
        """The shape of a bridge module."""

        NAME: str
        TITLE: str
        SEEN: str
        CAPABILITIES: dict[str, "Capability"]
        CONTEXT_LIMIT: tuple[int, str]

        def parse(self, payload: dict[str, Any], argv: list[str]) -> Event:
            """Make one Event; argv is [EVENT] as wired. Never raises for odd or missing fields."""

        def render(self, event: Event, outcome: Outcome) -> "Reply":
            """Say the outcome in the provider's words: exact bytes and the exit code."""

        def deadline(self, event_name: str) -> float:
            """Return the provider's time-out for the event in seconds, as the wiring sets it."""


class Reply:
    """The provider's answer: exactly what goes to stdout and stderr, and the exit code."""

    __slots__ = ("exit_code", "stderr", "stdout")

    def __init__(self, stdout: str = "", stderr: str = "", exit_code: int = 0) -> None:
        self.stdout = stdout
        self.stderr = stderr
        self.exit_code = exit_code

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Reply) and (self.stdout, self.stderr, self.exit_code) == (
            other.stdout,
            other.stderr,
            other.exit_code,
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Reply({self.stdout!r}, {self.stderr!r}, {self.exit_code})"


class Capability:
    """What a provider can do with an answer to one event.

    `deny` and `ask` say what becomes of such a decision: "yes", "no" (recorded as not enforceable),
    or what it degrades to ("deny", "feedback", "continue"). `context`, `message` and `rewrite` tell
    whether the answer can carry them. `timeout` is the provider's limit in seconds as wired.
    """

    __slots__ = ("ask", "context", "deny", "message", "rewrite", "timeout")

    def __init__(
        self,
        deny: str = "no",
        ask: str = "no",
        context: bool = False,
        message: bool = False,
        rewrite: bool = False,
        timeout: float = 600.0,
    ) -> None:
        self.deny = deny
        self.ask = ask
        self.context = context
        self.message = message
        self.rewrite = rewrite
        self.timeout = timeout
