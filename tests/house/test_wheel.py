"""What a user gets who installs the wheel, from nothing to a refused call."""

import json
import sys
from pathlib import Path

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).resolve().parents[2]


def test_an_empty_project_becomes_a_guarded_one(installed):
    assert installed.call().returncode == 0
    assert installed.snaphook("init").returncode == 0
    assert (installed.project / ".aipass" / "hooks.json").exists()
    done = installed.call()
    assert done.returncode == 2
    answer = json.loads(done.stdout)["hookSpecificOutput"]
    assert answer["permissionDecision"] == "deny"
    log = installed.snaphook("log", "--json")
    records = [json.loads(line) for line in log.stdout.splitlines()]
    assert ("path_gate", "deny") in [(record["hook"], record["outcome"]) for record in records]
    assert "path_gate" in installed.snaphook("log").stdout
    validated = installed.snaphook("validate")
    assert (validated.returncode, validated.stderr) == (0, "")
    assert "path_gate" in installed.snaphook("handlers").stdout


def test_the_version_is_the_projects(installed):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    done = installed.snaphook("--version")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.split()[-1] == project["version"]


def test_nothing_of_the_checkout_is_used(installed):
    assert not installed.root.is_symlink()
    assert str(ROOT) not in str(installed.root)
    assert installed.root.parent.name == "site-packages"
    assert sys.executable != str(installed.python)
