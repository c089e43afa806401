"""What follows the answer: the log, and the hooks that nobody waits for."""

import json
import os
import time

NOTHING = (0, b"", b"")


def test_a_background_hook_runs_after_the_answer_and_is_logged_at_its_end(odd_ground, eventually):
    late = {"late": {"handler": "odd.leave_a_file"}}
    odd_ground.configure({"PostToolUse": late}, odd_ground.home)
    event = odd_ground.event(hook_event_name="PostToolUse", tool_response="done")
    assert odd_ground.call(event, "claude", "PostToolUse") == NOTHING
    assert not (odd_ground.project / "late").exists()
    assert eventually(lambda: odd_ground.of("late"))
    assert (odd_ground.project / "late").read_text() == "s1"
    of_call, of_hook = odd_ground.log()
    assert (of_call["hook"], of_hook["outcome"]) == ("", "none")
    assert of_call["call"] == of_hook["call"]
    assert of_hook["duration_ms"] >= 300


def test_a_log_that_nobody_reads_from_holds_neither_answer_nor_process(ground):
    ground.guard()
    ground.state.mkdir(parents=True)
    os.mkfifo(ground.state / "log.jsonl")
    started = time.monotonic()
    assert ground.call(ground.event()) == ground.denied()
    assert time.monotonic() - started < 10


def test_the_log_is_written_only_when_the_answer_is_out(ground):
    ground.guard()
    ours, theirs = os.pipe()
    fill(theirs)
    process = ground.start(stdout=theirs)
    os.close(theirs)
    process.stdin.write(json.dumps(ground.event()).encode())
    process.stdin.close()
    time.sleep(1.5)  # by now it waits for room on stdout
    assert not (ground.state / "log.jsonl").exists()
    received = b""
    while chunk := os.read(ours, 65536):
        received += chunk
    os.close(ours)
    assert received.lstrip(b"x") == ground.denied()[1]
    assert process.wait(timeout=30) == 2
    assert ground.log()


def fill(pipe: int) -> None:
    """Write until the pipe takes no more."""
    os.set_blocking(pipe, False)
    for size in (4096, 1):
        try:
            while True:
                os.write(pipe, b"x" * size)
        except BlockingIOError:
            pass
    os.set_blocking(pipe, True)
