"""What each handler was last known to be, for as long as it cannot be loaded or found.

A gate whose plugin is uninstalled, broken or too slow to import must not turn into a hook of which
nothing is known, and so fail open.
"""

from json import dumps, loads

from ..engine.paths import normalise
from ..engine.plans import CLASSES
from ..engine.registered import Registered
from ..engine.registry import Registry
from . import guarded

Known = dict[str, tuple[str, tuple[str, ...]]]
"""Class and tools of each handler, by `key_of` what hooks.json calls it."""

MOST = 2000
_LONGEST = 400


def key_of(text: str, root: str) -> str:
    """Return what a handler text names wherever it stands: relative files start at `root`.

    Example: `key_of("./gates.py:f", "/repo") == "/repo/gates.py:f"`.
    """
    text = text.strip()
    if text.startswith(("./", "../")):
        return normalise(f"{root}/{text}")
    return text


def of_registry(registry: Registry) -> Known:
    """Return what there is to know of every handler that plugins brought, aliases included."""
    handlers = {name: fact(one) for name, one in registry.handlers.items() if _is_theirs(one)}
    aliases = registry.aliases.items()
    return handlers | {alias: handlers[name] for alias, name in aliases if name in handlers}


def fact(registered: Registered) -> tuple[str, tuple[str, ...]]:
    """Return a handler's class and the tools that it is about, none for all."""
    return registered.declaration.class_, tuple(registered.declaration.tools)


def _is_theirs(registered: Registered) -> bool:
    return registered.plugin != "snaphook"


def keep(folder: str, new: Known) -> None:
    """Remember handlers in the guarded folder ("" for nowhere), the newest first; never fails."""
    if not (folder and new):
        return
    before = recall(folder)
    if all(before.get(name) == what for name, what in new.items() if len(name) <= _LONGEST):
        return
    both = {name: what for name, what in (new | before | new).items() if len(name) <= _LONGEST}
    content = dumps(dict(list(both.items())[:MOST])).encode("ascii")
    if guarded.create(folder):
        try:
            guarded.write(_place(folder), content)
        except (OSError, ValueError):
            return


def recall(folder: str) -> Known:
    """Return what is remembered, nothing when that cannot be read."""
    if not (folder and guarded.is_closed(folder)):
        return {}
    try:
        value = loads(guarded.read(_place(folder)))
        known = {
            str(name): (str(told[0]), tuple(map(str, told[1]))) for name, told in value.items()
        }
    except (OSError, ValueError, AttributeError, TypeError, LookupError, RecursionError):
        return {}
    return {name: told for name, told in known.items() if told[0] in CLASSES}


def _place(folder: str) -> str:
    return f"{folder}/handlers.known"
