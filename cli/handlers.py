"""`snaphook handlers`: what is installed, who brings it, and what it can be told."""

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .shown import console, shown

if TYPE_CHECKING:
    from ..bridges.discovery import Installed
    from ..engine.registered import Registered
    from ..engine.registry import Registry


def handlers(
    as_json: Annotated[bool, typer.Option("--json", help="All of it as one JSON object.")] = False,
) -> None:
    """Show the installed handlers and bridges: their package, events, tools and options."""
    from ..bridges.registry import installed
    from ..engine.registry import load

    report = described(load(), installed())
    if as_json:
        print(json.dumps(report, indent=2))
    else:
        _show(report)


def described(registry: "Registry", bridges: "list[Installed]") -> dict[str, Any]:
    """Return everything that is installed, and every problem with it, as plain data."""
    problems = [
        {"package": one.distribution, "plugin": one.plugin, "what": one.what, "then": one.then}
        for one in registry.problems
    ]
    found = [_handler(one, problems) for one in registry.handlers.values()]
    return {
        "handlers": found,
        "bridges": [_bridge(one) for one in bridges],
        "problems": problems,
    }


def _handler(one: "Registered", problems: list[dict[str, str]]) -> dict[str, Any]:
    told = one.declaration
    return {
        "name": one.name,
        "aliases": list(one.aliases),
        "package": one.distribution,
        "version": one.version,
        "module": one.module,
        "class": told.class_,
        "events": list(told.events),
        "tools": list(told.tools),
        "timeout": told.timeout,
        "background": told.background,
        "options": _options(one, problems),
    }


def _bridge(one: "Installed") -> dict[str, str]:
    return {
        "name": one.name,
        "package": one.distribution,
        "version": one.version,
        "module": one.module,
        "problem": one.problem,
    }


def _options(one: "Registered", problems: list[dict[str, str]]) -> list[dict[str, Any]]:
    """Return the options with their types and defaults; a model that is unusable is a problem."""
    from ..engine.errors import SnaphookError

    try:
        model = one.options_model()
    except SnaphookError as error:
        told = {"package": one.distribution, "plugin": one.plugin}
        problems.append(told | {"what": f"{error.where}: {error.what}", "then": error.then})
        return []
    if model is None:
        return []
    return [
        {
            "name": field.alias or name,
            "type": _type(field.annotation),
            "default": None if field.is_required() else _plain(field.get_default()),
            "required": field.is_required(),
            "description": field.description or "",
        }
        for name, field in model.model_fields.items()
    ]


def _type(annotation: object) -> str:
    if isinstance(annotation, type) and not hasattr(annotation, "__args__"):
        return annotation.__name__
    return str(annotation).replace("typing.", "")


def _plain(value: object) -> object:
    """Return a default as JSON can hold it."""
    from pydantic_core import to_jsonable_python

    return to_jsonable_python(value, fallback=repr)


def _show(report: dict[str, Any]) -> None:
    from rich.table import Table
    from rich.text import Text

    out = console()
    table = Table("handler", "class", "events", "tools", "from", box=None, pad_edge=False)
    for one in report["handlers"]:
        cells = (
            ", ".join([one["name"], *one["aliases"]]),
            one["class"],
            ", ".join(one["events"]) or "any",
            ", ".join(one["tools"]),
            f"{one['package']} {one['version']}",
        )
        table.add_row(*(Text(shown(cell), overflow="fold") for cell in cells))
        for option in one["options"]:
            default = "required" if option["required"] else json.dumps(option["default"])
            table.add_row(Text(shown(f"  {option['name']}: {option['type']} = {default}")))
    out.print(table if report["handlers"] else "no handler is installed")
    out.print()
    table = Table("bridge", "from", "", box=None, pad_edge=False)
    for one in report["bridges"]:
        cells = (one["name"], f"{one['package']} {one['version']}", one["problem"])
        table.add_row(*(Text(shown(cell), overflow="fold") for cell in cells))
    out.print(table)
    for problem in report["problems"]:
        line = f"{problem['package']}: {problem['what']}; {problem['then']}"
        out.print(Text(shown(line), style="red"), soft_wrap=True)
