"""Forking a worker, with nothing imported that the fork does not need.

The worker starts while its supervisor imports the rest; it runs nobody's code before it is tied to
the supervisor's life (`engine.lifeline`).
"""

import posix

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .event import Event
    from .plans import Hook

    Started = tuple[int, int, int, int, int]


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


def close(fds: list[int]) -> None:
    """Close file descriptors."""
    for fd in fds:
        posix.close(fd)
