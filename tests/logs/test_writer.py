"""Records arrive whole, or are given up in time; nothing is torn, lost or waited for."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from snaphook.logs import rotation
from snaphook.logs.writer import append

UNPRIVILEGED = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]

WRITER = r"""
import os, sys
from snaphook.logs.writer import append
folder, who, limit, sizes, times = sys.argv[1:]
limit, sizes = int(limit), [int(size) for size in sizes.split(",")]
sys.stdin.read()
for turn in range(int(times)):
    size = sizes[(turn + int(who)) % len(sizes)]
    batch = [{"ts": "2026-01-01T00:00:00.000Z", "id": f"{who}.{turn}.{part}", "x": "y" * size}
             for part in (0, 1)]
    if append(batch, folder, limit):
        os.write(1, f"{who} {turn}\n".encode())
"""
APPEND = """
import sys, time
from snaphook.logs.writer import append
start = time.monotonic()
done = append([{"a": "x" * int(sys.argv[2])}], sys.argv[1])
print(done, time.monotonic() - start < 1)
"""


def python(code: str, *arguments: object, prefix: list[str] | None = None) -> list[str]:
    return [*(prefix or []), sys.executable, "-B", "-c", code, *map(str, arguments)]


def appended(folder: object, size: int = 10, prefix: list[str] | None = None) -> tuple[bool, bool]:
    """Append in a process of its own; tell whether it was written, and in time."""
    command = python(APPEND, folder, size, prefix=prefix)
    told = subprocess.run(command, capture_output=True, text=True, timeout=20, check=True)
    done, in_time = told.stdout.split()
    return done == "True", in_time == "True"


def lines(folder: Path) -> list[bytes]:
    found = []
    for path in sorted(folder.glob("log.jsonl*"), reverse=True):
        text = path.read_bytes()
        assert text.endswith(b"\n")
        found += text.split(b"\n")[:-1]
    return found


def written_by(processes: int, times: int, folder: Path, limit: int, sizes: str) -> set[str]:
    """Let that many processes write at once; return what they say they wrote."""
    running = [
        subprocess.Popen(
            python(WRITER, folder, who, limit, sizes, times),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for who in range(processes)
    ]
    for process in running:
        assert process.stdin
        process.stdin.close()
    told = set()
    for process in running:
        assert process.stdout
        for line in process.stdout:
            who, turn = line.split()
            told |= {f"{who}.{turn}.0", f"{who}.{turn}.1"}
        process.stdout.close()
        assert process.wait(60) == 0
    return told


@pytest.mark.parametrize(("processes", "times"), [(16, 60), (64, 12)])
def test_nothing_is_torn_or_lost_among_many_writers_with_rotation(
    tmp_path: Path, processes: int, times: int
) -> None:
    total = processes * times * 2 * 24_000
    told = written_by(processes, times, tmp_path, total // 4, "200,9000,70000,1500")
    records = [json.loads(line) for line in lines(tmp_path)]
    assert len(told) == processes * times * 2
    assert sorted(record["id"] for record in records) == sorted(told)
    assert (tmp_path / "log.jsonl.1").exists()


def test_a_killed_writer_costs_no_record_of_others(tmp_path: Path) -> None:
    def start(who: int, times: int) -> "subprocess.Popen[str]":
        command = python(WRITER, tmp_path, who, 10**8, "70000,200", times)
        pipe = subprocess.PIPE
        return subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True)

    victims = [start(who, 10**6) for who in range(6)]
    others = [start(who, 60) for who in range(6, 10)]
    for process in [*victims, *others]:
        assert process.stdin
        process.stdin.close()
    for victim in victims:
        assert victim.stdout
        victim.stdout.readline()
        victim.send_signal(signal.SIGKILL)
    told = set()
    for process in [*victims, *others]:
        assert process.stdout
        for line in process.stdout.read().splitlines():
            who, turn = line.split()
            told |= {f"{who}.{turn}.0", f"{who}.{turn}.1"}
        process.stdout.close()
        process.wait(60)
    found = set()
    for line in lines(tmp_path):
        try:
            found.add(json.loads(line)["id"])
        except ValueError:
            continue  # the stump of one that was killed
    assert len(told) > 4 * 60
    assert told <= found


def test_a_record_that_lands_behind_a_fresh_stump_is_written_again(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    log.write_bytes(b'{"a":1}\n{"stu')
    assert append([{"b": 2}, {"c": 3}], str(tmp_path))
    assert log.read_bytes() == b'{"a":1}\n{"stu{"b":2}\n{"c":3}\n{"b":2}\n'


def test_behind_an_older_stump_a_record_starts_a_line_of_its_own(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    log.write_bytes(b'{"a":1}\n{"stu')
    os.utime(log, (time.time() - 5, time.time() - 5))
    assert append([{"b": 2}, {"c": 3}], str(tmp_path))
    assert log.read_bytes() == b'{"a":1}\n{"stu\n{"b":2}\n{"c":3}\n'


def test_the_file_and_its_folder_are_private_whatever_the_umask(tmp_path: Path) -> None:
    for umask in (0o000, 0o022, 0o777):
        folder = tmp_path / f"{umask:o}" / "state"
        code = f"import os; os.umask({umask})\n" + APPEND
        subprocess.run(python(code, folder, 5), check=True, capture_output=True)
        assert (folder / "log.jsonl").stat().st_mode & 0o7777 == 0o600
        assert folder.stat().st_mode & 0o7777 == 0o700


def test_a_log_that_others_could_read_is_made_private_again(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    log.write_text("")
    log.chmod(0o644)
    assert append([{"a": 1}], str(tmp_path))
    assert log.stat().st_mode & 0o7777 == 0o600


def test_a_fifo_in_its_place_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "log.jsonl")
    assert appended(tmp_path) == (False, True)
    reader = os.open(tmp_path / "log.jsonl", os.O_RDONLY | os.O_NONBLOCK)
    assert appended(tmp_path, 200_000) == (False, True)
    assert os.read(reader, 10) == b""
    os.close(reader)


def test_a_symlink_a_folder_or_a_device_in_its_place_is_not_written_to(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_text("mine")
    for number, make in enumerate(
        [
            lambda place: place.symlink_to(elsewhere),
            lambda place: place.symlink_to(tmp_path / "nowhere"),
            lambda place: place.mkdir(),
            lambda place: place.symlink_to("/dev/null"),
            lambda place: place.parent.rmdir() or place.parent.write_text("a file"),
        ]
    ):
        folder = tmp_path / str(number)
        folder.mkdir()
        make(folder / "log.jsonl")
        assert append([{"a": 1}], str(folder)) is False
    assert elsewhere.read_text() == "mine"
    assert not (tmp_path / "nowhere").exists()


@pytest.fixture
def open_folder() -> "object":
    """A folder that an unprivileged user can reach."""
    import shutil
    import tempfile

    folder = Path(tempfile.mkdtemp(prefix="snaphook-test-"))
    folder.chmod(0o777)
    yield folder
    shutil.rmtree(folder)


def test_somebody_elses_log_is_left_alone(open_folder: Path) -> None:
    log = open_folder / "log.jsonl"
    log.write_text("")
    log.chmod(0o666)
    assert appended(open_folder, prefix=UNPRIVILEGED) == (False, True)
    assert log.read_text() == ""


def test_a_home_that_cannot_be_written_costs_only_the_record(open_folder: Path) -> None:
    open_folder.chmod(0o555)
    assert appended(open_folder / "state" / "snaphook", prefix=UNPRIVILEGED) == (False, True)
    assert appended(open_folder, prefix=UNPRIVILEGED) == (False, True)
    open_folder.chmod(0o777)
    assert appended(open_folder / "state" / "snaphook", prefix=UNPRIVILEGED) == (True, True)


def test_after_a_full_disk_the_next_record_starts_on_a_line_of_its_own(tmp_path: Path) -> None:
    limited = "import resource\nresource.setrlimit(resource.RLIMIT_FSIZE, (500, 500))\n" + APPEND
    assert append([{"first": 1}], str(tmp_path))
    told = subprocess.run(
        python(limited, tmp_path, 9000), capture_output=True, text=True, check=True
    )
    assert told.stdout.split() == ["False", "True"]
    assert (tmp_path / "log.jsonl").stat().st_size == 500
    again = subprocess.run(python(limited, tmp_path, 9), capture_output=True, text=True, check=True)
    assert again.stdout.split() == ["False", "True"]  # not a byte more fits
    assert append([{"next": 1}], str(tmp_path))
    first, stump, after = lines(tmp_path)
    assert (first, after) == (b'{"first":1}', b'{"next":1}')
    assert stump.startswith(b'{"a":"xxx')


def test_a_full_and_a_read_only_file_system_cost_only_the_record(tmp_path: Path) -> None:
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=16k", "none", tmp_path])
    if mounted.returncode:
        pytest.skip("no file system can be mounted here; RLIMIT_FSIZE stands in above")
    try:
        assert append([{"a": 1}], str(tmp_path))
        assert appended(tmp_path, 50_000) == (False, True)
        assert appended(tmp_path, 50_000) == (False, True)
        subprocess.run(["mount", "-o", "remount,ro", tmp_path], check=True)
        assert appended(tmp_path) == (False, True)
    finally:
        subprocess.run(["umount", tmp_path], check=True)


def test_records_that_are_no_json_are_given_up(tmp_path: Path) -> None:
    assert append([{"a": object()}], str(tmp_path)) is False
    assert append([{"a": 1}], "/no\0where") is False
    assert append([], str(tmp_path)) is True
    assert list(tmp_path.iterdir()) == []


def test_without_a_folder_it_goes_to_the_users_state(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = "from snaphook.logs.writer import append; assert append([{'a': 1}])"
    environment = {**os.environ, "XDG_STATE_HOME": str(tmp_path / "state")}
    subprocess.run(python(code), env=environment, check=True)
    assert (tmp_path / "state" / "snaphook" / "log.jsonl").read_text() == '{"a":1}\n'


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("log.jsonl*"))


def test_at_most_five_files_are_kept(tmp_path: Path) -> None:
    for number in range(40):
        assert append([{"n": number}], str(tmp_path), 30)
    assert names(tmp_path) == ["log.jsonl", *(f"log.jsonl.{number}" for number in (1, 2, 3, 4))]
    kept = [json.loads(line)["n"] for line in lines(tmp_path)]
    assert kept == list(range(40))[-len(kept) :]
    assert all(path.stat().st_size <= 30 for path in tmp_path.glob("log.jsonl*"))


def test_a_held_lock_does_not_hold_the_writer(tmp_path: Path) -> None:
    import fcntl

    with open(tmp_path / "log.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for number in range(5):
            assert append([{"n": number}], str(tmp_path), 10)
    assert names(tmp_path) == ["log.jsonl"]
    assert len(lines(tmp_path)) == 5
    assert append([{"n": 5}], str(tmp_path), 10)
    assert names(tmp_path) == ["log.jsonl", "log.jsonl.1"]


def test_a_fifo_in_the_locks_place_does_not_hold_the_writer(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "log.lock")
    for number in range(3):
        assert append([{"n": number}], str(tmp_path), 10)
    assert len(lines(tmp_path)) == 3


def aged(path: Path, days: float) -> None:
    moment = time.time() - days * rotation.DAY
    os.utime(path, (moment, moment))


def test_archives_are_dropped_after_thirty_days(tmp_path: Path) -> None:
    for number, days in ((1, 29), (2, 31)):
        archive = tmp_path / f"log.jsonl.{number}"
        archive.write_text('{"ts":"x"}\n')
        aged(archive, days)
    (tmp_path / "log.jsonl").write_text("{}\n")
    aged(tmp_path / "log.jsonl", 2)
    assert append([{"a": 1}], str(tmp_path))
    assert names(tmp_path) == ["log.jsonl", "log.jsonl.1"]


def test_a_small_old_log_is_moved_on_so_that_it_can_age(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    for days, moved in ((5, False), (7, True)):
        moment = time.gmtime(time.time() - days * rotation.DAY)
        log.write_text(time.strftime('{"ts":"%Y-%m-%dT00:00:00.000Z"}\n', moment))
        aged(log, 2)
        assert append([{"a": 1}], str(tmp_path))
        assert (tmp_path / "log.jsonl.1").exists() is moved


def test_who_comes_late_to_a_rotation_moves_nothing(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    log.write_bytes(b'{"a":1}\n' * 10)
    inode, now = log.stat().st_ino, time.time()
    assert rotation.tidy(str(log), inode + 1, 10, 50, now) is True  # another did it: open anew
    assert rotation.tidy(str(log), inode, 10, 500, now) is False  # there is room again
    assert names(tmp_path) == ["log.jsonl"]
    assert rotation.tidy(str(log), inode, 10, 50, now) is True
    assert names(tmp_path) == ["log.jsonl.1"]
