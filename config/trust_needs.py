"""What a cloned repository may configure before the user has trusted it: gates, and no words."""

from typing import Any

from ..engine.matchers import compile_matcher
from .entries import Checked
from .handler_options import steering
from .resolve import Resolved
from .shipped_gates import STEERING, is_shipped_gate


def needs_trust(checked: Checked, resolved: Resolved | None, model: Any) -> bool:
    """Tell whether a project's entry may only run once it is trusted.

    A switch needs none, and neither does a gate that ships with snaphook whose options carry
    neither code nor free text and whose matcher is exact: it can only tighten. `resolved` and
    `model` are None where they cannot be loaded; a gate that ships is one even then.
    """
    if checked.entry and checked.entry.is_switch:
        return False
    if not _is_our_gate(checked, resolved) or "command" in checked.values:
        return True
    return not _is_exact(checked.values.get("matcher")) or _steers(checked, model)


def _is_our_gate(checked: Checked, resolved: Resolved | None) -> bool:
    if resolved is None:
        return is_shipped_gate(checked.text("handler"))
    declared = resolved.declaration.class_ if resolved.declaration else ""
    return resolved.ours and declared in ("gate", "gate-advisory")


def _is_exact(matcher: Any) -> bool:
    """Whether it is absent or a list of names; one that is no matcher at all matches everything."""
    try:
        _, prefixes, pattern = compile_matcher(matcher or "")
    except (ValueError, AttributeError):
        return True
    return not (prefixes or pattern)


def _steers(checked: Checked, model: Any) -> bool:
    options = checked.values.get("options", {})
    if not isinstance(options, dict):
        return False
    shipped = STEERING.get(checked.text("handler").strip(), frozenset())
    return not options.keys().isdisjoint(shipped if model is None else steering(model))
