"""The hook path: an event in, one verdict out, whatever the host does with the pipe."""

import concurrent.futures
import json
import os
import pty
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

USAGE = b"usage: snaphook run PROVIDER EVENT < event.json\n"
NOTHING = (0, b"", b"")
PATCH = """*** Begin Patch
*** Update File: notes/a.txt
@@
+rm -rf / is a bad idea
*** Update File: .env
@@
+TOKEN=x
*** End Patch"""


def test_claude_is_told_of_a_refusal_byte_for_byte(ground):
    ground.guard()
    assert ground.call(ground.event()) == ground.denied()


def test_codex_is_told_of_a_refusal_byte_for_byte(ground):
    ground.guard()
    event = ground.event(tool_name="apply_patch", tool_input={"command": PATCH}, turn_id="t")
    assert ground.call(event, "codex") == (0, ground.denied(".env")[1], b"")


def test_a_call_that_no_gate_refuses_gets_no_answer(ground):
    ground.guard()
    harmless = {"file_path": str(ground.project / "a.txt"), "content": "x"}
    assert ground.call(ground.event(tool_input=harmless)) == NOTHING


def test_the_log_tells_of_the_refusal_and_of_the_whole_call(ground):
    ground.guard()
    ground.call(ground.event(tool_use_id="t1"))
    of_gate, of_call = ground.log()
    shared = {"provider": "claude", "event": "PreToolUse", "session": "s1", "tool": "Write"}
    shared |= {"correlation": "t1", "outcome": "deny", "reason": ground.refusal()}
    assert shared.items() <= of_gate.items()
    assert shared.items() <= of_call.items()
    assert (of_gate["hook"], of_gate["handler"], of_gate["layer"]) == (
        "path_gate",
        "path_gate",
        "project",
    )
    assert of_call["hook"] == ""
    assert of_gate["call"] == of_call["call"] != ""
    assert 0 < of_gate["duration_ms"] < of_call["duration_ms"]


@pytest.mark.parametrize("provider", ["claude", "codex"])
def test_without_a_config_two_megabytes_are_read_and_only_the_receipt_is_left(ground, provider):
    event = ground.event(tool_input={"file_path": "a", "content": "x" * 2_000_000})
    assert ground.call(event, provider) == NOTHING
    assert [path.name for path in (ground.state / "seen").iterdir()] == [f"{provider}.PreToolUse"]
    assert ground.log() == []


def test_an_event_that_no_hook_concerns_leaves_only_the_receipt(ground):
    ground.guard()
    assert ground.call(ground.event(hook_event_name="Stop"), "claude", "Stop") == NOTHING
    assert (ground.state / "seen" / "claude.Stop").exists()
    assert ground.log() == []


def test_a_pipe_that_is_never_closed_is_not_waited_for(ground):
    ground.guard()
    process = ground.start()
    started = time.monotonic()
    process.stdin.write(json.dumps(ground.event()).encode())
    process.stdin.flush()
    assert process.wait(timeout=30) == 2
    assert time.monotonic() - started < 4.5  # the idle wait alone would be 5
    assert process.stdout.read() == ground.denied()[1]


def test_a_pipe_that_never_carries_a_byte_closes_a_gate_and_says_why(ground):
    ground.guard()
    process = ground.start()
    assert process.wait(timeout=30) == 2
    answer = json.loads(process.stdout.read())["hookSpecificOutput"]
    assert answer["permissionDecision"] == "deny"
    assert "unreadable event: nothing came on stdin for 5 s" in answer["permissionDecisionReason"]


def test_a_pipe_that_never_carries_a_byte_says_nothing_where_nothing_can_be_refused(ground):
    ground.configure({"Stop": {"path_gate": {"handler": "path_gate"}}})
    process = ground.start("claude", "Stop")
    assert process.wait(timeout=30) == 0
    assert process.stdout.read() == b""


UNREADABLE = [b"", b"   ", b"{", b"null", b"[]", b'"x"', b"\xff\xfe", b"{}{}", b"[" * 100_000]


@pytest.mark.parametrize("data", UNREADABLE, ids=lambda data: repr(data[:8]))
def test_what_cannot_be_read_closes_the_gates_and_is_no_traceback(ground, data):
    ground.guard()
    code, stdout, stderr = ground.call(data)
    assert code == 2
    assert b"unreadable event" in stdout
    assert b"Traceback" not in stderr


def test_what_cannot_be_read_leaves_an_open_gate_open(ground):
    gate = {"handler": "path_gate", "fail_mode": "open"}
    ground.configure({"PreToolUse": {"path_gate": gate}}, ground.home)
    code, answer, _ = ground.call(b"{")
    assert code == 0
    told = json.loads(answer)
    assert list(told) == ["systemMessage"]  # to the user alone, and no decision
    assert told["systemMessage"].startswith("snaphook let this pass: hook 'path_gate' failed")
    assert ground.of("path_gate")[0]["failure"] == "malformed"


def test_what_cannot_be_read_closes_no_gate_of_another_provider(ground):
    gate = {"handler": "path_gate", "providers": ["codex"]}
    ground.configure({"PreToolUse": {"path_gate": gate}})
    assert ground.call(b"{", "claude") == NOTHING
    assert b"unreadable event" in ground.call(b"{", "codex")[1]


def test_what_cannot_be_read_is_refused_while_the_config_is_broken(ground):
    ground.guard().write_text("{")
    code, stdout, _ = ground.call(b"{")
    assert code == 2
    assert b"hook-config-invalid" in stdout


def test_a_terminal_gets_one_line_of_usage(ground):
    ours, theirs = pty.openpty()
    process = ground.start(stdin=theirs)
    assert process.wait(timeout=30) == 2
    assert (process.stdout.read(), process.stderr.read()) == (b"", USAGE)
    os.close(ours)
    os.close(theirs)


@pytest.mark.parametrize("words", [[], ["claude"], ["claude", "PreToolUse", "more"]])
def test_other_words_than_two_get_the_usage(ground, words):
    command = [*ground.command()[:4], *words]
    done = subprocess.run(command, input=b"{}", capture_output=True, env=ground.environment)
    assert (done.returncode, done.stdout, done.stderr) == (1, b"", USAGE)


LOCALES: list[dict[str, str]] = [
    {"PYTHONIOENCODING": "cp1252", "PYTHONUTF8": "0"},
    {"LC_ALL": "C", "LANG": "", "PYTHONIOENCODING": "ascii", "PYTHONCOERCECLOCALE": "0"},
    {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONLEGACYWINDOWSSTDIO": "1"},
    {"LC_ALL": "nowhere.KOI8-R"},
]


@pytest.mark.parametrize("locale", LOCALES, ids=lambda locale: next(iter(locale)))
def test_any_locale_reads_and_writes_the_same(odd_ground, locale):
    hooks = {"SessionStart": {"speak": {"handler": "odd.speak"}}, "PreToolUse": {}}
    hooks["PreToolUse"] = {"refuse": {"handler": "odd.refuse"}}
    odd_ground.configure(hooks, odd_ground.home)
    environment = {**odd_ground.environment, **locale}
    start = odd_ground.event(hook_event_name="SessionStart", source="startup")
    code, stdout, _ = odd_ground.call(start, "claude", "SessionStart", env=environment)
    assert code == 0
    assert "✓ rules → loaded 😀" in json.loads(stdout)["hookSpecificOutput"]["additionalContext"]
    strange = {"file_path": str(odd_ground.project / "café — 你好 🚀"), "content": ""}
    raw = json.dumps(odd_ground.event(tool_input=strange), ensure_ascii=False).encode()
    code, stdout, stderr = odd_ground.call(raw, env=environment)
    assert (code, stderr) == (2, "no ✓".encode())
    assert "café — 你好 🚀" in odd_ground.of("refuse")[-1]["fragment"]


def test_a_slow_writer_is_read_to_the_end(ground):
    ground.guard()
    event = ground.event()
    event["tool_input"]["content"] = "x" * 200_000
    data = json.dumps(event).encode()
    process = ground.start()
    for place in range(0, len(data), 4096):
        process.stdin.write(data[place : place + 4096])
        process.stdin.flush()
        time.sleep(0.02)
    stdout, _ = process.communicate(timeout=30)
    assert stdout == ground.denied()[1]


@pytest.mark.parametrize("given", [["x"], None, "text", 5, {}, {"file_path": 7}])
def test_an_odd_tool_input_never_lets_an_edit_pass(ground, given):
    ground.guard()
    code, stdout, stderr = ground.call(ground.event(tool_input=given))
    assert code == 2
    assert b"unreadable tool_input" in stdout
    assert b"Traceback" not in stderr


@pytest.mark.parametrize("given", [["x"], None, "text", 5])
def test_an_odd_tool_input_of_a_tool_that_the_gate_does_not_guard_is_free(ground, given):
    ground.guard()
    assert ground.call(ground.event(tool_name="mcp__mail__send", tool_input=given)) == NOTHING


@pytest.mark.parametrize("told", [{}, {"tool_name": None}, {"tool_name": " ", "tool_input": {}}])
def test_a_call_that_names_no_tool_closes_the_gates_that_might_have_judged_it(ground, told):
    ground.guard()
    code, stdout, _ = ground.call(told)
    assert code == 2
    assert b"unreadable event: it names no tool" in stdout


def test_what_merely_watches_may_see_a_call_that_names_no_tool(odd_ground, eventually):
    hooks = {"PostToolUse": {"late": {"handler": "odd.leave_a_file"}}}
    odd_ground.configure(hooks, odd_ground.home)
    cwd = {"cwd": str(odd_ground.project)}
    assert odd_ground.call(cwd, "claude", "PostToolUse") == NOTHING
    assert eventually((odd_ground.project / "late").exists)


def test_a_folder_whose_name_json_cannot_hold_is_guarded_all_the_same(ground):
    odd = os.fsencode(ground.project) + b"/caf\xe9"
    os.mkdir(odd)
    ground.project = Path(os.fsdecode(odd))
    ground.guard()
    payload = ground.event(cwd=odd.decode("utf-8", "replace"), tool_input={"file_path": ".env"})
    code, stdout, _ = ground.call(payload, "codex")
    assert (code, b'"permissionDecision":"deny"' in stdout) == (0, True)


def test_a_patch_is_judged_by_the_files_it_names(ground):
    ground.guard()
    harmless = PATCH.replace(".env", "b.txt")
    event = ground.event(tool_name="apply_patch", tool_input={"command": harmless}, turn_id="t")
    assert ground.call(event, "codex") == NOTHING


def test_the_other_provider_is_known_by_its_marker(ground):
    ground.guard()
    event = ground.event(tool_name="apply_patch", tool_input={"command": PATCH}, turn_id="t")
    assert ground.call(event, "claude") == (0, ground.denied(".env")[1], b"")


def test_all_hooks_are_asked_though_one_of_them_crashes(odd_ground):
    names = ["stumble", "crash", "refuse"]
    hooks: dict[str, Any] = {name: {"handler": f"odd.{name}"} for name in names}
    hooks["crash"]["fail_mode"] = "open"
    odd_ground.configure({"PreToolUse": hooks}, odd_ground.home)
    code, stdout, _ = odd_ground.call(odd_ground.event())
    answer = json.loads(stdout)["hookSpecificOutput"]
    assert (code, answer["permissionDecisionReason"]) == (2, "no ✓")
    told = [(record["hook"], record["failure"], record["outcome"]) for record in odd_ground.log()]
    assert told == [
        ("stumble", "crash", "none"),
        ("crash", "crash", "none"),
        ("refuse", "", "deny"),
        ("", "", "deny"),
    ]


@pytest.mark.parametrize("name", ["crash", "vanish"])
def test_a_gate_that_breaks_refuses(odd_ground, name):
    odd_ground.guard(f"odd.{name}", odd_ground.home)
    odd_ground.configure({"PreToolUse": {"gate": {"handler": f"odd.{name}"}}}, odd_ground.home)
    code, stdout, _ = odd_ground.call(odd_ground.event())
    assert code == 2
    assert b"hook 'gate' failed" in stdout


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT])
def test_a_signal_while_a_gate_works_refuses_at_once(odd_ground, eventually, number):
    odd_ground.configure({"PreToolUse": {"gate": {"handler": "odd.refuse_late"}}}, odd_ground.home)
    process = odd_ground.start()
    process.stdin.write(json.dumps(odd_ground.event()).encode())
    process.stdin.close()
    assert eventually((odd_ground.project / "began").exists)
    process.send_signal(number)
    assert process.wait(timeout=30) == 2
    assert b"interrupted" in process.stdout.read()
    assert odd_ground.of("gate")[0]["outcome"] in ("deny", "interrupted")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_at_any_moment_never_makes_a_refusal_an_empty_success(odd_ground, number):
    odd_ground.configure({"PreToolUse": {"gate": {"handler": "odd.refuse"}}}, odd_ground.home)
    for attempt in range(7):
        process = odd_ground.start()
        process.stdin.write(json.dumps(odd_ground.event()).encode())
        process.stdin.close()
        time.sleep(attempt * 0.03)
        process.send_signal(number)
        code = process.wait(timeout=30)
        stdout = process.stdout.read()
        refused = code == 2 and json.loads(stdout)["hookSpecificOutput"]
        assert refused or code == -number  # the shim has an answer for a death


def test_many_events_at_once_all_get_their_answer(ground):
    ground.guard()
    with concurrent.futures.ThreadPoolExecutor(24) as pool:
        replies = list(pool.map(lambda _: ground.call(ground.event()), range(24)))
    assert replies == [ground.denied()] * 24
    assert [record["outcome"] for record in ground.log()] == ["deny"] * 48
    assert len({record["call"] for record in ground.log()}) == 24
