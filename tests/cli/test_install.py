"""`snaphook install` and `uninstall` as people run them, on files of their own."""

import json
import os
import pty
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from snaphook.bridges.bundle import path_in
from snaphook.bridges.wiring import claude, codex, codex_trust
from snaphook.bridges.wiring.jsonspans import Document

CHECKOUT = Path(__file__).parents[2]
PROGRAM = "from snaphook.cli.main import main; main()"
THEIRS = {
    "model": "opus",
    "hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "x"}]}]},
}


class User:
    """A home with both clients' folders, and the two commands."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.settings = home / ".claude/settings.json"
        self.hooks = home / ".codex/hooks.json"
        self.config = home / ".codex/config.toml"
        self.shim = home / ".local/share/snaphook/bin/snaphook-hook"
        self.environment = {
            "HOME": str(home),
            "PATH": "/usr/bin:/bin",
            "PYTHONPATH": str(CHECKOUT / ".typing"),
        }
        self.command = [sys.executable, "-B", "-c", PROGRAM]
        for client in (".claude", ".codex"):
            (home / client).mkdir(parents=True)
        self.settings.write_text(json.dumps(THEIRS, indent=2))

    def run(
        self, *arguments: str, expect: int = 0, cwd: str | None = None, **environment: str
    ) -> str:
        done = subprocess.run(
            [*self.command, *arguments],
            cwd=cwd,
            env={**self.environment, **environment},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert done.returncode == expect, done.stdout + done.stderr
        return done.stdout + done.stderr

    def answer(self, reply: str, *arguments: str) -> int:
        """Run on a terminal and type a reply."""
        ours, theirs = pty.openpty()
        process = subprocess.Popen(
            [*self.command, *arguments],
            env={**self.environment, "TERM": "dumb"},
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
        )
        os.close(theirs)
        os.write(ours, reply.encode() + b"\n")
        try:
            while os.read(ours, 65536):
                pass
        except OSError:  # the terminal is gone with its last user
            pass
        os.close(ours)
        return process.wait(timeout=60)

    def files(self) -> dict[str, bytes]:
        paths = [path for path in self.home.rglob("*") if path.is_file()]
        return {str(path.relative_to(self.home)): path.read_bytes() for path in paths}

    def wired(self, file: Path) -> dict[str, Any]:
        hooks = json.loads(file.read_text())["hooks"]
        return {event: groups[-1]["hooks"][-1] for event, groups in hooks.items()}


@pytest.fixture
def user(tmp_path: Path) -> User:
    return User(tmp_path / "it's my home")


def test_install_wires_each_event_of_each_client_that_is_here(user: User) -> None:
    user.run("install", "--yes")
    entries = user.wired(user.settings)
    assert list(entries) == ["PreToolUse", *[e for e in claude.events() if e != "PreToolUse"]]
    assert entries["Stop"] == {
        "type": "command",
        "command": str(user.shim),
        "args": ["claude", "Stop"],
        "timeout": 600,
    }
    entries = user.wired(user.hooks)
    assert list(entries) == list(codex.events())
    assert entries["SessionEnd"]["timeout"] == 3
    assert os.access(user.shim, os.X_OK)


def test_foreign_settings_are_as_they_were_and_uninstall_restores_the_bytes(user: User) -> None:
    before = user.files()
    user.config.write_text('model = "x"  # mine\n')
    user.run("install", "--yes", "--trust")
    after = json.loads(user.settings.read_text())
    assert after["hooks"]["PreToolUse"][0] == THEIRS["hooks"]["PreToolUse"][0]  # type: ignore[index]
    user.run("uninstall", "--yes")
    assert user.settings.read_bytes() == before[".claude/settings.json"]
    assert user.config.read_text() == 'model = "x"  # mine\n'
    assert not user.hooks.exists()


def test_installing_again_changes_nothing(user: User) -> None:
    user.run("install", "--yes", "--trust")
    before = user.files()
    assert "Already installed" in user.run("install", "--yes", "--trust")
    assert user.files() == before


def test_without_a_terminal_and_yes_nothing_is_written(user: User) -> None:
    before = user.files()
    told = user.run("install", expect=1)
    assert "--yes" in told
    assert f"+++ {user.settings}" in told
    assert user.files() == before


@pytest.mark.parametrize(("reply", "status"), [("n", 1), ("", 1), ("y", 0)])
def test_on_a_terminal_it_asks(user: User, reply: str, status: int) -> None:
    assert user.answer(reply, "install", "claude") == status
    assert user.shim.exists() is (status == 0)


def test_a_dry_run_shows_the_diff_and_writes_nothing(user: User) -> None:
    before = user.files()
    told = user.run("install", "--dry-run", "--yes")
    assert "Codex skips hooks" in told
    assert '+    "Stop": [' in told
    assert user.files() == before


def test_only_the_named_client_is_touched(user: User) -> None:
    user.run("install", "codex", "--yes")
    assert json.loads(user.settings.read_text()) == THEIRS
    assert user.hooks.exists()


def test_an_unknown_client_is_a_usage_error(user: User) -> None:
    assert "claude" in user.run("install", "clod", "--yes", expect=2)


def test_where_no_client_is_found_one_must_be_named(user: User) -> None:
    user.settings.unlink()
    (user.home / ".claude").rmdir()
    (user.home / ".codex").rmdir()
    user.run("install", "--yes", expect=1)
    user.run("install", "claude", "--yes")
    assert user.settings.exists()


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('{\n  "a": 1,\n}\n', ":2:9"),
        (json.dumps({"hooks": {"PreToolUse": [{"hooks": [{"type": "x"}]}]}}), ":1:38"),
    ],
)
def test_a_malformed_or_disarmed_file_is_named_and_nothing_at_all_is_written(
    user: User, text: str, place: str
) -> None:
    user.settings.write_text(text)
    before = user.files()
    assert f"{user.settings}{place}" in user.run("install", "--yes", expect=1)
    assert user.files() == before


def test_folders_that_the_clients_are_told_to_use_are_used(user: User, tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "linked").symlink_to("real")
    folders = {"CLAUDE_CONFIG_DIR": str(tmp_path / "c"), "CODEX_HOME": str(tmp_path / "linked")}
    user.run("install", "claude", "codex", "--yes", "--trust", **folders)
    assert (tmp_path / "c/settings.json").exists()
    key = f"{tmp_path}/real/hooks.json:stop:0:0"
    assert f'[hooks.state."{key}"]' in (tmp_path / "real/config.toml").read_text()


def test_codex_is_told_to_skip_untrusted_hooks_until_they_are_trusted(user: User) -> None:
    assert "Codex skips hooks" in user.run("install", "codex", "--yes")
    assert not user.config.exists()
    assert "Codex skips hooks" not in user.run("install", "codex", "--yes", "--trust")
    wanted = codex_trust.needed(Document(user.hooks.read_text(), ""), str(user.hooks))
    assert len(wanted) == len(codex.events())
    assert codex_trust.untrusted(user.config.read_text(), "", wanted) == []
    assert "Codex skips hooks" not in user.run("install", "codex", "--yes")


def test_an_entry_of_an_older_place_is_replaced_and_its_trust_with_it(user: User) -> None:
    user.run("install", "--yes", "--trust")
    moved = {"XDG_DATA_HOME": str(user.home / "moved")}
    user.run("install", "--yes", "--trust", **moved)
    text = user.settings.read_text() + user.hooks.read_text()
    assert str(user.shim) not in text
    wanted = codex_trust.needed(Document(user.hooks.read_text(), ""), str(user.hooks))
    assert len(re.findall("trusted_hash", user.config.read_text())) == len(wanted)
    assert codex_trust.untrusted(user.config.read_text(), "", wanted) == []


def test_strict_is_kept_until_it_is_taken_back_and_is_each_clients_own(user: User) -> None:
    user.run("install", "claude", "--yes", "--strict")
    user.run("install", "codex", "--yes")
    user.run("install", "claude", "--yes")
    assert "claude) settings=" in user.shim.read_text()
    assert re.findall("strict=(yes|) ;;", user.shim.read_text()) == ["yes", ""]
    assert user.wired(user.settings)["PreToolUse"]["onFailure"] == "block"
    assert "onFailure" not in user.wired(user.settings)["Stop"]
    user.run("install", "claude", "--yes", "--no-strict")
    assert re.findall("strict=(yes|) ;;", user.shim.read_text()) == ["", ""]
    assert "onFailure" not in user.wired(user.settings)["PreToolUse"]


def test_each_written_file_has_a_receipt_and_a_backup_that_uninstall_keeps(user: User) -> None:
    before = user.settings.read_bytes()
    user.run("install", "claude", "--yes")
    user.run("uninstall", "claude", "--yes")
    lines = (user.home / ".local/state/snaphook/wiring.jsonl").read_text().splitlines()
    records = [json.loads(line) for line in lines]
    mine = [record for record in records if record["path"] == str(user.settings)]
    assert [record["action"] for record in mine] == ["install", "uninstall"]
    assert Path(mine[0]["backup"]).read_bytes() == before
    assert mine[1]["after"] == mine[0]["before"]


def test_a_settings_file_that_was_there_stays_even_when_nothing_is_left_in_it(user: User) -> None:
    user.settings.write_text("{}\n")
    user.run("install", "claude", "--yes")
    user.run("uninstall", "claude", "--yes")
    assert user.settings.read_text() == "{}\n"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n",
        "{ }",
        '{"hooks": {\r\n }}\r\n',
        '{\n  "hooks": {"Stop": [], "PreToolUse": [ ],\n "Other": []}\n}\n',
    ],
)
def test_what_stood_empty_before_stands_empty_again(user: User, text: str) -> None:
    user.settings.write_text(text, newline="")
    for strict in ("--strict", "--no-strict"):
        user.run("install", "claude", "--yes", strict)
    assert user.settings.read_text() != text
    user.run("uninstall", "claude", "--yes")
    assert user.settings.read_bytes() == text.encode()


@pytest.mark.parametrize(
    "text", ["", "x=1", "[hooks]\n", "[hooks]\n[hooks.state]\n\n# mine\n", "[a]\nb=1\n\n\n"]
)
def test_the_configuration_of_codex_is_as_it_was_byte_for_byte(user: User, text: str) -> None:
    user.config.write_text(text)
    user.run("install", "codex", "--yes", "--trust")
    moved = {"XDG_DATA_HOME": str(user.home / "moved")}
    user.run("install", "codex", "--yes", "--trust", **moved)
    assert user.config.read_text() != text
    user.run("uninstall", "codex", "--yes", **moved)
    assert user.config.read_text() == text


def test_what_was_added_to_the_configuration_of_codex_since_stays(user: User) -> None:
    user.config.write_text("x=1")
    user.run("install", "codex", "--yes", "--trust")
    with user.config.open("a") as config:
        config.write("\n[mine]\ny = 2  # two\n")
    user.run("uninstall", "codex", "--yes")
    assert user.config.read_text().startswith("x=1\n")
    assert user.config.read_text().endswith("\n[mine]\ny = 2  # two\n")
    assert "hooks" not in user.config.read_text()


def test_torn_receipts_do_no_harm_and_a_file_of_ours_goes_with_its_last_entry(user: User) -> None:
    user.settings.unlink()
    user.run("install", "claude", "--yes")
    with (user.home / ".local/state/snaphook/wiring.jsonl").open("a") as receipts:
        receipts.write('{"path": \n[]\n')
    user.run("uninstall", "claude", "--yes")
    assert not user.settings.exists()


def test_what_was_written_is_told_even_when_a_later_file_cannot_be(user: User) -> None:
    user.hooks.mkdir()
    assert "no regular file" in user.run("install", "--yes", expect=1)
    user.hooks.rmdir()
    user.config.symlink_to("/proc/snaphook/config.toml")
    told = user.run("install", "--yes", "--trust", expect=1)
    assert f"wrote {user.hooks}" in told
    assert "/proc/snaphook: cannot be written" in told


def test_hooks_that_are_switched_off_are_told(user: User) -> None:
    user.settings.write_text('{"disableAllHooks": true}')
    assert "disableAllHooks" in user.run("install", "claude", "--yes")


def test_a_settings_file_cannot_play_tricks_on_the_terminal(user: User) -> None:
    user.settings.write_text('{\r\n\t"model": "a\x9b2Jb\u202e\u2028"}\r\n', newline="")
    told = user.run("install", "claude", "--dry-run")
    assert '-\t"model": "a\\x9b2Jb\\u202e\\u2028"}\n' in told


def test_uninstalling_what_is_not_installed_changes_nothing(user: User) -> None:
    before = user.files()
    assert "Nothing of snaphook" in user.run("uninstall", "--yes")
    assert user.files() == before


def test_foreign_codex_hooks_that_change_their_place_are_told(user: User) -> None:
    user.run("install", "codex", "--yes")
    hooks = json.loads(user.hooks.read_text())
    hooks["hooks"]["Stop"].append({"hooks": [{"type": "command", "command": "theirs"}]})
    user.hooks.write_text(json.dumps(hooks))
    assert "ask you again" in user.run("uninstall", "codex", "--yes")
    assert "ask you again" not in user.run("install", "codex", "--yes")


@pytest.fixture
def acme(user: User, tmp_path: Path) -> dict[str, str]:
    """An environment with the bridge of another package."""
    described = tmp_path / "site/acme-1.0.dist-info"
    described.mkdir(parents=True)
    (tmp_path / "site/acme_bridge.py").touch()
    (described / "METADATA").write_text("Metadata-Version: 2.1\nName: acme\nVersion: 1.0\n")
    (described / "entry_points.txt").write_text(
        "[snaphook.bridges]\nacme = acme_bridge\ngone = no_such_module\n"
    )
    return {"PYTHONPATH": f"{user.environment['PYTHONPATH']}:{tmp_path / 'site'}"}


def test_bridges_of_other_packages_are_noted_beside_the_shim(
    user: User, tmp_path: Path, acme: dict[str, str]
) -> None:
    user.run("install", "claude", "--yes", **acme)
    table = user.shim.with_name("bridges.table")
    assert table.read_text() == f"acme\tacme_bridge\t{tmp_path}/site\n"
    user.run("install", "claude", "--yes")
    assert table.read_text() == ""


def test_an_agent_of_another_package_is_wired_by_hand_and_told_how(
    user: User, tmp_path: Path, acme: dict[str, str]
) -> None:
    command = f"{shlex.quote(str(user.shim))} acme EVENT"
    told = user.run("install", "acme", "--yes", "--strict", **acme)
    assert "Put this command into them" in told
    assert command in told
    table = user.shim.with_name("bridges.table")
    assert table.read_text() == f"acme\tacme_bridge\t{tmp_path}/site\n"
    assert "acme) settings='' strict=yes ;;" in user.shim.read_text()
    assert json.loads(user.settings.read_text()) == THEIRS
    assert not user.hooks.exists()
    told = user.run("uninstall", "acme", "--yes", **acme)
    assert "Take this command out" in told
    assert command in told
    assert table.read_text() == ""
    assert "acme)" not in user.shim.read_text()
    told = user.run("uninstall", "acme", "--yes", **acme)
    assert "Nothing of snaphook is installed for acme" in told
    assert "EVENT" not in told


def test_what_was_wired_can_be_uninstalled_when_its_package_is_gone(
    user: User, acme: dict[str, str]
) -> None:
    user.run("install", "acme", "--yes", **acme)
    assert "Take this command out" in user.run("uninstall", "acme", "--yes")
    assert "unknown provider 'acme'" in user.run("uninstall", "acme", "--yes", expect=2)


def test_an_unknown_agent_is_told_with_those_that_are_known(
    user: User, acme: dict[str, str]
) -> None:
    told = " ".join(user.run("install", "acmee", "--yes", expect=2, **acme).split())
    assert "no bridge of that name is installed; known are claude, codex, acme" in told
    assert "cannot be found" in user.run("install", "gone", "--yes", expect=2, **acme)


def test_missing_bytecode_and_the_bundle_are_made(user: User, tmp_path: Path) -> None:
    for folder in ("bridges", "cli", "config", "engine", "handlers", "logs"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(CHECKOUT / folder, tmp_path / "site/snaphook" / folder, ignore=ignored)
    user.run("install", "claude", "--yes", PYTHONPATH=str(tmp_path / "site"))
    for folder in ("bridges", "engine"):
        assert list((tmp_path / "site/snaphook" / folder / "__pycache__").glob("*.pyc"))
    assert Path(path_in(str(tmp_path / "site/snaphook"), "first")).stat().st_size > 1000


@pytest.mark.parametrize("words", ["install --yes", "install --dry-run", "uninstall --yes"])
@pytest.mark.parametrize("place", [".local", ".local/share/snaphook"])
def test_a_file_in_the_way_of_our_folder_is_told(user: User, words: str, place: str) -> None:
    (user.home / place).parent.mkdir(parents=True, exist_ok=True)
    (user.home / place).touch()
    before = user.files()
    told = user.run(*words.split(), expect=1)
    assert f"{user.shim}: cannot be read: Not a directory" in told
    assert user.files() == before


def test_a_home_that_is_no_text_is_told_and_nothing_is_written(tmp_path: Path) -> None:
    user = User(tmp_path / os.fsdecode(b"caf\xe9"))
    before = user.files()
    told = user.run("install", "--yes", expect=1)
    assert "no UTF-8 text" in told
    assert user.files() == before


def test_a_relative_folder_of_the_client_is_recorded_by_its_whole_path(user: User) -> None:
    told = user.run("install", "claude", "--yes", CLAUDE_CONFIG_DIR="a/b", cwd=str(user.home))
    assert f"wrote {user.home}/a/b/settings.json" in told
    assert f"{user.home}/a/b/settings.json" in user.shim.read_text()


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir])
def test_something_else_in_the_receipts_place_holds_nothing_up(
    user: User, make: Callable[[Path], None]
) -> None:
    before = user.settings.read_bytes()
    place = user.home / ".local/state/snaphook/wiring.jsonl"
    place.parent.mkdir(parents=True)
    make(place)
    told = user.run("install", "claude", "--yes", expect=1)
    assert str(place) in told
    assert user.settings.read_bytes() == before
