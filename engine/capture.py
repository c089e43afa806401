"""What handlers print: drained so that no print ever blocks, and the beginning kept for the log."""

from posix import read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .runs import Run

KEPT = 64 << 10
"""How many bytes of one hook's output are kept; the rest is only counted."""

_AT_ONCE = 256 << 10  # more than a pipe holds, so that one read empties it


class Capture:
    """The output of the hook that is running; `fd` is the non-blocking end to read from.

    What two hooks of one worker print within microseconds of each other may count for the first.
    """

    __slots__ = ("_kept", "_total", "ended", "fd")

    def __init__(self, fd: int) -> None:
        self.fd = fd
        self._kept = b""
        self._total = 0
        self.ended = False

    def drain(self) -> None:
        """Read once; `ended` tells that nothing more can come."""
        try:
            data = read(self.fd, _AT_ONCE)
        except BlockingIOError:
            return
        self.ended = not data
        self._total += len(data)
        if len(self._kept) < KEPT:
            self._kept += data[: KEPT - len(self._kept)]

    def give(self, run: "Run") -> None:
        """Put what was printed since the last time into the run."""
        if self._total:
            run.output = self._kept.decode("utf-8", "replace")
            run.output_bytes = self._total
            self._kept = b""
            self._total = 0
