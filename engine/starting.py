"""Forking a worker, with nothing imported that the fork does not need.

The worker starts while its supervisor imports the rest; it runs nobody's code before it is tied to
the supervisor's life (`engine.lifeline`).
"""

import _signal
import posix

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .event import Event
    from .plans import Hook

    Started = tuple[int, int, int, int, int]


_MOST = 4096
"""How many descriptors are tried where none can be listed."""


def start(event: "Event", hooks: "list[Hook]") -> "Started":
    """Fork a worker for the hooks.

    Returns its process id, then the ends to read frames and output from, then both ends of its
    lifeline. Raises OSError when the machine has no more to give.
    """
    supervisor = posix.getpid()
    pipes: list[int] = []
    try:
        for _ in range(3):
            pipes += _pipe()
        pid = posix.fork()
    except OSError:
        close(pipes)
        raise
    frames, told_frames, output, told_output, line, end = pipes
    if not pid:
        try:
            _signal.set_wakeup_fd(-1)  # it is about to be closed
            close_all_but(told_frames, told_output, line)  # an import needs some, too
            from .worker import serve

            serve(event, hooks, (told_frames, told_output, line), supervisor)
        finally:
            posix._exit(70)
    close([told_frames, told_output])
    return pid, frames, output, line, end


def _pipe() -> tuple[int, int]:
    """Make a pipe whose ends are no standard streams, even where those are closed."""
    ends = posix.pipe()
    if min(ends) > 2:
        return ends
    from fcntl import F_DUPFD_CLOEXEC, fcntl

    moved = fcntl(ends[0], F_DUPFD_CLOEXEC, 3), fcntl(ends[1], F_DUPFD_CLOEXEC, 3)
    close(list(ends))
    return moved


def close_all_but(*kept: int) -> None:
    """Close every file descriptor but the standard streams and those to be kept."""
    try:
        fds = [int(name) for name in posix.listdir("/dev/fd")]
    except OSError:  # no /proc is mounted here
        fds = [*range(_MOST)]
    for fd in fds:
        if fd > 2 and fd not in kept:
            try:
                posix.close(fd)
            except OSError:
                pass  # not open, or the one that listed the folder


def close(fds: list[int]) -> None:
    """Close file descriptors."""
    for fd in fds:
        posix.close(fd)
