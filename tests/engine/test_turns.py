"""Each frame counts once, in order, for the hook whose turn it is."""

import pytest

from snaphook.engine.plans import Hook
from snaphook.engine.runs import Run
from snaphook.engine.turns import Turns


def turns_of(*timeouts):
    runs = [Run(Hook(name=str(n), timeout_ms=ms)) for n, ms in enumerate(timeouts)]
    return runs, Turns(runs, 100.0)


def play(turns, *frames):
    for kind, place in frames:
        run = turns.note(kind, place, 100.0)
        if kind in ("answer", "skipped", "crash", "unavailable"):
            turns.settle(run)


@pytest.mark.parametrize(
    "frames",
    [
        [("import", 0), ("start", 0), ("answer", 0), ("start", 1), ("answer", 1)],
        [("start", 0), ("crash", 0), ("start", 1), ("skipped", 1)],
        [("import", 1), ("start", 0), ("answer", 0), ("start", 1), ("answer", 1)],
        [("import", 0), ("unavailable", 0), ("unavailable", 1)],
        [("import", 0), ("import", 1), ("unavailable", 1), ("start", 0), ("answer", 0)],
    ],
)
def test_what_a_worker_may_say(frames):
    _, turns = turns_of(1000, 1000)
    play(turns, *frames)
    assert turns.waiting == {}


@pytest.mark.parametrize(
    "frames",
    [
        [("start", 1)],
        [("start", -1)],
        [("start", 7)],
        [("answer", 0)],
        [("crash", 0)],
        [("greeting", 0)],
        [("import", 0), ("import", 0)],
        [("import", 1), ("import", 0)],
        [("start", 0), ("start", 0)],
        [("start", 0), ("start", 1)],
        [("start", 0), ("answer", 1)],
        [("start", 0), ("import", 1)],
        [("start", 0), ("unavailable", 0)],
        [("start", 0), ("answer", 0), ("answer", 0)],
        [("start", 0), ("answer", 0), ("answer", 1)],
        [("start", 0), ("answer", 0), ("start", 0)],
        [("import", 0), ("unavailable", 0), ("start", 0)],
    ],
)
def test_the_last_of_these_is_not_due(frames):
    _, turns = turns_of(1000, 1000)
    play(turns, *frames[:-1])
    with pytest.raises(ValueError, match="was not due"):
        turns.note(*frames[-1], 100.0)


def test_an_import_counts_against_its_own_hooks_time():
    (first, second), turns = turns_of(1000, 500)
    turns.note("import", 0, 100.1)  # 100 ms of starting count for the first
    turns.note("import", 1, 100.3)
    assert turns.deadline == pytest.approx(100.8)
    turns.note("start", 0, 100.7)
    assert turns.deadline == pytest.approx(101.4)
    turns.settle(turns.note("answer", 0, 100.8))
    turns.note("start", 1, 100.8)
    assert turns.deadline == pytest.approx(100.9)
    assert (first.duration_ms, second.duration_ms) == pytest.approx((400, 400))


def test_a_hook_is_at_work_until_the_next_one_starts():
    (first, second), turns = turns_of(1000, 1000)
    assert turns.current is first
    play(turns, ("start", 0), ("answer", 0))
    assert turns.current is first
    play(turns, ("start", 1))
    assert turns.current is second


def test_dropping_keeps_the_hooks_before():
    (first, second, _third), turns = turns_of(1000, 1000, 1000)
    play(turns, ("import", 0), ("import", 1), ("unavailable", 1))
    turns.drop_after(second)
    assert list(turns.waiting.values()) == [first]
