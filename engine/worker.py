"""The worker: imports handlers and runs them one after another, in a process that may die."""

import _signal
import posix
import sys
from _frozen_importlib import _load  # type: ignore[attr-defined]
from _frozen_importlib_external import PathFinder

from . import lifeline
from .frames import pack
from .starting import close
from .surroundings import Surroundings
from .verdicts import Verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn

    from .events import Event
    from .plans import Hook

    Function = Callable[..., Any]

DETAIL = 500
"""How many characters of an error's text are told."""

_PYTHONS_OWN = (_signal.SIGPIPE, getattr(_signal, "SIGXFSZ", _signal.SIGPIPE))

# Taken before any handler is imported: a handler may replace them in their modules.
_write, _exit, _getpid = posix.write, posix._exit, posix.getpid


def serve(
    event: "Event", hooks: "list[Hook]", pipes: tuple[int, int, int], supervisor: int
) -> "NoReturn":
    """Run the hooks in a process that was just forked, and leave it.

    `pipes` are the ends for frames, for output, and of the lifeline, the only descriptors that are
    open besides the standard streams. `supervisor` is the process that forked this one; it may be
    dead already. Whatever happens, this never returns: what is not told on the pipe by then has
    failed.
    """
    code = 70
    try:
        posix.setpgid(0, 0)
        _reset_signals()
        _redirect(pipes[1])
        lifeline.hold(pipes[2], supervisor)
        _Worker(event, hooks, pipes[0]).work()
        code = 0
    finally:
        _exit(code)


def _reset_signals() -> None:
    """Give every signal the disposition that it has in a fresh interpreter."""
    for number in _signal.valid_signals():
        if _signal.getsignal(number) is not _signal.SIG_DFL and number not in _PYTHONS_OWN:
            _signal.signal(number, _signal.SIG_DFL)
    _signal.signal(_signal.SIGINT, _signal.default_int_handler)
    _signal.pthread_sigmask(_signal.SIG_SETMASK, ())


def _redirect(output: int) -> None:
    """Put /dev/null on 0 and the output on 1 and 2."""
    null = posix.open("/dev/null", posix.O_RDWR)
    posix.dup2(null, 0)
    posix.set_inheritable(0, True)  # null is 0 itself where that was closed
    posix.dup2(output, 1)
    posix.dup2(output, 2)
    close([output] if null < 3 else [output, null])


class _NoVerdictError(Exception):
    """Something that no handler may return."""


class _Worker:
    def __init__(self, event: "Event", hooks: "list[Hook]", pipe: int) -> None:
        self.event = event
        self.hooks = hooks
        self.pipe = pipe
        self.pid = _getpid()
        self.surroundings = Surroundings()

    def work(self) -> None:
        ready = self._resolved()
        self.surroundings.accept_imports()
        self.surroundings.restore()
        told = b""
        for n, function in ready:
            self._tell(told + pack(["start", n]))
            told, over = self._run(n, function)
            if over:
                break
        self._tell(told)

    def _resolved(self) -> "list[tuple[int, Function]]":
        """Import every hook's function before the first one runs."""
        functions = []
        for n, hook in enumerate(self.hooks):
            if hook.module not in sys.modules:
                self._tell(pack(["import", n]))
            try:
                functions.append((n, _function(hook)))
                self._leave_if_forked()
            except BaseException as error:
                self._leave_if_forked()
                self._tell(pack(["unavailable", n, told_of(error)]))
                if self._ends(hook, failure="unavailable"):
                    break
        return functions

    def _run(self, n: int, function: "Function") -> tuple[bytes, bool]:
        """Run one hook; return the frame that tells its answer, and whether it ends the gates."""
        hook = self.hooks[n]
        try:
            message = self._answer(n, hook, function)
            frame = pack(message)
            verdict = message[2] if len(message) > 2 else None
            over = isinstance(verdict, list) and self._ends(hook, decision=verdict[0])
        except BaseException as error:
            frame = pack(["crash", n, told_of(error)])
            over = self._ends(hook, failure="crash")
        finally:
            self._leave_if_forked()
            self.surroundings.restore()
        return frame, over

    def _answer(self, n: int, hook: "Hook", function: "Function") -> list[object]:
        pattern = hook.matcher[2]
        if pattern and not self._fits(pattern):
            return ["skipped", n]
        answer = function(**self._arguments(hook))
        if answer is None:
            return ["answer", n, None]
        if isinstance(answer, Verdict):
            return ["answer", n, [getattr(answer, field) for field in FIELDS]]
        raise _NoVerdictError(f"returned {type(answer).__name__}, not a Verdict")

    def _ends(self, hook: "Hook", decision: str = "", failure: str = "") -> bool:
        from .endings import ends

        return ends(self.event, hook, decision, failure)

    def _fits(self, pattern: str) -> bool:
        from .matchers import pattern_fits

        subjects = self.event.matched()
        return subjects is None or pattern_fits(pattern, subjects)

    def _arguments(self, hook: "Hook") -> "dict[str, Any]":
        given: dict[str, Any] = {}
        if "event" in hook.arguments:
            given["event"] = self.event.copy()
        if "options" in hook.arguments:
            from .options import Options

            given["options"] = Options(hook.options)
        if "session" in hook.arguments:
            from .session import Session

            given["session"] = Session.of_hook(self.event, hook)
        return given

    def _leave_if_forked(self) -> None:
        """End here if a handler's own fork came back: only one process may answer."""
        if _getpid() != self.pid:
            _exit(0)

    def _tell(self, data: bytes) -> None:
        while data:
            data = data[_write(self.pipe, data) :]


FIELDS = ("decision", "reason", "context", "message", "updated_input")
"""A verdict's fields in the order of a frame."""


def _function(hook: "Hook") -> "Function":
    if hook.module not in sys.modules:
        _make_importable(hook)
        __import__(hook.module)
    found: Any = sys.modules[hook.module]
    for part in hook.attribute.split("."):
        found = getattr(found, part)
    if not callable(found):
        raise TypeError(f"{hook.module}:{hook.attribute} is {type(found).__name__}, no function")
    function: Function = found
    return function


def _make_importable(hook: "Hook") -> None:
    """Let the hook's module be found where the plan says, and its imports after the stdlib's."""
    for directory in hook.directories:
        if directory not in sys.path:
            sys.path.append(directory)
    if hook.needs_site and "site" not in sys.modules:
        import site

        site.main()
    top = hook.module.partition(".")[0]
    if hook.directories and top not in sys.modules and top not in sys.stdlib_module_names:
        spec = PathFinder.find_spec(top, list(hook.directories))
        if spec is not None:  # looking only there saves a look through the whole stdlib
            _load(spec)


def told_of(error: BaseException) -> str:
    """Return an error as "TypeName: message (file.py:line)", with the place that raised it."""
    if isinstance(error, _NoVerdictError):
        return str(error)
    try:
        text = str(error)
    except BaseException:  # even one that would leave
        text = "(its text cannot be read)"
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    told = f"{type(error).__name__}: {text}"[:DETAIL] if text else type(error).__name__
    if trace is None:
        return told
    name = trace.tb_frame.f_code.co_filename
    return f"{told} ({name[name.rfind('/') + 1 :]}:{trace.tb_lineno})"
