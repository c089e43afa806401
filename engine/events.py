"""Every kind of event by its canonical name; the hook path asks `kinds` for the one it needs."""

from .event import Event
from .session_events import (
    ConfigChange,
    Interrupt,
    Notification,
    PostCompact,
    PreCompact,
    SessionEnd,
    SessionStart,
)
from .tool_events import (
    PermissionRequest,
    PostToolUse,
    PostToolUseFailure,
    PreToolUse,
    ToolEvent,
)
from .turn_events import Stop, StopFailure, SubagentStart, SubagentStop, UserPromptSubmit

__all__ = [
    "KINDS",
    "ConfigChange",
    "Event",
    "Interrupt",
    "Notification",
    "PermissionRequest",
    "PostCompact",
    "PostToolUse",
    "PostToolUseFailure",
    "PreCompact",
    "PreToolUse",
    "SessionEnd",
    "SessionStart",
    "Stop",
    "StopFailure",
    "SubagentStart",
    "SubagentStop",
    "ToolEvent",
    "UserPromptSubmit",
]

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
