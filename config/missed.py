"""A plan is missing: one process compiles it, others wait for its result, but not for long."""

import posix
import time

from ..engine.plans import Plan
from . import fresh_plans, guarded, plan_cache
from .discovery import Sources
from .forked import compile_in_child

LONGEST_WAIT = 15.0
"""Seconds to wait for another process: longer than one that compiles may take for an attempt."""

_LOCK = posix.O_RDWR | posix.O_CREAT | posix.O_NOFOLLOW | posix.O_NONBLOCK | posix.O_CLOEXEC


def compile_and_keep(sources: Sources, folder: str) -> Plan:
    """Compile the plan and keep it in the folder ("" for nowhere). Raises SnaphookError."""
    if not (folder and guarded.create(folder)):
        return _compiled(sources, "", "")
    path = f"{folder}/{plan_cache.key_of(sources)}"
    lock = _locked(path, sources)
    if isinstance(lock, Plan):
        return lock
    try:
        return _kept(path, sources) or _compiled(sources, folder, path)
    finally:
        if lock >= 0:
            posix.close(lock)


def _compiled(sources: Sources, folder: str, path: str) -> Plan:
    begun = time.time_ns()
    contents = fresh_plans.contents_of(sources)
    plan, depends, stalled = compile_in_child(sources, folder)
    # what stalled may have been a busy machine, and is tried again before long
    kept = path and not stalled and plan_cache.store(f"{path}.plan", sources, depends, plan, begun)
    if path and not kept:
        fresh_plans.store(f"{path}.fresh", sources, contents, depends, plan, begun, stalled)
    plan.notices = sources.notices + plan.notices
    return plan


def _kept(path: str, sources: Sources) -> Plan | None:
    return plan_cache.lookup(f"{path}.plan", sources) or fresh_plans.lookup(
        f"{path}.fresh", sources
    )


def _locked(path: str, sources: Sources) -> "int | Plan":
    """Return the lock's descriptor, another process's plan, or -1 after a bounded wait."""
    import fcntl

    try:
        descriptor = posix.open(f"{path}.lock", _LOCK, 0o600)
    except OSError:
        return -1
    end = time.monotonic() + LONGEST_WAIT
    while time.monotonic() < end:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return descriptor
        except BlockingIOError:
            time.sleep(0.04)
        except OSError:  # no locks on this file system
            break
        plan = _kept(path, sources)
        if plan is not None:
            posix.close(descriptor)
            return plan
    posix.close(descriptor)
    return -1
