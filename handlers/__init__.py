"""The door for handler authors: the decorator, the events and the verdicts.

Example:
    from snaphook.handlers import PreToolUse, deny, handler

    @handler(on=PreToolUse, tools=["Bash"], class_="gate")
    def no_force_push(event: PreToolUse):
        if "--force" in event.tool.command.split():
            return deny("Force-pushing rewrites shared history; use --force-with-lease.")
"""

from ..engine.events import (
    ConfigChange,
    Event,
    Interrupt,
    Notification,
    PermissionRequest,
    PostCompact,
    PostToolUse,
    PostToolUseFailure,
    PreCompact,
    PreToolUse,
    SessionEnd,
    SessionStart,
    Stop,
    StopFailure,
    SubagentStart,
    SubagentStop,
    UserPromptSubmit,
)
from ..engine.handler import handler
from ..engine.paths import Path
from ..engine.tools import FileChange, ToolCall
from ..engine.verdicts import Verdict, allow, ask, context, deny, message, rewrite

__all__ = [
    "ConfigChange",
    "Event",
    "FileChange",
    "Interrupt",
    "Notification",
    "Path",
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
    "ToolCall",
    "UserPromptSubmit",
    "Verdict",
    "allow",
    "ask",
    "context",
    "deny",
    "handler",
    "message",
    "rewrite",
]
