"""Entries with only `enabled`: they switch a lower layer's entry, and never loosen a gate."""

from ..engine.plans import Hook
from .discovery import Source
from .entries import Checked, is_gate_capable
from .problems import did_you_mean, quoted

ORDER = ("builtin", "user", "project", "local")


def apply(switch: Checked, source: Source, hooks: list[Hook]) -> None:
    """Switch what the entry names among the hooks of lower layers; what is ignored is a warning.

    A project may silence the user's context and observe hooks, and switch a gate on. It may not
    switch off a gate of a lower layer, nor start what the user has switched off. A file of which
    only the gates count switches nothing but gates.
    """
    entry, faults, layer = switch.entry, switch.faults, source.layer
    assert entry is not None
    lower = [
        hook
        for hook in hooks
        if hook.event == switch.raw.event and ORDER.index(hook.layer) < ORDER.index(layer)
    ]
    meant = [hook for hook in lower if hook.name == switch.raw.name]
    if not meant:
        hint = did_you_mean(switch.raw.name, [hook.name for hook in lower])
        what = f"{quoted(switch.raw.name)} switches nothing: no lower layer has such an entry"
        faults.warn((), what, hint or "an entry needs a handler or a command", on_key=True)
    for hook in meant:
        if source.gates_only and not _is_gate(hook):
            continue  # the nearer file has the say
        refusal = _refusal(hook, layer, entry.enabled, entry.acknowledge is not None)
        if refusal:
            faults.warn((), refusal, "it is ignored", on_key=True)
        elif hook.state in ("on", "disabled"):
            hook.state = "on" if entry.enabled else "disabled"


def _refusal(hook: Hook, layer: str, enabled: bool, acknowledged: bool) -> str:
    gate = _is_gate(hook)
    if not enabled and gate and hook.layer == "builtin" and layer == "user" and not acknowledged:
        return f'switching {hook.name} off takes "acknowledge": "disable-builtin-gate"'
    if not enabled and gate and layer != "user":
        return f"a project cannot switch off {hook.name}, a gate of {hook.layer}"
    if enabled and not gate and layer != "user" and hook.state == "disabled":
        return f"a project cannot switch on {hook.name} of {hook.layer}"
    return ""


def _is_gate(hook: Hook) -> bool:
    return hook.decides and is_gate_capable(hook.event)
