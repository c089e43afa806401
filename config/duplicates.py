"""The same hook configured twice on one event runs once, by the stricter fail mode."""

from typing import Any

from ..engine.plans import Hook

_APART = ("name", "fail_mode", "timeout_ms", "layer", "source", "root", "priority", "description")
"""What two entries may differ in and still be the same hook."""

_STRICTNESS = ("open", "", "closed")
"""Fail modes from lax to strict; "" is what the hook's class says."""


def without_duplicates(hooks: list[Hook]) -> list[Hook]:
    """Return the hooks with each kept once, at its first place.

    Hooks that read relative options or run commands are the same only from the same folder; only
    hooks that run at all are compared, so a switched-off one never stands in for another.
    """
    kept: dict[str, Hook] = {}
    result: list[Hook] = []
    for hook in hooks:
        if hook.state != "on" or hook.kind == "broken":
            result.append(hook)
            continue
        first = kept.setdefault(_sameness(hook), hook)
        if first is hook:
            result.append(hook)
        else:
            first.fail_mode = max(first.fail_mode, hook.fail_mode, key=_STRICTNESS.index)
    return result


def _sameness(hook: Hook) -> str:
    plain: dict[str, Any] = {
        key: value for key, value in hook.plain().items() if key not in _APART and key != "handler"
    }
    return repr(sorted(plain.items()))
