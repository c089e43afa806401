"""Acme Agent: before a tool runs it writes one JSON object and reads one back.

{"kind": "before", "session": "s1", "folder": "/repo", "call": {"tool": "sh", "line": "ls"}}
is answered by {"stop": "the reason"}, or by nothing.
"""

from snaphook.bridges import Capability, Reply
from snaphook.engine import jsontext
from snaphook.engine.events import KINDS, Event
from snaphook.engine.paths import Path
from snaphook.engine.tools import ToolCall

NAME = "acme"
TITLE = "Acme Agent"
SEEN = ""
CAPABILITIES = {"PreToolUse": Capability(deny="yes", ask="deny", timeout=30.0)}
CONTEXT_LIMIT = (4_000, "utf16")

TOOLS = {"sh": "Bash", "save": "Write", "look": "Read"}
ARGUMENTS = {"line": "command", "file": "file_path", "text": "content"}


def parse(payload, argv):
    """Make one Event; argv is [EVENT] as wired."""
    name = argv[0] if argv else ""
    cwd = Path(payload.get("folder") or "/")
    fields = {"tool": _tool(payload.get("call"), cwd)} if name == "PreToolUse" else {}
    return KINDS.get(name, Event)(
        name=name,
        native_name=str(payload.get("kind", "")),
        provider=NAME,
        session_id=str(payload.get("session", "")),
        cwd=cwd,
        payload=payload,
        **fields,
    )


def _tool(call, cwd):
    """Return the tool call with the argument names that handlers know."""
    call = call if isinstance(call, dict) else {}
    native = str(call.get("tool", ""))
    arguments = {ARGUMENTS.get(key, key): value for key, value in call.items() if key != "tool"}
    return ToolCall(TOOLS.get(native, native), native, input=arguments, cwd=cwd)


def render(event, outcome):
    """Say the outcome; Acme Agent shows the user nothing and takes no context."""
    for hook, _ in outcome.contexts:
        outcome.anomalies.append((hook, "hook-context-undeliverable"))
    if outcome.decision not in ("ask", "deny"):
        return Reply()
    if event.name not in CAPABILITIES:
        outcome.anomalies.append((outcome.refused_by, "hook-decision-not-enforceable"))
        return Reply()
    return Reply(jsontext.write({"stop": outcome.reason or f"refused by {outcome.refused_by}"}))


def deadline(event_name):
    """Return the agent's time-out in seconds."""
    return 30.0
