"""The process environment as text, without importing `os`."""

import posix


def get(name: str, default: str = "") -> str:
    """Return an environment variable as the process was started with it.

    Example: `get("HOME", "/")`. Bytes that are no UTF-8 survive as surrogate escapes.
    """
    value = posix.environ.get(name.encode())
    return default if value is None else value.decode("utf-8", "surrogateescape")
