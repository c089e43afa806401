"""Listening to worker processes, killing and burying them."""

import posix
import time
from _signal import SIGKILL

from .capture import Capture
from .frames import Frames
from .starting import close

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .starting import Started

_unburied: list[int] = []


class Forked:
    """A worker process as its supervisor sees it, from what `starting.start` returns."""

    __slots__ = ("_frames", "_line", "capture", "ended", "fd", "pid")

    def __init__(self, started: "Started") -> None:
        self.pid, self.fd, output, line, self._line = started
        close([line])
        posix.set_blocking(self.fd, False)
        posix.set_blocking(output, False)
        self.capture = Capture(output)
        self._frames = Frames()
        self.ended = False

    def receive(self) -> bool:
        """Read frames once; return whether something came. `ended` tells that nothing more will."""
        if self.ended:
            return False
        try:
            data = posix.read(self.fd, 64 << 10)
        except BlockingIOError:
            return False
        self._frames.feed(data)
        self.ended = not data
        return not self.ended

    def polled(self) -> list[int]:
        """Return the file descriptors to poll."""
        fds = [] if self.ended else [self.fd]
        return fds if self.capture.ended else [*fds, self.capture.fd]

    def message(self) -> list[object] | None:
        """Return the next message; raises ValueError as `Frames.take` does."""
        return self._frames.take()

    def is_dead(self) -> bool:
        """Tell whether the process is known to have ended; it stays to be buried."""
        if not hasattr(posix, "waitid"):  # macOS before Python 3.13
            return False
        flags = posix.WEXITED | posix.WNOHANG | posix.WNOWAIT
        try:
            return posix.waitid(posix.P_PID, self.pid, flags) is not None
        except ChildProcessError:
            return True

    def end(self) -> int | None:
        """Kill the whole group, close everything; return the wait status if it is known now.

        The group is killed before its leader is reaped, while the number can mean nothing else.
        """
        for kill in (posix.killpg, posix.kill):
            try:
                kill(self.pid, SIGKILL)
            except OSError:
                pass  # not its group's leader yet, or nobody left in it
        close([self.fd, self.capture.fd, self._line])
        status = _bury(self.pid)
        if status is None:
            _unburied.append(self.pid)
        return status


def bury(patience: float = 0.1) -> None:
    """Reap the killed workers that were still on their way out, for at most `patience` seconds.

    To be called once the answer is written, so that no answer waits for a process to be gone.
    """
    limit = time.monotonic() + patience
    while _unburied:
        if _bury(_unburied[-1]) is not None:
            _unburied.pop()
        elif time.monotonic() < limit:
            time.sleep(0.0005)
        else:
            return


def told_of(status: int | None) -> str:
    """Return what a wait status says: "killed by SIGSEGV", "exit code 0 without an answer"."""
    if status is None:
        return "closed its pipe without an answer"
    if posix.WIFSIGNALED(status):
        return f"killed by {_signal_name(posix.WTERMSIG(status))}"
    return f"exit code {posix.WEXITSTATUS(status)} without an answer"


def _signal_name(number: int) -> str:
    import _signal

    for name in dir(_signal):
        if name[:3] == "SIG" and name[3] != "_" and getattr(_signal, name) == number:
            return name
    return f"signal {number}"


def _bury(pid: int) -> int | None:
    try:
        gone, status = posix.waitpid(pid, posix.WNOHANG)
    except ChildProcessError:
        return 0  # somebody else has reaped it
    return status if gone else None
