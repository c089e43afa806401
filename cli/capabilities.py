"""What each provider can do with an answer, as its bridge tells: the capability matrix."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .shown import console, shown

if TYPE_CHECKING:
    from ..bridges.discovery import Installed
    from .watched import Loading

FIELDS = ("deny", "ask", "context", "message", "rewrite", "timeout")


def providers(loading: "Loading", without: tuple[str, ...]) -> list[dict[str, Any]]:
    """Return every installed bridge with its events; imports them all.

    A bridge that cannot be imported has a `problem` and no events.
    """
    from ..bridges.registry import installed

    found = []
    for bridge in installed():
        if bridge.name in without:
            bridge.problem = f"importing {bridge.module} ends or stalls the process"
        loading(bridge.name)
        found.append(_described(bridge))
    return found


def _described(bridge: "Installed") -> dict[str, Any]:
    told: dict[str, Any] = {"name": bridge.name, "title": "", "seen": "", "events": {}}
    if not bridge.problem:
        try:
            module = import_module(bridge.module)
            told |= {"title": module.TITLE, "seen": module.SEEN}
            told["events"] = {
                event: {field: getattr(can, field) for field in FIELDS}
                for event, can in module.CAPABILITIES.items()
            }
        except Exception as error:  # another package's code
            bridge.problem = f"{type(error).__name__}: {error}"
    return told | {"problem": bridge.problem}


def show(report: list[dict[str, Any]]) -> None:
    """Print a table for each provider."""
    from rich.table import Table
    from rich.text import Text

    out = console()
    for bridge in report:
        version = f"{bridge['title']} {bridge['seen']}".strip()
        out.print(Text(shown(f"{bridge['name']}  {version}"), style="bold"), soft_wrap=True)
        if bridge["problem"]:
            out.print(Text(shown(f"  {bridge['problem']}"), style="red"), soft_wrap=True)
            continue
        table = Table("event", *FIELDS[:-1], "seconds", box=None, header_style="dim")
        for event, can in bridge["events"].items():
            cells = [event, *(_word(can[field]) for field in FIELDS)]
            table.add_row(*(Text(shown(cell), overflow="fold") for cell in cells))
        out.print(table)


def _word(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float) else str(value)
