"""Observe hooks that run after the answer, in processes of their own that nobody waits for."""

import _signal
import posix
import time

from .directories import state
from .runs import Run
from .starting import close_all_but
from .supervisor import supervise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NoReturn

    from .events import Event
    from .plans import Hook

AT_ONCE = 32
"""How many background hooks of one user may run at the same time."""

LONGEST = 600.0
"""The longest that one may take, in seconds, whatever its time-out says."""


def start(event: "Event", hooks: "list[Hook]", finished: "Callable[[Run], None]") -> None:
    """Start the hooks in detached processes and return at once.

    Call it when the answer is written. `finished` is called with each hook's run in that hook's
    own process, at its end: it is where the run is logged. A hook for which all AT_ONCE places are
    taken fails as "unavailable". Nothing that a hook does reaches the caller's standard streams.
    Raises OSError when no process can be forked.
    """
    if not hooks:
        return
    child = posix.fork()
    if child:
        try:
            posix.waitpid(child, 0)  # it forks once and is gone
        except ChildProcessError:  # whoever started us ignores children, so it is gone already
            pass
        return
    try:
        _detach()
        if not posix.fork():
            _start_each(event, hooks, finished)
    except OSError as error:
        for hook in hooks:
            finished(_not_run(hook, f"no process can start: {error.strerror}"))
    finally:
        posix._exit(0)


def _start_each(event: "Event", hooks: "list[Hook]", finished: "Callable[[Run], None]") -> None:
    for hook in hooks[1:]:
        try:
            if not posix.fork():
                _run(event, hook, finished)
        except OSError as error:
            finished(_not_run(hook, f"no process can start: {error.strerror}"))
    _run(event, hooks[0], finished)


def _detach() -> None:
    """Leave the caller's session and let go of everything of it that is open."""
    posix.setsid()
    for number in _signal.valid_signals():
        if callable(_signal.getsignal(number)):
            _signal.signal(number, _signal.SIG_DFL)
    null = posix.open("/dev/null", posix.O_RDWR)
    for fd in (0, 1, 2):
        posix.dup2(null, fd)
    close_all_but()


def _run(event: "Event", hook: "Hook", finished: "Callable[[Run], None]") -> "NoReturn":
    try:
        problem = _take_place()
        if problem:
            run = _not_run(hook, problem)
        else:
            limit = min(hook.timeout_ms / 1000, LONGEST)
            (run,) = supervise(event, [hook], time.monotonic() + limit + 1)
        finished(run)
    finally:
        posix._exit(0)


def _not_run(hook: "Hook", why: str) -> Run:
    return Run(hook, "failed", failure="unavailable", detail=why)


def _take_place() -> str:
    """Lock one of the user's places until this process ends; say why if none can be had."""
    from .own_files import make_folder

    problem = f"{AT_ONCE} background hooks are running already"
    try:
        folder = f"{state()}/background"
        make_folder(folder)
    except (OSError, KeyError) as error:  # KeyError: this user has no home at all
        return f"no place to count background hooks: {error}"
    for number in range(AT_ONCE):
        try:
            _lock(f"{folder}/{number}")
            return ""
        except BlockingIOError:
            continue
        except OSError as error:  # something else lies there: the next one may do
            problem = f"no place to count background hooks: {error}"
    return problem


def _lock(path: str) -> None:
    """Hold a lock until this process ends; raises BlockingIOError where somebody else does."""
    from fcntl import LOCK_EX, LOCK_NB, flock

    from .own_files import open_own

    fd, _ = open_own(path, posix.O_RDWR | posix.O_CREAT)
    try:
        flock(fd, LOCK_EX | LOCK_NB)
    except OSError:
        posix.close(fd)
        raise
