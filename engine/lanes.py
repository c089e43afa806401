"""Hooks that run one after another, each against its deadline, whatever the ones before did."""

import posix
import time

from .endings import ends
from .forking import Forked, told_of
from .lifeline import tie
from .paths import is_inside
from .starting import start
from .turns import Turns
from .verdicts import Verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .events import Event
    from .plans import Hook
    from .runs import Run
    from .starting import Started

GRACE = 0.05
"""How many seconds a worker that closed its pipe gets to end, so that its status can be told."""

DETAIL = 1000
"""How many characters of what a worker tells about a failure are kept."""


class Lane:
    """Runs to be filled in order, by one worker at a time; those not needed stay "skipped"."""

    __slots__ = ("_ended_at", "_event", "_pending", "_turns", "stuck", "worker")

    def __init__(self, event: "Event", runs: "list[Run]") -> None:
        self._event = event
        self._pending = list(runs)  # not given to a worker yet
        self._turns = Turns([], 0.0)
        self._ended_at = 0.0
        self.worker: Forked | None = None
        self.stuck = False  # the machine had no more to give when the next worker was due

    def adopt(self, started: "Started") -> None:
        """Take over a worker that was started, and tied, for all of the hooks."""
        self._turns = Turns(self._pending, time.monotonic())
        self._pending = []
        self.worker = Forked(started)

    def advance(self, last: bool = False) -> None:
        """Fork the next worker, if there is none and still something to do.

        Where none can be forked the lane is `stuck` until the next try; with `last`, when no other
        worker is left whose end could make room, the hook that is due fails.
        """
        self.stuck = False
        while self.worker is None and self._pending and not self.stuck:
            batch = self._next_batch()
            if batch:
                self._turns = Turns(batch, time.monotonic())
                try:
                    started = start(self._event, [run.hook for run in batch])
                except OSError as error:
                    self._hold_back(batch, error, last)
                else:
                    tie(started)
                    self.worker = Forked(started)

    def _hold_back(self, batch: "list[Run]", error: OSError, last: bool) -> None:
        self._turns = Turns([], 0.0)
        self._pending[:0] = batch
        self.stuck = not last
        if last:
            why = f"no worker can start: {error.strerror}"
            self._fail(self._pending.pop(0), "unavailable", why)

    def _next_batch(self) -> "list[Run]":
        """Take the hooks for one worker; those that cannot run at all fail here, in their turn."""
        batch: list[Run] = []
        while self._pending:
            run = self._pending[0]
            problem = problem_of(run.hook)
            if batch and self._is_apart(run, problem, batch):
                break
            del self._pending[0]
            if problem:
                self._fail(run, "unavailable", problem)
            else:
                batch.append(run)
        return batch

    def _is_apart(self, run: "Run", problem: str, batch: "list[Run]") -> bool:
        """Tell whether the hook has to wait until all of the batch have answered."""
        if problem:
            return ends(self._event, run.hook, failure="unavailable")
        return is_project_code(run.hook) != is_project_code(batch[0].hook)

    @property
    def deadline(self) -> float:
        """When something has to have happened, as `time.monotonic` counts."""
        if self.worker is not None and self.worker.ended:
            return min(self._ended_at + GRACE, self._turns.deadline)
        return self._turns.deadline

    def attend(self, ready: "dict[int, int]") -> None:
        """Read what there is to read, by the file descriptors that poll found ready."""
        worker = self.worker
        if worker is None:
            return
        if worker.fd in ready:
            self._receive()
        elif worker.capture.fd in ready:
            worker.capture.drain()

    def _receive(self) -> bool:
        """Read the worker's frames once; return whether something came."""
        worker = self.worker
        if worker is None:
            return False
        came = worker.receive()
        worker.capture.drain()  # now: what was printed before an answer is its hook's
        if worker.ended:
            self._ended_at = time.monotonic()
        try:
            while self.worker is worker and (message := worker.message()) is not None:
                self._take(message)
        except (ValueError, TypeError, IndexError) as error:
            self._break_off("crash", f"sent a bad frame: {error}")
        return came

    def _drain(self) -> None:
        """Read all that was said already: the machine may have slept."""
        while self._receive():
            pass

    def _take(self, message: "list[Any]") -> None:
        kind, place, *told = message
        verdict = Verdict(*told[0]) if kind == "answer" and told[0] is not None else None
        run = self._turns.note(kind, place, time.monotonic())
        if kind in ("crash", "unavailable"):
            self._settle(run, kind, str(told[0])[:DETAIL])
        elif kind in ("answer", "skipped"):
            run.state, run.verdict = kind if kind == "skipped" else "answered", verdict
            self._settle(run)

    def _settle(self, run: "Run", failure: str = "", detail: str = "") -> None:
        """Note that the hook is done; the last one, or the first that refuses, ends the worker."""
        self._turns.settle(run)
        if self.worker is not None:
            self.worker.capture.give(run)
        if failure:
            self._fail(run, failure, detail)
        elif run.verdict is not None and ends(self._event, run.hook, run.verdict.decision):
            self._drop_after(run)
        if not self._turns.waiting:
            self.stop()

    def _fail(self, run: "Run", failure: str, detail: str) -> None:
        run.state, run.verdict = "failed", None
        run.failure, run.detail = failure, detail
        if ends(self._event, run.hook, failure=failure):
            self._drop_after(run)

    def _drop_after(self, run: "Run") -> None:
        self._pending.clear()
        self._turns.drop_after(run)

    def _break_off(self, failure: str, detail: str = "") -> None:
        """Fail the hook at work; what is left waits for another worker.

        Without a detail, the way in which the worker ended is told.
        """
        turns, run = self._turns, self._turns.current
        turns.charge(time.monotonic())
        if self.worker is not None:
            self.worker.capture.give(run)
        status = self.stop()
        turns.settle(run)
        if status is not None and not detail and posix.WIFEXITED(status):
            run.exit_code = posix.WEXITSTATUS(status)
        self._fail(run, failure, detail or told_of(status))
        self._pending[:0] = turns.waiting.values()
        for left in turns.waiting.values():
            left.duration_ms = 0.0
        turns.waiting = {}

    def look_after(self) -> None:
        """Deal with the worker's death, if it has died."""
        worker = self.worker
        if worker is not None and worker.is_dead():
            self._drain()
            if self.worker is worker:
                self._mourn(worker)

    def _mourn(self, worker: Forked) -> None:
        """Fail the hook at which the worker ended by itself, or closed its pipe."""
        failure = "unavailable" if self._turns.importing else "crash"
        self._break_off(failure, "" if worker.is_dead() else told_of(None))

    def meet_deadline(self, now: float) -> None:
        """Fail the hook at work if its time is up and it has not answered after all."""
        worker = self.worker
        if worker is None or now < self.deadline:
            return
        self._drain()
        if self.worker is not worker or now < self.deadline:
            return
        if worker.ended:
            self._mourn(worker)
        else:
            limit = self._turns.current.hook.timeout_ms
            self._break_off("timeout", f"no answer within {limit} ms")

    def expire(self) -> None:
        """Fail everything that the event's deadline leaves without an answer."""
        self._drain()
        if self.worker is not None:
            self._break_off("timeout", "no answer before the event's deadline")
        while self._pending:
            self._fail(self._pending.pop(0), "timeout", "not reached before the event's deadline")

    def interrupt(self) -> None:
        """Stop at once: what has not answered is interrupted."""
        self.stop()
        for run in (*self._turns.waiting.values(), *self._pending):
            run.state = "interrupted"
        self._turns.waiting, self._pending = {}, []

    def stop(self) -> int | None:
        """Kill the worker and all of its group; return its wait status if that is known."""
        worker, self.worker = self.worker, None
        return None if worker is None else worker.end()


def is_project_code(hook: "Hook") -> bool:
    """Tell whether the hook's code lies in the project that names it, not in an installation."""
    if hook.layer not in ("project", "local") or not hook.root:
        return False
    return any(is_inside(directory, hook.root) for directory in hook.directories)


def problem_of(hook: "Hook") -> str:
    """Say why the hook cannot run at all, or nothing."""
    if hook.kind == "python":
        return ""
    if hook.kind == "broken":
        return hook.problem or "its entry in hooks.json is broken"
    if hook.kind == "command":
        return "this version of snaphook cannot run commands yet"
    return "this version of snaphook cannot run callables that are not marked as handlers yet"
