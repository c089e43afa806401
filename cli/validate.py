"""`snaphook validate`: every problem of the configuration that applies here."""

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .exit_codes import FINDINGS
from .shown import console, shown
from .working_folder import working_folder

if TYPE_CHECKING:
    from .watched import Loading

KEYS = ("path", "line", "column", "severity", "what", "then")
"""What is told of a problem."""


def validate(
    ci: Annotated[bool, typer.Option("--ci", help="As --json, and never a question.")] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="The problems as one JSON object.")
    ] = False,
) -> None:
    """Show every problem with file:line:column and a fix. Exit 1 on errors, 0 on warnings."""
    problems = problems_in(working_folder())
    errors = sum(problem["severity"] == "error" for problem in problems)
    if ci or as_json:
        print(json.dumps({"errors": errors, "problems": problems}))
    else:
        _show(problems, errors)
    if errors:
        raise typer.Exit(FINDINGS)


def problems_in(folder: str) -> list[dict[str, Any]]:
    """Return every problem of a folder's configuration as plain data."""
    from .watched import watched

    def work(loading: "Loading", without: tuple[str, ...]) -> list[dict[str, Any]]:
        from ..config.validate import problems_of

        problems = problems_of(folder, "", without, loading)
        return [{key: getattr(one, key) for key in KEYS} for one in problems]

    return watched(work)  # type: ignore[no-any-return]


def counted(errors: int, warnings: int) -> str:
    """Return both numbers in words: "1 error, 2 warnings"."""
    return f"{errors} error{'s' * (errors != 1)}, {warnings} warning{'s' * (warnings != 1)}"


def _show(problems: list[dict[str, Any]], errors: int) -> None:
    from rich.text import Text

    out = console()
    for one in problems:
        place = "{path}:{line}:{column}" if one["line"] else "{path}"
        line = Text(f"{shown(place.format(**one))}: ", style="bold")
        colour = "red" if one["severity"] == "error" else "yellow"
        line.append(f"{shown(one['severity'])}: ", style=colour)
        line.append(shown(one["what"]), style="default")
        out.print(line, soft_wrap=True)
        if one["then"]:
            out.print(Text(f"  {shown(one['then'])}", style="dim"), soft_wrap=True)
    told = counted(errors, len(problems) - errors) if problems else "no problems"
    out.print(told, soft_wrap=True)
