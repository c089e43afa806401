"""What Codex 0.171 takes on stdout, event by event, as far as snaphook says it.

One field that an event does not take, at any level, and Codex drops the whole answer with the
refusal in it. Fields that its schemas have but that make it fail open (suppressOutput, continue
and stopReason on tool events, ask, a bare allow, updatedPermissions) or that do more than meant
(a PostToolUse block replaces the tool's output) are left out on purpose.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

TEXT = "text"
OBJECT = "object"

_MESSAGE: "dict[str, Any]" = {"systemMessage": TEXT}
_BLOCK: "dict[str, Any]" = {"decision": ("block",), "reason": TEXT}


def _specific(event_name: str, **fields: "Any") -> "dict[str, Any]":
    return {"hookSpecificOutput": {"hookEventName": (event_name,)} | fields}


FIELDS: "dict[str, dict[str, Any]]" = {
    "SessionStart": _MESSAGE | _specific("SessionStart", additionalContext=TEXT),
    "SessionEnd": {},
    "UserPromptSubmit": _MESSAGE | _BLOCK | _specific("UserPromptSubmit", additionalContext=TEXT),
    "PreToolUse": _MESSAGE
    | _specific(
        "PreToolUse",
        permissionDecision=("allow", "deny"),
        permissionDecisionReason=TEXT,
        additionalContext=TEXT,
        updatedInput=OBJECT,
    ),
    "PermissionRequest": _MESSAGE
    | _specific("PermissionRequest", decision={"behavior": ("allow", "deny"), "message": TEXT}),
    "PostToolUse": _MESSAGE | _specific("PostToolUse", additionalContext=TEXT),
    "SubagentStart": _MESSAGE | _specific("SubagentStart", additionalContext=TEXT),
    "SubagentStop": _MESSAGE | _BLOCK,
    "Stop": _MESSAGE | _BLOCK,
    "PreCompact": _MESSAGE,
    "PostCompact": _MESSAGE,
    "Interrupt": _MESSAGE,
}
"""Event -> field -> the texts it may be, TEXT for any, OBJECT, or the fields inside it."""


def takes_context(event_name: str) -> bool:
    """Tell whether the event's answer can carry context for the model."""
    return "additionalContext" in FIELDS.get(event_name, {}).get("hookSpecificOutput", ())


def takes_message(event_name: str) -> bool:
    """Tell whether the event's answer can carry a line for the user."""
    return "systemMessage" in FIELDS.get(event_name, ())


def takes_block(event_name: str) -> bool:
    """Tell whether the event is refused by `decision: block`."""
    return "decision" in FIELDS.get(event_name, ())
