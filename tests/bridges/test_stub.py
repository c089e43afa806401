"""Nothing that a repository or the environment holds stands in for snaphook's own modules."""

import json
import os
import subprocess
import sys

import pytest

PLANTED = "import os; os.write(1, b'planted'); os._exit(0)\n"
NAMES = [
    *("json.py", "_json.py", "re.py", "os.py", "posix.py", "select.py", "marshal.py", "site.py"),
    *("sitecustomize.py", "usercustomize.py", "pydantic.py", "pluggy.py", "importlib_metadata.py"),
    *("snaphook.py", "snaphook/__init__.py", "snaphook/bridges/entry.py", "engine.py"),
    *("config.py", "bridges/__init__.py", "encodings/__init__.py", "fcntl.py", "time.py"),
]


@pytest.fixture
def planted(ground):
    for name in NAMES:
        path = ground.project / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(PLANTED)
    ground.guard()
    return ground


@pytest.mark.parametrize("uses", ["", "PYTHONPATH", "PYTHONUSERBASE", "PYTHONHOME"])
def test_planted_modules_change_nothing(planted, uses):
    environment = {**planted.environment, **({uses: str(planted.project)} if uses else {})}
    assert planted.call(planted.event(), env=environment) == planted.denied()


STEERING = {
    "PYTHONSTARTUP": "json.py",
    "PYTHONINSPECT": "1",
    "PYTHONVERBOSE": "1",
    "PYTHONPROFILEIMPORTTIME": "1",
    "PYTHONWARNINGS": "error",
    "PYTHONBREAKPOINT": "json.main",
    "PYTHONOPTIMIZE": "2",
    "PYTHONDONTWRITEBYTECODE": "1",
    "PYTHONPYCACHEPREFIX": ".",
    "PYTHONPLATLIBDIR": ".",
    "PYTHONSAFEPATH": "",
    "PYTHONFAULTHANDLER": "1",
    "PYTHONTRACEMALLOC": "1",
    "PYTHONMALLOC": "debug",
}


def test_variables_that_steer_python_change_nothing(planted):
    environment = planted.environment | STEERING
    assert planted.call(planted.event(), env=environment) == planted.denied()


def test_a_planted_bytecode_cache_changes_nothing(planted):
    cache = planted.project / "__pycache__"
    cache.mkdir()
    for name in ("json", "snaphook", "sitecustomize"):
        (cache / f"{name}.{sys.implementation.cache_tag}.pyc").write_bytes(b"planted")
    assert planted.call(planted.event()) == planted.denied()


def test_a_users_own_site_folder_changes_nothing(planted):
    version = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    site = planted.home / ".local" / "lib" / version / "site-packages"
    site.mkdir(parents=True)
    (site / "evil.pth").write_text("import os; os.write(1, b'planted'); os._exit(0)\n")
    (site / "sitecustomize.py").write_text(PLANTED)
    assert planted.call(planted.event()) == planted.denied()


@pytest.mark.parametrize("name", ["PYTHONEXECUTABLE", "__PYVENV_LAUNCHER__"])
def test_the_shim_drops_what_moves_pythons_own_library_even_when_isolated(planted, name):
    """Seen with Python 3.11: with `-I`, they name the environment that the library comes from."""
    other = planted.project / "other"
    version = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    for module in ("encodings/__init__.py", "os.py", "site.py"):
        path = other / "lib" / version / module
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(PLANTED)
    (other / "pyvenv.cfg").write_text(f"home = {other}/bin\n")
    command = planted.home / "shim"
    code = "import sys; from snaphook.bridges.wiring import shim; "
    made = subprocess.run(  # there, so that it fixes the test's own folders
        [sys.executable, "-c", code + "sys.stdout.buffer.write(shim.script({}))"],
        capture_output=True,
        env=os.environ | planted.environment,
        check=True,
        timeout=30,
    )
    command.write_bytes(made.stdout)
    done = subprocess.run(
        ["sh", command, "claude", "PreToolUse"],
        input=json.dumps(planted.event()).encode(),
        capture_output=True,
        cwd=planted.project,
        env={**planted.environment, name: f"{other}/bin/python"},
        timeout=30,
    )
    assert (done.returncode, done.stdout) == planted.denied()[:2]
