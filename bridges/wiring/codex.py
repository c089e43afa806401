"""Codex's hooks file: where it is, what an entry looks like, what would disarm the file.

Seen with Codex 0.171.
"""

import os
import shlex
from pathlib import Path

from ...engine import directories
from .. import codex as bridge
from ..bridge import Capability
from .entries import Handler
from .jsonspans import Document, Node
from .shapes import require_entries, require_holders

NAME = "codex"
TITLE = "Codex"
COMMAND = "codex"

_KEYS = ("description", "hooks")
_TYPES = ("command", "mcp_tool", "prompt", "agent")
_DROPPED = "for that Codex drops the whole file"


def home() -> Path:
    """Return CODEX_HOME with its links resolved, or plain `~/.codex`: as Codex itself names it."""
    explicit = os.environ.get("CODEX_HOME")
    return Path(os.path.realpath(explicit)) if explicit else Path(directories.home(), ".codex")


def settings() -> Path:
    """Return the user's hooks file."""
    return home() / "hooks.json"


def events() -> dict[str, Capability]:
    """Return the events to wire."""
    return bridge.CAPABILITIES


def handler(shim: Path, event: str, timeout: float, strict: bool) -> Handler:
    """Write one entry. Codex takes whole seconds, and one text that bash reads."""
    command = f"{shlex.quote(str(shim))} {NAME} {event}"
    return {"type": "command", "command": command, "timeout": int(timeout)}


def check(document: Document) -> None:
    """Refuse, by SnaphookError, a file that Codex would drop or that has no room for us."""
    require_holders(document, events())
    for key, at, _ in document.root.members:
        if key not in _KEYS:
            document.refuse(at, f"the key {key!r} is none of {', '.join(_KEYS)}; {_DROPPED}")
    require_entries(document, events(), _fault, _DROPPED)


def notes(document: Document) -> list[str]:
    """Say what in the file keeps hooks from running although they are wired: nothing can."""
    return []


def _fault(handler: Node) -> str:
    kind, command, timeout = (handler.value.get(key) for key in ("type", "command", "timeout"))
    if kind not in _TYPES:
        return f"'type' should be one of {', '.join(_TYPES)}"
    if kind == "command" and not isinstance(command, str):
        return "a hook of type 'command' should have a 'command'"
    if timeout is not None and not _is_whole(timeout):
        return "a 'timeout' should be a whole number of seconds"
    return ""


def _is_whole(timeout: object) -> bool:
    return isinstance(timeout, int) and not isinstance(timeout, bool) and timeout >= 0
