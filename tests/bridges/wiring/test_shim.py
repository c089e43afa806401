"""The shim under every sh that is here: what it passes on, fixes, survives and says."""

import json
import os
import re
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest

from snaphook.bridges.wiring import codex, shim

SHELLS = [
    shell for shell in ("dash", "bash", "busybox", "ksh", "mksh", "zsh") if shutil.which(shell)
]
GONE = "snaphook is not where it was installed"


@pytest.fixture(params=SHELLS)
def sh(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A program that behaves as this shell does when it is /bin/sh."""
    link = tmp_path / "sh"
    link.symlink_to(shutil.which(request.param) or request.param)
    return link


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / 'it\'s a "home" $HOME'
    folder.mkdir()
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(folder))
    return folder


class Wired:
    """A shim in a home, with a Python program of the test's in the stub's place."""

    def __init__(self, home: Path, sh: Path) -> None:
        self.home = home
        self.sh = sh
        self.path = shim.path()
        self.stub = home / "stub it's.py"

    def write(self, program: str | None, strict: bool = False) -> None:
        settings = str(self.home / "settings.json")
        providers = {
            name: {"settings": settings, "strict": strict} for name in ("claude", "codex", "other")
        }
        stub = "stub=" + shim.shlex.quote(str(self.stub))
        text = re.sub("(?m)^stub=.*", lambda _: stub, shim.script(providers).decode())
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text(text.replace("#!/bin/sh", f"#!{self.sh}", 1))
        self.path.chmod(0o755)
        if program is not None:
            self.stub.write_text(program)

    def start(
        self, provider: str, event: str, new_session: bool = False, **environment: str
    ) -> "subprocess.Popen[bytes]":
        return subprocess.Popen(
            [self.sh, self.path, provider, event],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, **environment},
            start_new_session=new_session,
        )

    def run(self, provider: str = "claude", event: str = "PreToolUse", **environment: str):
        process = self.start(provider, event, **environment)
        stdout, stderr = process.communicate(b'{"a": 1}', timeout=20)
        return process.returncode, stdout.decode(), stderr.decode()


@pytest.fixture
def wired(home: Path, sh: Path) -> Wired:
    return Wired(home, sh)


@pytest.mark.parametrize("status", [0, 2])
def test_stdin_arguments_answer_and_status_pass_unchanged(wired: Wired, status: int) -> None:
    odd = r"|%s\n\\|"
    wired.write(
        "import sys\n"
        f"sys.stdout.write(sys.stdin.read() + {odd!r} + ' '.join(sys.argv[1:]))\n"
        f"sys.stderr.write('short'); sys.exit({status})"
    )
    assert wired.run("claude", "Stop") == (status, '{"a": 1}' + odd + "claude Stop", "short")


def test_no_opinion_prints_nothing(wired: Wired) -> None:
    wired.write("")
    assert wired.run() == (0, "", "")


def test_an_answer_of_several_megabytes_is_whole(wired: Wired) -> None:
    wired.write("print('x' * 3_000_000, end='')")
    assert wired.run() == (0, "x" * 3_000_000, "")


def test_folders_and_search_path_are_those_of_install_time(
    wired: Wired, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "bin:/opt/it's/bin:/usr/bin:.:/bin")
    monkeypatch.setenv("XDG_STATE_HOME", "/var/it's state")
    monkeypatch.setenv("XDG_CONFIG_HOME", "relative")
    wired.write("import os, json; print(json.dumps(dict(os.environ)))")
    names = ("HOME", "PATH", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME")
    _, answer, _ = wired.run(**dict.fromkeys(names, "/elsewhere"))
    seen = json.loads(answer)
    assert {name: seen[name] for name in names} == {
        "HOME": str(wired.home),
        "PATH": "/opt/it's/bin:/usr/bin:/bin",
        "XDG_DATA_HOME": f"{wired.home}/.local/share",
        "XDG_STATE_HOME": "/var/it's state",
        "XDG_CONFIG_HOME": f"{wired.home}/.config",
    }


def test_variables_that_steer_are_dropped_and_the_users_own_switches_kept(wired: Wired) -> None:
    wired.write("import os, json; print(json.dumps(dict(os.environ)))")
    steering = ("LD_AUDIT", "LD_LIBRARY_PATH", "BASH_ENV", "ENV", "SNAPHOOK_HOOK", "SNAPHOOK_CALL")
    kept = {"SNAPHOOK": "off", "SNAPHOOK_SKIP": "a,b", "CLAUDE_PROJECT_DIR": "/p"}
    _, answer, _ = wired.run(**dict.fromkeys(steering, ""), **kept)
    seen = json.loads(answer)
    assert [name for name in steering if name in seen] == []
    assert {name: seen.get(name) for name in kept} == kept


def test_functions_in_the_environment_do_not_stand_in_for_builtins(wired: Wired) -> None:
    wired.write("print('the answer', end='')")
    planted = {f"BASH_FUNC_{name}%%": "() { echo planted; }" for name in ("printf", "test")}
    assert wired.run(**planted) == (0, "the answer", "")


@pytest.mark.parametrize("to_group", [False, True], ids=["shim", "group"])
def test_no_signal_to_the_shim_or_its_group_loses_the_answer(wired: Wired, to_group: bool) -> None:
    ready, go = wired.home / "ready", wired.home / "go"
    wired.write(
        "import pathlib, signal, time, sys\n"
        f"for number in {shim.deadly_signals()}: signal.signal(number, signal.SIG_IGN)\n"
        f"pathlib.Path({str(ready)!r}).touch()\n"
        f"while not pathlib.Path({str(go)!r}).exists(): time.sleep(0.01)\n"
        "print('no', end=''); sys.exit(2)"
    )
    process = wired.start("claude", "PreToolUse", new_session=True)
    while not ready.exists():
        time.sleep(0.01)
    for number in shim.deadly_signals():
        (os.killpg if to_group else os.kill)(process.pid, number)
        time.sleep(0.002)
    go.touch()
    stdout, stderr = process.communicate(timeout=20)
    assert (process.returncode, stdout, stderr) == (2, b"no", b"")


def test_the_signals_are_those_that_end_a_process() -> None:
    assert {signal.SIGQUIT, signal.SIGUSR1, signal.SIGPIPE, signal.SIGXCPU, signal.SIGPROF} <= set(
        shim.deadly_signals()
    )
    assert not {signal.SIGKILL, signal.SIGSTOP, signal.SIGCHLD} & set(shim.deadly_signals())


def test_a_signal_that_this_shell_does_not_know_breaks_nothing(wired: Wired) -> None:
    wired.write("print('the answer', end='')")
    text = wired.path.read_text()
    wired.path.write_text(text.replace("for signal in ", "for signal in 99 NOSUCH "))
    assert wired.run() == (0, "the answer", "")


def test_python_gets_signals_with_their_default_action(wired: Wired) -> None:
    wired.write(
        "import signal\n"
        "print([signal.getsignal(s) == signal.SIG_DFL for s in (signal.SIGTERM, signal.SIGHUP)])"
    )
    assert wired.run()[1] == "[True, True]"


DEATHS = {
    "killed": "import os, signal; os.kill(os.getpid(), signal.SIGKILL)",
    "terminated": "import os, signal; os.kill(os.getpid(), signal.SIGTERM)",
    "crashed": "raise SystemExit(1)",
    "odd status": "raise SystemExit(3)",
}


@pytest.mark.parametrize("program", DEATHS.values(), ids=DEATHS)
def test_what_was_printed_before_an_odd_end_still_counts(wired: Wired, program: str) -> None:
    wired.write(f"import sys; sys.stdout.write('answer'); sys.stdout.flush(); {program}")
    assert wired.run()[:2] == (0, "answer")


@pytest.mark.parametrize("program", DEATHS.values(), ids=DEATHS)
def test_an_end_without_an_answer_is_told_to_the_user(wired: Wired, program: str) -> None:
    wired.write(program)
    status, answer, _ = wired.run()
    assert status == 0
    assert "ended without an answer" in json.loads(answer)["systemMessage"]


@pytest.mark.parametrize("program", DEATHS.values(), ids=DEATHS)
def test_an_end_without_an_answer_refuses_where_strict(wired: Wired, program: str) -> None:
    wired.write(program, strict=True)
    status, answer, _ = wired.run()
    assert status == 2
    assert json.loads(answer)["hookSpecificOutput"]["permissionDecision"] == "deny"


MESSAGE = "systemMessage"
# (provider, event, strict) -> exit code, where the JSON holds the message ("" for no stdout)
WHEN_GONE = [
    ("claude", "PreToolUse", False, 0, MESSAGE),
    ("claude", "Stop", False, 0, MESSAGE),
    ("claude", "PreCompact", False, 0, ""),
    ("claude", "SessionEnd", False, 0, ""),
    ("claude", "PreToolUse", True, 2, "hookSpecificOutput.permissionDecisionReason"),
    ("claude", "PermissionRequest", True, 0, "hookSpecificOutput.decision.message"),
    ("claude", "UserPromptSubmit", True, 0, MESSAGE),
    ("claude", "Stop", True, 0, MESSAGE),
    ("claude", "PreCompact", True, 0, ""),
    ("codex", "PreToolUse", False, 0, MESSAGE),
    ("codex", "Interrupt", False, 0, MESSAGE),
    ("codex", "SessionEnd", False, 0, ""),
    ("codex", "PreToolUse", True, 0, "hookSpecificOutput.permissionDecisionReason"),
    ("codex", "PermissionRequest", True, 0, "hookSpecificOutput.decision.message"),
    ("codex", "Stop", True, 0, MESSAGE),
    ("other", "PreToolUse", False, 0, ""),
    ("other", "PreToolUse", True, 2, ""),
    ("other", "Stop", True, 0, ""),
]


@pytest.mark.parametrize(("provider", "event", "strict", "status", "where"), WHEN_GONE)
def test_a_missing_snaphook_answers_in_the_providers_own_form(
    wired: Wired, provider: str, event: str, strict: bool, status: int, where: str
) -> None:
    wired.write(None, strict)
    got, answer, stderr = wired.run(provider, event)
    assert got == status
    told = json.loads(answer) if where else answer
    for key in where.split(".") if where else []:
        told = told[key]
    assert (GONE in told) is bool(where)
    assert (GONE in stderr) is (provider == "other")
    if where:
        assert str(wired.home / "settings.json") in told


def test_codex_answers_hold_no_field_that_codex_does_not_know(wired: Wired) -> None:
    wired.write(None, strict=True)
    answer = json.loads(wired.run("codex", "PreToolUse")[1])
    assert set(answer) == {"hookSpecificOutput"}
    assert set(answer["hookSpecificOutput"]) == {
        "hookEventName",
        "permissionDecision",
        "permissionDecisionReason",
    }


def test_codex_starts_it_by_a_text_that_bash_reads(wired: Wired) -> None:
    wired.write("import sys; print(sys.argv[1:], end='')")
    command = codex.handler(wired.path, "Stop", 600.0, False)["command"]
    done = subprocess.run(["bash", "-c", command], capture_output=True, input=b"", timeout=20)
    assert done.stdout == b"['codex', 'Stop']"


def test_a_shim_tells_for_whom_it_was_written(wired: Wired) -> None:
    wired.write(None, strict=True)
    settings = str(wired.home / "settings.json")
    facts = {"settings": settings, "strict": True}
    assert shim.wired(wired.path) == {"claude": facts, "codex": facts, "other": facts}
    assert shim.wired(wired.home / "none") == {}


@pytest.mark.parametrize("line", ["{", "[]", "5", '{"claude": 5}', '{"claude": {"strict": true}}'])
def test_a_shim_that_was_tampered_with_tells_of_nobody(tmp_path: Path, line: str) -> None:
    (tmp_path / "shim").write_text(f"#!/bin/sh\n# wired: {line}\n")
    assert shim.wired(tmp_path / "shim") == {}
