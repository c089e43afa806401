"""What a config file that cannot be read means for a tool call, and the way out of it."""

from .plans import Hook
from .runs import Run
from .verdicts import Verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .events import Event

HOOK = {
    "name": "snaphook.config",
    "handler": "snaphook.config",
    "class": "gate",
    "layer": "builtin",
}
REPAIRS = ("validate", "doctor", "status", "explain")
_WORD = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./= ")


def run_for(event: "Event", broken: tuple[tuple[str, int, int, str], ...]) -> Run | None:
    """Return the refusal of a tool call while its config is broken, or None where it may pass.

    `broken` holds (path, line, column, what) for each file that no earlier plan stands in for.
    Reading such a file passes, editing it is an ask, and so does `snaphook validate`, `doctor`,
    `status` or `explain` when it is all that the call runs; other events are never refused.
    """
    if not broken or event.name not in ("PreToolUse", "PermissionRequest"):
        return None
    path, line, column, what = broken[0]
    reason = (
        f"hook-config-invalid: {path}:{line}:{column}: {what}. No tool runs until that file can be "
        "read; repair it (run `snaphook validate` to see every problem)."
    )
    decision = _decision(event, {entry[0] for entry in broken})
    if not decision:
        return None
    run = Run(Hook(event=event.name, **HOOK), verdict=Verdict(decision, reason))
    run.anomalies.append("hook-config-invalid")
    return run


def _decision(event: "Event", broken: set[str]) -> str:
    tool = event.tool  # type: ignore[attr-defined]
    files = tool.files
    if files and all(file.path in broken for file in files):
        return "" if all(file.change == "read" for file in files) else "ask"
    return "" if repairs(tool.command) else "deny"


def repairs(command: str) -> bool:
    """Tell whether the shell text is one plain command of ours that only looks or explains."""
    words = command.split()
    plain = _WORD.issuperset(command.strip(" \n"))
    return plain and words[:1] == ["snaphook"] and words[1:2] != [] and words[1] in REPAIRS
