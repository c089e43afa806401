"""What a cloned repository may configure before the user has trusted it: gates, and no words."""

from typing import Any

from ..engine.matchers import compile_matcher
from .entries import Checked
from .handler_options import steering
from .resolve import Resolved


def needs_trust(checked: Checked, resolved: Resolved | None, model: Any) -> bool:
    """Tell whether a project's entry may only run once it is trusted.

    A switch needs none, and neither does a gate that ships with snaphook whose options carry
    neither code nor free text and whose matcher is exact: it can only tighten.
    """
    if checked.entry and checked.entry.is_switch:
        return False
    if resolved is None or not resolved.ours or resolved.declaration is None:
        return True
    if resolved.declaration.class_ not in ("gate", "gate-advisory") or "command" in checked.values:
        return True
    return not _is_exact(checked.values.get("matcher")) or _steers(checked, model)


def _is_exact(matcher: Any) -> bool:
    """Whether it is absent or a list of names; one that is no matcher at all matches everything."""
    try:
        _, prefixes, pattern = compile_matcher(matcher or "")
    except (ValueError, AttributeError):
        return True
    return not (prefixes or pattern)


def _steers(checked: Checked, model: Any) -> bool:
    options = checked.values.get("options", {})
    if model is None or not isinstance(options, dict):
        return False
    return any(key in steering(model) for key in options)
