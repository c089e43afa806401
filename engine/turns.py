"""Whose turn it is in a worker, by the frames that it sends: each counts once and in order."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .runs import Run


class Turns:
    """The hooks of one worker and the time that each has used; times are `time.monotonic`'s.

    The import of a hook's module counts against that hook's own time, and what comes before the
    first import against the first hook's.
    """

    __slots__ = ("_place", "_runs", "_since", "importing", "waiting")

    def __init__(self, runs: "list[Run]", now: float) -> None:
        self._runs = runs
        self._place = -1  # of the hook that imports or runs, or was the last to
        self._since = now
        self.importing = True
        self.waiting = dict(enumerate(runs))  # by place, what is not settled yet

    @property
    def current(self) -> "Run":
        """The hook at work: one that has run still is until the next one starts.

        A worker tells an answer and the next start in one write. If it dies or dawdles in between,
        the answer was no end of the hook, but something that the hook itself has sent.
        """
        if not self.importing:
            return self._runs[self._place]
        return self.waiting.get(self._place) or next(iter(self.waiting.values()))

    @property
    def deadline(self) -> float:
        """When the hook at work has to have answered."""
        run = self.current
        return self._since + (run.hook.timeout_ms - run.duration_ms) / 1000

    def note(self, kind: str, place: int, now: float) -> "Run":
        """Take note of a frame and return whose it is; raises ValueError for one not due."""
        if not self._is_due(kind, place):
            raise ValueError(f"{kind!r} for hook {place} was not due")
        self.charge(now)
        self._place = place
        if kind == "start":
            self.importing = False
        return self._runs[place]

    def _is_due(self, kind: str, place: int) -> bool:
        if place not in self.waiting:
            return False
        if kind in ("import", "unavailable"):
            return self.importing and place >= self._place + (kind == "import")
        if kind == "start":
            return place == next(iter(self.waiting)) and (self.importing or place != self._place)
        return not self.importing and place == self._place

    def charge(self, now: float) -> None:
        """Add the time since the last frame to the hook that was at work."""
        if self.importing or self._place in self.waiting:
            self._runs[max(self._place, 0)].duration_ms += (now - self._since) * 1000
        self._since = now

    def settle(self, run: "Run") -> None:
        """Take the hook off the list, if it is still on it."""
        self.waiting.pop(self._runs.index(run), None)

    def drop_after(self, run: "Run") -> None:
        """Take off all hooks behind this one; earlier ones may still wait for their turn."""
        last = self._runs.index(run) if run in self._runs else len(self._runs)
        self.waiting = {n: waiting for n, waiting in self.waiting.items() if n < last}
