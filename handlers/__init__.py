"""The door for handler authors: the decorator, the events and the verdicts.

Example:
    from snaphook.handlers import PreToolUse, deny, handler

    @handler(on=PreToolUse, tools=["Bash"], class_="gate")
    def no_force_push(event: PreToolUse):
        if "--force" in event.tool.command.split():
            return deny("Force-pushing rewrites shared history; use --force-with-lease.")
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
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

_HOMES = {
    "engine.event": "Event",
    "engine.handler": "handler",
    "engine.paths": "Path",
    "engine.tools": "FileChange ToolCall",
    "engine.verdicts": "Verdict allow ask context deny message rewrite",
}


def __getattr__(name: str) -> object:
    """Import what is asked for, and only that: a handler's start is part of every event."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = next((home for home, names in _HOMES.items() if name in names.split()), "")
    value = _from(module, name) if module else _kind(name)
    globals()[name] = value
    return value


def _from(module: str, name: str) -> object:
    import sys

    path = f"{__name__.rpartition('.')[0]}.{module}"
    __import__(path)
    return getattr(sys.modules[path], name)


def _kind(name: str) -> object:
    from ..engine.kinds import kind_of

    return kind_of(name)
