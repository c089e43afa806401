"""Compile in a forked child: loading a plugin runs it, and it may hang, exit or crash there."""

import _signal
import posix
import select
import sys
import time

from ..engine.errors import SnaphookError
from ..engine.jsontext import read, write
from ..engine.plans import Hook, Plan
from .discovery import Sources
from .fingerprints import Fingerprint
from .site_packages import find_packages

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

LONGEST = 10.0
"""Seconds that one attempt may take."""

LARGEST = 32 * 1024 * 1024
_ATTEMPTS = 6


def compile_in_child(
    sources: Sources, folder: str
) -> "tuple[Plan, list[tuple[str, Fingerprint]], bool]":
    """Return the plan, what it depends on besides the configs, and whether anything took too long.

    What it depends on are paths with their fingerprints. Too long may mean a busy machine only.

    A plugin whose import kills or stalls the child is left out of the next attempt and its hooks
    are unavailable. Where nothing was being loaded it was the project's own files, and the next
    attempt takes them for broken, so that they cost the user's hooks nothing. `folder` is the
    guarded folder, "" for none. Raises SnaphookError.
    """
    without: list[str] = []
    endless = not any(source.layer == "project" for source in sources.files)
    loading = error = ""
    stalled = False
    for _ in range(_ATTEMPTS):
        begun = time.monotonic()
        result, loading, error = _attempt(sources, folder, tuple(without), endless)
        if result is not None:
            return *_told(result), stalled
        stalled = stalled or time.monotonic() - begun >= LONGEST
        if loading in without or (not loading and endless):
            break
        if loading:
            without.append(loading)
        else:
            endless = True
    while_ = f" while loading {loading}" if loading else ""
    raise SnaphookError(
        f"compiling the configuration failed{while_}{': ' if error else ''}{error}",
        sources.files[0].path if sources.files else "",
        "run `snaphook validate` to see why",
    )


def _attempt(
    sources: Sources, folder: str, without: tuple[str, ...], endless: bool
) -> "tuple[dict[str, Any] | None, str, str]":
    """Run one child; return its result (None for none), what it loaded last, and its error."""
    ours, theirs = posix.pipe()
    child = posix.fork()
    if child == 0:
        _be_the_child(theirs, sources, folder, without, endless)
    posix.close(theirs)
    try:
        _own_group(child)
        return _receive(ours)
    finally:
        posix.close(ours)
        _end(child)


def _own_group(child: int) -> None:
    """Put the child into a group of its own; it does the same, whoever comes first."""
    try:
        posix.setpgid(child, child)
    except OSError:
        pass


def _end(child: int) -> None:
    """Kill what is left of the child's group, before it is reaped and its number is free."""
    try:
        posix.killpg(child, _signal.SIGKILL)
    except OSError:
        pass
    try:
        posix.waitpid(child, 0)
    except ChildProcessError:
        pass


def _receive(pipe: int) -> "tuple[dict[str, Any] | None, str, str]":
    """Read lines: `+NAME` before something is loaded, `+` after, then `=JSON` or `!ERROR`."""
    end = time.monotonic() + LONGEST
    received = b""
    while b"\n=" not in b"\n" + received or not received.endswith(b"\n"):
        left = end - time.monotonic()
        if left <= 0 or len(received) > LARGEST or not select.select([pipe], [], [], left)[0]:
            break
        chunk = posix.read(pipe, 1 << 20)
        if not chunk:
            break
        received += chunk
    return _parsed(received.decode("ascii", "replace").split("\n"))


def _parsed(lines: list[str]) -> "tuple[dict[str, Any] | None, str, str]":
    result, error = (
        next((line[1:] for line in lines if line.startswith(mark)), "") for mark in ("=", "!")
    )
    loaded = [line[1:] for line in lines if line.startswith("+")]
    try:
        value = read(result) if result else None
    except ValueError:
        value = None
    return (value if isinstance(value, dict) else None), loaded[-1] if loaded else "", error


def _told(result: "dict[str, Any]") -> "tuple[Plan, list[tuple[str, Fingerprint]]]":
    """Turn the child's JSON into a plan, with tuples where a plan has tuples."""
    plan = result["plan"]
    events = {
        event: [
            {key: value if key == "options" else _tuples(key, value) for key, value in hook.items()}
            for hook in hooks
        ]
        for event, hooks in plan.pop("events").items()
    }
    fields = {key: _frozen(value) for key, value in plan.items()}
    depends = [(path, tuple(mark)) for path, mark in result["depends"]]
    return Plan(events, **fields), depends


def _tuples(key: str, value: "Any") -> "Any":
    return _frozen(value) if isinstance(Hook.DEFAULTS.get(key), tuple) else value


def _frozen(value: "Any") -> "Any":
    return tuple(_frozen(item) for item in value) if isinstance(value, list) else value


def _be_the_child(
    pipe: int, sources: Sources, folder: str, without: tuple[str, ...], endless: bool
) -> None:  # never returns
    try:
        _own_group(0)
        _leave_the_parent(pipe)
        find_packages()
        from .compile import compile_sources

        def loading(name: str) -> None:
            _send(3, f"+{name}\n")

        result = compile_sources(sources, folder, without, loading, endless)
        _send(3, f"={write(result)}\n")
        posix._exit(0)
    except Exception as error:
        _send(3, f"!{ascii(error)[:500]}\n")
    finally:  # whatever a plugin raised, this must not go on as the parent
        posix._exit(1)


def _send(descriptor: int, text: str) -> None:
    left = memoryview(text.encode("ascii", "backslashreplace"))
    while left:
        left = left[posix.write(descriptor, left) :]


def _leave_the_parent(pipe: int) -> None:
    """Let go of the parent's descriptors and signal handlers: `pipe` becomes 3, 0 to 2 are null."""
    for name in ("SIGTERM", "SIGINT", "SIGHUP", "SIGCHLD", "SIGALRM"):
        _signal.signal(getattr(_signal, name), _signal.SIG_DFL)
    _signal.setitimer(_signal.ITIMER_REAL, LONGEST + 5)  # should the parent be gone by then
    _signal.pthread_sigmask(_signal.SIG_SETMASK, ())
    if pipe != 3:
        posix.dup2(pipe, 3, False)
    null = posix.open("/dev/null", posix.O_RDWR)
    for standard in (0, 1, 2):
        posix.dup2(null, standard)
    posix.closerange(4, 4096)
    sys.stdout = sys.stderr = open(2, "w", closefd=False)  # noqa: SIM115 - for good
