"""What worker and supervisor say to each other: JSON lists on a pipe, each after its length.

A worker tells, with the hook's place in its list as `n`:

    ["import", n]               about to import the hook's module
    ["unavailable", n, detail]  it cannot be imported
    ["start", n]                about to run the hook
    ["answer", n, verdict]      null, or the verdict's five fields
    ["skipped", n]              the matcher's pattern did not match
    ["crash", n, detail]        the hook raised, or returned something else
"""

from .jsontext import read, write

LIMIT = 8 << 20
"""The longest body in bytes that counts; a longer frame is a bad one."""

_HEAD = 4


def pack(message: list[object]) -> bytes:
    """Return the frame of one message.

    Raises TypeError for what JSON cannot hold, and ValueError when it would be longer than LIMIT.
    """
    body = write(message).encode("ascii")
    if len(body) > LIMIT:
        raise ValueError(f"its answer takes {len(body)} bytes, more than {LIMIT}")
    return len(body).to_bytes(_HEAD, "big") + body


class Frames:
    """Frames out of bytes that arrive in any pieces.

    Example: `frames.feed(data)`, then `frames.take()` until it returns None.
    """

    __slots__ = ("_bytes",)

    def __init__(self) -> None:
        self._bytes = b""

    def feed(self, data: bytes) -> None:
        """Add what a read returned."""
        self._bytes = self._bytes + data if self._bytes else data

    def take(self) -> list[object] | None:
        """Return the next whole message, or None while there is none.

        Raises ValueError for a body that is too long, no JSON, or not a list that begins with the
        kind and the place of a hook.
        """
        if len(self._bytes) < _HEAD:
            return None
        end = int.from_bytes(self._bytes[:_HEAD], "big") + _HEAD
        if end > LIMIT + _HEAD:
            raise ValueError(f"a frame of {end - _HEAD} bytes")
        if len(self._bytes) < end:
            return None
        body = self._bytes[_HEAD:end]
        self._bytes = self._bytes[end:]
        return _checked(read(body.decode("ascii")))


def _checked(message: object) -> list[object]:
    if not (isinstance(message, list) and len(message) >= 2):
        raise ValueError("a frame that is no message")
    if not isinstance(message[0], str) or type(message[1]) is not int:
        raise ValueError("a frame without kind and place")
    return message
