"""What every event has in common, whatever the provider and the kind."""

from .paths import Path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from typing_extensions import Self


class Event:
    """What a coding agent is about to do, or has done.

    A kind with a canonical name has a class of its own in `engine.events`; any other native event
    (Claude Code's PostToolBatch, Gemini's BeforeModel) is a plain `Event` under its native name,
    and can only be observed. Bridges make events with keywords, `PreToolUse(provider="claude")`;
    what the provider does not tell keeps its default. Raises TypeError for an unknown field.
    """

    name: str  # canonical, "PreToolUse"; the native name where there is no canonical one
    provider: str  # "claude", "codex", ...
    native_name: str  # the provider's own name of the event
    session_id: str
    cwd: Path  # where the agent is now
    project_dir: Path  # where the provider says the session's project is; the cwd if it does not
    transcript_path: str
    permission_mode: str  # the provider's own word: "default", "plan", "bypassPermissions", ...
    model: str
    agent_id: str  # "" on the main thread
    agent_type: str
    interactive: bool  # False where nobody can answer a question
    received_at: float  # seconds since the epoch
    payload: "dict[str, Any]"  # the provider's own JSON

    __slots__ = (
        "agent_id",
        "agent_type",
        "cwd",
        "interactive",
        "model",
        "name",
        "native_name",
        "payload",
        "permission_mode",
        "project_dir",
        "provider",
        "received_at",
        "session_id",
        "transcript_path",
    )

    KIND = ""  # the canonical name of the class
    GATE_CAPABLE = False  # whether a deny can change what happens
    ASK_MEANS = ""  # what an ask becomes here: "ask", "deny", or "" for no opinion
    BASELINE = ""  # what the provider does without any hook: "" (allow) or "ask"
    DEFAULTS: "dict[str, Any]" = {
        "provider": "",
        "native_name": "",
        "session_id": "",
        "cwd": Path("/"),
        "transcript_path": "",
        "permission_mode": "",
        "model": "",
        "agent_id": "",
        "agent_type": "",
        "interactive": True,
        "received_at": 0.0,
    }

    def __init__(self, **fields: "Any") -> None:
        defaults = self.DEFAULTS
        for field in fields:
            if field not in defaults and field not in ("name", "payload", "project_dir"):
                raise TypeError(f"{type(self).__name__} has no field {field!r}")
        for field, default in defaults.items():
            setattr(self, field, fields.get(field, default))
        self.name = fields.get("name") or self.KIND or self.native_name
        self.native_name = self.native_name or self.name
        self.payload = fields.get("payload") or {}
        self.project_dir = fields.get("project_dir") or self.cwd

    def matched(self) -> tuple[str, ...] | None:
        """Return the names a hook's matcher is tested against; None where it always fires."""
        return None

    def copy(self) -> "Self":
        """Return an independent copy, so that no handler can change what the next one sees."""
        from .jsontext import copied

        twin = object.__new__(type(self))
        for field in (*self.DEFAULTS, "name", "payload", "project_dir"):
            value = getattr(self, field)
            if type(value) in (dict, list):
                value = copied(value)
            elif field == "tool":
                value = value.copy()
            setattr(twin, field, value)
        return twin

    def __repr__(self) -> str:
        return f"<{self.name} from {self.provider or '?'} in {self.cwd}>"
