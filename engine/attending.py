"""The supervisor's loop: listens to the workers, their deadlines and signals from outside."""

import time
from select import POLLIN, poll

from .forking import bury
from .interrupts import ENDING
from .lanes import Lane
from .runs import Run
from .supervisor import is_gate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from .event import Event
    from .interrupts import Interrupts
    from .plans import Hook
    from .starting import Started


def attend(
    event: "Event",
    hooks: "list[Hook]",
    started: "Started | None",
    interrupts: "Interrupts",
    deadline: float,
    meanwhile: "Callable[[], object] | None",
) -> list[Run]:
    """See all hooks to their end, at the latest at `deadline`, a `time.monotonic` value.

    `started` is the worker of all gates, if it runs already.
    """
    bury(0)
    runs = [Run(hook, "skipped") for hook in hooks]
    lanes = _lanes(event, runs)
    if started:
        lanes[0].adopt(started)
    try:
        _advance(lanes)
        if meanwhile and any(lane.worker for lane in lanes):
            meanwhile()
        for lane in lanes:
            lane.look_after()  # it may have died before signals were caught
        _listen(lanes, interrupts, deadline)
    finally:
        for lane in lanes:
            lane.interrupt()
    return runs


def _lanes(event: "Event", runs: list[Run]) -> list[Lane]:
    """Put the gates into one lane, the first, and every other hook into its own."""
    gates = [run for run in runs if is_gate(event, run.hook)]
    others = [[run] for run in runs if not is_gate(event, run.hook)]
    return [Lane(event, together) for together in (gates, *others) if together]


def _advance(lanes: list[Lane]) -> None:
    """Start the workers that are due, as long as the machine has room for them."""
    for lane in lanes:
        lane.advance()
        if lane.stuck:
            return


def _listen(lanes: list[Lane], interrupts: "Interrupts", deadline: float) -> None:
    """Listen until all hooks are done, `deadline` has come, or a signal ends it."""
    while time.monotonic() < deadline:
        _advance(lanes)
        busy = [lane for lane in lanes if lane.worker is not None]
        if not busy:
            stuck = [lane for lane in lanes if lane.stuck]
            if not stuck:
                return
            bury()  # who is killed but not gone yet takes up room
            stuck[0].advance(last=True)
            continue
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


def _wait(busy: list[Lane], interrupts: "Interrupts", until: float) -> dict[int, int]:
    """Return the file descriptors that are ready, none when the time is up."""
    poller = poll()
    poller.register(interrupts.fd, POLLIN)
    for lane in busy:
        if lane.worker is not None:
            for fd in lane.worker.polled():
                poller.register(fd, POLLIN)
    return dict(poller.poll(max(0.0, (until - time.monotonic()) * 1000)))
