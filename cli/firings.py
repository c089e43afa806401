"""What the log knows of each hook: how often it ran in a project, when last, and how fast."""

from collections import defaultdict
from collections.abc import Iterable
from statistics import median
from typing import Any

from ..engine.paths import is_inside

RAN = ("allow", "ask", "deny", "none")
"""The outcomes of hooks that really ran."""


class Firings:
    """Runs by (event, hook), from the log's records of calls inside any of `roots`.

    Example: `Firings(Log().records(), ("/repo",)).of("PreToolUse", "rm_gate")["runs"]`.
    """

    def __init__(self, records: Iterable[dict[str, Any]], roots: tuple[str, ...]) -> None:
        self._last: dict[tuple[str, str], str] = {}
        self._times: dict[tuple[str, str], list[float]] = defaultdict(list)
        for record in records:
            project = str(record.get("project"))
            if record.get("outcome") in RAN and any(is_inside(project, root) for root in roots):
                self._take(record)

    def _take(self, record: dict[str, Any]) -> None:
        key = str(record.get("event")), str(record.get("hook"))
        self._last[key] = str(record.get("ts"))
        duration = record.get("duration_ms")
        if isinstance(duration, (int, float)):
            self._times[key].append(duration)

    def of(self, event: str, hook: str) -> dict[str, Any]:
        """Return `runs`, `last_fired` (UTC, "" for never) and `median_ms` (None for never)."""
        times = self._times[event, hook]
        return {
            "runs": len(times),
            "last_fired": self._last.get((event, hook), ""),
            "median_ms": round(median(times), 3) if times else None,
        }
