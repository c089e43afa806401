"""Whatever a gate does, the gates before it count, it fails closed or stands, in time."""

import os
import signal

import pytest

LIMIT = 300  # ms that the misbehaving gate has
IN_TIME = 3.0  # s for a whole event, on a busy machine; what hangs would take 60

MISBEHAVIOUR = [
    # function, failure, what the detail tells
    ("loop", "timeout", "no answer within 300 ms"),
    ("loop_swallowing_everything", "timeout", "no answer within 300 ms"),
    ("sleep", "timeout", "no answer within 300 ms"),
    ("hold_the_gil", "timeout", "no answer within 300 ms"),
    ("search_catastrophically", "timeout", "no answer within 300 ms"),
    ("start_children_that_hold_stdout", "timeout", "no answer within 300 ms"),
    ("steal_the_alarm", "timeout", "no answer within 300 ms"),
    ("leave_the_group", "timeout", "no answer within 300 ms"),
    ("answer_with_dict", "crash", "returned dict, not a Verdict"),
    ("raise_error", "crash", "ValueError: seven (misbehaviour.py:"),
    ("exit_zero", "crash", "SystemExit: 0 (misbehaviour.py:"),
    (
        "raise_the_untellable",
        "crash",
        "UntellableError: (its text cannot be read) (misbehaviour.py:",
    ),
    ("answer_with_a_coroutine", "crash", "returned coroutine, not a Verdict"),
    ("interrupt_itself", "crash", "KeyboardInterrupt (misbehaviour.py:"),
    ("os_exit_zero", "crash", "exit code 0 without an answer"),
    ("fork_and_die", "crash", "exit code 0 without an answer"),
    ("segfault", "crash", "killed by SIGSEGV"),
    ("abort", "crash", "killed by SIGABRT"),
    ("kill_itself", "crash", "killed by SIGKILL"),
    ("recurse", "crash", "RecursionError: maximum recursion depth exceeded"),
    ("overflow_the_c_stack", "crash", "killed by SIGSEGV"),
    ("use_up_memory", "crash", "MemoryError (misbehaviour.py:"),
    ("exhaust_memory", "crash", ""),  # told by an error or an exit code, as memory allows
    ("close_everything", "crash", "exit code 70 without an answer"),
    ("answer_twice", "crash", "sent a bad frame: 'answer' for hook 1 was not due"),
    ("answer_for_the_next", "crash", "sent a bad frame: 'answer' for hook 2 was not due"),
    ("answer_nonsense", "crash", "sent a bad frame: "),
    ("answer_an_unknown_decision", "crash", "sent a bad frame: a decision is allow, ask, deny"),
    ("answer_without_a_place", "crash", "sent a bad frame: a frame that is no message"),
    ("answer_and_exit", "crash", "exit code 0 without an answer"),
    ("answer_and_stay", "timeout", "no answer within 300 ms"),
    ("answer_too_much", "crash", "sent a bad frame: a frame of 4294967295 bytes"),
    ("answer_what_json_cannot_hold", "crash", "TypeError: set has no JSON form"),
    ("answer_more_than_fits", "crash", "ValueError: its answer takes 9437"),
]

HARMLESS = [
    "print_megabytes",
    "write_to_the_descriptors",
    "fork_and_return",
    "leave_a_thread",
    "leave_a_child",
    "leave_an_alarm",
    "leave_a_trace",
    "leave_a_profiler",
    "change_everything",
    "close_the_streams",
    "replace_write",
]


@pytest.mark.parametrize(("function", "failure", "detail"), MISBEHAVIOUR)
def test_a_gate_that_does_it_fails_closed_and_in_time(hook_process, function, failure, detail):
    hook = hook_process.hook
    result = hook_process.run(hook("good"), hook(function, timeout_ms=LIMIT), hook("refuse"))
    before, bad, after = result.runs
    assert (before.state, before.decision) == ("answered", "")
    assert before.output.startswith("good was here\n")
    assert (bad.state, bad.failure) == ("failed", failure)
    assert bad.detail.startswith(detail)
    assert after.state == "skipped"
    assert result.wall < IN_TIME
    assert not result.leaked
    assert not result.children
    assert hook_process.survivors() == []


@pytest.mark.parametrize(("function", "failure", "detail"), MISBEHAVIOUR)
def test_the_gates_after_one_that_fails_open_still_run(hook_process, function, failure, detail):
    hook = hook_process.hook
    bad = hook(function, timeout_ms=LIMIT, fail_mode="open")
    result = hook_process.run(hook("good"), bad, hook("refuse"))
    assert [run.state for run in result.runs] == ["answered", "failed", "answered"]
    assert result.runs[1].failure == failure
    assert result.runs[2].decision == "deny"
    assert hook_process.survivors() == []


def test_what_is_told_of_a_failure_is_capped(hook_process):
    run = hook_process.run(hook_process.hook("complain_at_length")).runs[0]
    assert (run.failure, run.detail) == ("crash", "x" * 1000)


@pytest.mark.parametrize("function", HARMLESS)
def test_a_gate_that_does_it_and_returns_keeps_nobody_from_answering(hook_process, function):
    hook = hook_process.hook
    result = hook_process.run(hook("good"), hook(function), hook("refuse"))
    assert [run.state for run in result.runs] == ["answered"] * 3
    assert [run.decision for run in result.runs] == ["", "", "deny"]
    assert result.wall < IN_TIME
    assert not result.leaked
    assert not result.children
    assert hook_process.survivors() == []


def test_what_a_hook_changes_is_put_back_before_the_next(hook_process):
    hook = hook_process.hook
    fresh = hook_process.run(hook("check_everything")).runs[0]
    changing, changed = hook_process.run(hook("change_everything"), hook("check_everything")).runs
    assert changed.decision == "deny"
    assert changed.reason == fresh.reason
    assert changing.output + changed.output == fresh.output == "still printing\n"
    assert str(hook_process.folder) in fresh.reason


def test_output_is_kept_to_64_kib_and_counted_in_full(hook_process):
    run = hook_process.run(hook_process.hook("print_megabytes")).runs[0]
    assert len(run.output) == 64 << 10
    assert run.output_bytes == 21 * 200_000


def test_printing_to_closed_streams_is_restored_for_the_next(hook_process):
    hook = hook_process.hook
    result = hook_process.run(hook("close_the_streams"), hook("good"))
    assert "".join(run.output for run in result.runs) == "good was here\n"


def test_the_supervisor_imports_nothing_of_the_handlers_and_keeps_its_path(hook_process):
    result = hook_process.run(hook_process.hook("good"))
    assert "misbehaviour" not in result.modules
    assert not any("fixtures" in entry for entry in result.path)
    heavy = {"os", "re", "json", "typing", "enum", "signal", "functools", "site", "dataclasses"}
    assert heavy.isdisjoint(result.modules)


@pytest.mark.parametrize(
    "function",
    ["kill_the_parent", "kill_the_parents_group", "kill_the_parent_holding_the_gil"],
)
def test_no_worker_outlives_a_killed_supervisor(hook_process, function):
    hook = hook_process.hook
    watcher = hook("sleep", **{"class": "observe"})
    process = hook_process.start(hook(function, timeout_ms=60_000), watcher, deadline=60)
    process.communicate(timeout=10)
    assert process.returncode == -signal.SIGKILL
    assert hook_process.survivors(2.0) == []


def test_a_gate_that_terminates_the_supervisor_is_interrupted(hook_process):
    hook = hook_process.hook
    result = hook_process.run(hook("good"), hook("terminate_the_parent"), hook("good"))
    assert [run.state for run in result.runs] == ["answered", "interrupted", "interrupted"]
    assert result.wall < IN_TIME
    assert hook_process.survivors() == []


def test_a_child_in_a_session_of_its_own_holds_nothing_up(hook_process):
    result = hook_process.run(hook_process.hook("start_a_session_in_a_child", timeout_ms=LIMIT))
    assert result.runs[0].failure == "timeout"
    assert result.wall < IN_TIME
    escaped = int((hook_process.folder / "escaped").read_text())
    os.kill(escaped, signal.SIGKILL)  # what leaves the group may survive
    assert hook_process.survivors() == []


@pytest.mark.parametrize("where", ["cd gone", "cd gone && rmdir ../gone"])
def test_a_deleted_working_directory_changes_nothing(hook_process, where):
    hook = hook_process.hook
    shell = ("/bin/sh", "-c", f'mkdir gone && {where} && exec "$@"', "sh")
    deleting = hook("delete_the_cwd", fail_mode="open")
    process = hook_process.start(hook("good"), deleting, hook("refuse"), prefix=shell)
    assert process.communicate(timeout=10) == (b"", b"")
    assert hook_process.result().runs[2].decision == "deny"
