"""What snaphook answers when something of its own is broken."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from snaphook.bridges import breakdown
from snaphook.engine.plans import Hook

NOTHING = (0, b"", b"")
PACKAGE = Path(breakdown.__file__).parents[1]


def test_a_data_folder_that_is_a_file_costs_only_speed(ground):
    ground.guard()
    ground.data.parent.mkdir(parents=True)
    ground.data.write_text("")
    assert ground.call(ground.event()) == ground.denied()


def test_a_state_folder_that_is_a_file_costs_only_the_log(ground):
    ground.guard()
    ground.state.parent.mkdir(parents=True)
    ground.state.write_text("")
    assert ground.call(ground.event()) == ground.denied()
    assert ground.call(ground.event(hook_event_name="Stop"), "claude", "Stop") == NOTHING


def test_without_home_the_password_databases_counts(ground):
    ground.guard()
    environment = {"PATH": os.defpath, "XDG_STATE_HOME": str(ground.state.parent)}
    environment["XDG_DATA_HOME"] = str(ground.data.parent)
    assert ground.call(ground.event(), env=environment) == ground.denied()


@pytest.mark.skipif(not shutil.which("setpriv"), reason="setpriv is not installed")
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
@pytest.mark.parametrize("user", ["65534", "64999"], ids=["nobody", "unknown"])
def test_a_user_that_owns_nothing_and_has_no_home_is_refused_all_the_same(open_ground, user):
    ground = open_ground
    command = ["setpriv", f"--reuid={user}", "--regid=65534", "--clear-groups"]
    done = subprocess.run(
        [*command, *ground.command()],
        input=json.dumps(ground.event()).encode(),
        capture_output=True,
        cwd=ground.project,
        env={"PATH": os.defpath},
        timeout=30,
    )
    assert done.returncode == 2, done.stderr


@pytest.fixture
def open_ground(ground):
    """The ground with every folder above it open to everybody."""
    ground.guard()
    for folder in (ground.project, *ground.project.parents):
        if folder.stat().st_uid == os.geteuid() and folder != Path("/"):
            folder.chmod(folder.stat().st_mode | 0o755)
    return ground


@pytest.mark.parametrize("provider", ["claude", "codex"])
def test_a_deleted_working_folder_is_no_reason_to_let_a_call_pass(ground, provider):
    ground.guard()
    gone = ground.project / "gone"
    gone.mkdir()
    command = 'cd "$1" && rmdir "$1" && shift && exec "$@"'
    done = subprocess.run(
        ["sh", "-c", command, "sh", str(gone), *ground.command(provider)],
        input=json.dumps(ground.event(cwd=str(gone))).encode(),
        capture_output=True,
        cwd=ground.project,
        env=ground.environment,
        timeout=30,
    )
    assert (done.returncode, done.stdout) == (
        2 if provider == "claude" else 0,
        ground.denied()[1],
    )


def test_an_unknown_provider_is_refused_where_a_gate_guards(ground):
    ground.guard()
    code, stdout, stderr = ground.call(ground.event(), "nobody")
    assert (code, stdout) == (2, b"")
    assert b"there is no bridge for 'nobody'" in stderr
    assert b"Traceback" not in stderr
    assert ground.log()[-1]["failure"] == "breakdown"


@pytest.mark.parametrize("event", ["PreToolUse", "PermissionRequest", "Stop"])
def test_an_unknown_provider_is_a_line_where_nothing_guards(ground, event):
    code, stdout, stderr = ground.call(ground.event(hook_event_name=event), "nobody", event)
    assert (code, stdout) == (0, b"")
    assert stderr.count(b"\n") == 1


def test_an_unknown_provider_is_refused_while_the_config_cannot_be_compiled(ground):
    """A plugin that cannot be loaded must not be the way past a gate."""
    ground.guard()
    (ground.home / ".aipass").mkdir()
    (ground.home / ".aipass" / "hooks.json").write_text("{")
    assert ground.call(ground.event(), "nobody")[0] == 2


BROKEN = {
    "import sys\ndef parse(*_): sys.exit(0)\nrender = parse\n": b"SystemExit",
    "from snaphook.bridges.claude import *\ndef render(*_): return None\n": b"AttributeError",
    "from snaphook.bridges.claude import *\n"
    "def render(*_): return Reply(b'', '', 0)\n": b"TypeError: the bridge's reply is not two texts",
}


@pytest.mark.parametrize("code", BROKEN)
def test_a_bridge_that_breaks_gives_way_to_exit_code_2(ground, code):
    told = BROKEN[code]
    ground.guard()
    (ground.data / "bin").mkdir(parents=True, mode=0o700)
    ground.data.chmod(0o700)
    (ground.home / "broken_bridge.py").write_text(code)
    table = ground.data / "bin" / "bridges.table"
    table.write_text(f"acme\tbroken_bridge\t{ground.home}\n")
    table.chmod(0o600)
    exit_code, stdout, stderr = ground.call(ground.event(), "acme")
    assert (exit_code, stdout) == (2, b"")
    assert b"snaphook itself failed: " + told in stderr


def test_an_unknown_provider_is_told_in_words_for_people(ground):
    ground.guard()
    _, _, stderr = ground.call(ground.event(), "nobody")
    told = stderr.decode()
    assert "there is no bridge for 'nobody'; `snaphook handlers" in told
    for noise in ("SnaphookError", ".py", "  ", "doctor", "itself failed"):
        assert noise not in told


def test_a_fault_of_our_own_names_its_type_and_place_and_where_it_is_kept():
    told = breakdown.told(ValueError("odd"))
    assert told == "snaphook itself failed: ValueError: odd; `snaphook log` keeps this"


@pytest.mark.parametrize(
    ("fields", "closes"),
    [
        ({"class": "gate"}, True),
        ({"class": "gate", "fail_mode": "open"}, False),
        ({"class": "gate", "layer": "builtin"}, False),
        ({"class": "gate", "state": "disabled"}, False),
        ({"class": "gate", "state": "untrusted"}, False),
        ({"class": "gate", "mode": "warn"}, False),
        ({"class": "gate-advisory"}, False),
        ({"class": "gate-advisory", "profile": "unattended-untrusted"}, True),
        ({"class": "undeclared"}, False),
        ({"class": "undeclared", "fail_mode": "closed"}, True),
        ({"class": "observe"}, False),
        ({"class": "context"}, False),
    ],
)
def test_only_a_fail_closed_hook_of_the_user_or_project_closes(fields, closes):
    hook = Hook(name="x", event="PreToolUse", **fields)
    assert breakdown.fails_closed(hook, "PreToolUse") is closes


def test_the_fault_is_told_in_one_line_with_its_place():
    try:
        json.loads("{\n")
    except ValueError as error:
        told = breakdown.describe(error)
    assert told.startswith("JSONDecodeError: Expecting property name")
    assert "(decoder.py:" in told
    assert "\n" not in told


def test_a_read_only_home_costs_neither_verdict_nor_time(ground):
    """The home is mounted read-only for this process alone."""
    ground.guard()
    script = 'mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && shift && exec "$@"'
    inside = ["unshare", "--mount", "sh", "-c", script, "sh", str(ground.home)]
    probe = subprocess.run([*inside, "true"], capture_output=True)
    if probe.returncode:
        pytest.skip(f"no mount can be made here: {probe.stderr.decode().strip()}")
    done = subprocess.run(
        [*inside, *ground.command()],
        input=json.dumps(ground.event()).encode(),
        capture_output=True,
        cwd="/",
        env=ground.environment,
        timeout=30,
    )
    assert (done.returncode, done.stdout, done.stderr) == ground.denied()
    assert not ground.state.exists()


def test_an_installation_with_a_part_missing_refuses_where_a_gate_guards(ground, tmp_path):
    """As while it is upgraded."""
    package = tmp_path / "installed" / "snaphook"
    for part in ("bridges", "config", "engine", "handlers", "logs"):
        shutil.copytree(PACKAGE / part, package / part)
    (package / "config" / "find.py").unlink()
    command = ground.command()
    command[3] = str(package / "bridges" / "stub.py")
    given = {"cwd": ground.project, "env": ground.environment, "capture_output": True}
    payload = json.dumps(ground.event()).encode()
    assert subprocess.run(command, input=payload, **given).returncode == 0
    ground.guard()
    done = subprocess.run(command, input=payload, **given)
    assert (done.returncode, b"Traceback" in done.stderr) == (2, False)
    assert b"snaphook itself failed: ModuleNotFoundError" in done.stdout


@pytest.mark.parametrize(("event", "guarded"), [("PreToolUse", True), ("PermissionRequest", False)])
def test_the_project_counts_where_the_agent_has_left_its_folder(ground, tmp_path, event, guarded):
    ground.guard()
    script = (
        "import sys; sys.path.insert(0, sys.argv[1]); from snaphook.bridges import breakdown; "
        "print(breakdown.is_guarded(sys.argv[2:]))"
    )
    root = str(PACKAGE.parent)
    command = [ground.python, "-c", script, root, "claude", event]
    for project, expected in ((ground.project, guarded), (tmp_path, False)):
        env = {**ground.environment, "CLAUDE_PROJECT_DIR": str(project)}
        done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, check=True)
        assert done.stdout == f"{expected}\n".encode()
