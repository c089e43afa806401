"""Workers die with their supervisor, even when it is SIGKILLed and a handler holds the GIL.

The supervisor alone holds the writing end of a pipe. When it is gone, however it went, the kernel
itself kills the worker's process group: no code of the worker has to run for that.
"""

import posix
import sys
import time
from _signal import SIGKILL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .starting import Started

PATIENCE = 5.0
"""How many seconds a worker waits to be tied before it takes its supervisor for dead."""


def tie(started: "Started") -> None:
    """In the supervisor: tie the worker's process group to its lifeline.

    The worker holds the reading end too, so this can be done while it is starting.
    """
    worker, _, _, fd, _ = started
    if sys.platform == "linux":
        from fcntl import F_SETFL, F_SETOWN, F_SETSIG, fcntl

        try:
            fcntl(fd, F_SETOWN, -worker)
            fcntl(fd, F_SETSIG, SIGKILL)
            fcntl(fd, F_SETFL, posix.O_ASYNC | posix.O_NONBLOCK)
        except OSError:
            posix.set_blocking(fd, False)  # a kernel that cannot: better untied than no gate


def hold(fd: int, supervisor: int) -> None:
    """In the worker, a group's leader: return once it is tied to the life of `supervisor`.

    Every writing end of the pipe has to be closed here before. Leaves the process when the
    supervisor is dead already.
    """
    if sys.platform != "linux":
        _watch_from_outside(supervisor)
        return
    limit = time.monotonic() + PATIENCE
    while posix.get_blocking(fd):
        if posix.getppid() != supervisor or time.monotonic() > limit:
            posix._exit(0)
        time.sleep(0.0001)
    try:
        posix.read(fd, 1)
    except BlockingIOError:
        return
    posix._exit(0)


def _watch_from_outside(supervisor: int) -> None:
    """Leave a process in the group that waits for the supervisor's end and kills the group.

    For macOS, which has no F_SETSIG. Not run yet on any Mac. The watcher is the child of a child
    that exits at once, so that a handler which waits for its own children never meets it.
    """
    child = posix.fork()
    if child:
        posix.waitpid(child, 0)
        return
    try:
        if not posix.fork():
            _wait_and_kill(supervisor)
    finally:
        posix._exit(0)


def _wait_and_kill(supervisor: int) -> None:
    if sys.platform == "darwin":
        import select

        posix.closerange(0, 256)  # the worker's pipes must end with the worker
        end = select.kevent(
            supervisor,
            filter=select.KQ_FILTER_PROC,
            flags=select.KQ_EV_ADD | select.KQ_EV_ONESHOT,
            fflags=select.KQ_NOTE_EXIT,
        )
        try:
            select.kqueue().control([end], 1, None)
        except ProcessLookupError:
            pass  # it is gone already
        posix.killpg(0, SIGKILL)
