"""The kinds of events, by their canonical names: one class each."""

from .event import Event as Event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .tools import ToolCall


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
