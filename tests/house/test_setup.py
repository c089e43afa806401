"""`setup.sh` in a copy of the checkout: clear errors, one run that works, others that are quick."""

import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from snaphook.bridges.wiring import shim

ROOT = Path(__file__).resolve().parents[2]
TOOLS = Path(sys.executable).parent
SHELLS = [
    name for name in ("dash", "bash --posix", "ksh", "busybox sh") if shutil.which(name.split()[0])
]


def copy_to(folder: Path) -> Path:
    """Copy what is tracked, so that no `.venv` comes along."""
    names = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    for name in filter(None, names.split("\0")):
        source, target = ROOT / name, folder / name
        if os.path.lexists(source) and not name.startswith("tests/"):
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, target, follow_symlinks=False)
    return folder


def run(checkout: Path, *words: str, cwd: Path | str = "/", **variables: str):
    """Start a checkout's setup.sh as a user does, from any folder."""
    kept = {name: value for name, value in os.environ.items() if name.startswith(("PIP", "PATH"))}
    cache = os.environ.get("PIP_CACHE_DIR") or str(Path.home() / ".cache" / "pip")
    home = {"HOME": str(checkout.parent), "PIP_CACHE_DIR": cache, "PYTHON": sys.executable}
    return subprocess.run(
        [checkout / "setup.sh", *words],
        cwd=cwd,
        env={**kept, **home, **variables},
        capture_output=True,
        text=True,
        timeout=300,
        stdin=subprocess.DEVNULL,
    )


@pytest.fixture
def checkout(tmp_path):
    return copy_to(tmp_path / "check out")


@pytest.fixture(scope="session")
def prepared(once):
    """A checkout in a folder with a space, in which setup.sh has run once."""

    def prepare(folder: Path) -> None:
        done = run(copy_to(folder / "check out"))
        (folder / "told").write_text(done.stdout + done.stderr)
        assert done.returncode == 0, done.stdout + done.stderr

    return once("prepared", prepare) / "check out"


def assert_shows_both_calls(told):
    """The tool as each agent names it, its target, one name of the gate, and the answer's bytes."""
    claude, codex = told[told.index("Claude Code calls Write:\n") :].split("Codex calls ")
    assert re.search(r"\n  file_path '/\S+/rel\.txt'\n", claude)
    assert codex.startswith("apply_patch:\n  command   '*** Begin Patch\\n*** Add File: a.txt\\n")
    for one, target in ((claude, "rel.txt"), (codex, "a.txt")):
        assert re.search(rf"\n  deny by path_gate: \S*{target} is protected", one)
        assert "\n  stdout    b'{" in one
        assert "\n  stderr    b'" in one


@pytest.mark.timeout(300)
def test_one_run_from_nothing_shows_both_agents_refused(prepared):
    told = (prepared.parent / "told").read_text()
    assert_shows_both_calls(told)
    assert "2 of 2 calls were refused." in told
    assert "Warning" not in told
    assert "Traceback" not in told


@pytest.mark.timeout(300)
def test_another_run_is_quick_and_changes_nothing(prepared):
    before = {path: path.lstat().st_mtime_ns for path in (prepared / ".venv").rglob("*.dist-info")}
    started = time.monotonic()
    done = run(prepared, cwd=prepared.parent)
    took = time.monotonic() - started
    assert done.returncode == 0
    assert done.stdout.startswith("A project whose")
    assert took < 10  # the first run downloads and installs
    assert before == {
        path: path.lstat().st_mtime_ns for path in (prepared / ".venv").rglob("*.dist-info")
    }


@pytest.mark.timeout(300)
def test_install_hands_its_words_on(prepared):
    done = run(prepared, "install", "claude", "--dry-run")
    assert done.returncode == 0, done.stderr
    assert "settings.json" in done.stdout
    assert not (prepared.parent / ".claude").exists()
    done = run(prepared, "install", "nobody")
    assert done.returncode == 2
    assert "nobody" in done.stderr


@pytest.mark.timeout(300)
def test_the_demonstration_runs_in_the_installed_environment(wheel_python):
    done = subprocess.run(
        [wheel_python, ROOT / "examples" / "demonstration" / "demonstrate.py"],
        capture_output=True,
        text=True,
        cwd="/",
        env={"PATH": os.defpath},
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert_shows_both_calls(done.stdout)


def test_a_broken_environment_is_made_again(checkout):
    """Its interpreter is gone; whether the index can be reached is another matter."""
    broken = checkout / ".venv"
    (broken / "bin").mkdir(parents=True)
    (broken / "pyvenv.cfg").write_text("")
    (broken / "bin" / "python").symlink_to("/nonexistent/python")
    done = run(checkout, **OFFLINE)
    assert "Making .venv with Python" in done.stdout
    assert (broken / "bin" / "pip").exists()


OFFLINE = {
    "PIP_INDEX_URL": "http://127.0.0.1:9/simple",
    "PIP_EXTRA_INDEX_URL": "",
    "PIP_FIND_LINKS": "",
    "PIP_CONFIG_FILE": os.devnull,
    "PIP_RETRIES": "0",
    "PIP_NO_CACHE_DIR": "1",
}


def test_without_an_index_it_says_what_to_check(checkout):
    (checkout / "pyproject.toml").write_text(
        (checkout / "pyproject.toml").read_text().replace("setuptools>=77", "setuptools>=7700")
    )
    done = run(checkout, **OFFLINE)
    assert done.returncode == 1
    assert "setup.sh: pip could not install" in done.stderr
    assert "Check the connection to the package index" in done.stderr


def test_a_folder_of_somebodys_own_is_not_removed(checkout):
    (checkout / ".venv").mkdir()
    (checkout / ".venv" / "letter.txt").write_text("dear")
    done = run(checkout)
    assert done.returncode == 1
    assert "is no virtual environment" in done.stderr
    assert (checkout / ".venv" / "letter.txt").read_text() == "dear"


def test_an_interpreter_that_does_not_start_is_named(checkout):
    done = run(checkout, PYTHON="/nonexistent/python3")
    assert done.returncode == 1
    assert "setup.sh: PYTHON=/nonexistent/python3 does not start." in done.stderr


@pytest.mark.parametrize("version", ["2.7", "3.6", "3.9"])
def test_an_interpreter_that_is_too_old_is_named_with_its_version(checkout, version):
    """With the real one where this machine has it, else with a program that answers like it."""
    found = next((Path.home() / ".pyenv" / "versions").glob(f"{version}.*/bin/python"), None)
    if found is None:
        found = checkout.parent / "python"
        old = tuple(map(int, version.split(".")))
        pretended = f"import sys\nsys.version_info = {old}\n"
        found.write_text(f'#!/bin/sh\nshift\nexec {sys.executable} -c "{pretended}$1"\n')
        found.chmod(0o755)
    done = run(checkout, PYTHON=str(found))
    assert done.returncode == 1
    assert f"is Python {version}; snaphook needs 3.10 or newer" in done.stderr
    assert not (checkout / ".venv").exists()


def test_no_interpreter_at_all_is_told_with_what_to_install(checkout):
    programs = checkout.parent / "bin"
    programs.mkdir()
    for name in ("sh", "dirname", "uname", "cat", "find"):
        (programs / name).symlink_to(shutil.which(name))
    done = run(checkout, PATH=str(programs), PYTHON="")
    assert done.returncode == 1
    assert "no Python 3.10 or newer was found on PATH" in done.stderr
    assert "apt-get install python3" in done.stderr


def test_an_interpreter_without_venv_is_told_with_its_package(checkout):
    bare = checkout.parent / "python without venv"
    script = (
        f'#!/bin/sh\ncase "$*" in *"import venv"*) exit 1 ;; esac\nexec "{sys.executable}" "$@"\n'
    )
    bare.write_text(script)
    bare.chmod(0o755)
    done = run(checkout, PYTHON=str(bare))
    assert done.returncode == 1
    assert f"{bare} has no venv module" in done.stderr
    assert "python3-venv" in done.stderr


def test_an_unknown_word_gets_the_usage(checkout):
    done = run(checkout, "tset")
    assert done.returncode == 1
    assert "./setup.sh test " in done.stderr
    assert done.stderr.endswith("setup.sh: unknown word: tset\n")


def test_help_is_no_error(checkout):
    done = run(checkout, "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert "./setup.sh install" in done.stdout


@pytest.fixture(scope="session")
def scripts(tmp_path_factory):
    """All shell scripts of the project, and the one that `install` writes."""
    written = tmp_path_factory.mktemp("shim") / "snaphook-hook"
    written.write_bytes(shim.script({"claude": {"settings": "/a b/it's", "strict": True}}))
    listed = subprocess.run(
        ["git", "ls-files", "*.sh", ".ci/run"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return [ROOT / name for name in listed.stdout.split()] + [written]


def test_the_linter_of_shell_scripts_finds_nothing(scripts):
    done = subprocess.run(
        [TOOLS / "shellcheck", *scripts], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("shell", SHELLS)
def test_every_shell_can_read_the_scripts(scripts, shell):
    for script in scripts:
        done = subprocess.run([*shell.split(), "-n", script], capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, "")
