"""Background hooks hold nobody up, reach nobody's output, and are logged at their end."""

import fcntl
import os
import time

import pytest

HOOKS = """
import os, posix, sys, time

def quick(): print("quick was here")
def slow(): time.sleep(1.5)
def session(): print(os.getsid(0))
"""


@pytest.fixture
def background(hook_process):
    hook_process.module("hooks", HOOKS)
    hook_process.program = "start_background.py"

    class Background:
        log = hook_process.folder / "job.log"
        state = hook_process.folder / "state" / "snaphook" / "background"

        def hook(self, function, **fields):
            module = fields.pop("module", "hooks")
            every = {"class": "observe", "background": True}
            return hook_process.hook(function, module, **{**every, **fields})

        def start(self, *hooks, **given):
            started = time.monotonic()
            process = hook_process.start(*hooks, event="Stop", **given)
            stdout, stderr = process.communicate(timeout=20)
            assert (stdout, stderr, process.returncode) == (b"the answer\n", b"", 0)
            return time.monotonic() - started

        def logged(self, count, patience=10.0):
            limit = time.monotonic() + patience
            while not self.log.exists() or self.log.read_bytes().count(b"\n") < count:
                assert time.monotonic() < limit, "not logged in time"
                time.sleep(0.01)
            assert hook_process.survivors(2.0) == []
            return sorted(tuple(line.split("\t")) for line in self.log.read_text().splitlines())

    return Background()


def test_nobody_waits_for_them_and_each_is_logged_at_its_end(background):
    took = background.start(background.hook("slow"), background.hook("quick"))
    assert took < 1.2  # the slow one takes 1.5 s
    assert background.logged(2) == [
        ("quick", "answered", "", "quick was here"),
        ("slow", "answered", "", ""),
    ]


def test_no_hook_starts_nothing(background):
    background.start()
    assert not background.state.exists()


def test_they_have_left_the_callers_session(background):
    background.start(background.hook("session"))
    assert background.logged(1)[0][3] != str(os.getsid(0))


def test_what_they_do_is_contained_and_logged(background):
    names = ["loop", "segfault", "os_exit_zero"]
    hooks = [background.hook(name, module="misbehaviour", timeout_ms=300) for name in names]
    background.start(*hooks)
    assert [line[:3] for line in background.logged(3)] == [
        ("loop", "timeout", "no answer within 300 ms"),
        ("os_exit_zero", "crash", "exit code 0 without an answer"),
        ("segfault", "crash", "killed by SIGSEGV"),
    ]


def test_a_hook_that_kills_its_supervisor_leaves_the_others_alone(background, hook_process):
    killing = background.hook("kill_the_parent", module="misbehaviour")
    background.start(background.hook("slow"), killing, background.hook("quick"))
    assert [line[0] for line in background.logged(2)] == ["quick", "slow"]


def test_they_outlive_the_callers_session_and_group(background, hook_process):
    hook_process.module("delayed", "import time\ndef run(): time.sleep(0.4); print('done')")
    process = hook_process.start(background.hook("run", module="delayed"), event="Stop")
    process.communicate(timeout=20)
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 9)
    assert background.logged(1) == [("run", "answered", "", "done")]


def test_at_most_32_run_at_once(background):
    background.state.mkdir(parents=True)
    held = []
    for number in range(31):
        held.append((background.state / str(number)).open("w"))
        fcntl.flock(held[-1], fcntl.LOCK_EX)
    background.start(background.hook("slow"), background.hook("slow"))
    lines = background.logged(2)
    assert [line[1] for line in lines] == ["answered", "unavailable"]
    assert lines[1][2] == "32 background hooks are running already"


def test_places_are_free_again_afterwards(background):
    for turn in range(1, 4):
        background.start(*[background.hook("quick")] * 12)
        assert {line[1] for line in background.logged(12 * turn)} == {"answered"}


def test_a_fifo_in_the_place_of_a_lock_holds_nobody_up(background):
    background.state.mkdir(parents=True)
    os.mkfifo(background.state / "0")
    assert background.start(background.hook("quick")) < 2
    assert background.logged(1)[0][:2] == ("quick", "answered")


@pytest.mark.parametrize("obstacle", ["a file", "a link that leads nowhere"])
def test_without_a_place_to_count_them_they_are_told_of_and_not_run(background, obstacle):
    state = background.state.parents[1]
    if obstacle == "a file":
        state.touch()
    else:
        state.symlink_to("/nowhere/at/all")
    background.start(background.hook("quick"), background.hook("slow"))
    lines = background.logged(2)
    assert [line[:2] for line in lines] == [("quick", "unavailable"), ("slow", "unavailable")]
    assert all(line[2].startswith("no place to count background hooks: ") for line in lines)
