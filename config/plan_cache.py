"""Compiled plans on disk: used only while everything they were made from is as it was."""

import marshal
import sys
from _imp import source_hash

from ..engine.plans import PLAN_VERSION, Plan
from . import guarded
from .discovery import Sources
from .fingerprints import Fingerprint, fingerprint, youngest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SETTLED = 2_000_000_000
"""How old (ns) a file must be to be cached: within one tick of a clock two edits look the same."""

_OURS = __file__.rsplit("/", 1)[0]


def identity() -> "tuple[Any, ...]":
    """Return what a plan is bound to besides files: the interpreter and this installation."""
    return (PLAN_VERSION, sys.version, sys.executable, _OURS)


def key_of(sources: Sources) -> str:
    """Return a plan's file name: one per interpreter and set of config files."""
    places = [(file.layer, file.path, file.gates_only) for file in sources.files]
    return source_hash(PLAN_VERSION, repr((identity(), sources.home, places)).encode()).hex()


def lookup(path: str, sources: Sources) -> Plan | None:
    """Return the plan in a file if everything agrees, else None; never raises."""
    try:
        content = guarded.read(path)
        if content[:8] != source_hash(PLAN_VERSION, content[8:]):
            return None
        bound, home, key, depends, fields = marshal.loads(content[8:])
        if bound != identity() or home != sources.home or key != sources.key():
            return None
        if any(fingerprint(place) != mark for place, mark in depends):
            return None
        plan = Plan(**fields)
    except (OSError, ValueError, EOFError, TypeError):
        return None
    if sources.notices:
        plan.notices = sources.notices + plan.notices
    return plan


def store(
    path: str,
    sources: Sources,
    depends: "list[tuple[str, Fingerprint]]",
    plan: Plan,
    begun: int,
) -> bool:
    """Keep a plan, unless something it was made from is too young; tell whether it was kept.

    `begun` is when compiling began, in ns since the epoch: what changed later may or may not be in
    the plan.
    """
    marks = [file.mark for file in sources.files] + [mark for _, mark in depends]
    if not is_settled(marks, begun):
        return False
    data = (identity(), sources.home, sources.key(), tuple(depends), plan.plain())
    try:
        content = marshal.dumps(data)
        guarded.write(path, source_hash(PLAN_VERSION, content) + content)
    except (OSError, ValueError):
        return False
    return True


def is_settled(marks: list[Fingerprint], now: int) -> bool:
    """Tell whether nothing had changed within two seconds before `now` (or has since)."""
    return youngest(marks) <= now - SETTLED
