"""Paths as text."""

import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snaphook.engine.paths import Path, absolute, is_inside, normalise


@pytest.mark.parametrize(
    ("path", "name", "parent", "suffix"),
    [
        ("/repo/src/app.py", "app.py", "/repo/src", ".py"),
        ("/repo/.env", ".env", "/repo", ""),
        ("/repo/a.tar.gz", "a.tar.gz", "/repo", ".gz"),
        ("/top", "top", "/", ""),
        ("/", "", "/", ""),
    ],
)
def test_a_path_knows_its_name_parent_and_suffix(path, name, parent, suffix):
    path = Path(path)
    assert (path.name, path.parent, path.suffix) == (name, parent, suffix)
    assert isinstance(path.parent, Path)


def test_a_path_is_accepted_wherever_a_path_is(tmp_path):
    (tmp_path / "a.txt").write_text("x")
    with open(Path(str(tmp_path)) + "/a.txt") as file:
        assert file.read() == "x"
    assert os.path.exists(Path(str(tmp_path)))


PARTS = st.lists(st.sampled_from(["a", "b", "..", ".", "", " ", "ä"]), max_size=8).map("/".join)


@given(PARTS | st.text(alphabet="a./"))
def test_normalising_agrees_with_the_standard_library(path):
    expected = os.path.normpath(path) if path else "."
    assert normalise(path) == (expected[1:] if expected.startswith("//") else expected)


@given(PARTS)
def test_a_path_seen_from_a_folder_is_absolute_and_stays_so(path):
    seen = absolute(path, "/repo/src")
    assert isinstance(seen, Path)
    assert seen.startswith("/")
    assert ".." not in seen.split("/")
    assert absolute(seen, "/elsewhere") == seen


@pytest.mark.parametrize(
    ("path", "cwd", "expected"),
    [
        ("../a.txt", "/repo/src", "/repo/a.txt"),
        ("/x//y/./z", "/repo", "/x/y/z"),
        ("//etc/passwd", "/repo", "/etc/passwd"),
        ("../../../..", "/repo", "/"),
        ("", "/repo", "/repo"),
        ("a", "/", "/a"),
        ("a", "", "/a"),
        ("a", "repo", "/repo/a"),
        ("../../a", "repo", "/a"),
    ],
)
def test_a_path_is_seen_from_the_cwd(path, cwd, expected):
    assert absolute(path, cwd) == expected


@pytest.mark.parametrize(
    ("path", "folder", "expected"),
    [
        ("/repo/a", "/repo", True),
        ("/repo", "/repo", True),
        ("/repository", "/repo", False),
        ("/", "/repo", False),
        ("/anything", "/", True),
    ],
)
def test_inside_means_the_folder_or_below_it(path, folder, expected):
    assert is_inside(path, folder) is expected
