"""The answer's way out: exactly its bytes, and nothing after them."""

import json
import os
import subprocess
import threading
import time

import pytest

from snaphook.bridges.bridge import Reply
from snaphook.bridges.output import send, sendable, silence


def test_a_reader_that_left_early_costs_neither_the_exit_code_nor_the_log(ground):
    ground.guard()
    process = ground.start()
    process.stdout.close()
    process.stdin.write(json.dumps(ground.event()).encode())
    process.stdin.close()
    assert process.wait(timeout=30) == 2
    assert process.stderr.read() == ground.denied()[2]
    assert ground.log()[-1]["outcome"] == "deny"


def test_streams_that_were_never_open_cost_nothing(ground):
    ground.guard()
    for closed in ("1>&-", "2>&-", "1>&- 2>&-"):
        command = ["/bin/sh", "-c", f'exec "$@" {closed}', "sh", *ground.command()]
        done = subprocess.run(
            command,
            input=json.dumps(ground.event()).encode(),
            capture_output=True,
            cwd=ground.project,
            env=ground.environment,
            timeout=30,
        )
        assert done.returncode == 2
        assert done.stdout in (b"", ground.denied()[1])
    assert len(ground.log()) == 6


def test_a_closed_stdin_is_an_unreadable_event(ground):
    ground.guard()
    command = ["/bin/sh", "-c", 'exec "$@" 0<&-', "sh", *ground.command()]
    done = subprocess.run(
        command, capture_output=True, cwd=ground.project, env=ground.environment, timeout=30
    )
    assert done.returncode == 2
    assert b"unreadable event" in done.stdout


def test_a_full_pipe_that_does_not_block_gets_the_whole_answer(ground):
    ground.guard()
    ours, theirs = os.pipe()
    os.set_blocking(theirs, False)
    filler = 0
    try:
        while True:
            filler += os.write(theirs, b"x" * 4096)
    except BlockingIOError:
        pass
    process = ground.start(stdout=theirs)
    os.close(theirs)
    process.stdin.write(json.dumps(ground.event()).encode())
    process.stdin.close()
    time.sleep(0.5)
    received = b""
    while chunk := os.read(ours, 65536):
        received += chunk
    os.close(ours)
    assert received[filler:] == ground.denied()[1]
    assert process.wait(timeout=30) == 2


def test_a_reader_that_is_slow_gets_the_whole_answer(ground):
    ground.guard()
    process = ground.start()
    parts: list[bytes] = []

    def read() -> None:
        while part := os.read(process.stdout.fileno(), 7):
            parts.append(part)
            time.sleep(0.001)

    reader = threading.Thread(target=read)
    reader.start()
    process.stdin.write(json.dumps(ground.event()).encode())
    process.stdin.close()
    reader.join(timeout=30)
    assert b"".join(parts) == ground.denied()[1]


def test_after_silence_the_streams_lead_nowhere(tmp_path):
    target = tmp_path / "out"
    child = os.fork()
    if child == 0:
        file = os.open(target, os.O_WRONLY | os.O_CREAT)
        os.dup2(file, 1)
        os.dup2(file, 2)
        os.write(1, b"answer")
        silence()
        os.write(1, b"more")
        os.write(2, b"more")
        os.system("echo more; echo more >&2")
        os._exit(0)
    os.waitpid(child, 0)
    assert target.read_bytes() == b"answer"


def full_pipe():
    """Return both ends of a pipe that nobody reads and that takes not a byte more."""
    ours, theirs = os.pipe()
    os.set_blocking(theirs, False)
    try:
        while True:
            os.write(theirs, b"x" * 4096)
    except BlockingIOError:
        os.set_blocking(theirs, True)
    return ours, theirs


def test_a_stderr_that_nobody_reads_costs_neither_the_verdict_nor_its_exit_code(ground):
    ground.guard()
    ours, theirs = full_pipe()
    process = ground.start(stderr=theirs)
    os.close(theirs)
    process.stdin.write(json.dumps(ground.event()).encode())
    process.stdin.close()
    started = time.monotonic()
    assert process.stdout.read() == ground.denied()[1]
    assert process.wait(timeout=30) == 2
    assert time.monotonic() - started < 5
    os.close(ours)


def test_a_long_line_on_stderr_is_written_whole(tmp_path):
    ours, theirs = os.pipe()
    child = os.fork()
    if child == 0:
        os.dup2(theirs, 2)
        send(Reply("", "é" * 3000, 2))
        os._exit(0)
    os.close(theirs)
    time.sleep(0.1)
    with open(ours, "rb") as told:
        assert told.read() == ("é" * 3000).encode()
    os.waitpid(child, 0)


BAD = [
    Reply(b"x"),  # type: ignore[arg-type]
    Reply("x", None),  # type: ignore[arg-type]
    Reply("x", "", None),  # type: ignore[arg-type]
    Reply("x", "", 256),
    Reply("x", "", -1),
]


@pytest.mark.parametrize("reply", BAD, ids=repr)
def test_a_reply_that_cannot_be_sent_is_told_apart(reply):
    with pytest.raises(TypeError, match="not two texts and an exit code"):
        sendable(reply)


def test_a_reply_that_can_be_sent_is_left_as_it_is():
    reply = Reply("x", "y", 2)
    assert sendable(reply) is reply
