"""One Event per provider call, whatever the provider, and a class for each kind."""

import marshal

from .paths import Path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from typing_extensions import Self

    from .tools import ToolCall


class Event:
    """What a coding agent is about to do, or has done.

    A kind with a canonical name has a class of its own below; any other native event (Claude
    Code's PostToolBatch, Gemini's BeforeModel) is a plain `Event` under its native name, and can
    only be observed. Bridges make events with keywords, `PreToolUse(provider="claude", tool=...)`;
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
        fields = {field: getattr(self, field) for field in self.DEFAULTS}
        fields["payload"] = self.payload
        fields["project_dir"] = self.project_dir
        for field, value in fields.items():
            if type(value) in (dict, list):
                fields[field] = marshal.loads(marshal.dumps(value))
            elif hasattr(value, "copy"):
                fields[field] = value.copy()
        return type(self)(name=self.name, **fields)

    def __repr__(self) -> str:
        return f"<{self.name} from {self.provider or '?'} in {self.cwd}>"


class SessionStart(Event):
    """A session begins, is resumed, or goes on after a compaction."""

    source: str  # startup, resume, clear, compact, fork
    __slots__ = ("source",)
    KIND = "SessionStart"
    DEFAULTS = Event.DEFAULTS | {"source": ""}

    def matched(self) -> tuple[str, ...]:
        return (self.source,)


class SessionEnd(Event):
    """A session is over."""

    reason: str
    __slots__ = ("reason",)
    KIND = "SessionEnd"
    DEFAULTS = Event.DEFAULTS | {"reason": ""}

    def matched(self) -> tuple[str, ...]:
        return (self.reason,)


class UserPromptSubmit(Event):
    """A prompt is on its way to the model; a deny drops it."""

    prompt: str
    source: str  # "user", or "system" for prompts that a machine made
    __slots__ = ("prompt", "source")
    KIND = "UserPromptSubmit"
    GATE_CAPABLE = True
    ASK_MEANS = "deny"
    DEFAULTS = Event.DEFAULTS | {"prompt": "", "source": "user"}


class ToolEvent(Event):
    """What the four events around a tool call share."""

    tool: "ToolCall"
    __slots__ = ("tool",)
    DEFAULTS = Event.DEFAULTS | {"tool": None}

    def __init__(self, **fields: "Any") -> None:
        super().__init__(**fields)
        if self.tool is None:
            from .tools import ToolCall

            self.tool = ToolCall(cwd=self.cwd)

    def matched(self) -> tuple[str, ...]:
        return self.tool.names()


class PreToolUse(ToolEvent):
    """A tool is about to run; a deny keeps it from running."""

    __slots__ = ()
    KIND = "PreToolUse"
    GATE_CAPABLE = True
    ASK_MEANS = "ask"


class PermissionRequest(ToolEvent):
    """The provider is about to ask the user whether a tool may run."""

    __slots__ = ()
    KIND = "PermissionRequest"
    GATE_CAPABLE = True
    ASK_MEANS = "ask"
    BASELINE = "ask"


class PostToolUse(ToolEvent):
    """A tool has run; a deny's reason reaches the model as feedback."""

    response: object  # the provider's own shape
    __slots__ = ("response",)
    KIND = "PostToolUse"
    DEFAULTS = ToolEvent.DEFAULTS | {"response": None}


class PostToolUseFailure(ToolEvent):
    """A tool ran and failed; a deny's reason reaches the model as feedback."""

    error: str
    __slots__ = ("error",)
    KIND = "PostToolUseFailure"
    DEFAULTS = ToolEvent.DEFAULTS | {"error": ""}


class Notification(Event):
    """The provider tells the user something."""

    message: str
    notification_type: str  # permission_prompt, idle_prompt, ...
    __slots__ = ("message", "notification_type")
    KIND = "Notification"
    DEFAULTS = Event.DEFAULTS | {"message": "", "notification_type": ""}

    def matched(self) -> tuple[str, ...]:
        return (self.notification_type,)


class SubagentStart(Event):
    """A sub-agent is about to start; a deny keeps it from starting where the provider can."""

    __slots__ = ()
    KIND = "SubagentStart"
    GATE_CAPABLE = True
    ASK_MEANS = "deny"

    def matched(self) -> tuple[str, ...]:
        return (self.agent_type,)


class Stop(Event):
    """The agent is about to end its turn; a deny says "go on, because ..."."""

    stop_active: bool  # the turn goes on because a hook refused an earlier stop
    last_message: str
    __slots__ = ("last_message", "stop_active")
    KIND = "Stop"
    GATE_CAPABLE = True
    DEFAULTS = Event.DEFAULTS | {"stop_active": False, "last_message": ""}


class SubagentStop(Stop):
    """A sub-agent is about to end; a deny says "go on, because ..."."""

    __slots__ = ()
    KIND = "SubagentStop"

    def matched(self) -> tuple[str, ...]:
        return (self.agent_type,)


class StopFailure(Event):
    """A turn ended by an error of the provider's service."""

    error: str
    last_message: str
    __slots__ = ("error", "last_message")
    KIND = "StopFailure"
    DEFAULTS = Event.DEFAULTS | {"error": "", "last_message": ""}

    def matched(self) -> tuple[str, ...]:
        return (self.error,)


class PreCompact(Event):
    """The conversation is about to be compacted."""

    trigger: str  # manual, auto
    __slots__ = ("trigger",)
    KIND = "PreCompact"
    DEFAULTS = Event.DEFAULTS | {"trigger": ""}

    def matched(self) -> tuple[str, ...]:
        return (self.trigger,)


class PostCompact(PreCompact):
    """The conversation has been compacted."""

    __slots__ = ()
    KIND = "PostCompact"


class Interrupt(Event):
    """The user interrupted the turn."""

    __slots__ = ()
    KIND = "Interrupt"


class ConfigChange(Event):
    """A settings file of the provider changed during the session (Claude Code 2.1.332)."""

    source: str  # user_settings, project_settings, local_settings, ...
    file: str
    __slots__ = ("file", "source")
    KIND = "ConfigChange"
    GATE_CAPABLE = True
    ASK_MEANS = "deny"
    DEFAULTS = Event.DEFAULTS | {"source": "", "file": ""}

    def matched(self) -> tuple[str, ...]:
        return (self.source,)


KINDS: dict[str, type[Event]] = {
    kind.KIND: kind
    for kind in (
        SessionStart,
        SessionEnd,
        UserPromptSubmit,
        PreToolUse,
        PermissionRequest,
        PostToolUse,
        PostToolUseFailure,
        Notification,
        SubagentStart,
        SubagentStop,
        Stop,
        StopFailure,
        PreCompact,
        PostCompact,
        Interrupt,
        ConfigChange,
    )
}
"""Every canonical event name with its class, in the order that documents list them."""
