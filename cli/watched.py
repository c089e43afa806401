"""Work that loads plugins, in a child process: one whose import ends or stalls it costs no more."""

import json
import os
import select
import signal
import sys
import time
from collections.abc import Callable
from typing import Any, NoReturn

from ..engine.errors import SnaphookError

LONGEST = 20.0
"""Seconds that the work may take."""

ATTEMPTS = 6
Loading = Callable[[str], None]
Work = Callable[[Loading, tuple[str, ...]], Any]
"""Takes what to call with a plugin's name before loading it, and the plugins to leave out."""


def watched(work: Work) -> Any:
    """Return the work's result, which JSON must be able to hold, without plugins that kill it.

    What plugins print goes to stderr. Raises SnaphookError as the work does, or when it dies
    without a plugin to blame; RuntimeError for anything else that the work raises.
    """
    without: tuple[str, ...] = ()
    for _ in range(ATTEMPTS):
        told = _attempt(work, without)
        if "result" in told:
            return told["result"]
        if "error" in told:
            raise SnaphookError(*told["error"])
        if "failed" in told:
            raise RuntimeError(told["failed"])
        if told.get("loading", "") in ("", *without):
            break
        without = (*without, told["loading"])
    what = "loading the installed plugins or configured modules ends or stalls the process"
    raise SnaphookError(what, "", "`snaphook handlers` names the plugins that can be loaded")


def _attempt(work: Work, without: tuple[str, ...]) -> dict[str, Any]:
    """Run one child; return the last thing it told."""
    ours, theirs = os.pipe()
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        os.close(ours)
        _be_the_child(work, without, theirs)
    os.close(theirs)
    try:
        return _last_told(ours)
    finally:
        os.close(ours)
        os.kill(child, signal.SIGKILL)  # not reaped yet, so that its id is still its own
        os.waitpid(child, 0)


def _be_the_child(work: Work, without: tuple[str, ...], pipe: int) -> NoReturn:
    os.dup2(2, 1)
    told: dict[str, Any] = {"failed": "interrupted"}
    try:
        with open(pipe, "w", closefd=False) as file:

            def tell(told: dict[str, Any]) -> None:
                file.write(json.dumps(told) + "\n")
                file.flush()

            try:
                told = {"result": work(lambda name: tell({"loading": name}), without)}
            except SnaphookError as error:
                told = {"error": [error.what, error.where, error.then]}
            except Exception as error:
                told = {"failed": f"{type(error).__name__}: {error}"}
            tell(told)
    finally:
        os._exit(0)


def _last_told(pipe: int) -> dict[str, Any]:
    """Read until the work is done, the child is gone, or its time is over."""
    end = time.monotonic() + LONGEST
    text = b""
    told: dict[str, Any] = {}
    while "loading" in told or not told:
        left = max(end - time.monotonic(), 0)
        chunk = os.read(pipe, 65536) if select.select([pipe], [], [], left)[0] else b""
        if not chunk:
            break
        text += chunk
        if text.endswith(b"\n"):
            told = json.loads(text.splitlines()[-1])
            text = b""
    return told
