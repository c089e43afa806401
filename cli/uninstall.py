"""`snaphook uninstall`: take the one command out of the settings of the coding agents."""

from typing import Annotated

import typer

from ..bridges.wiring.plan import uninstall as plan_uninstall
from ..bridges.wiring.plan import uninstallable
from .agree import carry_out
from .install import chosen


def uninstall(
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
) -> None:
    """Take exactly snaphook's entries out again; backups, logs and configuration stay."""
    names = chosen(providers, uninstallable())
    carry_out(
        plan_uninstall(names),
        yes,
        dry_run,
        f"Nothing of snaphook is installed for {', '.join(names)}.",
    )
