"""Receipts: one small file an event, whose time is what counts."""

import os
import subprocess
import sys
import time
from pathlib import Path

from snaphook.logs.reader import last_seen
from snaphook.logs.seen import touch


def test_an_event_that_fired_is_known_with_its_time(tmp_path: Path) -> None:
    assert last_seen(str(tmp_path)) == {}
    before = time.time()
    assert touch("claude", "PreToolUse", str(tmp_path))
    assert touch("codex", "Stop", str(tmp_path))
    seen = last_seen(str(tmp_path))
    assert set(seen) == {("claude", "PreToolUse"), ("codex", "Stop")}
    assert all(before - 1 < moment < time.time() + 1 for moment in seen.values())


def test_the_time_moves_on_when_it_fires_again(tmp_path: Path) -> None:
    touch("claude", "Stop", str(tmp_path))
    os.utime(tmp_path / "seen" / "claude.Stop", (1, 1))
    assert touch("claude", "Stop", str(tmp_path))
    assert last_seen(str(tmp_path))["claude", "Stop"] > 1


def test_receipts_are_private(tmp_path: Path) -> None:
    touch("claude", "Stop", str(tmp_path))
    assert (tmp_path / "seen").stat().st_mode & 0o777 == 0o700
    assert (tmp_path / "seen" / "claude.Stop").stat().st_mode & 0o777 == 0o600


def test_no_name_leads_out_of_the_folder(tmp_path: Path) -> None:
    assert touch("../../x", "/etc/../y\0\n" + "z" * 5000, str(tmp_path))
    (receipt,) = (tmp_path / "seen").iterdir()
    assert receipt.name.startswith("______x._etc____y__zzz")
    assert [path.name for path in tmp_path.iterdir()] == ["seen"]


def test_a_fifo_or_a_symlink_in_its_place_holds_and_misleads_nobody(tmp_path: Path) -> None:
    target = tmp_path / "target"
    target.write_text("")
    os.utime(target, (1, 1))
    (tmp_path / "seen").mkdir()
    os.mkfifo(tmp_path / "seen" / "claude.Stop")
    (tmp_path / "seen" / "claude.Start").symlink_to(target)
    touch("claude", "Stop", str(tmp_path))
    touch("claude", "Start", str(tmp_path))
    assert target.stat().st_mtime == 1
    assert last_seen(str(tmp_path)) == {}


def test_a_file_in_the_folders_place_is_told_not_raised(tmp_path: Path) -> None:
    (tmp_path / "seen").write_text("")
    assert touch("claude", "Stop", str(tmp_path)) is False


def test_many_at_once_make_the_folder_together(tmp_path: Path) -> None:
    code = (
        f"from snaphook.logs.seen import touch; print(touch('p', 'E', {str(tmp_path / 'a/b')!r}))"
    )
    running = [
        subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
        for _ in range(8)
    ]
    assert [process.communicate()[0] for process in running] == ["True\n"] * 8
