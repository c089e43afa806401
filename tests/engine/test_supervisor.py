"""Which hooks run on an event, in which order and worker, and against which deadlines."""

import os
import resource
import signal
import time
from pathlib import Path

import pytest

ANSWERS = """
from snaphook.handlers import allow, ask, context, deny
import os, posix, sys, time

def nothing(): return None
def allowing(): return allow()
def asking(): return ask("sure?")
def denying(): return deny("no")
def raising(): raise ValueError("seven")
def telling_pid(): return context(str(posix.getpid()))
def slow(): time.sleep(0.3); return context("slow")
def late(): time.sleep(0.1); return deny("late, but in time")
def printing(): os.system("echo from a child")
"""


@pytest.fixture
def answers(hook_process):
    hook_process.module("answers", ANSWERS)

    def hook(function, class_="gate", **fields):
        return hook_process.hook(function, "answers", **{"class": class_, **fields})

    return hook


def states(result):
    return [run.failure or run.state for run in result.runs]


@pytest.mark.parametrize(
    ("event", "first", "fields", "last"),
    [
        ("PreToolUse", "denying", {}, "skipped"),
        ("PreToolUse", "denying", {"class_": "undeclared"}, "skipped"),
        ("PreToolUse", "denying", {"mode": "warn"}, "answered"),
        ("PreToolUse", "denying", {"mode": "shadow"}, "answered"),
        ("PreToolUse", "asking", {}, "answered"),
        ("PreToolUse", "allowing", {}, "answered"),
        ("PreToolUse", "raising", {}, "skipped"),
        ("PreToolUse", "raising", {"mode": "shadow"}, "answered"),
        ("PreToolUse", "raising", {"fail_mode": "open"}, "answered"),
        ("PreToolUse", "raising", {"class_": "undeclared"}, "answered"),
        ("UserPromptSubmit", "asking", {}, "skipped"),
        ("SubagentStart", "asking", {}, "skipped"),
        ("Stop", "denying", {}, "skipped"),
        ("Stop", "asking", {}, "answered"),
        ("Stop", "raising", {}, "answered"),
        ("PostToolUse", "denying", {}, "answered"),
        ("SessionStart", "raising", {}, "answered"),
    ],
)
def test_the_first_refusal_ends_the_gates(hook_process, answers, event, first, fields, last):
    result = hook_process.run(answers(first, **fields), answers("nothing"), event=event)
    assert states(result) == ["crash" if first == "raising" else "answered", last]


def test_context_and_observe_hooks_run_even_so_and_all_at_once(hook_process, answers):
    watching = [answers("slow", class_) for class_ in ("context", "observe") * 2 + ("context",)]
    gates = [answers("denying"), answers("nothing")]
    result = hook_process.run(watching[0], *gates, *watching[1:])
    assert states(result) == ["answered", "answered", "skipped"] + ["answered"] * 4
    assert result.runs[0].context == "slow"
    assert result.wall < 1.2  # five times 0.3 s one after another would be 1.5


def test_gates_share_a_worker_and_the_others_have_one_each(hook_process, answers):
    classes = ("gate", "gate-advisory", "undeclared", "context", "observe")
    result = hook_process.run(*[answers("telling_pid", class_) for class_ in classes])
    pids = [run.context for run in result.runs]
    assert len(set(pids[:3])) == 1
    assert len(set(pids)) == 3


def test_code_of_a_project_has_a_worker_of_its_own(hook_process, answers):
    project = {"layer": "project", "root": str(hook_process.folder)}
    hooks = [answers("telling_pid", **fields) for fields in ({}, {}, project, project, {})]
    pids = [run.context for run in hook_process.run(*hooks).runs]
    assert pids[0] == pids[1]
    assert pids[2] == pids[3]
    assert len(set(pids)) == 3


def test_each_gate_has_its_own_deadline(hook_process, answers):
    hooks = [answers("slow", timeout_ms=500) for _ in range(3)]
    assert states(hook_process.run(*hooks)) == ["answered"] * 3


def test_the_events_deadline_fails_what_was_not_reached(hook_process, answers):
    gate = answers("slow", fail_mode="open")
    watching = hook_process.hook("sleep", **{"class": "observe"})
    result = hook_process.run(gate, gate, gate, watching, deadline=0.45)
    assert states(result) == ["answered", "timeout", "timeout", "timeout"]
    assert result.runs[1].detail == "no answer before the event's deadline"
    assert result.runs[2].detail == "not reached before the event's deadline"
    assert result.wall < 2
    assert hook_process.survivors() == []


def test_a_deadline_that_is_over_fails_every_gate(hook_process, answers):
    result = hook_process.run(answers("nothing", fail_mode="open"), answers("nothing"), deadline=-1)
    assert states(result) == ["timeout", "timeout"]


def test_an_answer_that_came_while_the_machine_slept_counts(hook_process, answers):
    process = hook_process.start(answers("late", timeout_ms=400))
    wait_for_a_worker(process.pid)
    time.sleep(0.05)
    os.kill(process.pid, signal.SIGSTOP)
    time.sleep(0.6)
    os.kill(process.pid, signal.SIGCONT)
    process.communicate(timeout=10)
    assert hook_process.result().runs[0].reason == "late, but in time"


def wait_for_a_worker(pid, patience=5.0):
    limit = time.monotonic() + patience
    while not Path(f"/proc/{pid}/task/{pid}/children").read_text():
        assert time.monotonic() < limit, "no worker was started"
        time.sleep(0.002)


IMPORTS = {
    "missing": (None, "ModuleNotFoundError: No module named 'missing'"),
    "without": ("", "AttributeError: module 'without' has no attribute 'run'"),
    "number": ("run = 7", "TypeError: number:run is int, no function"),
    "broken": ("def run(:", "SyntaxError: "),
    "raising": ("raise OSError('gone')", "OSError: gone (raising.py:1)"),
    "leaving": ("raise SystemExit(0)", "SystemExit: 0 (leaving.py:1)"),
    "exiting": ("import posix; posix._exit(0)", "exit code 0 without an answer"),
    "crashing": ("import ctypes; ctypes.string_at(0)", "killed by SIGSEGV"),
    "forking": ("import posix; posix.fork()\nrun = 7", "TypeError: forking:run is int"),
}


@pytest.mark.parametrize("module", IMPORTS)
def test_a_module_that_cannot_be_imported_is_its_hooks_failure_alone(hook_process, answers, module):
    text, detail = IMPORTS[module]
    if text is not None:
        hook_process.module(module, text)
    bad = hook_process.hook("run", module, fail_mode="open")
    result = hook_process.run(answers("nothing"), bad, answers("denying"))
    assert states(result) == ["answered", "unavailable", "answered"]
    assert result.runs[1].detail.startswith(detail)
    assert hook_process.survivors() == []


@pytest.mark.parametrize("module", ["raising", "crashing"])
def test_the_gates_before_a_closed_import_failure_run_and_those_behind_do_not(
    hook_process, answers, module
):
    hook_process.module(module, IMPORTS[module][0])
    bad = hook_process.hook("run", module)
    result = hook_process.run(answers("telling_pid"), bad, answers("nothing"))
    assert states(result) == ["answered", "unavailable", "skipped"]
    assert result.runs[0].context


def test_an_import_that_hangs_is_its_hooks_timeout(hook_process, answers):
    hook_process.module("hanging", "while True: pass")
    bad = hook_process.hook("run", "hanging", fail_mode="open", timeout_ms=300)
    result = hook_process.run(answers("nothing", timeout_ms=800), bad, answers("denying"))
    assert states(result) == ["answered", "timeout", "answered"]
    assert result.runs[1].detail == "no answer within 300 ms"
    assert result.wall < 3


def test_every_module_is_imported_before_the_first_hook_runs(hook_process, answers):
    hook_process.module("late", "import time\ntime.sleep(0.1)\ndef run(): pass")
    result = hook_process.run(answers("denying"), hook_process.hook("run", "late"))
    assert states(result) == ["answered", "skipped"]
    assert result.wall > 0.1


def test_handlers_cannot_stand_in_for_the_standard_library(hook_process):
    hook_process.module("fractions", "raise SystemExit")
    hook_process.module("asking", "import fractions\ndef run(): return fractions.Fraction")
    run = hook_process.run(hook_process.hook("run", "asking")).runs[0]
    assert run.detail == "returned ABCMeta, not a Verdict"


def test_site_packages_are_there_where_a_hook_needs_them(hook_process):
    hook_process.module(
        "sites",
        "import sys\nfrom snaphook.handlers import context\n"
        "def run(): return context(str('site' in sys.modules))",
    )
    for needed in (True, False):
        hook = hook_process.hook("run", "sites", needs_site=needed)
        assert hook_process.run(hook).runs[0].context == str(needed)


@pytest.mark.parametrize("kind", ["broken", "command", "callable"])
def test_what_cannot_run_fails_in_its_turn_without_a_worker(hook_process, answers, kind):
    bad = answers("nothing", kind=kind, problem="no such handler")
    result = hook_process.run(bad, answers("nothing"))
    assert states(result) == ["unavailable", "skipped"]
    assert result.runs[0].detail == (
        "no such handler" if kind == "broken" else result.runs[0].detail
    )
    assert "snaphook.engine.worker" not in result.modules
    opened = {**bad, "fail_mode": "open"}
    result = hook_process.run(answers("allowing"), bad, answers("nothing"))
    assert states(result) == ["answered", "unavailable", "skipped"]
    result = hook_process.run(answers("allowing"), opened, answers("denying"))
    assert states(result) == ["answered", "unavailable", "answered"]


def test_no_hook_means_no_worker(hook_process):
    result = hook_process.run()
    assert result.runs == []
    assert "snaphook.engine.worker" not in result.modules


def test_a_handler_gets_what_it_asks_for_and_its_own_copy(hook_process):
    hook_process.module(
        "asking",
        "from snaphook.handlers import context\n"
        "def run(event, options, session):\n"
        "    turn = session.update('n', lambda n: n + 1, 0)\n"
        "    found = repr((event.payload['list'], options.names, turn))\n"
        "    event.payload['list'].append(7)\n"
        "    return context(found)",
    )
    fields = {"payload": {"list": [1]}, "session_id": "s", "provider": "claude"}
    every = {"arguments": ("event", "options", "session"), "options": {"names": ["a"]}}
    hooks = [hook_process.hook("run", "asking", **every) for _ in range(2)]
    result = hook_process.run(*hooks, fields=fields, event="UserPromptSubmit")
    assert [run.context for run in result.runs] == ["([1], ('a',), 1)", "([1], ('a',), 2)"]


def test_the_caller_can_do_something_once_while_workers_start(hook_process, answers):
    assert hook_process.run(answers("nothing"), answers("nothing", "observe")).called == 1
    assert hook_process.run(answers("nothing", kind="broken")).called == 0


def test_a_pattern_is_searched_in_the_worker_under_the_deadline(hook_process, answers):
    patterns = ["^start", "^resume", "(a+)+$"]
    hooks = [
        answers("nothing", "context", matcher=((), (), pattern), timeout_ms=400)
        for pattern in patterns
    ]
    source = {"source": "startup " + "a" * 60 + "b"}
    result = hook_process.run(*hooks, event="SessionStart", fields=source)
    assert states(result) == ["answered", "skipped", "timeout"]


def test_what_a_hook_and_its_children_print_is_captured(hook_process, answers):
    run = hook_process.run(answers("printing", "observe")).runs[0]
    assert (run.output, run.output_bytes) == ("from a child\n", 13)


def test_times_are_the_hooks_own(hook_process, answers):
    slow, fast = hook_process.run(answers("slow"), answers("nothing")).runs
    assert 290 < slow.duration_ms < 1000
    assert fast.duration_ms < 200


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_from_outside_interrupts_what_is_unfinished(hook_process, answers, number):
    sleep = hook_process.hook("sleep", timeout_ms=60_000)
    watching = {**sleep, "class": "observe"}
    process = hook_process.start(answers("nothing"), sleep, sleep, watching, deadline=60)
    wait_for_a_worker(process.pid)
    time.sleep(0.2)
    sent = time.monotonic()
    os.kill(process.pid, number)
    assert process.communicate(timeout=10) == (b"", b"")
    assert time.monotonic() - sent < 1
    assert states(hook_process.result()) == ["answered"] + ["interrupted"] * 3
    assert hook_process.survivors() == []


def test_an_ignored_hangup_stays_ignored(hook_process, answers):
    process = hook_process.start(answers("slow"), prefix=("nohup",))
    wait_for_a_worker(process.pid)
    time.sleep(0.1)
    os.kill(process.pid, signal.SIGHUP)
    process.communicate(timeout=10)
    assert states(hook_process.result()) == ["answered"]


def test_a_caller_that_ignores_its_children_changes_nothing(hook_process, answers):
    process = hook_process.start(
        answers("nothing"),
        hook_process.hook("kill_itself"),
        preexec_fn=lambda: signal.signal(signal.SIGCHLD, signal.SIG_IGN),
    )
    assert process.communicate(timeout=10) == (b"", b"")
    assert states(hook_process.result()) == ["answered", "crash"]


def test_closed_standard_streams_change_nothing(hook_process, answers):
    closing = ("/bin/sh", "-c", 'exec "$@" 0<&- 1>&- 2>&-', "sh")
    process = hook_process.start(answers("printing"), answers("denying"), prefix=closing)
    process.communicate(timeout=10)
    result = hook_process.result()
    assert states(result) == ["answered", "answered"]
    assert "from a child\n" in "".join(run.output for run in result.runs)


def test_without_descriptors_for_a_worker_the_gates_fail_by_their_mode(hook_process, answers):
    process = hook_process.start(
        answers("nothing", fail_mode="open"),
        answers("nothing"),
        answers("nothing"),
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (6, 6)),
    )
    process.communicate(timeout=10)
    result = hook_process.result()
    assert states(result) == ["unavailable", "unavailable", "skipped"]
    assert result.runs[0].detail == "no worker can start: Too many open files"
    assert not result.leaked


def limited(hook_process, descriptors, *hooks):
    """Run the hooks in a process that may open so many descriptors."""
    process = hook_process.start(
        *hooks,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors)),
    )
    process.communicate(timeout=20)
    return hook_process.result()


def test_hooks_for_which_there_is_no_room_yet_wait_for_the_others_to_end(hook_process, answers):
    result = limited(hook_process, 20, *[answers("slow", "context") for _ in range(8)])
    assert [run.context for run in result.runs] == ["slow"] * 8
    assert result.wall > 0.6  # not all at once
    assert not result.leaked
    assert not result.children


def test_a_gate_is_not_refused_because_others_have_taken_the_room(hook_process, answers):
    crashing = hook_process.hook("kill_itself", fail_mode="open")
    watching = [answers("slow", "context") for _ in range(8)]
    result = limited(hook_process, 20, crashing, answers("denying"), *watching)
    assert states(result) == ["crash", *["answered"] * 9]
    assert result.runs[1].reason == "no"
