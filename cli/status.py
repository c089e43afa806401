"""`snaphook status`: what fires in this project, in order, and what became of it lately."""

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .shown import console, shown
from .working_folder import working_folder

if TYPE_CHECKING:
    from rich.console import Console

_COLOURS = {"on": "green", "off": "dim", "untrusted": "yellow", "broken": "bold red"}
_COLUMNS = ("hook", "", "layer", "class", "fails", "matcher", "last fired", "median")


def status(
    as_json: Annotated[bool, typer.Option("--json", help="All of it as one JSON object.")] = False,
) -> None:
    """Show what fires in this folder's project: per event the hooks in order, with their state."""
    from .standing import gathered

    report = gathered(working_folder())
    if as_json:
        print(json.dumps(report, indent=2))
    else:
        _show(report)


def _show(report: dict[str, Any]) -> None:
    from rich.text import Text

    from . import wired
    from .validate import counted

    out = console()

    def line(text: str, style: str = "") -> None:
        out.print(Text(shown(text), style=style), soft_wrap=True)

    line(f"{report['project']}  (profile {report['profile']})", "bold")
    for config in report["configs"]:
        line(f"  {config['layer']}: {config['path']}  ({config['why']})")
    if not report["configs"]:
        line("  no .aipass/hooks.json applies here; `snaphook init` writes one")
    enabled = report["hooks_enabled"]
    line(f"  hooks {'on' if enabled['value'] else 'OFF'}  ({enabled['source']})")
    line(f"  {wired.line(report['wired'])}", "" if report["wired"] else "yellow")
    for broken in report["broken"]:
        line("  BROKEN {path}:{line}:{column}: {what}".format(**broken), "bold red")
    for event, rows in report["events"].items():
        out.print()
        line(event, "bold")
        _table(out, rows)
    out.print()
    for notice in report["notices"]:
        line(notice, "yellow")
    problems = report["problems"]
    if problems["next"]:
        told = counted(problems["errors"], problems["warnings"])
        line(f"{told}: `{problems['next']}` shows them", "red" if problems["errors"] else "yellow")


def _table(out: "Console", rows: list[dict[str, Any]]) -> None:
    from rich.table import Table
    from rich.text import Text

    table = Table(*_COLUMNS, box=None, pad_edge=False, header_style="dim")
    for row in rows:
        state = row["state"] if row["mode"] == "enforce" else f"{row['state']} ({row['mode']})"
        median = "" if row["median_ms"] is None else f"{row['median_ms']:.1f} ms"
        cells = [row["hook"], state, row["layer"], row["class"], row["fail_mode"], row["matcher"]]
        cells += [row["last_fired"] or "never", median]
        styles = {1: _COLOURS[row["state"]]}
        table.add_row(
            *(
                Text(shown(cell), style=styles.get(place, ""), overflow="fold")
                for place, cell in enumerate(cells)
            )
        )
    out.print(table)
    for row in rows:
        if row["problem"]:
            told = shown(f"  {row['hook']}: {row['problem']}")
            out.print(Text(told, style="red"), soft_wrap=True)
