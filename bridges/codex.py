"""Codex 0.171: its events, and its answers as the real client was seen to take them."""

from ..engine.event import Event
from .bridge import Capability, Reply
from .claude_shaped import event_of, name_of, text_of
from .codex_answers import FIELDS, takes_block, takes_context, takes_message
from .document import document, has_json_form
from .losses import enforceable, record_losses, refuse_rewrite
from .wording import context_of, message_of, reason_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..engine.runs import Outcome

NAME = "codex"
TITLE = "Codex"
SEEN = "0.171"
CONTEXT_LIMIT = (2_500, "tokens")
"""Of additionalContext; more is cut in the middle and the whole saved to a file."""

_DECISIONS = {
    "UserPromptSubmit": ("yes", "deny"),
    "PreToolUse": ("yes", "deny"),
    "PermissionRequest": ("yes", "yes"),
    "PostToolUse": ("feedback", "no"),
    "SubagentStop": ("continue", "no"),
    "Stop": ("continue", "no"),
}
"""Event -> what becomes of a deny, and of an ask; on all others neither can be enforced."""

_SHORT = ("SessionEnd", "Interrupt")

CAPABILITIES = {
    name: Capability(
        *_DECISIONS.get(name, ("no", "no")),
        context=takes_context(name),
        message=takes_message(name),
        rewrite=name == "PreToolUse",
        timeout=3.0 if name in _SHORT else 600.0,
    )
    for name in FIELDS
}

NOTHING = Capability()
"""Of events under their native names, PreModelRequest say: they can only be observed."""

_WITH_COMMAND = ("Bash", "apply_patch", "exec_command")
"""Tools whose rewritten input must have a string `command`, or the call errors."""

_TOOLS = {"apply_patch": "Edit", "view_image": "Read", "exec_command": "Bash"}
_UNASKED = ("bypassPermissions", "dontAsk")
"""Permission modes of sessions where approvals are "never", so always of `codex exec`."""


def parse(payload: "dict[str, Any]", argv: list[str]) -> Event:
    """Make one Event; argv is [EVENT] as wired. Codex tells no project: it is the cwd."""
    interactive = text_of(payload.get("permission_mode")) not in _UNASKED
    return event_of(payload, name_of(payload, argv), NAME, canonical, interactive)


def canonical(tool: str) -> str:
    """Return our name of a tool. Codex glues a namespace to some: `collaborationspawn_agent`."""
    if tool.endswith("spawn_agent") and not tool.startswith("mcp__"):
        return "Agent"
    return _TOOLS.get(tool, tool)


def deadline(event_name: str) -> float:
    """Return the time-out in seconds; Codex cuts SessionEnd and Interrupt off after 3."""
    return 3.0 if event_name in _SHORT else 600.0


def render(event: Event, outcome: "Outcome") -> Reply:
    """Say the outcome as Codex takes it; notes in `outcome.anomalies` what it cannot take.

    Always exit code 0: with any other, Codex does not read stdout.
    """
    name = event.name
    can = CAPABILITIES.get(name, NOTHING)
    if can.rewrite and (problem := _unsayable(event, outcome.updated_input)):
        refuse_rewrite(outcome, problem)
    decision = enforceable(can, outcome)
    record_losses(can, outcome)
    return Reply(document(_answer(name, can, decision, outcome)))


def _answer(name: str, can: Capability, decision: str, outcome: "Outcome") -> "dict[str, Any]":
    answer: dict[str, Any] = {}
    if decision == "deny" and takes_block(name):
        answer = {"decision": "block", "reason": reason_of(outcome)}
    if specific := _specific(name, decision, outcome) | _context(name, can, decision, outcome):
        answer["hookSpecificOutput"] = {"hookEventName": name} | specific
    if can.message and (message := message_of(outcome)):
        answer["systemMessage"] = message
    return answer


def _specific(name: str, decision: str, outcome: "Outcome") -> "dict[str, Any]":
    if name == "PreToolUse":
        return _permission(decision, outcome)
    if name == "PermissionRequest":
        return _answer_for_user(decision, outcome)
    return {}


def _permission(decision: str, outcome: "Outcome") -> "dict[str, Any]":
    """Refuse, or allow a rewrite; a bare allow is no answer that Codex takes."""
    if decision == "deny":
        return {"permissionDecision": "deny", "permissionDecisionReason": reason_of(outcome)}
    if outcome.updated_input is not None:
        return {"permissionDecision": "allow", "updatedInput": outcome.updated_input}
    return {}


def _answer_for_user(decision: str, outcome: "Outcome") -> "dict[str, Any]":
    """Answer for the user where that was granted; else the user is asked, as an ask means."""
    if decision == "deny":
        return {"decision": {"behavior": "deny", "message": reason_of(outcome)}}
    if decision == "allow" and outcome.granted and outcome.updated_input is None:
        return {"decision": {"behavior": "allow"}}
    return {}


def _context(name: str, can: Capability, decision: str, outcome: "Outcome") -> "dict[str, Any]":
    """Return the context field; after a tool has run, a refusal's reason is part of it."""
    if not can.context:
        return {}
    feedback = name == "PostToolUse" and decision == "deny"
    parts = ((outcome.refused_by or "feedback", reason_of(outcome)),) if feedback else ()
    text = context_of(outcome, CONTEXT_LIMIT, parts)
    return {"additionalContext": text} if text else {}


def _unsayable(event: Event, updated: "dict[str, Any] | None") -> str:
    """Tell why Codex would not run the rewritten input; "" where it would or there is none."""
    if updated is None:
        return ""
    if not has_json_form(updated):
        return "the rewritten input has no JSON form"
    tool = getattr(event, "tool", None)
    if tool is not None and tool.native_name in _WITH_COMMAND:
        return (
            "" if isinstance(updated.get("command"), str) else "the rewritten input has no command"
        )
    return ""
