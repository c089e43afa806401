"""`snaphook run`: the hook path by hand, exactly as a coding agent would start it."""

import os
import sys
from typing import Annotated

import typer

from .exit_codes import USAGE


def run(
    provider: Annotated[str, typer.Argument(help="claude, codex, or another bridge's name")],
    event: Annotated[str, typer.Argument(help="the provider's own name of the event")],
) -> None:
    """Send the event on stdin through the hook path; its output and exit code are this command's.

    Example: snaphook run claude PreToolUse < payload.json
    """
    if sys.stdin.isatty():
        print("usage: snaphook run PROVIDER EVENT < payload.json", file=sys.stderr)
        raise typer.Exit(USAGE)
    stub = os.path.join(os.path.dirname(os.path.dirname(__file__)), "bridges", "stub.py")
    sys.stdout.flush()
    os.execv(sys.executable, [sys.executable, "-I", "-S", stub, provider, event])
