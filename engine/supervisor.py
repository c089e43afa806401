"""Running an event's hooks so that none of them can keep the answer from coming, in time.

The process that calls `supervise` imports none of the handlers' code. It forks workers, listens to
them and kills them; gates run one after another, every context and observe hook beside them.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from .event import Event
    from .plans import Hook
    from .runs import Run
    from .starting import Started


def supervise(
    event: "Event",
    hooks: "list[Hook]",
    deadline: float,
    meanwhile: "Callable[[], object] | None" = None,
) -> "list[Run]":
    """Run the hooks on the event; return what became of each, in the same order.

    `hooks` are in run order, those that concern the event and run in the foreground. `deadline` is
    a `time.monotonic()` value: what has not answered by then has timed out. Never raises for
    anything that a handler does. SIGTERM, SIGINT, SIGHUP and SIGQUIT make it return at once, the
    unfinished runs "interrupted"; so it works in the main thread only. Workers that are killed but
    not gone yet are left to `engine.forking.bury`. `meanwhile` is called once the workers are
    starting: the time for work that needs no answer, such as importing what comes next.

    Example: `supervise(event, plan.hooks(event), time.monotonic() + 10)`.
    """
    if not hooks:
        return []
    gates = [hook for hook in hooks if is_gate(event, hook)]
    started = _start_early(event, gates)
    # all that is imported from here on is imported while the first worker starts
    from .interrupts import Interrupts

    interrupts = Interrupts()
    try:
        if started:
            from .lifeline import tie

            tie(started)
        from .attending import attend

        return attend(event, hooks, started, interrupts, deadline, meanwhile)
    finally:
        interrupts.close()


def is_gate(event: "Event", hook: "Hook") -> bool:
    """Tell whether the hook waits for its turn among the gates, or runs beside them."""
    return hook.decides and (event.GATE_CAPABLE or hook.class_ != "undeclared")


def _start_early(event: "Event", gates: "list[Hook]") -> "Started | None":
    """Start the gates' worker where one worker can take them all; else leave it to their lane."""
    if not gates or not all(map(_is_ordinary, gates)):
        return None
    from .starting import start

    try:
        return start(event, gates)
    except OSError:
        return None


def _is_ordinary(hook: "Hook") -> bool:
    """Whether it is a handler of an installation: project code gets a worker of its own."""
    return hook.kind == "python" and not (hook.layer in ("project", "local") and hook.directories)
