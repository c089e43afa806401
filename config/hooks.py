"""From a checked entry to the Hook that a plan holds; a broken entry becomes one that fails."""

from dataclasses import dataclass
from typing import Any

from ..engine.errors import SnaphookError
from ..engine.events import KINDS
from ..engine.matchers import EVERYTHING, compile_matcher
from ..engine.plans import CLASSES, Hook
from .entries import Checked, check_class, is_gate_capable
from .handler_options import Place, checked_options
from .models import Entry
from .problems import quoted
from .resolve import Resolved, Resolver, UnresolvedError
from .shipped_gates import is_shipped_gate
from .trust_needs import needs_trust
from .wrong_values import dotted


@dataclass(frozen=True)
class Standing:
    """What an entry's file gives to all its hooks."""

    layer: str
    root: str
    source: str
    profile: str
    home: str
    enabled: bool


def hook_of(checked: Checked, standing: Standing, resolver: Resolver) -> Hook:
    """Return the entry's hook; faults are added to the entry's."""
    resolved = _named(checked, resolver)
    model = _model(checked, resolved, resolver)
    untrusted = standing.layer == "project" and needs_trust(checked, resolved, model)
    if resolved is None and checked.entry and checked.entry.handler and not untrusted:
        resolved = _loaded(checked, standing, resolver)
        model = _model(checked, resolved, resolver)
    known = ("", ()) if resolved else resolver.last_known(checked.text("handler"), standing.root)
    class_ = _class(checked, resolved, known[0])
    fields = _common(checked, standing, class_)
    fields["matcher"] = _matcher(checked)
    if checked.entry:
        fields |= _details(checked.entry, checked, standing, resolved)
        if resolved and not checked.entry.command:
            # a project's values that no model comes to an end with are the project's fault
            with resolver.running(None if standing.layer == "project" else resolved):
                fields |= _function(checked.entry, checked, standing, resolved, model)
        check_class(checked, class_, bool(fields["background"]))
    if checked.errors:
        fields = _broken(checked, standing, class_, fields["matcher"])
        fields["tools"] = known[1] if _has_tools(checked.raw.event) else ()
    fields["state"] = _state(checked, standing, untrusted)
    return Hook(**fields)


def _named(checked: Checked, resolver: Resolver) -> Resolved | None:
    """Look a registered handler up, which loads nothing; a wrong name is the entry's fault."""
    text = checked.text("handler")
    try:
        return resolver.named(text) if text.strip() else None
    except UnresolvedError as error:
        checked.faults.error((checked.spelled["handler"],), error.what, error.then)
        return None


def _model(checked: Checked, resolved: Resolved | None, resolver: Resolver) -> Any:
    """Load the options model; that it cannot be loaded is the entry's fault."""
    if resolved is None or resolved.registered is None:
        return None
    try:
        with resolver.running(resolved):
            return resolved.registered.options_model()
    except SnaphookError as error:
        checked.faults.error((checked.spelled["handler"],), error.what, error.then)
        return None


def _loaded(checked: Checked, standing: Standing, resolver: Resolver) -> Resolved | None:
    if checked.errors:
        return None
    try:
        return resolver.resolve(checked.text("handler"), standing.root)
    except UnresolvedError as error:
        checked.faults.error((checked.spelled["handler"],), error.what, error.then)
        return None


def _class(checked: Checked, resolved: Resolved | None, known: str) -> str:
    """The declared (or last known) class, made stricter at most; else what the entry says."""
    said = checked.values.get("class")
    said = said if said in CLASSES and said != "undeclared" else ""
    declared = resolved.declaration.class_ if resolved and resolved.declaration else known
    if resolved is None and is_shipped_gate(checked.text("handler")):
        declared = "gate"
    if declared and said and said != declared:
        if (declared, said) == ("gate-advisory", "gate"):
            return "gate"
        what = f"the handler is declared {declared}, which counts; {said} does not"
        checked.faults.warn(("class",), what, "remove class", on_key=True)
    if declared or said:
        return declared or said
    return "undeclared" if is_gate_capable(checked.raw.event) else "context"


def _common(checked: Checked, standing: Standing, class_: str) -> dict[str, Any]:
    return {
        "name": checked.name,
        "event": checked.raw.event,
        "handler": checked.text("handler"),
        "class": class_,
        "root": standing.root,
        "source": standing.source,
        "layer": standing.layer,
        "profile": standing.profile,
    }


def _matcher(checked: Checked) -> Any:
    """The compiled matcher; a wrong one matches everything and breaks the entry."""
    text = checked.text("matcher")
    try:
        return compile_matcher(text)
    except ValueError as error:
        what = str(error).replace(repr(text.strip()), quoted(text))
        checked.faults.error((checked.spelled["matcher"],), what)
        return EVERYTHING


def _details(
    entry: Entry,
    checked: Checked,
    standing: Standing,
    resolved: Resolved | None,
) -> dict[str, Any]:
    declaration = resolved.declaration if resolved else None
    fields: dict[str, Any] = {
        "fail_mode": entry.fail_mode or "",
        "timeout_ms": checked.timeout_ms or _default_timeout(resolved),
        "background": entry.background
        if entry.background is not None
        else bool(declaration and declaration.background),
        "budgets": entry.budgets,
        "sandbox": entry.sandbox,
        "network": None if entry.network == "none" else entry.network,
        "profiles": tuple(entry.profiles),
        "providers": tuple(entry.providers),
        "files": tuple(entry.files),
    }
    for key in ("mode", "subagents", "priority", "max_context", "max_blocks", "grant", "rewrite"):
        fields[key] = getattr(entry, key)
    return fields | _command(entry, standing) if entry.command else fields


def _default_timeout(resolved: Resolved | None) -> int:
    if resolved and resolved.declaration:
        return max(1, min(600_000, round(resolved.declaration.timeout * 1000)))
    return int(Hook.DEFAULTS["timeout_ms"])


def _command(entry: Entry, standing: Standing) -> dict[str, Any]:
    command = entry.command
    assert command is not None
    cwd = command.cwd or "."
    return {
        "kind": "command",
        "handler": " ".join(command.argv),
        "argv": tuple(command.argv),
        "cwd": cwd if cwd.startswith("/") else _under(standing.root, cwd),
        "env": dict(command.env),
    }


def _under(root: str, path: str) -> str:
    from ..engine.paths import normalise

    return normalise(f"{root}/{path}")


def _function(
    entry: Entry, checked: Checked, standing: Standing, resolved: Resolved, model: Any
) -> dict[str, Any]:
    declaration = resolved.declaration
    event = checked.raw.event
    if declaration and declaration.events and event not in declaration.events:
        handles = ", ".join(declaration.events)
        what = f"{resolved.attribute} does not handle {dotted((event,))}; it handles {handles}"
        checked.faults.error((checked.spelled["handler"],), what)
    options = dict(entry.options)
    if declaration:
        at = (checked.spelled.get("options", "options"),)
        of = dotted((event, checked.raw.name))
        place = Place(standing.root, standing.home)
        options = checked_options(entry, model, place, checked.faults, at, of)
    return {
        "kind": resolved.kind,
        "module": resolved.module,
        "attribute": resolved.attribute,
        "directories": resolved.directories,
        "needs_site": resolved.needs_site,
        "arguments": resolved.registered.arguments if resolved.registered else (),
        "tools": tuple(declaration.tools) if declaration and _has_tools(event) else (),
        "options": options,
    }


def _has_tools(event: str) -> bool:
    from ..engine.events import ToolEvent

    return event in KINDS and issubclass(KINDS[event], ToolEvent)


def _broken(checked: Checked, standing: Standing, class_: str, matcher: Any) -> dict[str, Any]:
    """A hook that always fails, by its class and fail mode as far as those can be read."""
    fault = checked.errors[0]
    mode = checked.values.get("fail_mode")
    mode = mode if mode in ("open", "closed") else ""
    if {"fail_mode", "failMode"} <= set(checked.values and checked.raw.value):
        mode = ""
    return _common(checked, standing, class_) | {
        "kind": "broken",
        "matcher": matcher,
        "fail_mode": mode,
        "problem": f"{fault.what}; {fault.then}" if fault.then else fault.what,
    }


def _state(checked: Checked, standing: Standing, untrusted: bool) -> str:
    if not standing.enabled or checked.values.get("enabled") is False:
        return "disabled"
    return "untrusted" if untrusted else "on"
