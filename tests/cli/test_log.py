"""The log as people and programs read it."""

import json
import os
import pty
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from snaphook.logs.writer import append

Run = Callable[..., "subprocess.CompletedProcess[str]"]


def record(**fields: object) -> dict[str, object]:
    plain = {"ts": "2026-01-31T09:05:00.250Z", "call": "c1", "provider": "claude", "tool": "Bash"}
    plain |= {"event": "PreToolUse", "hook": "rm_gate", "outcome": "none", "session": "s1"}
    return plain | {"duration_ms": 1.25, "reason": "", "failure": "", "anomaly": ""} | fields


def test_without_a_log_there_is_nothing_to_tell(snaphook: Run) -> None:
    done = snaphook("log")
    assert (done.returncode, done.stdout) == (0, "")
    assert "no records" in done.stderr
    done = snaphook("log", "--json")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_the_youngest_records_are_told_a_line_each(snaphook: Run, state: Path) -> None:
    for number in range(30):
        append([record(hook=f"hook{number}", reason=f"because {number}")], str(state))
    lines = snaphook("log").stdout.splitlines()
    assert len(lines) == 20
    assert "2026-01-31T09:05:00.250Z claude PreToolUse(Bash) hook10 none 1.2 ms" in lines[0]
    assert lines[-1].endswith("because 29")
    assert len(snaphook("log", "-n", "3").stdout.splitlines()) == 3
    assert snaphook("log", "-n", "0").stdout == ""


def test_json_is_the_records_themselves(snaphook: Run, state: Path) -> None:
    odd = record(reason="[red]x[/red] caf\udce9 \x1b[2J \u2028")
    append([odd, record(hook="")], str(state))
    done = snaphook("log", "--json")
    lines = done.stdout.split("\n")
    assert [json.loads(line) for line in lines[:-1]] == [odd, record(hook="")]
    assert lines[-1] == ""


def test_filters_narrow_it_down(snaphook: Run, state: Path) -> None:
    append([record(outcome="deny", session="s2"), record(event="Stop", hook="sound")], str(state))

    def hooks(*arguments: str) -> list[str]:
        lines = snaphook("log", "--json", *arguments).stdout.splitlines()
        return [json.loads(line)["hook"] for line in lines]

    assert hooks() == ["rm_gate", "sound"]
    assert hooks("--outcome", "deny") == ["rm_gate"]
    assert hooks("--event", "Stop") == ["sound"]
    assert hooks("--hook", "rm_gate", "--session", "s2") == ["rm_gate"]
    assert hooks("--hook", "rm_gate", "--session", "s1") == []


def test_text_from_outside_cannot_colour_hide_or_move_anything(snaphook: Run, state: Path) -> None:
    evil = "[red]x[/red] \x1b[2J\r\n\u202e\u200b:smile: [link=x]y[/link]"
    fields = {"hook": evil, "reason": evil, "session": evil, "tool": evil, "failure": evil}
    append([record(fragment=evil, outcome="deny", **fields)], str(state))
    out = snaphook("log").stdout
    assert out.count("\n") == 1
    assert out.count(r"[red]x[/red] \x1b[2J\r\n\u202e\u200b:smile: [link=x]y[/link]") == 5
    assert all(letter.isprintable() for letter in out.rstrip("\n"))


def test_records_of_odd_shapes_are_told_all_the_same(snaphook: Run, state: Path) -> None:
    append([{}, {"duration_ms": "x", "reason": None, "hook": [1], "tool": 3}], str(state))
    (state / "log.jsonl").open("a").write("no record\n")
    done = snaphook("log")
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) == 2
    assert "1 line of the log is no record" in done.stderr


def test_a_narrow_terminal_loses_nothing(
    snaphook: Run, state: Path, environment: dict[str, str]
) -> None:
    append([record(reason="a reason of several words")], str(state))
    done = snaphook("log", env=environment | {"COLUMNS": "20"})
    assert "a reason of several words" in done.stdout


def test_following_goes_on_until_it_is_interrupted(
    project: Path, state: Path, environment: dict[str, str]
) -> None:
    append([record(hook="before")], str(state))
    code = "from snaphook.cli.main import main; main()"
    run = [sys.executable, "-c", code, "log", "--follow", "--json"]
    with subprocess.Popen(
        run,
        cwd=project,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout
        assert process.stderr
        assert json.loads(process.stdout.readline())["hook"] == "before"
        time.sleep(0.5)
        append([record(hook="after")], str(state), 10)
        assert json.loads(process.stdout.readline())["hook"] == "after"
        process.send_signal(signal.SIGINT)
        assert process.stdout.read() == ""
        assert "Traceback" not in process.stderr.read()
        assert process.wait(10) == 0


def test_colours_are_for_terminals(
    project: Path, state: Path, environment: dict[str, str], snaphook: Run
) -> None:
    append([record(outcome="deny")], str(state))
    ours, theirs = pty.openpty()
    code = "from snaphook.cli.main import main; main()"
    run = [sys.executable, "-c", code, "log"]
    terminal = {key: value for key, value in environment.items() if key != "NO_COLOR"}
    terminal |= {"TERM": "xterm", "COLUMNS": "200"}
    subprocess.run(run, cwd=project, env=terminal, stdout=theirs, timeout=30, check=True)
    os.close(theirs)
    assert b"\x1b[1;31m deny" in os.read(ours, 10_000)
    os.close(ours)
    assert "\x1b" not in snaphook("log").stdout


@pytest.mark.parametrize("count", [5000])
def test_a_reader_that_stops_early_sees_no_error(
    project: Path, state: Path, environment: dict[str, str], count: int
) -> None:
    for _ in range(10):
        append([record(reason="x" * 200)] * (count // 10), str(state))
    code = "from snaphook.cli.main import main; main()"
    run = [sys.executable, "-c", code, "log", "-n", str(count), "--json"]
    with subprocess.Popen(
        run, cwd=project, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.readline()
        process.stdout.close()
        assert b"Traceback" not in process.stderr.read()
