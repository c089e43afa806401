"""Every shape that a hooks.json may have, as one list of raw entries.

Ours has events under `hooks`, AIPass's at the top; an event holds entries by name, or a list of
entries with an `id` each.
"""

from dataclasses import dataclass, field
from typing import Any

from .event_names import meant_event
from .models import SETTING_KEYS
from .problems import Faults, Steps, did_you_mean, nearest, quoted
from .spellings import one_spelling

MOST_EVENTS = 500
"""How many members the file, and `hooks` in it, may have: there are not fifty events."""


class UnusableError(Exception):
    """The whole file means nothing: `what`, seen at `at`."""

    def __init__(self, at: Steps, what: str) -> None:
        super().__init__(what)
        self.at = at
        self.what = what


@dataclass
class RawEntry:
    """An entry as the file has it; its faults' places are relative to `at`."""

    event: str
    name: str
    value: Any
    at: Steps
    aipass: bool = False
    faults: Faults = field(default_factory=Faults)


@dataclass
class Shape:
    """A file taken apart: settings by snake_case key (with their spelling), and its entries."""

    settings: dict[str, Any]
    spelled: dict[str, str]
    entries: list[RawEntry]


def take_apart(value: Any, faults: Faults) -> Shape:
    """Return the settings and raw entries. Raises UnusableError for what is no configuration."""
    if not isinstance(value, dict):
        raise UnusableError((), f"a configuration is a JSON object, not {kind(value)}")
    settings, spelled = one_spelling(value, SETTING_KEYS, faults)
    _check_version(settings, spelled)
    hooks = settings.pop("hooks", {})
    if not isinstance(hooks, dict):
        raise UnusableError(("hooks",), f"hooks is an object of events, not {kind(hooks)}")
    for at, members in ((), value), (("hooks",), hooks):
        if len(members) > MOST_EVENTS:
            raise UnusableError(at, f"more than {MOST_EVENTS} events")
    entries = [
        entry
        for event, section in hooks.items()
        if not event.startswith("_")
        for entry in _section(event, section, ("hooks", event), faults)
    ]
    for key in [key for key in settings if key not in SETTING_KEYS]:
        entries += _at_the_top(key, settings.pop(key), faults)
    return Shape(settings, spelled, entries)


def kind(value: Any) -> str:
    """Name a JSON value's type for people."""
    names = {dict: "an object", list: "a list", str: "a string", bool: "true or false"}
    return "null" if value is None else names.get(type(value), "a number")


def _check_version(settings: dict[str, Any], spelled: dict[str, str]) -> None:
    for key in ("version", "schema_version"):
        version = settings.pop(key, 1)
        told = type(version) in (int, float, str)
        if not told or str(version).split(".")[0].strip() != "1":
            what = f"version {quoted(version)} of the file's format; this snaphook reads version 1"
            raise UnusableError((spelled[key],), what)


def _at_the_top(key: str, section: Any, faults: Faults) -> list[RawEntry]:
    """Read a member that is no setting: an event as AIPass has it, or a slip."""
    if nearest(key, ["hooks"]) and not meant_event(key):
        entries = [
            entry
            for event, inner in (section.items() if isinstance(section, dict) else ())
            for entry in _section(event, inner, (key, event), faults)
        ]
        for entry in entries:
            entry.faults.error((), f"{quoted(key)} is no key", "did you mean 'hooks'?")
        if not entries:
            faults.error((key,), f"unknown key {quoted(key)}", "did you mean 'hooks'?", True)
        return entries
    if isinstance(section, (dict, list)) or meant_event(key):
        return _section(key, section, (key,), faults, aipass=True)
    faults.error((key,), f"unknown key {quoted(key)}", did_you_mean(key, SETTING_KEYS), True)
    return []


def _section(
    key: str, section: Any, at: Steps, faults: Faults, aipass: bool = False
) -> list[RawEntry]:
    event = meant_event(key) or key
    if isinstance(section, dict):
        named = [(name, name, value) for name, value in section.items() if name[:1] != "_"]
    elif isinstance(section, list):
        named = [(_id(item, index), index, item) for index, item in enumerate(section)]
    else:
        lost = RawEntry(event, event, section, at, aipass)
        lost.faults.error((), f"{key}: expected an object of entries, not {kind(section)}")
        return [lost]
    entries = [RawEntry(event, name, value, (*at, step), aipass) for name, step, value in named]
    if event != key:
        for entry in entries:
            entry.faults.error((), f"{quoted(key)} is no event", f"did you mean {event!r}?")
    if not meant_event(key):
        then = "its hooks can only observe, where the provider sends it"
        faults.warn(at, f"{quoted(key)} is no event that snaphook knows", then, on_key=True)
    _refuse_repeated(entries)
    return entries


def _id(item: Any, index: int) -> str:
    name = item.get("id") if isinstance(item, dict) else None
    return name if isinstance(name, str) and name else f"entry-{index + 1}"


def _refuse_repeated(entries: list[RawEntry]) -> None:
    seen: set[str] = set()
    for entry in entries:
        if entry.name in seen:
            entry.faults.error((), f"the name {quoted(entry.name)} is taken", "rename one of them")
        seen.add(entry.name)
