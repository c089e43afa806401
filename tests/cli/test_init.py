"""The first hooks.json holds what is there, and replaces nothing."""

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from snaphook.cli.presets import PRESETS, chosen, shortfall

Run = Callable[..., "subprocess.CompletedProcess[str]"]
EVERY = {
    entry["handler"]
    for preset in PRESETS.values()
    for one in preset.values()
    for entry in one.values()
}


@pytest.mark.parametrize("preset", [[], *(["--preset", name] for name in PRESETS)])
def test_it_writes_a_file_that_is_valid_and_fires(
    snaphook: Run, project: Path, preset: list[str]
) -> None:
    done = snaphook("init", *preset)
    assert (done.returncode, done.stderr) == (0, "")
    file = project / ".aipass" / "hooks.json"
    assert f"wrote {file}" in done.stdout
    assert "snaphook install" in done.stdout
    written = json.loads(file.read_text())
    assert list(written) == ["version", "profile", "hooks"]
    assert written["hooks"]["PreToolUse"]["path_gate"]["handler"] == "path_gate"
    assert [path.name for path in file.parent.iterdir()] == ["hooks.json"]
    assert snaphook("validate").stdout == "no problems\n"
    rows = json.loads(snaphook("status", "--json").stdout)["events"]["PreToolUse"]
    assert ("path_gate", "on") in [(row["hook"], row["state"]) for row in rows]


def test_handlers_that_are_not_installed_are_left_out_and_named(snaphook: Run) -> None:
    installed = {
        one["name"] for one in json.loads(snaphook("handlers", "--json").stdout)["handlers"]
    }
    _, missing = chosen("strict", installed)
    out = snaphook("init", "--preset", "strict").stdout
    for name in missing:
        assert f"left out {name}: no handler of that name is installed" in out
    assert out.count("left out") == len(missing)
    assert not missing or shortfall("strict", installed) in out


@pytest.mark.parametrize(
    ("preset", "installed", "told"),
    [
        ("minimal", {"path_gate"}, "preset minimal: 1 of its 2 hooks could be written"),
        (
            "strict",
            {"path_gate"},
            "preset strict: 1 of its 10 hooks could be written;"
            " here it guards no more than preset minimal",
        ),
        ("strict", EVERY - {"notify"}, "preset strict: 9 of its 10 hooks could be written"),
    ],
)
def test_how_far_a_preset_falls_short_is_told(preset: str, installed: set[str], told: str) -> None:
    assert shortfall(preset, installed) == told


def test_each_preset_has_what_the_ones_before_it_have() -> None:
    def hooks(preset: str) -> set[tuple[str, str]]:
        entries, missing = chosen(preset, EVERY)
        assert missing == []
        return {(event, name) for event, one in entries.items() for name in one}

    assert hooks("minimal") < hooks("standard") < hooks("strict")
    assert hooks("minimal") == {("PreToolUse", "rm_gate"), ("PreToolUse", "path_gate")}


def test_what_is_there_is_never_overwritten(snaphook: Run, project: Path) -> None:
    file = project / ".aipass" / "hooks.json"
    file.parent.mkdir()
    for make in (
        lambda: file.write_text("mine"),
        lambda: (file.unlink(), file.symlink_to(project / "nowhere")),
    ):
        make()
        before = os.readlink(file) if file.is_symlink() else file.read_text()
        done = snaphook("init")
        assert (done.returncode, done.stdout) == (1, "")
        assert "there already" in done.stderr
        assert "snaphook validate" in done.stderr
        assert (os.readlink(file) if file.is_symlink() else file.read_text()) == before
    assert not (project / "nowhere").exists()
    assert [path.name for path in file.parent.iterdir()] == ["hooks.json"]


def test_a_file_in_the_folders_place_is_told(snaphook: Run, project: Path) -> None:
    (project / ".aipass").write_text("")
    done = snaphook("init")
    assert done.returncode == 1
    assert "this is no folder" in done.stderr


@pytest.mark.parametrize("target", ["../elsewhere", "nowhere"])
def test_a_link_in_the_folders_place_is_not_followed(
    snaphook: Run, project: Path, target: str
) -> None:
    (project.parent / "elsewhere").mkdir()
    (project / ".aipass").symlink_to(target)
    done = snaphook("init")
    assert done.returncode == 1
    assert f"this is a link to {(project / target).resolve()}; nothing was written" in done.stderr
    assert not list((project.parent / "elsewhere").iterdir())


def test_an_open_umask_does_not_let_others_write_it(snaphook: Run, project: Path) -> None:
    done = snaphook("init", umask=0)
    assert done.returncode == 0
    assert (project / ".aipass" / "hooks.json").stat().st_mode & 0o022 == 0


def test_an_unknown_preset_is_a_wrong_call(snaphook: Run, project: Path) -> None:
    done = snaphook("init", "--preset", "nope")
    assert done.returncode == 2
    assert "minimal" in done.stderr
    assert not (project / ".aipass").exists()
