"""`snaphook validate`: every problem of the configuration that applies here."""

import json
import os
from typing import TYPE_CHECKING, Annotated

import typer

from .exit_codes import FINDINGS
from .shown import console, shown

if TYPE_CHECKING:
    from ..config.problems import Problem


def validate(
    ci: Annotated[bool, typer.Option("--ci", help="As --json, and never a question.")] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="The problems as one JSON object.")
    ] = False,
) -> None:
    """Show every problem with file:line:column and a fix. Exit 1 on errors, 0 on warnings."""
    from ..config.validate import problems_of

    problems = problems_of(os.getcwd())
    errors = sum(problem.severity == "error" for problem in problems)
    if ci or as_json:
        print(json.dumps({"errors": errors, "problems": [plain(one) for one in problems]}))
    else:
        _show(problems, errors)
    if errors:
        raise typer.Exit(FINDINGS)


def plain(problem: "Problem") -> dict[str, object]:
    """Return a problem as plain data."""
    keys = ("path", "line", "column", "severity", "what", "then")
    return {key: getattr(problem, key) for key in keys}


def _show(problems: "list[Problem]", errors: int) -> None:
    from rich.text import Text

    out = console()
    for problem in problems:
        place = f"{problem.path}:{problem.line}:{problem.column}" if problem.line else problem.path
        line = Text(f"{shown(place)}: ", style="bold")
        colour = "red" if problem.severity == "error" else "yellow"
        line.append(f"{shown(problem.severity)}: ", style=colour)
        line.append(shown(problem.what), style="default")
        out.print(line, soft_wrap=True)
        if problem.then:
            out.print(Text(f"  {shown(problem.then)}", style="dim"), soft_wrap=True)
    warnings = len(problems) - errors
    out.print(
        f"{errors} errors, {warnings} warnings" if problems else "no problems", soft_wrap=True
    )
