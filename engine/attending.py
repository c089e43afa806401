"""The supervisor's loop: listens to the workers, their deadlines and signals from outside."""

import time
from select import POLLIN, poll

from .interrupts import ENDING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .interrupts import Interrupts
    from .lanes import Lane


def attend(lanes: "list[Lane]", interrupts: "Interrupts", deadline: float) -> None:
    """Listen until all hooks are done, `deadline` has come, or a signal ends it."""
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


def _wait(busy: "list[Lane]", interrupts: "Interrupts", until: float) -> dict[int, int]:
    """Return the file descriptors that are ready, none when the time is up."""
    poller = poll()
    poller.register(interrupts.fd, POLLIN)
    for lane in busy:
        if lane.worker is not None:
            for fd in lane.worker.polled():
                poller.register(fd, POLLIN)
    return dict(poller.poll(max(0.0, (until - time.monotonic()) * 1000)))
