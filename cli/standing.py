"""What applies in a folder: its plan and configs, and what the log tells of each hook."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..config.discovery import Source
    from ..engine.plans import Hook, Plan

_WORDS = {"on": "on", "disabled": "off", "untrusted": "untrusted"}
_PLACE = ("path", "line", "column", "what")


def gathered(cwd: str) -> dict[str, Any]:
    """Return the plan of a folder, what it was made from, and what the log tells of each hook."""
    from ..config.discovery import discover
    from ..config.find import plan_for
    from ..logs.reader import Log, last_seen
    from .firings import Firings
    from .validate import problems_in
    from .wired import wired

    plan = plan_for(cwd, cwd)
    sources = discover(cwd, cwd).files
    problems = [problem["severity"] for problem in problems_in(cwd)]
    firings = Firings(Log().records(), (*plan.roots, cwd))
    return {
        "project": plan.roots[0] if plan.roots else cwd,
        "plan": plan.id,
        "profile": plan.profile,
        "hooks_enabled": _enabled(sources),
        "wired": wired(),
        "configs": [_config(source) for source in sources],
        "problems": {
            "errors": problems.count("error"),
            "warnings": problems.count("warning"),
            "next": "snaphook validate" if problems else "",
        },
        "broken": [dict(zip(_PLACE, place, strict=True)) for place in plan.broken],
        "notices": list(plan.notices),
        "events": _events(plan, firings.of),
        "seen": {f"{who}.{event}": when for (who, event), when in sorted(last_seen().items())},
    }


def _events(plan: "Plan", fired: Any) -> dict[str, list[dict[str, Any]]]:
    """Return the hooks of each event in run order; events in the order that documents have."""
    from ..engine.events import KINDS
    from ..engine.plans import Hook

    events = [
        *(name for name in KINDS if name in plan.events),
        *sorted(set(plan.events) - {*KINDS}),
    ]
    return {
        event: [_row(hook) | fired(event, hook.name) for hook in (Hook(**one) for one in hooks)]
        for event, hooks in ((event, plan.events[event]) for event in events)
    }


def _row(hook: "Hook") -> dict[str, Any]:
    return {
        "hook": hook.name,
        "handler": hook.handler,
        "state": "broken" if hook.state == "on" and hook.problem else _WORDS[hook.state],
        "problem": hook.problem,
        "layer": hook.layer,
        "source": hook.source,
        "class": hook.class_,
        "fail_mode": _fail_mode(hook),
        "mode": hook.mode,
        "matcher": _matcher(hook),
        "background": hook.background,
    }


def _fail_mode(hook: "Hook") -> str:
    """Return "closed" or "open": what the hook's failure means on its event."""
    from ..engine.events import KINDS
    from ..engine.failures import closes

    event = KINDS[hook.event]() if hook.event in KINDS else None
    return "closed" if event is not None and closes(hook, "crash", event) else "open"


def _matcher(hook: "Hook") -> str:
    """Return what the hook is for: its matcher as one text, else its handler's own tools."""
    names, prefixes, pattern = hook.matcher
    told = pattern or "|".join([*names, *(f"{prefix}.*" for prefix in prefixes)])
    own = "|".join(hook.tools)
    return f"{told} of {own}" if told and own else told or own or "*"


def _config(source: "Source") -> dict[str, str]:
    why = {"user": "your own, for every project", "project": "the nearest above this folder"}
    told = "further up; only its gates count" if source.gates_only else why.get(source.layer, "")
    return {"layer": source.layer, "path": source.path, "why": told}


def _enabled(sources: "list[Source]") -> dict[str, Any]:
    """Return whether hooks are on here, and which file says so ("default" where none does)."""
    from ..config.config_file import BrokenFileError, read_config

    said = {}
    for source in sources:
        try:
            value = read_config(source.path, "").settings.get("hooks_enabled")
        except BrokenFileError:
            continue
        if isinstance(value, bool):
            said[source.path] = value
    off = [path for path, value in said.items() if not value]
    return {"value": not off, "source": (off or [*said, "default"])[0]}
