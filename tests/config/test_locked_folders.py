"""Folders that cannot be looked into, as a user without privileges meets them."""

import json
import os
import subprocess
import sys

import pytest

from snaphook.config.discovery import discover

NOBODY = 65534
LOOK = """
import json, sys
from snaphook.config.discovery import discover
found = discover(sys.argv[1], sys.argv[2])
print(json.dumps([[file.path for file in found.files], found.boundaries, found.notices]))
"""


@pytest.fixture
def look(world, tmp_path):
    for folder in (tmp_path, *tmp_path.parents):
        folder.chmod(folder.stat().st_mode | 0o011)
    world.write({})

    def called(cwd, project=""):
        package = sys.modules["snaphook.config"].__path__[0].removesuffix("/snaphook/config")
        run = subprocess.run(
            ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups",
             sys.executable, "-B", "-c", LOOK, str(cwd), str(project)],
            env={"HOME": str(world.home), "PYTHONPATH": package},
            capture_output=True, text=True, check=True, cwd="/",
        )  # fmt: skip
        return json.loads(run.stdout)

    return called


def closed(folder, uid):
    folder.mkdir()
    os.chown(folder, uid, -1)
    folder.chmod(0)
    return folder


@pytest.mark.parametrize("below", ["", "a/b"])
def test_a_folder_of_another_user_hides_nothing_above_it_and_is_told(world, look, below):
    shut = closed(world.project / "theirs", 0)
    files, boundaries, notices = look(shut / below)
    assert files == [str(world.project / ".aipass/hooks.json")]
    assert boundaries == [str(world.project)]
    assert notices == [f"{shut} may not be entered; a config in it would not be seen"]


@pytest.mark.parametrize("name", ["ours", "ours/.aipass"])
def test_a_folder_of_the_users_own_that_was_closed_stays_suspicious(world, look, name):
    inner = world.project / "ours"
    if name != "ours":
        inner.mkdir()
    closed(world.project / name, NOBODY)
    files, _, notices = look(inner)
    assert files[0] == str(inner / ".aipass/hooks.json")
    assert notices == []


def test_a_link_of_the_users_own_to_a_closed_folder_hides_no_config(world, look):
    shut = closed(world.folder / "theirs", 0)
    inner = world.project / "ours"
    inner.mkdir()
    os.symlink(shut / "x", inner / ".aipass")
    os.lchown(inner / ".aipass", NOBODY, NOBODY)
    files, _, _ = look(inner)
    assert files[0] == str(inner / ".aipass/hooks.json")


@pytest.mark.parametrize("name", ["x" * 300, "x/" * 3000])
def test_a_path_that_is_too_long_holds_no_config_and_hides_none(world, name):
    path = world.write({})
    assert [file.path for file in discover(f"{world.project}/{name}").files] == [str(path)]
