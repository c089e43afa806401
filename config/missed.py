"""A plan is missing: one process compiles it, others wait for its result, but not for long."""

import posix
import time

from ..engine.plans import Plan
from . import guarded, plan_cache
from .discovery import Sources
from .forked import compile_in_child

LONGEST_WAIT = 3.0
_LOCK = posix.O_RDWR | posix.O_CREAT | posix.O_NOFOLLOW | posix.O_NONBLOCK | posix.O_CLOEXEC


def compile_and_keep(sources: Sources, folder: str) -> Plan:
    """Compile the plan and keep it in the folder ("" for nowhere). Raises SnaphookError."""
    if not (folder and guarded.create(folder)):
        return _compiled(sources, "", "")
    path = f"{folder}/{plan_cache.key_of(sources)}.plan"
    if not plan_cache.is_settled([file.mark for file in sources.files], time.time_ns()):
        return _compiled(sources, folder, "")  # cannot be kept, so there is nothing to wait for
    lock = _locked(f"{path[:-5]}.lock", path, sources)
    if isinstance(lock, Plan):
        return lock
    try:
        return plan_cache.lookup(path, sources) or _compiled(sources, folder, path)
    finally:
        if lock >= 0:
            posix.close(lock)


def _compiled(sources: Sources, folder: str, path: str) -> Plan:
    begun = time.time_ns()
    plan, depends = compile_in_child(sources, folder)
    if path:
        plan_cache.store(path, sources, depends, plan, begun)
    plan.notices = sources.notices + plan.notices
    return plan


def _locked(lock_path: str, path: str, sources: Sources) -> "int | Plan":
    """Return the lock's descriptor, another process's plan, or -1 after a bounded wait."""
    import fcntl

    try:
        descriptor = posix.open(lock_path, _LOCK, 0o600)
    except OSError:
        return -1
    end = time.monotonic() + LONGEST_WAIT
    while time.monotonic() < end:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return descriptor
        except BlockingIOError:
            time.sleep(0.02)
        except OSError:  # no locks on this file system
            break
        plan = plan_cache.lookup(path, sources)
        if plan is not None:
            posix.close(descriptor)
            return plan
    posix.close(descriptor)
    return -1
