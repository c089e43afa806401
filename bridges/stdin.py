"""Read the one JSON document that a provider writes to a hook's stdin.

Some hosts never close the pipe, some never write to it, some write slowly; all of them must get an
answer, and a host must never see its write fail because we left early.
"""

import _signal
import posix
import time

from ..engine import jsontext

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

LIMIT = 64 * 1024 * 1024
IDLE = 5.0
_CHUNK = 256 * 1024
_BLANKS = b" \t\r\n"


class NoEvent(Exception):  # noqa: N818
    """No document came: `what` says why; `terminal` is true where a person typed the command."""

    def __init__(self, what: str, terminal: bool = False) -> None:
        super().__init__(what)
        self.what = what
        self.terminal = terminal


def read_document(fd: int = 0, idle: float = IDLE, limit: int = LIMIT) -> bytes:
    """Return the bytes up to the end of one whole JSON object, the end of the file, or silence.

    Never waits for the end of the file once an object is whole. `idle` is the longest silence in
    seconds, counted anew from each chunk; `limit` is in bytes. What has come when silence falls is
    returned as it is, for the caller to find unreadable.
    Raises NoEvent for a terminal, when nothing came, and for a document over the limit, once the
    rest of it (at most `limit` bytes more) has been read away.
    """
    if posix.isatty(fd):
        raise NoEvent("stdin is a terminal; the provider writes the event as JSON", terminal=True)
    source = _Source(fd, idle)
    data = _collect(source, limit)
    if not data.strip(_BLANKS):
        raise NoEvent(source.problem or "stdin held no event")
    return bytes(data)


def decode(data: bytes) -> str:
    """Return the bytes as text, whatever they are, without a byte order mark.

    Surrogates that were encoded on their own come back as they were, other bad bytes as surrogate
    escapes (the way the operating system's own texts are read).
    """
    for errors in ("strict", "surrogatepass"):
        try:
            return data.decode("utf-8", errors).removeprefix("\ufeff")
        except UnicodeDecodeError:
            continue
    return data.decode("utf-8", "surrogateescape").removeprefix("\ufeff")


def _collect(source: "_Source", limit: int) -> bytearray:
    """Gather chunks until the document is whole; a try is made only where it can succeed.

    After a vain try the next one waits for as long a silence as the last one took, so that all
    tries together cost no more time than the host's own pauses.
    """
    data = bytearray()
    ends = False
    patience = 0.0
    while chunk := source.read():
        is_first = not data
        data += chunk
        if len(data) > limit:
            _drain(source, limit)
            raise NoEvent(f"the event is larger than {limit} bytes")
        told = chunk.rstrip(_BLANKS)
        ends = told.endswith(b"}") if told else ends
        if ends and (is_first or not source.is_ready(patience)):
            began = time.monotonic()
            if _is_whole(data):
                return data
            patience = time.monotonic() - began
            ends = False
    return data


def _is_whole(data: bytearray) -> bool:
    try:
        jsontext.read(decode(bytes(data)))
    except ValueError:
        return False
    return True


def _drain(source: "_Source", limit: int) -> None:
    """Read away what the host still writes; an endless writer is left after `limit` bytes."""
    drained = 0
    while drained < limit and (chunk := source.read()):
        drained += len(chunk)


class _SilenceError(Exception):
    """The alarm rang before anything came."""


def _ring(number: int, frame: object) -> None:
    raise _SilenceError


class _Source:
    """Pipes, sockets, files and devices alike: what can be read, without ever blocking for long.

    The first chunk is read under an alarm: mostly it is the whole event, and then `select`, which
    costs as much as everything else here, is never imported.
    """

    def __init__(self, fd: int, idle: float) -> None:
        self.fd = fd
        self.idle = idle
        self.problem = ""
        self._has_read = False
        self._poll: "Callable[[float], list[tuple[int, int]]] | None" = None

    def read(self) -> bytes:
        """Return the next chunk; b"" at the end, after silence, or when stdin cannot be read."""
        try:
            if not self._has_read:
                self._has_read = True
                return self._read_under_alarm()
            while self.is_ready(self.idle):
                try:
                    return posix.read(self.fd, _CHUNK)
                except BlockingIOError:
                    continue
        except OSError as error:
            self.problem = f"stdin cannot be read: {error.strerror}"
            return b""
        except _SilenceError:
            pass
        self.problem = f"nothing came on stdin for {self.idle:g} s"
        return b""

    def is_ready(self, seconds: float) -> bool:
        """Tell whether a read would return within `seconds`, with data or the end."""
        if self._poll is None:
            import select

            poll = select.poll()
            poll.register(self.fd, select.POLLIN | select.POLLHUP | select.POLLERR)
            self._poll = poll.poll
        return bool(self._poll(seconds * 1000))

    def _read_under_alarm(self) -> bytes:
        before = _signal.signal(_signal.SIGALRM, _ring)
        try:
            _signal.setitimer(_signal.ITIMER_REAL, self.idle)
            return posix.read(self.fd, _CHUNK)
        except BlockingIOError:
            return self.read()
        finally:
            _signal.setitimer(_signal.ITIMER_REAL, 0)
            _signal.signal(_signal.SIGALRM, before)
