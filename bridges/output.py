"""The answer on its way out: exactly its bytes, and afterwards nothing more."""

import posix
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .bridge import Reply


PATIENCE = 1.0
"""How many seconds stderr may take that nobody reads: the verdict is more than that line."""

_NEVER_WAITS = 512  # bytes that any pipe or socket takes at once when it takes any


def sendable(reply: "Reply") -> "Reply":
    """Return what a bridge has rendered; raises TypeError for what cannot be sent."""
    texts = isinstance(reply.stdout, str) and isinstance(reply.stderr, str)
    if texts and isinstance(reply.exit_code, int) and 0 <= reply.exit_code <= 255:
        return reply
    raise TypeError("the bridge's reply is not two texts and an exit code")


def send(reply: "Reply") -> None:
    """Write the reply to stdout and stderr; a reader that has gone away is no error of ours.

    A slow reader of stdout gets everything, however long it takes.
    """
    if reply.stdout:
        _write_all(1, reply.stdout.encode("utf-8", "backslashreplace"))
    if reply.stderr:
        _write_in_time(2, reply.stderr.encode("utf-8", "backslashreplace"))


def _write_all(descriptor: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        try:
            rest = rest[posix.write(descriptor, rest) :]
        except BlockingIOError:
            import select

            select.select((), (descriptor,), ())
        except OSError:
            return


def _write_in_time(descriptor: int, data: bytes) -> None:
    import select

    poller = select.poll()
    poller.register(descriptor, select.POLLOUT)
    limit = time.monotonic() + PATIENCE
    try:
        while data and poller.poll(max(0.0, limit - time.monotonic()) * 1000):
            data = data[posix.write(descriptor, data[:_NEVER_WAITS]) :]
    except OSError:
        return


def silence() -> None:
    """Replace 1 and 2 by /dev/null, so that nothing later can reach the provider.

    A descriptor that is merely closed would be given to the next file that opens.
    """
    nowhere = posix.open("/dev/null", posix.O_RDWR | posix.O_CLOEXEC)
    posix.dup2(nowhere, 1)
    posix.dup2(nowhere, 2)
    if nowhere > 2:
        posix.close(nowhere)
