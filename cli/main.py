"""`snaphook`: the entry point of everything that people type."""

import os
import sys
from typing import Annotated

import typer

from .commands import SETTINGS, Commands, overview
from .exit_codes import told

app = typer.Typer(cls=Commands, **SETTINGS)  # type: ignore[arg-type]


def version() -> str:
    """Return the installed version, "unknown" where only the source is there."""
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as installed

    try:
        return installed("snaphook")
    except PackageNotFoundError:
        return "unknown"


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"snaphook {version()}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _bare(
    context: typer.Context,
    _version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True)
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        print(overview())


def _open_streams() -> None:
    """Put the null device in place of streams that were closed before we started.

    Else the next file that is opened would get their number, and be printed into.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115 - for good


def main() -> None:
    """Run the command that was typed, and exit with its code."""
    _open_streams()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    code = told(lambda: app(prog_name="snaphook"))
    code = told(lambda: sys.stdout.flush()) or code
    if code == 0:
        return
    sys.exit(code)
