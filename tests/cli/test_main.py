"""The overview, the version, and what becomes of mistakes and failures."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from snaphook.cli.commands import GROUPS, names
from snaphook.cli.exit_codes import told
from snaphook.engine.errors import SnaphookError

MAIN = "from snaphook.cli.main import main; main()"
Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.mark.parametrize("arguments", [[], ["--help"]])
def test_the_overview_tells_every_command_in_its_group_on_a_line(
    snaphook: Run, arguments: list[str]
) -> None:
    done = snaphook(*arguments)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    for group, commands in GROUPS.items():
        start = lines.index(group)
        below = lines[start + 1 : start + 1 + len(commands)]
        assert [line.split()[0] for line in below] == list(commands)
    assert all(len(line) <= 79 for line in lines)


def test_the_version_is_told_without_heavy_imports(environment: dict[str, str]) -> None:
    code = (
        "import sys\nfrom snaphook.cli.main import main\nsys.argv = ['snaphook', '--version']\n"
        "main()\n"
        "heavy = {'pydantic', 'pluggy', 'jsonlines', 'importlib_metadata'} & set(sys.modules)\n"
        "print(sorted(heavy))\n"
    )
    run = [sys.executable, "-c", code]
    done = subprocess.run(run, env=environment, capture_output=True, text=True, check=True)
    first, second = done.stdout.splitlines()
    assert first.startswith("snaphook ")
    assert second == "[]"


@pytest.mark.parametrize(
    "arguments", [["nope"], ["--nope"], ["log", "-n", "x"], ["log", "--nope"], ["run", "claude"]]
)
def test_a_wrong_call_is_told_on_stderr_with_exit_code_2(
    snaphook: Run, arguments: list[str]
) -> None:
    done = snaphook(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert "Error: " in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("name", [*names(), "engine"])
def test_every_command_has_its_own_help(snaphook: Run, name: str) -> None:
    done = snaphook(name, "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"Usage: snaphook {name}")


def fails(error: BaseException) -> Callable[[], None]:
    def command() -> None:
        raise error

    return command


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (SnaphookError("it broke\x1b[2J", "a.json:1:2", "mend it"), 1, "a.json:1:2: it broke"),
        (ZeroDivisionError("[red]x[/red]\x1b[2J"), 3, r"ZeroDivisionError: [red]x[/red]\x1b[2J"),
        (PermissionError(13, "Permission denied", "/x"), 3, "Permission denied"),
        (BrokenPipeError(), 0, ""),
        (SystemExit(None), 0, ""),
        (SystemExit(2), 2, ""),
    ],
)
def test_every_error_becomes_a_message_and_an_exit_code(
    error: BaseException, code: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert told(fails(error)) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err
    assert "\x1b" not in err
    assert "Traceback" not in err


def test_an_own_failure_shows_no_traceback(snaphook: Run, state: Path) -> None:
    state.parent.mkdir(parents=True)
    state.mkdir()
    (state / "log.jsonl").mkdir()
    done = snaphook("log")
    assert (done.returncode, done.stdout) == (1, "")
    assert "log.jsonl" in done.stderr
    assert "Traceback" not in done.stderr


def test_output_that_nobody_reads_is_no_error(environment: dict[str, str], project: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    code = "from snaphook.cli.main import main; main()"
    run = [sys.executable, "-c", code]
    done = subprocess.run(
        run, cwd=project, env=environment, stdout=writer, stderr=subprocess.PIPE, text=True
    )
    os.close(writer)
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr
    assert done.returncode in (0, 1)


LOOKING = ["--help", "log", "log --json", "status", "status --json", "validate", "handlers"]


def in_shell(script: str, project: Path, environment: dict[str, str]) -> "subprocess.Popen[bytes]":
    code = f'snaphook() {{ "{sys.executable}" -c "{MAIN}" "$@"; }}; {script}'
    pipe = subprocess.PIPE
    return subprocess.Popen(["bash", "-c", code], cwd=project, env=environment, stderr=pipe)


def filled_log(state: Path) -> None:
    state.mkdir(parents=True)
    record = json.dumps({"ts": "2026-01-01", "hook": "h", "reason": "x" * 200})
    (state / "log.jsonl").write_text(f"{record}\n" * 5000)


@pytest.mark.parametrize("command", [*LOOKING, "log -n 5000", "log -n 5000 --json"])
def test_a_reader_that_has_seen_enough_is_no_failure(
    command: str, project: Path, environment: dict[str, str], state: Path
) -> None:
    filled_log(state)
    script = f"snaphook {command} | head -c 1 >/dev/null; exit ${{PIPESTATUS[0]}}"
    shell = in_shell(script, project, environment)
    _, said = shell.communicate(timeout=60)
    assert (shell.returncode, said) == (0, b"")


@pytest.mark.parametrize("command", [*LOOKING, "init", "install claude --dry-run"])
@pytest.mark.parametrize("closed", [">&-", "<&- >&-"])
def test_streams_that_are_closed_break_nothing(
    command: str, closed: str, project: Path, environment: dict[str, str]
) -> None:
    shell = in_shell(f"snaphook {command} {closed}", project, environment)
    _, said = shell.communicate(timeout=60)
    assert shell.returncode == 0
    assert b"Traceback" not in said
    assert b"should not happen" not in said


@pytest.mark.parametrize("command", LOOKING)
def test_a_full_disk_is_told_as_one(
    command: str, project: Path, environment: dict[str, str], state: Path
) -> None:
    filled_log(state)
    shell = in_shell(f"snaphook {command} >/dev/full", project, environment)
    _, said = shell.communicate(timeout=60)
    assert shell.returncode == 3
    assert b"No space left on device" in said
    assert b"Traceback" not in said
    assert b"report" not in said


@pytest.mark.parametrize("command", ["init", "status", "validate"])
def test_a_folder_that_is_gone_is_told(
    command: str, project: Path, environment: dict[str, str]
) -> None:
    script = f'mkdir gone; cd gone; rmdir "$PWD"; snaphook {command}'
    shell = in_shell(script, project, environment)
    _, said = shell.communicate(timeout=60)
    assert shell.returncode == 1
    assert b"the folder you are in cannot be told" in said


def test_an_installation_whose_reader_is_gone_is_whole_or_not_begun(
    project: Path, home: Path, environment: dict[str, str]
) -> None:
    script = "snaphook install claude --yes | true; exit ${PIPESTATUS[0]}"
    shell = in_shell(script, project, environment)
    _, said = shell.communicate(timeout=60)
    assert b"Traceback" not in said
    shim = home / ".local" / "share" / "snaphook" / "bin" / "snaphook-hook"
    settings = home / ".claude" / "settings.json"
    assert (shell.returncode == 0) == shim.exists() == settings.exists()
