"""Claude Code's settings: where they are, what an entry looks like, what would disarm the file.

Seen with Claude Code 2.1.332.
"""

import os
from pathlib import Path

from ...engine import directories
from .. import claude as bridge
from ..bridge import Capability
from .entries import Handler
from .jsonspans import Document, Node
from .shapes import require_entries, require_holders

NAME = "claude"
TITLE = "Claude Code"
COMMAND = "claude"

# One malformed entry under these makes the client ignore the whole file, without a word.
_DISARMING = ("PreToolUse", "PermissionRequest")
_FAIL_CLOSED = (
    "PreToolUse",
    "PermissionRequest",
    "UserPromptSubmit",
    "SubagentStart",
    "ConfigChange",
)
_TYPES = ("command", "prompt", "agent", "http", "mcp_tool")


def home() -> Path:
    """Return the client's own folder: CLAUDE_CONFIG_DIR or `~/.claude`."""
    explicit = os.environ.get("CLAUDE_CONFIG_DIR")
    return Path(os.path.abspath(explicit)) if explicit else Path(directories.home(), ".claude")


def settings() -> Path:
    """Return the user's settings file."""
    return home() / "settings.json"


def events() -> dict[str, Capability]:
    """Return the events to wire."""
    return bridge.CAPABILITIES


def handler(shim: Path, event: str, timeout: float, strict: bool) -> Handler:
    """Write one entry, in exec form: no shell reads the path. `timeout` in seconds."""
    entry: Handler = {"type": "command", "command": str(shim), "args": [NAME, event]}
    entry["timeout"] = int(timeout) if timeout == int(timeout) else timeout
    if strict and event in _FAIL_CLOSED:
        entry["onFailure"] = "block"
    return entry


def check(document: Document) -> None:
    """Refuse, by SnaphookError, a file that the client would ignore or that has no room for us."""
    require_holders(document, {**events(), **dict.fromkeys(_DISARMING)})
    require_entries(
        document, _DISARMING, _fault, "for that Claude Code ignores the whole file, all hooks in it"
    )


def notes(document: Document) -> list[str]:
    """Say what in the file keeps hooks from running although they are wired."""
    if document.root.value.get("disableAllHooks") is True:
        return [
            "'disableAllHooks' is true in this file: Claude Code runs no hook until it is gone."
        ]
    return []


def _fault(handler: Node) -> str:
    kind, command, timeout = (handler.value.get(key) for key in ("type", "command", "timeout"))
    if kind not in _TYPES:
        return f"'type' should be one of {', '.join(_TYPES)}"
    if kind == "command" and not isinstance(command, str):
        return "a hook of type 'command' should have a 'command'"
    if "timeout" in handler.value and not _is_time(timeout):
        return "a 'timeout' should be a number of seconds above 0"
    return ""


def _is_time(timeout: object) -> bool:
    return isinstance(timeout, (int, float)) and not isinstance(timeout, bool) and timeout > 0
