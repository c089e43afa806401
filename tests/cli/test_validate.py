"""Problems with their places, and exit codes that a pipeline can use."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def file(project: Path) -> Path:
    path = project / ".aipass" / "hooks.json"
    path.parent.mkdir()
    return path


def test_without_a_config_nothing_is_wrong(snaphook: Run) -> None:
    done = snaphook("validate")
    assert (done.returncode, done.stdout, done.stderr) == (0, "no problems\n", "")
    assert json.loads(snaphook("validate", "--json").stdout) == {"errors": 0, "problems": []}


def test_an_error_is_told_with_its_place_and_exit_code_1(snaphook: Run, file: Path) -> None:
    file.write_text('{"hooks": {"PreToolUse": {\n  "a": {"handler": "path_gat"}}}}')
    done = snaphook("validate")
    assert done.returncode == 1
    assert f"{file}:2:" in done.stdout
    assert "error: " in done.stdout
    assert "path_gate" in done.stdout
    assert done.stdout.splitlines()[-1] == "1 error, 0 warnings"


@pytest.mark.parametrize("flag", ["--json", "--ci"])
def test_json_tells_the_same(snaphook: Run, file: Path, flag: str) -> None:
    file.write_text('{"hooks": {"PreToolUse": {\n  "a": {"handler": "path_gat"}}}}')
    done = snaphook("validate", flag)
    assert (done.returncode, done.stderr) == (1, "")
    told = json.loads(done.stdout)
    assert told["errors"] == 1
    (problem,) = told["problems"]
    assert (problem["path"], problem["line"], problem["severity"]) == (str(file), 2, "error")


def test_a_warning_alone_exits_0(snaphook: Run, file: Path) -> None:
    file.write_text('{"hooks": {"PreToolUse": {"a": {"enabled": false}}}}')
    done = snaphook("validate")
    assert done.returncode == 0
    assert "warning: " in done.stdout
    assert done.stdout.splitlines()[-1] == "0 errors, 1 warning"


@pytest.mark.parametrize("content", [b"", b"null", b"[]", b"{", b"\xff\xfe\x00", b"[" * 100_000])
def test_a_broken_file_is_an_error_and_no_traceback(
    snaphook: Run, file: Path, content: bytes
) -> None:
    file.write_bytes(content)
    done = snaphook("validate", "--json")
    assert (done.returncode, done.stderr) == (1, "")
    assert json.loads(done.stdout)["errors"] >= 1


def test_names_from_a_config_cannot_colour_or_move_anything(snaphook: Run, file: Path) -> None:
    name = "[red]x[/red]\x1b[2J\u202e"
    entry = {"PreToolUse": {name: {"handler": name}}}
    file.write_text(json.dumps({"hooks": entry}))
    for command in ("validate", "status"):
        out = snaphook(command).stdout
        assert "[red]x[/red]" in out
        assert all(letter.isprintable() for letter in out.replace("\n", ""))


@pytest.mark.parametrize("command", ["validate", "status"])
def test_a_plugin_that_ends_the_process_is_told_and_ends_nothing_else(
    snaphook: Run, project: Path, tmp_path: Path, environment: dict[str, str], command: str
) -> None:
    info = tmp_path / "site" / "acme_hooks-1.2.dist-info"
    info.mkdir(parents=True)
    (info.parent / "acme_plugin.py").write_text("import os; os._exit(0)")
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: acme-hooks\nVersion: 1.2\n")
    (info / "entry_points.txt").write_text("[snaphook.handlers]\nacme = acme_plugin\n")
    environment["PYTHONPATH"] += f":{info.parent}"
    user = project.parent / ".aipass" / "hooks.json"
    user.parent.mkdir()
    hooks = {"PreToolUse": {"a": {"handler": "acme.x"}, "b": {"handler": "path_gate"}}}
    user.write_text(json.dumps({"hooks": hooks}))
    out = snaphook(command).stdout
    assert "ends or stalls the process" in out
    assert "1 error, 0 warnings" in out
