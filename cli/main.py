"""`snaphook`: the entry point of everything that people type."""

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


def main() -> None:
    """Run the command that was typed, and exit with its code."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    code = told(lambda: app(prog_name="snaphook"))
    code = told(sys.stdout.flush) or code
    if code == 0:
        return
    sys.exit(code)
