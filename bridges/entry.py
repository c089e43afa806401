"""The hook path: one event through bridge, plan, engine and log, and the answer back."""

import _signal
import posix
import time

from .bridge import Reply
from .bundle import is_lacking
from .output import send, sendable, silence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn

    from ..engine.events import Event
    from ..engine.plans import Hook, Plan
    from .bridge import Bridge

    Answer = tuple[Reply, Callable[[], None] | None]

FATAL = (
    *("SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGALRM", "SIGVTALRM"),
    *("SIGPROF", "SIGXCPU", "SIGIO", "SIGPWR", "SIGSTKFLT", "SIGEMT"),
)
"""Signals that would end the process, wherever they come from, and that can be caught."""

USAGE = "usage: snaphook run PROVIDER EVENT < event.json\n"


def main(argv: list[str]) -> "NoReturn":
    """Answer one event; argv is [PROVIDER, EVENT] as wired, the provider's JSON is on stdin.

    Leaves with the provider's exit code, 0 or 2, or with 1 for a call that no wiring makes.
    """
    started, began = time.monotonic(), time.time_ns()
    outlive_signals()
    try:
        reply, after = answer(argv, started)
        sendable(reply)
    except BaseException as error:  # our own fault must not become an allow
        from .breakdown import reply_to

        reply, after = reply_to(error, argv), None
    send(reply)
    try:
        silence()
        if after is not None:
            after()
        keep_bundle(began)
    except BaseException as error:  # the answer is out: all that is left is to note it
        from .breakdown import note

        note(error, argv)
    posix._exit(reply.exit_code)


class Outlived:
    """A signal's handler that lets nothing happen; `came` tells the supervisor what has come."""

    __slots__ = ("came",)

    def __init__(self) -> None:
        self.came = bytearray()

    def __call__(self, number: int, frame: object) -> None:
        self.came.append(number)


def outlive_signals() -> None:
    """Let no signal take the verdict along; the supervisor heeds some while handlers run.

    For that they are caught, not ignored: it leaves alone what this process was started to ignore.
    """
    outlived = Outlived()
    for name in FATAL:
        number = getattr(_signal, name, 0)  # no system has all of them
        if number and _signal.getsignal(number) is not _signal.SIG_IGN:
            _signal.signal(number, outlived)
    _signal.pthread_sigmask(_signal.SIG_SETMASK, ())  # whoever started us may have blocked some


def keep_bundle(began: int) -> None:
    """Make the bundle where this event, which began then (ns), found it missing or stale."""
    if is_lacking():
        from .bundling import build_aside, may_have_one, root_of_installation

        root = root_of_installation()
        if may_have_one(root):
            build_aside(root, began)


def answer(argv: list[str], started: float) -> "Answer":
    """Return the reply, and what to do once it is out.

    `started` is the `time.monotonic()` from which the provider's time-out is counted.
    """
    from .registry import load
    from .speaker import speaker
    from .stdin import NoEvent, read_document

    if len(argv) != 2:
        return Reply("", USAGE, 1), None
    payload: dict[str, Any] = {}
    unreadable = ""
    try:
        payload = payload_of(read_document())
    except NoEvent as error:
        if error.terminal:
            return Reply("", USAGE, 2), None
        unreadable = str(error)
    except ValueError as error:
        unreadable = str(error)
    bridge = load(speaker(payload, argv[0]))
    event = bridge.parse(payload, argv[1:])
    return judge(bridge, event, started, unreadable or lack_of(event))


def payload_of(document: bytes) -> "dict[str, Any]":
    """Return the provider's JSON object; whatever the locale, the bytes are UTF-8.

    Raises ValueError for anything that is not one JSON object.
    """
    from ..engine import jsontext
    from .stdin import decode

    payload = jsontext.read(decode(document))
    if not isinstance(payload, dict):
        raise ValueError(f"the event is a JSON {type(payload).__name__}, not an object")
    return payload


def lack_of(event: "Event") -> str:
    """Say what a gate needs and the provider has not told; without a tool's name none would match.

    What merely watches gets the event as it is.
    """
    tool = getattr(event, "tool", None) if event.GATE_CAPABLE else None
    return "" if tool is None or tool.native_name.strip() else "it names no tool"


def judge(bridge: "Bridge", event: "Event", started: float, unreadable: str) -> "Answer":
    """Find the plan and let it answer; without a hook for the event there is nothing to say."""
    from ..config.find import plan_for

    plan = plan_for(event.cwd, event.project_dir)
    hooks = hooks_for(event, plan, unreadable)
    news = plan.notices if event.name == "SessionStart" else ()
    if not (hooks or plan.broken or news):
        return Reply(), lambda: note_seen(event)
    from ..engine.dispatch import dispatch, dispatch_unread

    if unreadable:
        runs, outcome = dispatch_unread(event, hooks, unreadable, plan.broken)
    else:
        limit = deadline(bridge, event, started)
        runs, outcome = dispatch(event, hooks, limit, plan.broken, import_what_follows)
    outcome.messages[:0] = news
    reply = bridge.render(event, outcome)

    def after() -> None:
        from .finish import finish

        note_seen(event)
        milliseconds = (time.monotonic() - started) * 1000
        finish(event, hooks, runs, outcome, milliseconds, plan.id)

    return reply, after


def hooks_for(event: "Event", plan: "Plan", unreadable: str) -> "list[Hook]":
    """Return the hooks that the event concerns, or may concern when it cannot be read."""
    from ..engine.matchers import concerned

    hooks = plan.hooks(event)
    if unreadable:
        return [hook for hook in hooks if not hook.providers or event.provider in hook.providers]
    return concerned(hooks, event)


def deadline(bridge: "Bridge", event: "Event", started: float) -> float:
    """Return when the answer must be known: well before the provider gives up on us."""
    limit = bridge.deadline(event.name)
    return started + limit - max(1.0, limit * 0.05)


def import_what_follows() -> None:
    """Import what composes and logs; done while the handlers start, it costs the agent nothing."""
    try:
        from ..engine import compose
        from . import finish
    except OSError:  # the workers have all the descriptors there are; they will be gone by then
        return
    del compose, finish


def note_seen(event: "Event") -> None:
    """Leave the receipt that the provider really sent this event."""
    from ..logs.seen import touch

    touch(event.provider, event.name)
