"""The answer on its way out: exactly its bytes, and afterwards nothing more."""

import posix

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .bridge import Reply


def send(reply: "Reply") -> None:
    """Write the reply to stdout and stderr; a reader that has gone away is no error of ours."""
    for descriptor, text in ((2, reply.stderr), (1, reply.stdout)):
        if text:
            _write_all(descriptor, text.encode("utf-8", "backslashreplace"))


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


def silence() -> None:
    """Replace 1 and 2 by /dev/null, so that nothing later can reach the provider.

    A descriptor that is merely closed would be given to the next file that opens.
    """
    nowhere = posix.open("/dev/null", posix.O_RDWR | posix.O_CLOEXEC)
    posix.dup2(nowhere, 1)
    posix.dup2(nowhere, 2)
    if nowhere > 2:
        posix.close(nowhere)
