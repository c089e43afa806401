"""Check one entry by itself: its name, its keys, their types, and what its event allows."""

import re
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from ..engine.events import KINDS
from .models import ENTRY_KEYS, USER_ONLY, Entry
from .problems import Fault, Faults, quoted
from .shapes import RawEntry, kind
from .spellings import one_spelling
from .timeouts import LONGEST, LONGEST_PYTHON, timeout_of
from .wrong_values import dotted, tell

OURS = "snaphook."
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")
_AIPASS_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}")


@dataclass
class Checked:
    """An entry with what could be read of it; `entry` is None where that is not enough.

    `values` are its members by snake_case key, `spelled` how the file spells those.
    """

    raw: RawEntry
    values: dict[str, Any]
    spelled: dict[str, str]
    entry: Entry | None
    timeout_ms: int | None
    faults: Faults

    @property
    def errors(self) -> list[Fault]:
        """What breaks it."""
        return [fault for fault in self.faults.found if fault.severity == "error"]

    @property
    def name(self) -> str:
        """Its name, without anything that is no part of one."""
        return re.sub(r"[^\w.-]", "", self.raw.name, flags=re.ASCII)[:64] or "entry"

    def text(self, key: str) -> str:
        """Return a member's text even from a broken entry, "" when it is none."""
        value = self.values.get(key)
        return value if isinstance(value, str) else ""


def check(raw: RawEntry, layer: str) -> Checked:
    """Check an entry of a layer (builtin, user, project); faults are relative to the entry."""
    faults = raw.faults
    if not isinstance(raw.value, dict):
        if not faults.found:
            what = f"expected object, not {kind(raw.value)}"
            faults.error((), f"{dotted((raw.event, raw.name))}: {what}")
        return Checked(raw, {}, {}, None, None, faults)
    values, spelled = one_spelling(raw.value, ENTRY_KEYS, faults)
    _check_id(raw, values, faults)
    longest = LONGEST_PYTHON if _may_take_long(raw, values) else LONGEST
    timeout = timeout_of(values, longest, faults)
    entry = _entry(raw, values, spelled)
    checked = Checked(raw, values, spelled, entry, timeout, faults)
    _check_name(checked, layer)
    _check_layer(checked, layer)
    return checked


def _may_take_long(raw: RawEntry, values: dict[str, Any]) -> bool:
    return raw.aipass or "handler" in values or values.get("background") is True


def _check_id(raw: RawEntry, values: dict[str, Any], faults: Faults) -> None:
    listed = isinstance(raw.at[-1], int)
    name = values.get("id")
    if listed and not (isinstance(name, str) and name):
        faults.error((), 'an entry of a list needs an "id"')
    if listed:
        values.pop("id", None)


def _entry(raw: RawEntry, values: dict[str, Any], spelled: dict[str, str]) -> Entry | None:
    kept = {key: value for key, value in values.items() if key not in ("timeout", "timeout_ms")}
    try:
        return Entry.model_validate(kept)
    except ValidationError as error:
        of = dotted((raw.event, raw.name))
        tell(error.errors(include_url=False), ENTRY_KEYS, raw.faults, spelled, (), of)
        return None


def _check_name(checked: Checked, layer: str) -> None:
    name, faults = checked.raw.name, checked.faults
    if layer == "builtin":
        return
    if name.startswith(OURS) or name == OURS[:-1]:
        if not (checked.entry and checked.entry.is_switch):
            then = f'{OURS}* can only be switched: {{"enabled": false}}'
            faults.error((), f"{quoted(name)} is a name of snaphook's own", then, on_key=True)
        return
    pattern = _AIPASS_NAME if checked.raw.aipass else _NAME
    if not pattern.fullmatch(name):
        then = "use lower-case letters, digits, _ and -, at most 64"
        faults.error((), f"{quoted(name)} is no name for an entry", then, on_key=True)


def _check_layer(checked: Checked, layer: str) -> None:
    if layer in ("builtin", "user"):
        return
    for key in USER_ONLY:
        if key in checked.values:
            then = "only ~/.aipass/hooks.json may say that"
            checked.faults.error((checked.spelled[key],), f"{key} is not for a project", then, True)


def is_gate_capable(event: str) -> bool:
    """Tell whether a deny on the event changes what happens."""
    return event in KINDS and KINDS[event].GATE_CAPABLE


def check_class(checked: Checked, class_: str, background: bool) -> None:
    """Check what an entry says against the class that its hook has in the end."""
    entry, faults, event = checked.entry, checked.faults, checked.raw.event
    if entry is None:
        return
    decides = class_ in ("gate", "gate-advisory", "undeclared") and is_gate_capable(event)
    if entry.fail_mode == "closed" and not (decides and event not in ("Stop", "SubagentStop")):
        why = f"on {event}" if decides else f"for {class_} on {dotted((event,))}"
        key = checked.spelled["fail_mode"]
        faults.error((key,), f'fail_mode "closed" has no meaning {why}', "leave it out", True)
    if entry.budgets and class_ in ("gate", "gate-advisory"):
        key = checked.spelled[next(iter(entry.budgets))]
        faults.error((key,), f"a gate has no budget: {key}", "leave it out", True)
    if background and class_ != "observe":
        key = checked.spelled.get("background", "handler")
        faults.error((key,), "only an observe hook runs in the background", '"class": "observe"')
    if entry.class_ in ("gate", "gate-advisory") and not is_gate_capable(event):
        faults.warn(("class",), f"nothing can be refused on {quoted(event)}", on_key=True)
