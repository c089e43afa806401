"""What happens when the answer is out: the log, and the hooks that nobody waits for."""

import posix
import time

from ..engine.forking import bury
from ..logs.record import records
from ..logs.writer import append

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..engine.events import Event
    from ..engine.plans import Hook
    from ..engine.runs import Outcome, Run


def finish(
    event: "Event",
    hooks: "list[Hook]",
    runs: "list[Run]",
    outcome: "Outcome",
    duration_ms: float,
    plan_id: str,
) -> None:
    """Log the call with one write, then start its background hooks.

    `hooks` are all hooks that the event concerned, `runs` those that were waited for.
    """
    call = f"{time.time_ns():x}-{posix.getpid():x}"
    append(records(call, event, runs, outcome, duration_ms, plan_id))
    later = [hook for hook in hooks if hook.background and hook.state == "on"]
    if later:
        from ..engine.background import start

        start(event, later, lambda run: _log_late(call, event, run, plan_id))
    bury()


def _log_late(call: str, event: "Event", run: "Run", plan_id: str) -> None:
    from ..engine.runs import Outcome

    append(records(call, event, [run], Outcome(), run.duration_ms, plan_id)[:-1])
