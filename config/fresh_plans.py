"""A plan that cannot be kept for good, for the calls that come at the same time and just after.

Files that were written a moment ago may change again within one tick of the clock, so their
fingerprints are not enough: here what is in the config files must be the same too.
"""

import marshal
import posix
import time
from _imp import source_hash

from ..engine.plans import PLAN_VERSION, Plan
from . import guarded, plan_cache
from .discovery import Sources
from .fingerprints import Fingerprint, fingerprint

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

LIFE = 60_000_000_000
"""For how long (ns) such a plan is used at most."""

_LARGEST = 1024 * 1024
_READ = posix.O_RDONLY | posix.O_NONBLOCK | posix.O_CLOEXEC

Contents = tuple[tuple[int, int, bytes], ...]
"""Mode, owner and a hash of each config file, in the order of the sources."""


def contents_of(sources: Sources) -> Contents | None:
    """Return what the config files hold now, None when one cannot be told."""
    try:
        return tuple(_content(file.path) for file in sources.files)
    except (OSError, ValueError):
        return None


def _content(path: str) -> tuple[int, int, bytes]:
    descriptor = posix.open(path, _READ)
    try:
        seen = posix.fstat(descriptor)
        text = b""
        while len(text) <= _LARGEST and (more := posix.read(descriptor, _LARGEST)):
            text += more
    finally:
        posix.close(descriptor)
    if len(text) > _LARGEST:
        raise ValueError("too large to be a config file")
    return seen.st_mode, seen.st_uid, source_hash(PLAN_VERSION, text)


def lookup(path: str, sources: Sources) -> Plan | None:
    """Return the plan in a file if it was made a moment ago from just what is there now."""
    try:
        packed = guarded.read(path)
        if packed[:8] != source_hash(PLAN_VERSION, packed[8:]):
            return None
        bound, begun, stalled, depends, fields = marshal.loads(packed[8:])
        now = time.time_ns()
        if not begun <= now <= begun + LIFE or bound != _bound(sources):
            return None
        if not stalled and plan_cache.is_settled([file.mark for file in sources.files], now):
            return None  # from now on one can be kept for good
        if any(fingerprint(place) != mark for place, mark in depends):
            return None
        plan = Plan(**fields)
    except (OSError, ValueError, EOFError, TypeError):
        return None
    plan.notices = sources.notices + plan.notices
    return plan


def store(
    path: str,
    sources: Sources,
    contents: Contents | None,
    depends: "list[tuple[str, Fingerprint]]",
    plan: Plan,
    begun: int,
    stalled: bool,
) -> None:
    """Keep a plan that was compiled from `begun` on, unless something changed meanwhile.

    `contents` are the config files' before compiling; all else that the plan was made from must
    have been settled by then.
    """
    bound = _bound(sources)
    settled = plan_cache.is_settled([mark for _, mark in depends], begun)
    same = all(fingerprint(file.path) == file.mark for file in sources.files)
    if contents is None or bound[-1] != contents or not (settled and same):
        return
    try:
        packed = marshal.dumps((bound, begun, bool(stalled), tuple(depends), plan.plain()))
        guarded.write(path, source_hash(PLAN_VERSION, packed) + packed)
    except (OSError, ValueError):
        return


def _bound(sources: Sources) -> "tuple[Any, ...]":
    return (plan_cache.identity(), sources.home, sources.key(), contents_of(sources))
