"""One event and the hooks that it concerns: what they say, and what follows from it."""

from .supervisor import supervise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from .events import Event
    from .plans import Hook
    from .runs import Outcome, Run

Broken = tuple[tuple[str, int, int, str], ...]


def dispatch(
    event: "Event",
    hooks: "list[Hook]",
    deadline: float,
    broken: Broken = (),
    meanwhile: "Callable[[], object] | None" = None,
) -> "tuple[list[Run], Outcome]":
    """Run the hooks that are on and compose their answers.

    `deadline` is a `time.monotonic()` value by which the outcome must be known; `broken` are the
    config files that could not be read (see `engine.broken_config`). Background hooks are left
    out: they start when the answer is out. `meanwhile` is called while the handlers start.
    """
    awaited = [hook for hook in hooks if is_awaited(hook)]
    runs = supervise(event, awaited, deadline, meanwhile)
    from .compose import compose

    runs = _unasked(event, hooks, broken) + runs
    return runs, compose(event, runs)


def _unasked(event: "Event", hooks: "list[Hook]", broken: Broken = ()) -> "list[Run]":
    """Return the runs of hooks that are off or untrusted, and the refusal of a broken config."""
    from .runs import Run

    runs = [Run(hook, hook.state) for hook in hooks if hook.state != "on"]
    if broken:
        from .broken_config import run_for

        refusal = run_for(event, broken)
        if refusal is not None:
            runs.append(refusal)
    return runs


def is_awaited(hook: "Hook") -> bool:
    """Whether the answer waits for this hook."""
    return hook.state == "on" and not hook.background


def dispatch_unread(
    event: "Event", hooks: "list[Hook]", why: str, broken: Broken = ()
) -> "tuple[list[Run], Outcome]":
    """Fail every hook that might have been concerned: what the provider sent cannot be read."""
    from .compose import compose
    from .runs import Run

    runs = _unasked(event, hooks, broken)
    for hook in filter(is_awaited, hooks):
        runs.append(Run(hook, "failed", failure="malformed", detail=f"unreadable event: {why}"))
    return runs, compose(event, runs)
