"""The trust that Codex keeps for each hook: its key, its hash, and the lines in config.toml.

Codex skips a hook without a word unless `hooks.state."KEY".trusted_hash` is the hook's hash. Both
were compared with the client's own list for 99 hooks (Codex 0.171).
"""

import hashlib
import json
import re
from typing import Any

import tomlkit
from tomlkit.exceptions import ParseError
from tomlkit.items import InlineTable

from ...engine.errors import SnaphookError
from .entries import Handler, handlers, is_ours
from .jsonspans import Document

_WITHOUT_MATCHER = ("UserPromptSubmit", "Stop", "Interrupt", "PreModelRequest", "PostModelRequest")
_SHORT = ("SessionEnd", "Interrupt")


def hash_of(event: str, handler: Handler, matcher: str | None) -> str:
    """Return the hash of one command hook, as Codex computes it."""
    hook = {
        "type": "command",
        "command": handler["command"],
        "timeout": _seconds(event, handler.get("timeout")),
        "async": bool(handler.get("async", False)),
    }
    for key in ("statusMessage", "additionalContextLimit"):
        if handler.get(key) is not None:
            hook[key] = handler[key]
    identity: dict[str, Any] = {"event_name": _label(event), "hooks": [hook]}
    if matcher is not None and event not in _WITHOUT_MATCHER:
        identity["matcher"] = matcher
    text = json.dumps(identity, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()


def needed(document: Document, path: str) -> dict[str, str]:
    """Return key -> hash for our entries in a hooks file; `path` as Codex names the file."""
    found = {}
    for (event, group, index), node in handlers(document):
        if is_ours(node.value):
            matcher = document.root.value["hooks"][event][group].get("matcher")
            key = f"{path}:{_label(event)}:{group}:{index}"
            found[key] = hash_of(event, node.value, matcher)
    return found


def untrusted(config: str, where: str, wanted: dict[str, str]) -> list[str]:
    """Return the keys that Codex would skip as things stand in config.toml."""
    state = _state(_parse(config, where))
    return [key for key, value in wanted.items() if not _stands(state.get(key), value)]


def trust(
    config: str,
    where: str,
    wanted: dict[str, str],
    stale: dict[str, str],
    husks: dict[str, str] = {},  # noqa: B006
) -> str:
    """Return config.toml with each wanted key trusted, and those that were ours taken out.

    `husks` is what the function of that name told of the file before we came to it.
    A key with `enabled = false` stays switched off: that was the user's own doing.
    """
    document = _parse(config, where)
    end = husks.get("", config[len(config.rstrip("\n")) :])
    _forget(document, {key: value for key, value in stale.items() if key not in wanted}, husks)
    if any(not _is_recorded(_state(document).get(key), value) for key, value in wanted.items()):
        state = _table(_table(document, "hooks", where), "hooks.state", where)
        for key, value in wanted.items():
            _table(state, key, where, plain=True)["trusted_hash"] = value
        return tomlkit.dumps(document)
    return tomlkit.dumps(document).rstrip("\n") + end  # a removed table leaves its blank line


def husks(config: str, where: str) -> dict[str, str]:
    """Return what removing our trust must leave: the file's end, and tables that were there."""
    hooks = _parse(config, where).get("hooks")
    found = {"": config[len(config.rstrip("\n")) :]}
    if isinstance(hooks, dict):
        found["hooks"] = ""
    if isinstance(hooks, dict) and "state" in hooks:
        found["hooks.state"] = ""
    return found


def _forget(document: Any, stale: dict[str, str], husks: dict[str, str]) -> None:
    state = _state(document)
    gone = [key for key, value in stale.items() if _is_recorded(state.get(key), value)]
    for key in gone:
        del state[key]
    if gone and not state and "hooks.state" not in husks:
        del document["hooks"]["state"]
        if not document["hooks"] and "hooks" not in husks:
            del document["hooks"]


def _table(holder: Any, name: str, where: str, plain: bool = False) -> Any:
    """Return a table in another, made where it is missing. Raises SnaphookError for no table."""
    key = name if plain else name.rpartition(".")[2]
    if key not in holder:
        is_inline = isinstance(holder, InlineTable)
        holder[key] = tomlkit.inline_table() if is_inline else tomlkit.table(not plain)
    if not isinstance(holder[key], dict):
        then = "Mend it and run the command again; nothing was written."
        raise SnaphookError(f"{name!r} should be a table", where, then)
    return holder[key]


def _state(document: Any) -> Any:
    hooks = document.get("hooks", {})
    state = hooks.get("state", {}) if isinstance(hooks, dict) else {}
    return state if isinstance(state, dict) else {}


def _stands(entry: object, value: str) -> bool:
    return (
        _is_recorded(entry, value) and isinstance(entry, dict) and entry.get("enabled") is not False
    )


def _is_recorded(entry: object, value: str) -> bool:
    return isinstance(entry, dict) and entry.get("trusted_hash") == value


def _parse(config: str, where: str) -> Any:
    try:
        return tomlkit.parse(config)
    except ParseError as broken:
        place = f"{where}:{broken.line}:{broken.col}"
        raise SnaphookError(
            f"is no TOML: {broken}",
            place,
            "Mend it and run the command again; nothing was written.",
        ) from broken


def _seconds(event: str, timeout: int | None) -> int:
    if event in _SHORT:
        return min(3, max(1, 1 if timeout is None else timeout))
    return max(1, 600 if timeout is None else timeout)


def _label(event: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", event).lower()
