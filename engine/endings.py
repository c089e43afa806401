"""When a hook's result refuses, so that no later gate of the event needs to run."""

from .failures import closes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .events import Event
    from .plans import Hook


def ends(event: "Event", hook: "Hook", decision: str = "", failure: str = "") -> bool:
    """Tell whether the gates end with this hook's `decision` (a verdict's) or `failure`."""
    if hook.mode != "enforce" or not hook.decides or not event.GATE_CAPABLE:
        return False
    if failure:
        return closes(hook, failure, event)
    return decision == "deny" or (decision == "ask" and event.ASK_MEANS == "deny")
