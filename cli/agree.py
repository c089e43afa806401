"""Nothing is written to anybody's settings before they have seen it and said yes."""

import sys

import typer

from ..bridges.wiring.plan import Plan
from .shown import shown

_COLOURS = {"+": typer.colors.GREEN, "-": typer.colors.RED, "@": typer.colors.CYAN}


def carry_out(plan: Plan, yes: bool, dry_run: bool, nothing_to_do: str) -> None:
    """Show the plan, ask, and write it. Ends the command where nothing may be written.

    Exit 0 for a dry run, 1 where nobody can be asked or the answer is no. Raises SnaphookError
    where a file cannot be written.
    """
    show(plan)
    if not plan.steps:
        typer.echo(nothing_to_do)
    elif not dry_run:
        _ask(yes, plan.action)
        _write(plan)
    for note in plan.notes:
        typer.echo(f"Note: {shown(note)}")
    if dry_run:
        typer.echo("A dry run: nothing was written.")
        raise typer.Exit(0)


def _write(plan: Plan) -> None:
    """Write all of it before a word is said: whoever reads may be gone, and half is no wiring."""
    lines = []
    try:
        for line in plan.write():
            lines.append(line)
    finally:
        for line in lines:
            typer.echo(shown(line))


def show(plan: Plan) -> None:
    """Print each change: a unified diff of the user's own files, a line for ours."""
    for _, change in plan.steps:
        if not change.shown:
            typer.echo(
                f"{'refresh' if change.before is not None else 'create'} {shown(change.path)}"
            )
            continue
        if change.real != change.path:
            typer.echo(f"{shown(change.path)} is a link to {shown(change.real)}")
        for line in change.diff().split("\n")[:-1]:
            typer.echo(typer.style(_line(line), fg=_COLOURS.get(line[:1])))


def _line(text: str) -> str:
    """Escape what is not to be seen, but for the white space that files are laid out with."""
    return "\t".join(shown(part) for part in text.removesuffix("\r").split("\t"))


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
