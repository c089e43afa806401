"""Workers die with their supervisor, even when it is SIGKILLed and a handler holds the GIL.

The supervisor alone holds the writing end of a pipe. When it is gone, however it went, the kernel
itself kills the worker's process group: no code of the worker has to run for that.
"""

import posix
import sys
from _signal import SIGKILL


def hold(fd: int, supervisor: int) -> None:
    """Tie this process group to the life of `supervisor`; `fd` is the pipe's reading end.

    Call it as the leader of a process group, after every writing end of the pipe is closed here.
    """
    if sys.platform == "linux":
        _let_the_kernel_kill(fd)
    else:
        _watch_from_outside(supervisor)


def _let_the_kernel_kill(fd: int) -> None:
    """Have the end of the pipe raise SIGKILL in the whole group (Linux)."""
    from fcntl import F_SETFL, F_SETOWN, F_SETSIG, fcntl

    fcntl(fd, F_SETOWN, -posix.getpid())
    fcntl(fd, F_SETSIG, SIGKILL)
    fcntl(fd, F_SETFL, posix.O_ASYNC | posix.O_NONBLOCK)
    try:
        posix.read(fd, 1)
    except BlockingIOError:
        return
    posix._exit(0)  # it was gone before the kernel could be asked


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

        for fd in range(64):
            try:
                posix.close(fd)
            except OSError:
                pass
        end = select.kevent(
            supervisor,
            filter=select.KQ_FILTER_PROC,
            flags=select.KQ_EV_ADD | select.KQ_EV_ONESHOT,
            fflags=select.KQ_NOTE_EXIT,
        )
        try:
            select.kqueue().control([end], 1, None)
        except ProcessLookupError:
            pass
        posix.killpg(0, SIGKILL)
