"""What fires here, in which order, and what became of it lately."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from snaphook.logs.seen import touch
from snaphook.logs.writer import append

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def configure(home: Path, project: Path) -> Callable[..., None]:
    """Write the user's or the project's hooks.json."""

    def write(layer: str, hooks: dict[str, Any], **settings: object) -> None:
        folder = (home if layer == "user" else project) / ".aipass"
        folder.mkdir(exist_ok=True)
        (folder / "hooks.json").write_text(json.dumps({**settings, "hooks": hooks}))

    return write


@pytest.fixture
def status(snaphook: Run) -> Callable[[], dict[str, Any]]:
    def told() -> dict[str, Any]:
        done = snaphook("status", "--json")
        assert (done.returncode, done.stderr) == (0, "")
        return json.loads(done.stdout)  # type: ignore[no-any-return]

    return told


Configure = Callable[..., None]
Status = Callable[[], dict[str, Any]]
GATE = {"handler": "path_gate"}


def rows(report: dict[str, Any], event: str = "PreToolUse") -> list[tuple[Any, ...]]:
    keys = ("hook", "state", "layer", "class", "fail_mode", "matcher")
    hooks = report["events"][event]
    return [tuple(row[key] for key in keys) for row in hooks if row["layer"] != "builtin"]


def test_without_a_config_it_points_to_init(snaphook: Run, status: Status) -> None:
    assert status()["configs"] == []
    assert "snaphook init" in snaphook("status").stdout


def test_hooks_are_told_in_run_order_with_their_state(
    configure: Configure, status: Status, snaphook: Run
) -> None:
    configure("user", {"PreToolUse": {"mine": {**GATE, "matcher": "Write|mcp__a__.*"}}})
    configure(
        "project",
        {
            "PreToolUse": {
                "z": GATE | {"options": {}},
                "off": {**GATE, "enabled": False, "matcher": "Edit"},
            }
        },
    )
    report = status()
    assert rows(report) == [
        ("mine", "on", "user", "gate", "closed", "Write|mcp__a__.*"),
        ("z", "on", "project", "gate", "closed", "*"),
        ("off", "off", "project", "gate", "closed", "Edit"),
    ]
    assert [config["layer"] for config in report["configs"]] == ["user", "project"]
    lines = snaphook("status").stdout.splitlines()
    table = lines[lines.index("PreToolUse") + 2 :]
    told = [line.split()[:2] for line in table if line.startswith(("mine ", "z ", "off "))]
    assert told == [["mine", "on"], ["z", "on"], ["off", "off"]]


def test_the_log_tells_when_a_hook_last_ran_and_how_fast(
    configure: Configure, status: Status, project: Path, state: Path, snaphook: Run
) -> None:
    configure("project", {"PreToolUse": {"gate": GATE}})
    plain = {"event": "PreToolUse", "hook": "gate", "outcome": "none", "project": str(project)}
    for second, duration in ((1, 1.0), (2, 3.0), (3, 2.0)):
        append(
            [{"ts": f"2026-01-31T00:00:0{second}.000Z", "duration_ms": duration} | plain],
            str(state),
        )
    append([plain | {"ts": "2027", "project": "/elsewhere", "duration_ms": 9.0}], str(state))
    append([plain | {"ts": "2028", "outcome": "skipped", "duration_ms": 9.0}], str(state))
    touch("claude", "PreToolUse", str(state))
    report = status()
    (row,) = [row for row in report["events"]["PreToolUse"] if row["hook"] == "gate"]
    assert (row["runs"], row["last_fired"], row["median_ms"]) == (
        3,
        "2026-01-31T00:00:03.000Z",
        2.0,
    )
    assert list(report["seen"]) == ["claude.PreToolUse"]
    out = snaphook("status").stdout
    assert "2026-01-31T00:00:03.000Z" in out
    assert "2.0 ms" in out


def test_an_untrusted_and_a_broken_entry_are_told_apart(
    configure: Configure, status: Status, snaphook: Run
) -> None:
    configure("user", {"PreToolUse": {"broken": {"handler": "nope", "class": "gate"}}})
    configure("project", {"PreToolUse": {"script": {"command": ["./x.sh"]}}})
    report = status()
    assert [row[:2] for row in rows(report)] == [("broken", "broken"), ("script", "untrusted")]
    assert report["problems"]["errors"] >= 1
    assert report["problems"]["next"] == "snaphook validate"
    out = snaphook("status").stdout
    assert "`snaphook validate` shows" in out
    assert "nope" in out


@pytest.mark.parametrize("layer", ["user", "project"])
def test_switched_off_is_told_with_the_file_that_says_so(
    configure: Configure, status: Status, snaphook: Run, layer: str, home: Path
) -> None:
    assert status()["hooks_enabled"] == {"value": True, "source": "default"}
    configure(layer, {"PreToolUse": {"gate": GATE}}, hooks_enabled=False)
    enabled = status()["hooks_enabled"]
    assert enabled["value"] is False
    assert enabled["source"].endswith(".aipass/hooks.json")
    assert [row[1] for row in rows(status())] == ["off"]
    assert "hooks OFF" in snaphook("status").stdout


def test_a_broken_file_is_told(project: Path, status: Status, snaphook: Run) -> None:
    (project / ".aipass").mkdir()
    (project / ".aipass" / "hooks.json").write_text("{")
    assert status()["broken"][0]["path"].endswith("hooks.json")
    assert "BROKEN" in snaphook("status").stdout


def test_a_narrow_terminal_folds_and_loses_nothing(
    configure: Configure, snaphook: Run, environment: dict[str, str]
) -> None:
    name = "a_gate_with_a_rather_long_name"
    configure("user", {"PreToolUse": {name: GATE}})
    out = snaphook("status", env=environment | {"COLUMNS": "60"}).stdout
    table = out[out.index("PreToolUse") :].splitlines()
    assert all(len(line) <= 60 for line in table[:8])
    column = "".join(line.split(" ")[0] for line in table[2:])
    assert name in column


def test_it_tells_which_agents_are_wired(
    snaphook: Run, status: Status, home: Path, project: Path
) -> None:
    assert status()["wired"] == {}
    assert "no agent is wired: `snaphook install`" in snaphook("status").stdout
    assert snaphook("install", "claude", "codex", "--yes").returncode == 0
    assert status()["wired"] == {"claude": "Claude Code", "codex": "Codex"}
    assert "wired: Claude Code, Codex\n" in snaphook("status").stdout
    (home / ".claude" / "settings.json").write_text("{")
    assert snaphook("uninstall", "codex", "--yes").returncode == 0
    assert status()["wired"] == {}


def test_a_file_in_the_way_of_our_folder_does_not_keep_it_from_telling(
    status: Status, home: Path
) -> None:
    (home / ".local").touch()
    assert status()["wired"] == {}
