"""`snaphook install`: put the one command into the settings of the coding agents."""

import shutil
from typing import Annotated

import typer

from ..bridges.registry import installed
from ..bridges.wiring import bytecode
from ..bridges.wiring.plan import PROVIDERS, installable
from ..bridges.wiring.plan import install as plan_install
from .agree import carry_out


def install(
    providers: Annotated[
        list[str] | None,
        typer.Argument(
            help="claude, codex or another installed bridge; without any, those of claude and codex"
            " that are on this machine"
        ),
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Write without asking.")] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only show what would change.")
    ] = False,
    strict: Annotated[
        bool | None,
        typer.Option(
            "--strict/--no-strict",
            help="Refuse tool calls while snaphook itself cannot run. Kept from the last install"
            " when neither is given.",
        ),
    ] = None,
    trust: Annotated[
        bool,
        typer.Option("--trust", help="Codex: record that you trust these hooks, without /hooks."),
    ] = False,
) -> None:
    """Wire snaphook into coding agents: show the plan and the diff, ask, back up, write."""
    names = chosen(providers, installable())
    carry_out(
        plan_install(names, strict, trust),
        yes,
        dry_run,
        f"Already installed for {', '.join(names)}.",
    )
    if not bytecode.prepare():
        typer.echo("Note: the bytecode of snaphook cannot be written; every event will be slower.")


def chosen(providers: list[str] | None, known: list[str]) -> list[str]:
    """Return the providers that were named, each once, or those found on this machine."""
    for name in providers or []:
        if name not in known:
            raise typer.BadParameter(_unknown(name, known))
    names = list(dict.fromkeys(providers or [])) or [name for name in PROVIDERS if _is_here(name)]
    if not names:
        typer.echo(f"No coding agent was found here. Name one: {', '.join(PROVIDERS)}.", err=True)
        raise typer.Exit(1)
    return names


def _unknown(name: str, known: list[str]) -> str:
    problem = next((one.problem for one in installed() if one.name == name), "")
    told = (
        f"its bridge cannot be used: {problem}"
        if problem
        else "no bridge of that name is installed"
    )
    return f"unknown provider {name!r}, {told}; known are {', '.join(known)}"


def _is_here(name: str) -> bool:
    provider = PROVIDERS[name]
    return provider.home().is_dir() or shutil.which(provider.COMMAND) is not None
