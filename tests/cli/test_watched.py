"""Work in a child: its result, its errors, and what becomes of plugins that kill it."""

import os
import signal
import time

import pytest

from snaphook.cli import watched as module
from snaphook.cli.watched import Loading, watched
from snaphook.engine.errors import SnaphookError


def test_the_result_comes_back_however_large() -> None:
    assert watched(lambda loading, without: ["x" * 100] * 10_000) == ["x" * 100] * 10_000


def test_plugins_that_kill_it_are_left_out_of_the_next_attempt() -> None:
    def work(loading: Loading, without: tuple[str, ...]) -> list[str]:
        for name in ("good", "exits", "killed"):
            loading(name)
            if name == "exits" and name not in without:
                os._exit(0)
            if name == "killed" and name not in without:
                os.kill(os.getpid(), signal.SIGKILL)
        return list(without)

    assert watched(work) == ["exits", "killed"]


def test_a_plugin_that_stalls_it_costs_a_bounded_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LONGEST", 0.3)

    def work(loading: Loading, without: tuple[str, ...]) -> str:
        loading("sleeper")
        if not without:
            time.sleep(60)
        return "done"

    start = time.monotonic()
    assert watched(work) == "done"
    assert time.monotonic() - start < 10


def test_nobody_to_blame_is_an_error() -> None:
    with pytest.raises(SnaphookError, match="ends or stalls"):
        watched(lambda loading, without: os._exit(0))


def test_its_errors_are_raised_here() -> None:
    def mendable(loading: Loading, without: tuple[str, ...]) -> None:
        raise SnaphookError("what", "where", "then")

    with pytest.raises(SnaphookError) as caught:
        watched(mendable)
    assert (caught.value.what, caught.value.where, caught.value.then) == ("what", "where", "then")
    with pytest.raises(RuntimeError, match="ZeroDivisionError: division by zero"):
        watched(lambda loading, without: 1 / 0)


def test_what_it_prints_is_no_result(capfd: pytest.CaptureFixture[str]) -> None:
    watched(lambda loading, without: os.write(1, b"noise"))
    out, err = capfd.readouterr()
    assert (out, err) == ("", "noise")
