"""Running an event's hooks so that none of them can keep the answer from coming, in time.

The process that calls `supervise` imports none of the handlers' code. It forks workers, listens to
them and kills them; gates run one after another, every context and observe hook beside them.
"""

from .forking import bury
from .interrupts import Interrupts
from .lanes import Lane
from .runs import Run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from .events import Event
    from .plans import Hook


def supervise(
    event: "Event",
    hooks: "list[Hook]",
    deadline: float,
    meanwhile: "Callable[[], object] | None" = None,
) -> list[Run]:
    """Run the hooks on the event; return what became of each, in the same order.

    `hooks` are in run order, those that concern the event and run in the foreground. `deadline` is
    a `time.monotonic()` value: what has not answered by then has timed out. Never raises for
    anything that a handler does. SIGTERM, SIGINT and SIGHUP make it return at once, with the
    unfinished runs "interrupted"; so it works in the main thread only. Workers that are killed but
    not gone yet are left to `engine.forking.bury`. `meanwhile` is called once the workers are
    starting: the time for work that needs no answer, such as importing what comes next.

    Example: `supervise(event, plan.hooks(event), time.monotonic() + 10)`.
    """
    bury(0)
    if not hooks:
        return []
    runs = [Run(hook, "skipped") for hook in hooks]
    lanes = _lanes(event, runs)
    interrupts = Interrupts()
    try:
        for lane in lanes:
            lane.advance()
        if any(lane.worker for lane in lanes):
            from .attending import attend  # here, while the workers are starting

            if meanwhile:
                meanwhile()
            attend(lanes, interrupts, deadline)
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
