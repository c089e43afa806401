"""Folders and files of ours, whatever lies in their place."""

import os

import pytest

from snaphook.engine.own_files import make_folder, open_own


def test_a_folder_is_made_with_all_that_is_missing_above_it_for_the_user_alone(tmp_path):
    make_folder(f"{tmp_path}/a/b/c")
    assert [(tmp_path / part).stat().st_mode & 0o777 for part in ("a", "a/b", "a/b/c")] == [
        0o700,
        0o700,
        0o700,
    ]
    make_folder(f"{tmp_path}/a/b/c")


def test_a_link_that_leads_nowhere_is_an_error_and_no_endless_search(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "nowhere" / "at" / "all")
    with pytest.raises(OSError, match="link/below"):
        make_folder(f"{tmp_path}/link/below")


def test_a_file_in_the_way_is_an_error(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(NotADirectoryError):
        make_folder(f"{tmp_path}/file/below")


@pytest.mark.parametrize("kind", ["fifo", "link"])
def test_only_a_regular_file_is_opened_and_nothing_is_waited_for(tmp_path, kind):
    path = tmp_path / "place"
    os.mkfifo(path) if kind == "fifo" else path.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OSError, match="place"):
        open_own(str(path), os.O_RDWR | os.O_CREAT)
    assert not (tmp_path / "elsewhere").exists()
