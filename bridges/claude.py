"""Claude Code 2.1.332: its events, and its answers as the real client was seen to take them."""

from ..engine import environ
from ..engine.event import Event
from .bridge import Capability, Reply
from .claude_shaped import event_of, name_of
from .document import document, has_json_form, without_surrogates
from .losses import enforceable, record_losses, refuse_rewrite
from .wording import context_of, first_line, message_of, reason_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..engine.runs import Outcome

NAME = "claude"
TITLE = "Claude Code"
SEEN = "2.1.332"
CONTEXT_LIMIT = (10_000, "utf16")
"""Of additionalContext; one unit more and the model gets a file path and the first 2 KB."""

CAPABILITIES = {
    "SessionStart": Capability(context=True, message=True),
    "SessionEnd": Capability(timeout=10.0),
    "UserPromptSubmit": Capability(deny="yes", ask="deny", context=True, message=True),
    "PreToolUse": Capability(deny="yes", ask="yes", context=True, message=True, rewrite=True),
    "PermissionRequest": Capability(deny="yes", ask="yes", message=True),
    "PostToolUse": Capability(deny="feedback", context=True, message=True),
    "PostToolUseFailure": Capability(deny="feedback", context=True, message=True),
    "Notification": Capability(message=True),
    "SubagentStart": Capability(context=True, message=True),
    "SubagentStop": Capability(deny="continue", message=True),
    "Stop": Capability(deny="continue", message=True),
    "StopFailure": Capability(),
    "PreCompact": Capability(),
    "PostCompact": Capability(message=True),
    "ConfigChange": Capability(deny="yes", ask="deny"),
}
"""WorktreeCreate is left out on purpose: silence there makes the worktree fail."""

NOTHING = Capability()
"""Of events under their native names: they can only be observed."""

_TOOLS = {"Task": "Agent", "Monitor": "Bash"}

COMPACTION_WORKER = "SubagentStop.compaction"
"""What the end of the worker that compacts the conversation is called: no hook ever runs on it."""


def parse(payload: "dict[str, Any]", argv: list[str]) -> Event:
    """Make one Event; argv is [EVENT] as wired."""
    name = name_of(payload, argv)
    if name == "SubagentStop" and payload.get("agent_type") == "":
        name = COMPACTION_WORKER
    return event_of(
        payload, name, NAME, canonical, is_attended(), environ.get("CLAUDE_PROJECT_DIR")
    )


def canonical(tool: str) -> str:
    """Return our name of a tool: its own, but for Task (an old name) and Monitor (a shell)."""
    return _TOOLS.get(tool, tool)


def is_attended() -> bool:
    """Tell whether somebody can answer a question: not with `claude -p`."""
    headless = environ.get("CLAUDE_CODE_SESSION_ATTENDED") == "0"
    return not headless and environ.get("CLAUDE_CODE_ENTRYPOINT") != "sdk-cli"


def deadline(event_name: str) -> float:
    """Return the time-out in seconds that the wiring sets for the event."""
    return CAPABILITIES.get(event_name, NOTHING).timeout


def render(event: Event, outcome: "Outcome") -> Reply:
    """Say the outcome as Claude Code takes it; notes in `outcome.anomalies` what it cannot take.

    A refusal is told twice, as JSON and by exit code 2 with a short stderr: the client merges them
    and shows the JSON's reason; if the JSON were lost, it still blocks.
    """
    can = CAPABILITIES.get(event.name, NOTHING)
    if can.rewrite and not has_json_form(outcome.updated_input):
        refuse_rewrite(outcome, "the rewritten input has no JSON form")
    decision = enforceable(can, outcome)
    record_losses(can, outcome)
    answer = _answer(event.name, can, decision, outcome)
    refused = decision == "deny" and event.name != "PermissionRequest"  # no effect there
    stderr = without_surrogates(_stderr(event, refused, outcome))
    return Reply(document(answer), stderr, 2 if refused else 0)


def _answer(name: str, can: Capability, decision: str, outcome: "Outcome") -> "dict[str, Any]":
    answer = _block(name, decision, outcome)
    specific = _specific(name, decision, outcome)
    if can.context and (context := context_of(outcome, CONTEXT_LIMIT)):
        specific["additionalContext"] = context
    if specific:  # a wrong or missing hookEventName drops the whole answer
        answer["hookSpecificOutput"] = {"hookEventName": name} | specific
    if can.message and (message := message_of(outcome)):
        answer["systemMessage"] = message
    return answer


def _block(name: str, decision: str, outcome: "Outcome") -> "dict[str, Any]":
    """Return the refusal of the events that have no richer form for it."""
    if decision != "deny" or name in ("PreToolUse", "PermissionRequest", "ConfigChange"):
        return {}
    return {"decision": "block", "reason": reason_of(outcome)}


def _specific(name: str, decision: str, outcome: "Outcome") -> "dict[str, Any]":
    if name == "PreToolUse":
        return _permission(decision, outcome)
    if name == "PermissionRequest":
        return _answer_for_user(decision, outcome)
    return {}


def _permission(decision: str, outcome: "Outcome") -> "dict[str, Any]":
    """Refuse, ask, grant or rewrite a tool call; a rewrite needs no decision."""
    fields: dict[str, Any] = {}
    if decision in ("ask", "deny"):
        fields["permissionDecision"] = decision
        fields["permissionDecisionReason"] = reason_of(outcome)
    elif decision == "allow" and outcome.granted:
        fields["permissionDecision"] = "allow"
    if decision != "deny" and outcome.updated_input is not None:
        fields["updatedInput"] = outcome.updated_input
    return fields


def _answer_for_user(decision: str, outcome: "Outcome") -> "dict[str, Any]":
    """Only this one field counts here; without it the user is asked, which is what an ask means."""
    if decision == "deny":
        return {"decision": {"behavior": "deny", "message": reason_of(outcome)}}
    if decision == "allow" and outcome.granted and outcome.updated_input is None:
        return {"decision": {"behavior": "allow"}}
    return {}


def _stderr(event: Event, refused: bool, outcome: "Outcome") -> str:
    """Return what stderr needs: a refusal's reason, and what a headless session start tells."""
    if refused and event.name == "ConfigChange":  # where stderr is all that counts
        return reason_of(outcome)
    if refused:
        return first_line(reason_of(outcome))
    if event.name == "SessionStart" and not event.interactive:
        return message_of(outcome)
    return ""
