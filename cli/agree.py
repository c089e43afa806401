"""Nothing is written to anybody's settings before they have seen it and said yes."""

import sys
from typing import NoReturn

import typer

from ..bridges.wiring.plan import Plan
from ..engine.errors import SnaphookError

_COLOURS = {"+": typer.colors.GREEN, "-": typer.colors.RED, "@": typer.colors.CYAN}


def carry_out(plan: Plan, yes: bool, dry_run: bool, nothing_to_do: str) -> None:
    """Show the plan, ask, and write it. Ends the command where nothing may be written.

    Exit 0 for a dry run, 1 where nobody can be asked, the answer is no, or a write fails.
    """
    show(plan)
    if not plan.steps:
        typer.echo(nothing_to_do)
    if dry_run:
        typer.echo("A dry run: nothing was written.")
        raise typer.Exit(0)
    if plan.steps:
        _ask(yes, plan.action)
        _write(plan)
    for note in plan.notes:
        typer.echo(f"Note: {note}")


def show(plan: Plan) -> None:
    """Print each change: a unified diff of the user's own files, a line for ours."""
    for _, change in plan.steps:
        if not change.shown:
            typer.echo(f"{'refresh' if change.before is not None else 'create'} {change.path}")
            continue
        if change.real != change.path:
            typer.echo(f"{change.path} is a link: {change.real} will be written")
        for line in change.diff().splitlines():
            typer.echo(typer.style(line, fg=_COLOURS.get(line[:1])))


def refuse(error: SnaphookError) -> NoReturn:
    """Tell what is wrong and end with exit code 1."""
    typer.echo(str(error), err=True)
    raise typer.Exit(1)


def _ask(yes: bool, action: str) -> None:
    if yes:
        return
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        typer.echo(
            "Nothing was written: there is no terminal to ask on."
            f" Run 'snaphook {action} --yes' to go ahead, or --dry-run to only look.",
            err=True,
        )
        raise typer.Exit(1)
    if not typer.confirm("Write this?"):
        typer.echo("Nothing was written.")
        raise typer.Exit(1)


def _write(plan: Plan) -> None:
    try:
        for line in plan.write():
            typer.echo(line)
    except SnaphookError as error:
        refuse(error)
