"""One file is changed whole or not at all, and never over somebody else's writing."""

import os
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from snaphook.bridges.wiring.settings import Change
from snaphook.engine.errors import SnaphookError


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "state"
    monkeypatch.setenv("XDG_STATE_HOME", str(folder))
    return folder


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "settings.json"
    path.write_text("old\n")
    return path


def change(path: Path, text: str = "new\n") -> Change:
    planned = Change(path)
    planned.become(text)
    return planned


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o644, 0o755])
def test_an_old_file_keeps_its_mode(file: Path, mode: int) -> None:
    file.chmod(mode)
    change(file).write()
    assert (file.read_text(), stat.S_IMODE(file.stat().st_mode)) == ("new\n", mode)


def test_a_new_file_is_for_its_owner_alone_and_its_folder_is_made(tmp_path: Path) -> None:
    path = tmp_path / "not/there/settings.json"
    assert change(path).write() is None
    assert (path.read_text(), stat.S_IMODE(path.stat().st_mode)) == ("new\n", 0o600)


def test_an_old_file_keeps_its_owner(file: Path) -> None:
    os.chown(file, 65534, 65534)
    change(file).write()
    assert (file.stat().st_uid, file.stat().st_gid) == (65534, 65534)


def test_a_link_stays_a_link_and_its_end_is_written(file: Path, tmp_path: Path) -> None:
    (tmp_path / "second").symlink_to(file)
    link = tmp_path / "first"
    link.symlink_to("second")
    change(link).write()
    assert link.is_symlink()
    assert file.read_text() == "new\n"


def test_a_link_to_nothing_makes_the_file_that_it_names(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "dotfiles/settings.json")
    change(link).write()
    assert (tmp_path / "dotfiles/settings.json").read_text() == "new\n"
    assert link.is_symlink()


def test_the_backup_holds_the_old_bytes_for_the_owner_alone(file: Path, state: Path) -> None:
    file.write_bytes(b"old \xff no text at all")
    planned = Change(file)
    planned.after = b"new"
    backup = planned.write()
    assert backup is not None
    assert backup.parent == state / "snaphook/backups"
    assert backup.read_bytes() == b"old \xff no text at all"
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600


def test_every_write_has_a_backup_of_its_own(file: Path) -> None:
    backups = {change(file, f"{number}\n").write() for number in range(5)}
    assert len(backups) == 5


@pytest.mark.parametrize("written", ["other\n", None])
def test_what_somebody_wrote_in_between_is_not_lost(file: Path, written: str | None) -> None:
    planned = change(file)
    file.unlink() if written is None else file.write_text(written)
    with pytest.raises(SnaphookError, match="changed by somebody else"):
        planned.write()
    assert (file.read_text() if file.exists() else None) == written
    assert [path.name for path in file.parent.iterdir() if path.name.startswith(".")] == []


def test_a_file_that_appeared_in_between_is_not_lost(tmp_path: Path) -> None:
    planned = change(tmp_path / "settings.json")
    (tmp_path / "settings.json").write_text("other\n")
    with pytest.raises(SnaphookError, match="changed by somebody else"):
        planned.write()
    assert (tmp_path / "settings.json").read_text() == "other\n"


def test_removing_takes_the_file_and_keeps_a_backup(file: Path) -> None:
    planned = Change(file)
    planned.after = None
    backup = planned.write()
    assert not file.exists()
    assert backup is not None
    assert backup.read_text() == "old\n"


def test_the_diff_names_the_file_and_shows_both_sides(file: Path) -> None:
    assert change(file).diff() == f"--- {file}\n+++ {file}\n@@ -1 +1 @@\n-old\n+new\n"


def test_no_change_is_none(file: Path) -> None:
    assert not change(file, "old\n").changes()
    assert change(file).changes()


def test_a_program_of_ours_that_lost_its_mode_is_a_change(file: Path) -> None:
    file.chmod(0o644)
    assert Change(file, mode=0o755, shown=False).changes()
    Change(file, mode=0o755, shown=False).write()
    assert stat.S_IMODE(file.stat().st_mode) == 0o755


@pytest.mark.parametrize("kind", ["folder", "fifo"])
def test_what_is_no_regular_file_is_refused_without_waiting(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "odd"
    path.mkdir() if kind == "folder" else os.mkfifo(path)
    with pytest.raises(SnaphookError, match="no regular file"):
        Change(path)


def test_bytes_that_are_no_text_are_refused_with_their_line(file: Path) -> None:
    file.write_bytes(b"{\n\xff")
    with pytest.raises(SnaphookError) as refused:
        _ = Change(file).text
    assert refused.value.where == f"{file}:2"


def test_a_folder_that_may_not_be_written_is_told_and_nothing_is_left(tmp_path: Path) -> None:
    program = (
        "import sys\n"
        "from pathlib import Path\n"
        "from snaphook.bridges.wiring.settings import Change\n"
        "from snaphook.engine.errors import SnaphookError\n"
        f"planned = Change(Path({str(tmp_path / 'locked/settings.json')!r}))\n"
        "planned.become('new')\n"
        "try:\n    planned.write()\n"
        "except SnaphookError as refused:\n    print(refused)\n"
    )
    (tmp_path / "locked").mkdir(mode=0o755)
    below = Path(tempfile.gettempdir())
    for folder in (tmp_path, *tmp_path.parents):
        if below in folder.parents:
            folder.chmod(0o755)
    (tmp_path / "open").mkdir()
    (tmp_path / "open").chmod(0o777)
    unprivileged = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
    done = subprocess.run(
        [*unprivileged, sys.executable, "-B", "-c", program],
        env={"PYTHONPATH": ".typing", "XDG_STATE_HOME": str(tmp_path / "open")},
        capture_output=True,
        text=True,
        timeout=30,
    )
    assert "cannot be written: Permission denied" in done.stdout, done.stderr
    assert list((tmp_path / "locked").iterdir()) == []
