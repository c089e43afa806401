"""Signals on the hook path that ask for nothing, and those that were blocked or ignored before."""

import json
import signal
import time

import pytest

OTHERS = ["SIGUSR1", "SIGUSR2", "SIGALRM", "SIGVTALRM", "SIGPROF", "SIGXCPU", "SIGIO", "SIGPWR"]


@pytest.mark.parametrize("name", [name for name in OTHERS if hasattr(signal, name)])
def test_a_signal_that_asks_for_nothing_changes_nothing(odd_ground, eventually, name):
    odd_ground.configure({"PreToolUse": {"gate": {"handler": "odd.refuse_late"}}}, odd_ground.home)
    process = odd_ground.start()
    process.stdin.write(json.dumps(odd_ground.event()).encode())
    process.stdin.close()
    assert eventually((odd_ground.project / "began").exists)
    process.send_signal(getattr(signal, name))
    assert process.wait(timeout=30) == 2
    answer = json.loads(process.stdout.read())["hookSpecificOutput"]
    assert answer["permissionDecisionReason"] == "no"


def test_blocked_signals_keep_no_silent_pipe_from_being_given_up(ground):
    ground.guard()
    every = signal.valid_signals()
    process = ground.start(preexec_fn=lambda: signal.pthread_sigmask(signal.SIG_BLOCK, every))
    started = time.monotonic()
    assert process.wait(timeout=30) == 2
    assert 4.5 < time.monotonic() - started < 15
    assert b"nothing came on stdin for 5 s" in process.stdout.read()


def test_a_caller_that_ignores_its_children_gets_no_fault_into_the_log(odd_ground, eventually):
    hooks = {"PostToolUse": {"late": {"handler": "odd.leave_a_file"}}}
    odd_ground.configure(hooks, odd_ground.home)
    ignoring = {"preexec_fn": lambda: signal.signal(signal.SIGCHLD, signal.SIG_IGN)}
    event = odd_ground.event(hook_event_name="PostToolUse")
    assert odd_ground.call(event, "claude", "PostToolUse", **ignoring) == (0, b"", b"")
    assert eventually(lambda: odd_ground.of("late"))
    assert [record["failure"] for record in odd_ground.log()] == ["", ""]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT])
def test_a_signal_that_came_before_the_event_interrupts_its_gates(odd_ground, number):
    odd_ground.configure({"PreToolUse": {"gate": {"handler": "odd.refuse_late"}}}, odd_ground.home)
    odd_ground.call(odd_ground.event())
    process = odd_ground.start()
    time.sleep(0.5)
    process.send_signal(number)
    time.sleep(0.05)
    process.stdin.write(json.dumps(odd_ground.event()).encode())
    process.stdin.close()
    assert process.wait(timeout=30) == 2
    assert b"interrupted" in process.stdout.read()
