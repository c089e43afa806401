"""The log read back: in order, across its files, past what is no record."""

import os
import threading
import time
from pathlib import Path

import pytest

from snaphook.engine.errors import SnaphookError
from snaphook.logs.reader import Log
from snaphook.logs.writer import append


def filled(folder: Path, count: int = 30, limit: int = 230) -> Log:
    for number in range(count):
        record = {"n": number, "event": "Stop" if number % 3 else "PreToolUse", "hook": "h"}
        assert append([record], str(folder), limit)
    return Log(str(folder))


def numbers(records: object) -> list[int]:
    return [record["n"] for record in records]  # type: ignore[attr-defined]


def test_all_files_are_read_oldest_record_first(tmp_path: Path) -> None:
    log = filled(tmp_path)
    assert len(log.files()) == 5
    read = numbers(log.records())
    assert read == list(range(30))[-len(read) :]
    assert len(read) > 10


def test_the_last_records_are_found_across_files(tmp_path: Path) -> None:
    log = filled(tmp_path)
    assert numbers(log.last(12)) == list(range(18, 30))
    assert numbers(log.last(3, event="PreToolUse")) == [21, 24, 27]
    assert log.last(0) == []
    assert log.last(5, event="Nope") == []
    assert log.last(5, event="Stop", hook="other") == []


def test_no_log_is_no_records(tmp_path: Path) -> None:
    assert list(Log(str(tmp_path / "nowhere")).records()) == []


def test_lines_that_are_no_records_are_skipped_and_counted(tmp_path: Path) -> None:
    bad = [b'{"n":1', b"[1]", b"null", b"\xff\xfe", b"{" * 5, b"[" * 200_000, b'"x"']
    (tmp_path / "log.jsonl").write_bytes(
        b'{"n":0}\n\n' + b"\n".join(bad) + b'\n{"n":2,"x":"\\udce9"}\n{"n":3'
    )
    log = Log(str(tmp_path))
    assert numbers(log.records()) == [0, 2]
    assert log.skipped == len(bad) + 1


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_what_json_cannot_say_is_no_record(tmp_path: Path, number: str) -> None:
    (tmp_path / "log.jsonl").write_text(f'{{"duration_ms": {number}}}\n{{"duration_ms": 1.5}}\n')
    log = Log(str(tmp_path))
    assert (log.last(9), log.skipped) == ([{"duration_ms": 1.5}], 1)


def test_something_else_in_the_logs_place_is_an_error_and_waits_for_nobody(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "log.jsonl")
    with pytest.raises(SnaphookError, match=r"log\.jsonl"):
        list(Log(str(tmp_path)).records())


def test_following_tells_new_records_across_rotation(tmp_path: Path) -> None:
    log = filled(tmp_path, 5)
    followed: list[int] = []

    def write() -> None:
        for number in range(100, 140):
            append([{"n": number, "hook": "h" if number % 2 else "other"}], str(tmp_path), 200)
            time.sleep(0.02)

    writer = threading.Thread(target=write)
    records = log.follow(hook="h")
    first = threading.Timer(0.3, writer.start)
    first.start()
    for record in records:
        followed.append(record["n"])
        if record["n"] == 139:
            break
    first.join()
    writer.join()
    records.close()  # type: ignore[attr-defined]
    assert followed == list(range(101, 140, 2))


def test_following_waits_for_a_log_and_for_whole_lines(tmp_path: Path) -> None:
    log = Log(str(tmp_path))
    records = log.follow()

    def write() -> None:
        with open(tmp_path / "log.jsonl", "w") as file:
            for piece in ('{"n"', ":1}", '\n{"n":2}\n'):
                file.write(piece)
                file.flush()
                time.sleep(0.1)

    writer = threading.Timer(0.1, write)
    writer.start()
    assert [next(records)["n"], next(records)["n"]] == [1, 2]
    writer.join()
    assert log.skipped == 0
