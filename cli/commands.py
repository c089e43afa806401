"""Every command with the line that lists it; a command's module is imported when it is called."""

from importlib import import_module
from typing import Any

import typer
import typer.core
import typer.main

from .exit_codes import FINDINGS, OK, abandon_output

GROUPS = {
    "Set up": {
        "init": "write a first .aipass/hooks.json for this project",
        "install": "wire snaphook into coding agents",
        "uninstall": "take it out of their settings again",
    },
    "Look": {
        "status": "what fires in this project, and what became of it lately",
        "validate": "every problem of the configuration, with its place and a fix",
        "handlers": "the installed handlers and bridges, and their options",
        "log": "what the hooks did, call by call",
    },
    "By hand": {
        "run": "send an event through the hook path: PROVIDER EVENT < payload.json",
    },
}
"""Group -> command -> what it does."""

ALIASES = {"engine": "handlers"}
SETTINGS = {"rich_markup_mode": None, "pretty_exceptions_enable": False}


def names() -> list[str]:
    """Return the commands in the order of the overview, without aliases."""
    return [name for group in GROUPS.values() for name in group]


def overview() -> str:
    """Return what a bare `snaphook` prints: the commands in groups, a line each."""
    width = max(map(len, names())) + 2
    lines = ["snaphook: one hook command for every coding agent", ""]
    for group, commands in GROUPS.items():
        lines += [group, *(f"  {name:{width}}{does}" for name, does in commands.items()), ""]
    return "\n".join([*lines, "`snaphook COMMAND --help` tells a command's options."])


class Commands(typer.core.TyperGroup):
    """The group of all commands, each loaded when it is asked for."""

    def list_commands(self, ctx: object) -> list[str]:
        return names()

    def get_command(self, ctx: object, cmd_name: str) -> "typer.core.TyperCommand | None":
        name = ALIASES.get(cmd_name, cmd_name)
        return _loaded(name) if name in names() else None

    def invoke(self, ctx: Any) -> Any:
        """Run the command; a reader of its output that has seen enough ends it.

        For what only looks that is no failure. What writes has not written: its last words come
        after its work.
        """
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            abandon_output()
            looks = ctx.invoked_subcommand not in GROUPS["Set up"]
            raise SystemExit(OK if looks else FINDINGS) from None

    def format_help(self, ctx: object, formatter: "object") -> None:
        formatter.write(overview() + "\n")  # type: ignore[attr-defined]


def _loaded(name: str) -> "typer.core.TyperCommand":
    function = getattr(import_module(f".{name}", __package__), name)
    app = typer.Typer(add_completion=False, **SETTINGS)  # type: ignore[arg-type]
    app.command(name)(function)
    command = typer.main.get_command(app)
    assert isinstance(command, typer.core.TyperCommand)
    return command
