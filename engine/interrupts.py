"""Signals to the supervisor, as bytes on a pipe: poll sees them, none is lost between two looks."""

import _signal
import posix

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType

ENDING = bytes(
    (_signal.SIGTERM, _signal.SIGINT, _signal.SIGHUP, _signal.SIGQUIT)  # type: ignore[attr-defined]
)
"""The signals that end the supervisor's work; SIGCHLD only wakes it."""


def _noted(number: int, frame: "FrameType | None") -> None:
    """Do nothing: the C level has written the number to the pipe already."""


class Interrupts:
    """Catches signals from its making until `close`; works in the main thread only.

    `fd` is what to poll. A signal that the process was started to ignore stays ignored; one that
    came before counts where the handler before has it in its `came`.
    """

    __slots__ = ("_before", "_end", "_wakeup", "fd")

    def __init__(self) -> None:
        self.fd, self._end = posix.pipe()
        posix.set_blocking(self.fd, False)
        posix.set_blocking(self._end, False)
        self._wakeup = _signal.set_wakeup_fd(self._end, warn_on_full_buffer=False)
        self._before = []
        for number in (*ENDING, _signal.SIGCHLD):
            before = _signal.getsignal(number)
            if before is not _signal.SIG_IGN or number == _signal.SIGCHLD:
                _signal.signal(number, _noted)
                self._before.append((number, before))
                if number in getattr(before, "came", b""):
                    posix.write(self._end, bytes((number,)))

    def received(self) -> bytes:
        """Return the numbers of the signals that have come since the last look."""
        try:
            return posix.read(self.fd, 4096)
        except BlockingIOError:
            return b""

    def close(self) -> None:
        """Put all dispositions back."""
        for number, before in self._before:
            _signal.signal(number, _signal.SIG_DFL if before is None else before)
        _signal.set_wakeup_fd(self._wakeup)
        posix.close(self.fd)
        posix.close(self._end)
