"""Reading payloads in the shape that Claude Code gave them and other providers took over.

Nothing here fails: a field that is missing or of an odd type keeps the event's default.
"""

import posix
import time

from ..engine import environ
from ..engine.event import Event
from ..engine.kinds import kind_of
from ..engine.paths import Path, normalise
from ..engine.tools import ToolCall

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

TASK_NOTIFICATION = "<task-notification>"
"""How prompts begin that Claude Code 2.1.332 makes itself when a background task ends."""

_TEXTS = {
    "session_id": "session_id",
    "transcript_path": "transcript_path",
    "permission_mode": "permission_mode",
    "model": "model",
    "agent_id": "agent_id",
    "agent_type": "agent_type",
    "source": "source",
    "reason": "reason",
    "trigger": "trigger",
    "message": "message",
    "notification_type": "notification_type",
    "error": "error",
    "last_message": "last_assistant_message",
    "file": "file_path",
}
"""Event field -> the payload's name for it."""


def event_of(
    payload: "dict[str, Any]",
    name: str,
    provider: str,
    canonical: "Callable[[str], str]",
    interactive: bool,
    project_dir: str = "",
) -> Event:
    """Make the event called `name`; `canonical` turns the provider's tool names into ours.

    `project_dir` is what the provider says it is; anything but an absolute path means the cwd.
    """
    kind = kind_of(name)
    cwd = cwd_of(payload)
    fields: dict[str, Any] = {
        field: text_of(payload.get(key)) for field, key in _TEXTS.items() if field in kind.DEFAULTS
    }
    if "prompt" in kind.DEFAULTS:
        fields["prompt"] = text_of(payload.get("prompt"))
        fields["source"] = _prompt_source(fields)
    if "tool" in kind.DEFAULTS:
        fields["tool"] = tool_of(payload, canonical, cwd)
    if "response" in kind.DEFAULTS:
        fields["response"] = payload.get("tool_response")
    if "stop_active" in kind.DEFAULTS:
        fields["stop_active"] = payload.get("stop_hook_active") is True
    return kind(
        name=name,
        provider=provider,
        native_name=text_of(payload.get("hook_event_name")) or name,
        cwd=cwd,
        project_dir=absolute_or_none(project_dir),
        interactive=interactive,
        received_at=time.time(),
        payload=payload,
        **fields,
    )


def name_of(payload: "dict[str, Any]", argv: list[str]) -> str:
    """Return the event's name as wired; the payload's own where the command has none."""
    return argv[0] if argv and argv[0] else text_of(payload.get("hook_event_name"))


def text_of(value: object) -> str:
    """Return text as it is, a list of content parts as their texts a line each, else ""."""
    if isinstance(value, list):
        return "\n".join(filter(None, map(_part, value)))
    return _part(value)


def _part(part: object) -> str:
    text = part.get("text") if isinstance(part, dict) else part
    return text if isinstance(text, str) else ""


def _prompt_source(fields: "dict[str, Any]") -> str:
    """Tell prompts of people from those that a machine made, a sub-agent's task among them."""
    made = fields["prompt"].lstrip().startswith(TASK_NOTIFICATION) or fields["agent_id"]
    return "system" if made else "user"


def tool_of(payload: "dict[str, Any]", canonical: "Callable[[str], str]", cwd: Path) -> ToolCall:
    """Return the tool call; its input stays what the provider sent, of whatever type.

    `input` is the name that old Codex builds gave to `tool_input`.
    """
    native = text_of(payload.get("tool_name"))
    given = payload["tool_input"] if "tool_input" in payload else payload.get("input")
    return ToolCall(canonical(native), native, text_of(payload.get("tool_use_id")), given, cwd)


def absolute_or_none(path: object) -> Path | None:
    """Return an absolute path, normalised; None for anything else."""
    if isinstance(path, str) and path.startswith("/") and "\0" not in path:
        return Path(normalise(path))
    return None


def cwd_of(payload: "dict[str, Any]") -> Path:
    """Return the payload's cwd, or the process's own where that is no absolute path.

    Nor is one in which U+FFFD, or half a surrogate pair, stands for bytes that JSON cannot hold:
    no folder of that name need exist, and then no hook would be found.
    """
    path = payload.get("cwd")
    if isinstance(path, str) and not path.isascii() and _is_garbled(path):
        return _process_cwd()
    return absolute_or_none(path) or _process_cwd()


def _is_garbled(path: str) -> bool:
    try:
        path.encode()
    except UnicodeEncodeError:
        return True
    return "\ufffd" in path


def _process_cwd() -> Path:
    """Return where we are, though that folder may be gone by now."""
    try:
        return Path(posix.getcwd())
    except OSError:
        return absolute_or_none(environ.get("PWD")) or Path("/")
