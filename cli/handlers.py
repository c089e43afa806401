"""`snaphook handlers`: what is installed, who brings it, and what it can be told."""

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .option_types import told_type
from .shown import console, shown

if TYPE_CHECKING:
    from ..bridges.discovery import Installed
    from ..engine.registered import Registered
    from ..engine.registry import Registry
    from .watched import Loading


def handlers(
    providers: Annotated[
        bool, typer.Option("--providers", help="What each provider can do with an answer.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="All of it as JSON.")] = False,
) -> None:
    """Show the installed handlers and bridges: their package, events, tools and options."""
    from . import capabilities
    from .watched import watched

    report = watched(capabilities.providers if providers else _installed)
    if as_json:
        print(json.dumps(report, indent=2))
    elif providers:
        capabilities.show(report)
    else:
        _show(report)


def _installed(loading: "Loading", without: tuple[str, ...]) -> dict[str, Any]:
    from ..bridges.registry import installed
    from ..engine.registry import load

    registry = load(without=without, loading=loading)
    return described(registry, installed(), loading)


def described(
    registry: "Registry", bridges: "list[Installed]", loading: "Loading"
) -> dict[str, Any]:
    """Return everything that is installed, and every problem with it, as plain data."""
    problems = [
        {"package": one.distribution, "plugin": one.plugin, "what": one.what, "then": one.then}
        for one in registry.problems
    ]
    found = []
    for one in registry.handlers.values():
        loading(one.plugin)  # its options model is imported too
        found.append(_handler(one, problems))
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
            "type": told_type(field.annotation),
            "default": None if field.is_required() else _plain(field.get_default()),
            "required": field.is_required(),
            "description": field.description or "",
        }
        for name, field in model.model_fields.items()
    ]


def _plain(value: object) -> object:
    """Return a default as JSON can hold it."""
    from pydantic_core import to_jsonable_python

    return to_jsonable_python(value, fallback=repr)


def _show(report: dict[str, Any]) -> None:
    from rich.text import Text

    out = console()

    def line(text: str, style: str = "") -> None:
        out.print(Text(shown(text), style=style), soft_wrap=True)

    line("handlers", "bold")
    for one in report["handlers"]:
        line(f"  {_headline(one)}")
        for option in one["options"]:
            line(f"      {_option(option)}", "dim")
    line("bridges", "bold")
    for one in report["bridges"]:
        line(f"  {one['name']}  ({one['package']} {one['version']})".replace(" )", ")"))
        if one["problem"]:
            line(f"      {one['problem']}", "red")
    for problem in report["problems"]:
        line(f"{problem['package']}: {problem['what']}", "red")
        line(f"  {problem['then']}")


def _headline(one: dict[str, Any]) -> str:
    """Return a handler's line: names, class, events, tools, and who brings it."""
    told = [", ".join([one["name"], *one["aliases"]]), one["class"]]
    told.append(", ".join(one["events"]) or "any event")
    if one["tools"]:
        told.append(f"on {', '.join(one['tools'])}")
    if one["background"]:
        told.append("in the background")
    return f"{'  '.join(told)}  ({one['package']} {one['version']})".replace(" )", ")")


def _option(option: dict[str, Any]) -> str:
    default = "required" if option["required"] else f"= {json.dumps(option['default'])}"
    told = f"{option['name']}: {option['type']} {default}"
    return f"{told}  {option['description']}" if option["description"] else told
