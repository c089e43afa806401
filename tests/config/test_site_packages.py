"""Whose folder is searched for libraries when the hook's own Python was started without `site`."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from snaphook.config.site_packages import is_installed

PACKAGES = ("engine", "config", "logs", "handlers", "bridges")
COMPILE = """
import sys
package = type(sys)("snaphook"); package.__path__ = [sys.argv[1]]; sys.modules["snaphook"] = package
from snaphook.config.find import plan_for
plan_for("/")
"""


@pytest.fixture
def placed(world):
    """Copy our packages into a folder as `snaphook`, with a .pth beside it that tells when run."""
    ours = Path(sys.modules["snaphook.config"].__path__[0]).parent

    def place(folder: Path, checkout: bool) -> tuple[Path, Path]:
        root = folder / "snaphook"
        for name in PACKAGES:
            shutil.copytree(ours / name, root / name)
        if checkout:
            (root / "pyproject.toml").write_text("")
        ran = world.folder / "ran"
        (folder / "planted.pth").write_text(f"import os; os.mkdir({str(ran)!r})\n")
        return root, ran

    return place


def compiles(world, root):
    """Compile a plan as the hook does; how it ends is not what is asked here."""
    argv = [sys.executable, "-I", "-S", "-c", COMPILE, str(root)]
    subprocess.run(argv, env={"HOME": str(world.home)}, capture_output=True, timeout=60)


def test_what_lies_beside_a_checkout_is_never_run(world, placed):
    root, ran = placed(world.folder / "shared", checkout=True)
    compiles(world, root)
    assert not ran.exists()


def test_a_folder_that_everybody_may_write_is_never_searched(world, placed):
    root, ran = placed(world.folder / "site-packages", checkout=False)
    root.parent.chmod(0o777)
    compiles(world, root)
    assert not ran.exists()


def test_the_site_packages_of_an_installation_are_set_up(world, placed):
    root, ran = placed(world.folder / "site-packages", checkout=False)
    compiles(world, root)
    assert ran.exists()


def test_a_target_folder_is_searched_but_its_pth_files_are_not_run(world, placed):
    root, ran = placed(world.folder / "libraries", checkout=False)
    assert is_installed(str(root))
    compiles(world, root)
    assert not ran.exists()


def test_a_folder_of_another_owner_is_never_searched(world, placed):
    root, _ = placed(world.folder / "site-packages", checkout=False)
    os.chown(root.parent, 65534, -1)
    assert not is_installed(str(root))


def test_an_installation_that_is_gone_is_none(world):
    assert not is_installed(str(world.folder / "site-packages" / "snaphook"))
