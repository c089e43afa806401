"""Stdin as hosts really hand it over: never closed, silent, slow, huge, a socket, a terminal."""

import json
import os
import pty
import socket
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest

from snaphook.bridges.stdin import NoEvent, decode, read_document
from snaphook.engine import jsontext

NAMESPACE = Path(__file__).parents[2] / ".typing"
READER = """
import sys
sys.path.insert(0, sys.argv[1])
from snaphook.bridges.stdin import NoEvent, decode, read_document
from snaphook.engine import jsontext
try:
    event = jsontext.read(decode(read_document(idle=float(sys.argv[2]))))
except NoEvent as nothing:
    sys.stdout.write(nothing.what)
    sys.exit(2 if nothing.terminal else 3)
sys.stdout.write(jsontext.write([len(event.get("prompt", "")), event.get("prompt", "")[:40]]))
"""


def reader(idle=5.0, stdin=subprocess.PIPE, **environment):
    return subprocess.Popen(
        [sys.executable, "-I", "-S", "-c", READER, str(NAMESPACE), str(idle)],
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={"PATH": os.environ["PATH"], **environment},
    )


def event(prompt="hello"):
    return json.dumps({"hook_event_name": "UserPromptSubmit", "prompt": prompt}).encode()


def finish(process, seconds=20):
    """Wait without closing or writing stdin, as a host does that never closes it."""
    process.wait(seconds)
    out, err = process.stdout.read(), process.stderr.read()
    process.stdout.close()
    process.stderr.close()
    if process.stdin:
        with suppress(BrokenPipeError):
            process.stdin.close()
    assert err == b""
    return out


class Pipe:
    """A pipe in this process, with what a thread writes to it and when."""

    def __init__(self):
        self.read_end, self.write_end = os.pipe()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for end in (self.read_end, self.write_end):
            with suppress(OSError):
                os.close(end)

    def write(self, *chunks, pause=0.0, close=False):
        def run():
            for chunk in chunks:
                os.write(self.write_end, chunk)
                time.sleep(pause)
            if close:
                os.close(self.write_end)

        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        return thread


def test_a_host_that_never_closes_the_pipe_gets_its_answer_at_once():
    process = reader()
    began = time.monotonic()
    process.stdin.write(event())
    process.stdin.flush()
    assert json.loads(finish(process)) == [5, "hello"]
    assert time.monotonic() - began < 4


@pytest.mark.parametrize("blanks", [b"\n", b"\r\n \t\n", b""])
def test_white_space_after_the_document_does_not_matter(blanks):
    with Pipe() as pipe:
        pipe.write(event(), blanks, pause=0.05)
        assert json.loads(read_document(pipe.read_end)) == json.loads(event())


def test_a_pipe_that_never_carries_a_byte_is_given_up():
    process = reader(idle=0.3)
    began = time.monotonic()
    assert finish(process) == b"nothing came on stdin for 0.3 s"
    assert process.returncode == 3
    assert time.monotonic() - began < 4


def test_a_terminal_is_told_apart_and_never_waited_for():
    ours, theirs = pty.openpty()
    process = reader(stdin=theirs)
    os.close(theirs)
    out = finish(process, 10)
    os.close(ours)
    assert (process.returncode, out) == (
        2,
        b"stdin is a terminal; the provider writes the event as JSON",
    )


@pytest.mark.parametrize("data", [b"", b" \n\t "])
def test_an_empty_stdin_is_no_event(data):
    with Pipe() as pipe:
        pipe.write(data, close=True)
        with pytest.raises(NoEvent, match="held no event"):
            read_document(pipe.read_end)


def test_dev_null_is_no_event():
    with open(os.devnull, "rb") as nothing, pytest.raises(NoEvent):
        read_document(nothing.fileno())


def test_a_closed_stdin_is_no_event():
    command = [sys.executable, "-I", "-S", "-c", READER, str(NAMESPACE), "5"]
    script = 'exec "$@" 0<&-'
    done = subprocess.run(
        ["/bin/sh", "-c", script, "sh", *command], capture_output=True, timeout=20, check=False
    )
    assert (done.returncode, done.stderr) == (3, b"")


def test_a_directory_is_no_event(tmp_path):
    folder = os.open(tmp_path, os.O_RDONLY)
    with pytest.raises(NoEvent, match="cannot be read"):
        read_document(folder)
    os.close(folder)


def test_a_file_is_read_whole(tmp_path):
    (tmp_path / "event.json").write_bytes(event("x" * 700_000) + b"\n")
    with open(tmp_path / "event.json", "rb") as file:
        assert len(json.loads(read_document(file.fileno()))["prompt"]) == 700_000


def test_a_unix_socket_is_read_like_a_pipe():
    ours, theirs = socket.socketpair()
    with ours, theirs:
        process = reader(stdin=theirs)
        theirs.close()
        ours.sendall(event("by socket") + b"\n")
        assert json.loads(finish(process)) == [9, "by socket"]


def test_a_socket_that_is_reset_is_the_end():
    ours, theirs = socket.socketpair()
    with theirs:
        ours.close()
        with pytest.raises(NoEvent):
            read_document(theirs.fileno(), idle=1)


def test_a_non_blocking_stdin_is_waited_for():
    with Pipe() as pipe:
        os.set_blocking(pipe.read_end, False)
        pipe.write(b'{"prompt": ', b'"late"}', pause=0.1)
        assert json.loads(read_document(pipe.read_end)) == {"prompt": "late"}


def test_two_megabytes_are_read_to_the_end_so_that_no_write_fails():
    process = reader()
    process.stdin.write(event("x" * 2_000_000))  # raises BrokenPipeError if we leave early
    process.stdin.close()
    assert json.loads(finish(process))[0] == 2_000_000


def test_a_slow_writer_is_never_taken_for_a_stalled_one():
    text = event("y" * 20_000)
    chunks = [text[start : start + 1000] for start in range(0, len(text), 1000)]
    with Pipe() as pipe:
        pipe.write(*chunks, pause=0.1)
        began = time.monotonic()
        data = read_document(pipe.read_end, idle=1.0)
        assert time.monotonic() - began > 1.5  # far longer in all than one silence may be
    assert data == text


def test_silence_in_the_middle_returns_what_there_is():
    with Pipe() as pipe:
        pipe.write(b'{"prompt": "cut')
        assert read_document(pipe.read_end, idle=0.2) == b'{"prompt": "cut'


def test_braces_at_chunk_ends_do_not_end_a_document():
    with Pipe() as pipe:
        pipe.write(b'{"a": {"b": 1}', b', "c": "}', b'\\"}', b'"}', pause=0.05)
        assert json.loads(read_document(pipe.read_end)) == {"a": {"b": 1}, "c": '}"}'}


def test_a_megabyte_of_braces_in_small_chunks_stays_linear():
    text = event("}" * 1_000_000)
    chunks = [text[start : start + 4096] for start in range(0, len(text), 4096)]
    with Pipe() as pipe:
        pipe.write(*chunks)
        began = time.process_time()
        assert read_document(pipe.read_end) == text
        assert time.process_time() - began < 2


def test_a_document_over_the_limit_is_drained_and_refused():
    with Pipe() as pipe:
        writer = pipe.write(*[b"x" * 1000] * 300, close=True)
        with pytest.raises(NoEvent, match="larger than 200000 bytes"):
            read_document(pipe.read_end, limit=200_000)
        writer.join(5)
        assert not writer.is_alive()


def test_an_endless_writer_does_not_hold_us():
    with open("/dev/zero", "rb") as endless, pytest.raises(NoEvent, match="larger than"):
        read_document(endless.fileno(), limit=1_000_000)


@pytest.mark.parametrize(
    "environment",
    [
        {"LC_ALL": "C", "LANG": "", "PYTHONIOENCODING": "ascii"},
        {"PYTHONIOENCODING": "cp1252", "PYTHONUTF8": "0"},
        {"LC_ALL": "POSIX", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
    ],
)
def test_the_text_is_the_same_whatever_the_locale(environment):
    prompt = "café — 你好 🚀"
    process = reader(**environment)
    process.stdin.write(json.dumps({"prompt": prompt}, ensure_ascii=False).encode())
    process.stdin.close()
    assert json.loads(finish(process)) == [len(prompt), prompt]


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"\xef\xbb\xbf{}", "{}"),
        ("é".encode(), "é"),
        (b"\xed\xa0\x80", "\ud800"),
        (b"a\xffb", "a\udcffb"),
        (b"\xed\xa0\x80\xff", "\udced\udca0\udc80\udcff"),
    ],
)
def test_bytes_of_every_kind_become_text(data, text):
    assert decode(data) == text


def test_a_lone_surrogate_in_the_json_survives_reading():
    assert jsontext.read(decode(b'{"prompt": "\\ud800"}')) == {"prompt": "\ud800"}
