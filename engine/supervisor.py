"""Running an event's hooks so that none of them can keep the answer from coming, in time.

The process that calls `supervise` imports none of the handlers' code. It forks workers, listens to
them and kills them; gates run one after another, every context and observe hook beside them.
"""

import time
from select import POLLIN, poll

from .forking import bury
from .interrupts import ENDING, Interrupts
from .lanes import Lane, problem_of
from .runs import Run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .events import Event
    from .plans import Hook


def supervise(event: "Event", hooks: "list[Hook]", deadline: float) -> list[Run]:
    """Run the hooks on the event; return what became of each, in the same order.

    `hooks` are in run order, those that concern the event and run in the foreground. `deadline` is
    a `time.monotonic()` value: what has not answered by then has timed out. Never raises for
    anything that a handler does. SIGTERM, SIGINT and SIGHUP make it return at once, with the
    unfinished runs "interrupted"; so it works in the main thread only. Workers that are killed but
    not gone yet are left to `engine.forking.bury`.

    Example: `supervise(event, plan.hooks(event), time.monotonic() + 10)`.
    """
    bury(0)
    runs = [Run(hook, "skipped") for hook in hooks]
    lanes = _lanes(event, runs)
    if all(problem_of(hook) for hook in hooks):
        for lane in lanes:
            lane.advance()
        return runs
    interrupts = Interrupts()
    try:
        _attend(lanes, interrupts, deadline)
    finally:
        for lane in lanes:
            lane.interrupt()
        interrupts.close()
    return runs


def _lanes(event: "Event", runs: list[Run]) -> list[Lane]:
    """Put the gates into one lane and every other hook into its own."""
    gates = [run for run in runs if _is_gate(event, run.hook)]
    others = [[run] for run in runs if not _is_gate(event, run.hook)]
    return [Lane(event, together) for together in (gates, *others) if together]


def _is_gate(event: "Event", hook: "Hook") -> bool:
    return hook.decides and (event.GATE_CAPABLE or hook.class_ != "undeclared")


def _attend(lanes: list[Lane], interrupts: Interrupts, deadline: float) -> None:
    """Listen until all hooks are done, the event's time is up or a signal ends it."""
    while time.monotonic() < deadline:
        for lane in lanes:
            lane.advance()
        busy = [lane for lane in lanes if lane.worker is not None]
        if not busy:
            return
        ready = _wait(busy, interrupts, min(deadline, *[lane.deadline for lane in busy]))
        for lane in busy:
            lane.attend(ready)
        if interrupts.fd in ready:
            signals = interrupts.received()
            if any(number in ENDING for number in signals):
                return
            for lane in busy:
                lane.look_after()
        now = time.monotonic()
        for lane in busy:
            lane.meet_deadline(now)
    for lane in lanes:
        lane.expire()


def _wait(busy: list[Lane], interrupts: Interrupts, until: float) -> dict[int, int]:
    """Return the file descriptors that are ready, none when the time is up."""
    poller = poll()
    poller.register(interrupts.fd, POLLIN)
    for lane in busy:
        if lane.worker is not None:
            for fd in lane.worker.polled():
                poller.register(fd, POLLIN)
    return dict(poller.poll(max(0.0, (until - time.monotonic()) * 1000)))
