"""`snaphook log`: what the hooks did, record by record."""

import json
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .shown import console, shown

if TYPE_CHECKING:
    from rich.text import Text

_COLOURS = {"deny": "bold red", "ask": "yellow", "allow": "green", "interrupted": "magenta"}


def log(
    count: Annotated[
        int, typer.Option("-n", "--lines", min=0, help="How many of the youngest records.")
    ] = 20,
    follow: Annotated[
        bool, typer.Option("--follow", "-f", help="Go on with records as they are written.")
    ] = False,
    event: Annotated[str, typer.Option(help="Only this event: PreToolUse, Stop, ...")] = "",
    hook: Annotated[str, typer.Option(help="Only the hook of this name in hooks.json.")] = "",
    session: Annotated[str, typer.Option(help="Only this session's id.")] = "",
    outcome: Annotated[
        str, typer.Option(help="Only allow, ask, deny, none, skipped, disabled, untrusted, ...")
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="The records, one JSON a line.")] = False,
) -> None:
    """Show the invocation log, oldest first; lines without a hook's name sum a call up."""
    from ..logs.reader import Log

    fields = {"event": event, "hook": hook, "session": session, "outcome": outcome}
    wanted = {field: value for field, value in fields.items() if value}
    source = Log()
    show = _as_json if as_json else _for_people
    found = source.last(count, **wanted)
    show(found)
    if source.skipped:
        lines = "line of the log is no record" if source.skipped == 1 else "lines are no records"
        print(f"snaphook: {source.skipped} {lines}", file=sys.stderr)
    if not (found or as_json or follow):
        print("no records", file=sys.stderr)
    if follow:
        try:
            show(source.follow(**wanted))
        except KeyboardInterrupt:
            return


def _as_json(records: Iterable[dict[str, Any]]) -> None:
    for record in records:
        sys.stdout.write(json.dumps(record, separators=(",", ":")) + "\n")
        sys.stdout.flush()


def _for_people(records: Iterable[dict[str, Any]]) -> None:
    out = console()
    for record in records:
        out.print(_line(record), soft_wrap=True)


def _line(record: dict[str, Any]) -> "Text":
    """Return one record as a line: when, what, who, the outcome, how long, and why."""
    from rich.text import Text

    def told(field: str) -> str:
        return shown(record.get(field) or "")

    outcome = told("outcome")
    about = f"{told('event')}({told('tool')})" if record.get("tool") else told("event")
    line = Text(f"{told('ts')} {told('provider')} {about} ")
    line.append(told("hook") or "=", style="bold")
    line.append(f" {outcome}", style=_COLOURS.get(outcome, "dim"))
    line.append(f" {_milliseconds(record.get('duration_ms'))}", style="dim")
    for field, label in (("would_be", "would be "), ("failure", "failed: "), ("anomaly", "")):
        if record.get(field):
            line.append(f" [{label}{told(field)}]", style="magenta")
    line.append(f" {told('reason')}" if record.get("reason") else "")
    if record.get("fragment") and record.get("hook"):
        line.append(f" <- {told('fragment')}", style="dim")
    return line


def _milliseconds(value: object) -> str:
    return f"{value:.1f} ms" if isinstance(value, (int, float)) else "? ms"
