"""What the disk says about paths, on real files."""

import os
import subprocess

import pytest

from snaphook.handlers.links import Disk, LinkLoopError


@pytest.fixture
def place(tmp_path):
    real = tmp_path.resolve()
    (real / "deep" / "er").mkdir(parents=True)
    (real / "deep" / "er" / "file").write_text("x")
    (real / "link").symlink_to("deep/er")
    return real


def test_a_path_without_links_is_reached_as_it_is(place):
    assert Disk().reached(f"{place}/deep/er/file") == [f"{place}/deep/er/file"]


def test_what_does_not_exist_keeps_its_text_below_real_folders(place):
    assert Disk().reached(f"{place}/link/new/a")[-1] == f"{place}/deep/er/new/a"


def test_every_link_on_the_way_is_told(place):
    (place / "second").symlink_to(place / "first")
    (place / "first").symlink_to("deep")
    ways = Disk().reached(f"{place}/second/er/file")
    assert ways == [
        f"{place}/second/er/file",
        f"{place}/first/er/file",
        f"{place}/deep/er/file",
    ]


def test_a_dangling_link_is_followed_to_where_a_write_would_land(place):
    (place / "dangling").symlink_to("nowhere/yet")
    assert Disk().reached(f"{place}/dangling")[-1] == f"{place}/nowhere/yet"


def test_dots_after_a_linked_folder_count_as_the_system_has_them(place):
    given = f"{place}/link/../other"
    assert Disk().reached(given)[-1] == f"{place}/deep/other"
    assert os.path.realpath(given) == f"{place}/deep/other"


@pytest.mark.parametrize("made", [("a", "a"), ("a", "b")])
def test_links_in_circles_are_an_error(place, made):
    (place / "a").symlink_to(made[1])
    if made[1] == "b":
        (place / "b").symlink_to("a")
    with pytest.raises(LinkLoopError):
        Disk().reached(f"{place}/a/x")
    assert Disk().reached_or_text(f"{place}/a/x") == [f"{place}/a/x"]
    assert Disk().real(f"{place}/a/x")


def test_real_agrees_with_reached_and_with_the_standard_library(place):
    (place / "to_root").symlink_to("/")
    disk = Disk()
    for path in ("link/file", "link/none/x", "deep/er", "none", f"to_root{place}/link/file"):
        full = f"{place}/{path}"
        assert disk.real(full) == disk.reached(full)[-1] == os.path.realpath(full)


def test_paths_that_no_system_takes_are_not_there():
    disk = Disk()
    for path in ("/a\0b", "/" + "x" * 5000, "/\ud800", "/" + "a/" * 3000 + "b"):
        assert disk.look(path) is None
        assert disk.ignores_case(path) in (True, False)
    assert disk.reached("/" + "x" * 300 + "/../a")[-1] == "/a"
    assert disk.reached("/a/../" * 200_000 + "b") == ["/b"]


def test_letter_case_counts_as_the_file_system_has_it(place):
    ignores = os.path.exists(f"{place}/DEEP")
    assert Disk().ignores_case(f"{place}/deep/new.txt") is ignores
    assert Disk().ignores_case(f"{place}/Deep/er") is ignores


def test_two_spellings_of_one_file_mean_that_case_does_not_count(place):
    os.link(place / "deep" / "er" / "file", place / "FILE")
    if not os.path.exists(place / "file"):
        os.link(place / "FILE", place / "file")
    assert Disk().ignores_case(f"{place}/file")


def test_other_names_of_a_file_are_found_nearest_first_and_within_bounds(place):
    os.link(place / "deep" / "er" / "file", place / "twin")
    disk = Disk()
    assert disk.has_twins(f"{place}/twin")
    assert not disk.has_twins(f"{place}/deep")
    assert not disk.has_twins(f"{place}/none")
    found = list(disk.twins(f"{place}/twin", [f"{place}", f"{place}"], 100))
    assert found == [f"{place}/deep/er/file"]
    assert list(disk.twins(f"{place}/twin", [f"{place}"], 1)) == []


def test_a_folder_is_listed_level_by_level_without_following_links(place):
    assert set(Disk().inside(f"{place}", 100)) == {
        f"{place}/deep",
        f"{place}/link",
        f"{place}/deep/er",
        f"{place}/deep/er/file",
    }
    assert len(list(Disk().inside(f"{place}", 2))) == 2
    assert list(Disk().inside(f"{place}/none", 2)) == []


def test_the_git_file_of_a_worktree_leads_to_its_own_and_the_shared_folder(place):
    git = ["git", "-C", str(place / "main"), "-c", "user.name=n", "-c", "user.email=e@e"]
    subprocess.run(["git", "init", "-q", str(place / "main")], check=True)
    subprocess.run([*git, "commit", "-q", "--allow-empty", "-m", "x"], check=True)
    subprocess.run([*git, "worktree", "add", "-q", str(place / "tree")], check=True)
    shared = f"{place}/main/.git"
    assert Disk().git_folders(f"{place}/tree/.git") == [f"{shared}/worktrees/tree", shared]
    assert Disk().git_folders(shared) == []


@pytest.mark.parametrize("text", ["", "gitdir: ", "gitdir:x", "hello", "\xff\xfe\x00"])
def test_a_git_file_that_says_nothing_leads_nowhere(place, text):
    (place / ".git").write_text(text)
    assert Disk().git_folders(f"{place}/.git") == []


def test_a_relative_git_file_counts_from_its_folder(place):
    (place / ".git").write_text("gitdir: ../store\n")
    assert Disk().git_folders(f"{place}/.git") == [f"{place.parent}/store"]
