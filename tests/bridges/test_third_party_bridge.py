"""A bridge of another package, really installed: found, noted in the table, loaded, used."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NAMESPACE = ROOT / ".typing"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A folder with the example package as pip installs it."""
    source = tmp_path_factory.mktemp("source") / "acme_bridge"
    shutil.copytree(ROOT / "examples" / "acme_bridge", source)
    target = tmp_path_factory.mktemp("site packages")
    flags = ["--quiet", "--no-index", "--no-deps", "--no-build-isolation", "--target", str(target)]
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install"]
    subprocess.run([*pip, *flags, str(source)], check=True, timeout=100)
    return target


@pytest.fixture(scope="module")
def bridges(site):
    return {bridge[0]: bridge for bridge in listed(site)}


def listed(*folders):
    """What `installed()` tells in an environment with the packages of these folders."""
    code = """
import json
from snaphook.bridges.registry import installed
print(json.dumps([[b.name, b.module, b.directory, b.distribution, b.version, b.problem]
                  + [b.line()] for b in installed()]))
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": ":".join(map(str, (NAMESPACE, *folders)))},
        capture_output=True,
        check=True,
        timeout=30,
    )
    told: list[list[str]] = json.loads(done.stdout)
    return told


@pytest.fixture
def data(tmp_path, bridges):
    """A data folder whose table names the bridge, as `install` leaves it."""
    (tmp_path / "snaphook" / "bin").mkdir(parents=True)
    (tmp_path / "snaphook" / "bin" / "bridges.table").write_text(bridges["acme"][6])
    return tmp_path


def on_the_hook_path(code, data):
    """Run code as the hook process does: no site-packages, only our own namespace."""
    done = subprocess.run(
        [
            sys.executable,
            "-I",
            "-S",
            "-c",
            f"import sys; sys.path.insert(0, {str(NAMESPACE)!r})\n{code}",
        ],
        env={"XDG_DATA_HOME": str(data), "PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
        check=False,
        timeout=30,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_an_installed_bridge_is_found_with_its_package(bridges, site):
    assert bridges["acme"][1:6] == ["acme_bridge", str(site), "acme-bridge", "1.0", ""]
    assert bridges["claude"][1:4] == ["snaphook.bridges.claude", "", "snaphook"]
    assert list(bridges)[:2] == ["claude", "codex"]


@pytest.mark.parametrize(
    ("name", "module", "problem"),
    [
        ("codex", "acme_bridge", "the name belongs to a bridge that snaphook ships"),
        ("Acme Agent", "acme_bridge", "a bridge's name is lower-case letters, digits, _ and -"),
        ("gone", "no_such_module.bridge", "the module no_such_module.bridge cannot be found"),
        ("acme", "zz_acme_bridge", "the module zz_acme_bridge cannot be found"),
        ("acme", "json", "acme-bridge already brings a bridge of this name"),
    ],
)
def test_a_bridge_that_cannot_be_used_is_listed_with_its_problem(
    site, tmp_path, name, module, problem
):
    folder = tmp_path / "other-2.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: other\nVersion: 2.0\n")
    (folder / "entry_points.txt").write_text(f"[snaphook.bridges]\n{name} = {module}\n")
    told = listed(site, tmp_path)
    assert ["other", "2.0", problem] in [bridge[3:6] for bridge in told]


def test_it_speaks_for_its_provider_on_the_hook_path(data):
    code = """
from snaphook.bridges.registry import load
from snaphook.engine.runs import Outcome
bridge = load("acme")
payload = {"kind": "before", "session": "s1", "folder": "/repo",
           "call": {"tool": "save", "file": "a.txt", "text": "hi"}}
event = bridge.parse(payload, ["PreToolUse"])
outcome = Outcome("deny", "not here", [("notes", "x")], refused_by="gate")
print(bridge.NAME, event.provider, event.tool.name, event.tool.files[0].path, event.native_name)
print(bridge.render(event, outcome).stdout, outcome.anomalies)
print(repr(bridge.render(event, Outcome()).stdout), bridge.deadline("PreToolUse"))
"""
    assert on_the_hook_path(code, data).splitlines() == [
        "acme acme Write /repo/a.txt before",
        """{"stop":"not here"} [('notes', 'hook-context-undeliverable')]""",
        "'' 30.0",
    ]


def test_it_can_stand_in_for_no_module_of_the_library(data, site):
    (site / "posixpath.py").write_text("raise SystemExit('planted')")
    code = """
from snaphook.bridges.registry import load
load("acme")
import posixpath
print(sys.path[-1])
"""
    assert on_the_hook_path(code, data) == f"{site}\n"
    (site / "posixpath.py").unlink()
