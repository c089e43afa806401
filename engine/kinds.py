"""The class of an event by its name, without making those that are not asked for.

Making a class costs more than running it: all seventeen take a tenth of a bare interpreter start.
"""

import sys

from .event import Event

MODULES = {
    "tool_events": "PreToolUse PermissionRequest PostToolUse PostToolUseFailure",
    "turn_events": "UserPromptSubmit SubagentStart Stop SubagentStop StopFailure",
    "session_events": "SessionStart SessionEnd Notification PreCompact PostCompact Interrupt"
    " ConfigChange",
}
_PACKAGE = __name__.rpartition(".")[0]


def kind_of(name: str) -> type[Event]:
    """Return the class of a canonical event name; plain `Event` for any other.

    Example: `kind_of("Stop").GATE_CAPABLE` is true, `kind_of("PostToolBatch") is Event`.
    """
    for module, names in MODULES.items():
        if name in names.split():
            __import__(f"{_PACKAGE}.{module}")
            kind: type[Event] = getattr(sys.modules[f"{_PACKAGE}.{module}"], name)
            return kind
    return Event
