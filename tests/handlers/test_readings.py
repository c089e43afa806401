"""What a given path may stand for."""

import getpass
import pwd

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snaphook.engine.paths import absolute
from snaphook.engine.tools import FileChange
from snaphook.handlers.readings import readings


def read(text, cwd="/repo"):
    return readings(FileChange(absolute(text, cwd), "modify", given=text), cwd, "/home/me")


CASES = [
    ("/repo/a.py", ["/repo/a.py"]),
    ("a.py", ["/repo/a.py"]),
    ("a/../b", ["/repo/b", "/repo/a/../b"]),
    ("/x/a/../b", ["/x/b", "/x/a/../b"]),
    ("~/.ssh/id", ["/repo/~/.ssh/id", "/home/me/.ssh/id"]),
    ("~", ["/repo/~", "/home/me"]),
    ("$HOME/.profile", ["/repo/$HOME/.profile", "/home/me/.profile"]),
    ("${HOME}/.profile", ["/repo/${HOME}/.profile", "/home/me/.profile"]),
    ("~nobody-of-that-name/x", ["/repo/~nobody-of-that-name/x"]),
    ("file:///etc/pass%77d", ["/repo/file:/etc/pass%77d", "/etc/passwd"]),
    ("file://localhost/etc/hosts", ["/repo/file:/localhost/etc/hosts", "/etc/hosts"]),
    ("FILE:/etc/hosts", ["/repo/FILE:/etc/hosts", "/etc/hosts"]),
    ("file:///a%2", ["/repo/file:/a%2", "/a%2"]),
    ("file:///a%zz", ["/repo/file:/a%zz", "/a%zz"]),
    ("file:/a?x=1", ["/repo/file:/a?x=1", "/a", "/a?x=1"]),
    ("$PWD/a", ["/repo/$PWD/a", "/repo/a"]),
    ("/x/${HOME}y/$NO_SUCH_NAME/$", ["/x/${HOME}y/$NO_SUCH_NAME/$", "/x/home/mey/$NO_SUCH_NAME/$"]),
    ("/System/Volumes/Data/a/b", ["/System/Volumes/Data/a/b", "/a/b"]),
    (" .env ", ["/repo/ .env ", "/repo/.env"]),
    ("src\\..\\.env", ["/repo/src\\..\\.env", "/repo/.env", "/repo/src/../.env"]),
    ("/repo/.env/", ["/repo/.env"]),
]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_a_path_is_read_in_every_way_that_tools_read_it(text, expected):
    assert [path for path in read(text) if path not in expected] in ([], [f"/repo/{text}"])
    assert set(expected) <= set(read(text))


def test_the_home_of_a_named_user_is_looked_up():
    user = getpass.getuser()
    assert f"{pwd.getpwnam(user).pw_dir}/.bashrc" in read(f"~{user}/.bashrc")


@given(st.text(max_size=40), st.sampled_from(["/repo", "/", "/a/b c"]))
def test_any_text_has_at_least_one_absolute_reading(text, cwd):
    found = read(text, cwd)
    assert found
    assert all(path.startswith("/") for path in found)
