"""A worker's whole group dies with its supervisor, however that goes."""

import os
import signal
import time

import pytest

HOLDERS = ["sleep", "loop_swallowing_everything", "hold_the_gil", "search_catastrophically"]


def started(hook_process, *hooks):
    process = hook_process.start(*hooks, deadline=60)
    limit = time.monotonic() + 5
    while len(hook_process.survivors(0)) < 1 + len(hooks):
        assert time.monotonic() < limit
        time.sleep(0.01)
    time.sleep(0.2)
    return process


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSEGV, signal.SIGQUIT])
def test_workers_die_when_the_supervisor_is_killed(hook_process, number):
    hooks = [hook_process.hook(name, timeout_ms=60_000, **{"class": "observe"}) for name in HOLDERS]
    process = started(hook_process, *hooks)
    os.kill(process.pid, number)
    process.communicate(timeout=10)
    assert hook_process.survivors(2.0) == []


def test_children_of_a_worker_die_with_it(hook_process):
    hook = hook_process.hook("start_children_that_hold_stdout", timeout_ms=60_000)
    process = started(hook_process, hook)
    os.kill(process.pid, signal.SIGKILL)
    process.communicate(timeout=10)  # the end of its output: nobody else holds it
    assert hook_process.survivors(2.0) == []


def test_a_supervisor_that_dies_while_the_worker_starts_leaves_nothing(hook_process):
    for pause in range(12):
        process = hook_process.start(hook_process.hook("sleep", timeout_ms=60_000), deadline=60)
        time.sleep(0.012 + pause * 0.002)
        os.kill(process.pid, signal.SIGKILL)
        process.communicate(timeout=10)
    assert hook_process.survivors(2.0) == []
