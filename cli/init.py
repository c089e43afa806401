"""`snaphook init`: a first `.aipass/hooks.json`, with what this installation really has."""

import contextlib
import json
import os
from enum import Enum
from typing import TYPE_CHECKING, Annotated

import typer

from ..engine.errors import SnaphookError
from .presets import Entries, chosen, shortfall
from .shown import shown
from .working_folder import working_folder

if TYPE_CHECKING:
    from .watched import Loading

PLACE = ".aipass/hooks.json"


class Preset(str, Enum):
    """The presets by name."""

    minimal = "minimal"
    standard = "standard"
    strict = "strict"


def init(
    preset: Annotated[
        Preset, typer.Option(help="How much is guarded; each has what the ones before it have.")
    ] = Preset.standard,
) -> None:
    """Write .aipass/hooks.json in this folder; a file that is there already is never touched."""
    from .watched import watched

    installed = set(watched(_installed))
    entries, missing = chosen(preset.value, installed)
    path = os.path.join(working_folder(), PLACE)
    _write(path, content(entries))
    print(f"wrote {shown(path)}")
    for event, hooks in entries.items():
        print(f"  {event}: {', '.join(hooks)}")
    for name in missing:
        print(f"left out {name}: no handler of that name is installed")
    if missing:
        print(shortfall(preset.value, installed))
    print("next: `snaphook status` shows what fires, `snaphook install` wires coding agents to it")


def _installed(loading: "Loading", without: tuple[str, ...]) -> list[str]:
    from ..engine.registry import load

    return list(load(without=without, loading=loading).handlers)


def content(entries: Entries) -> str:
    """Return the text of a new hooks.json."""
    document = {"version": 1, "profile": "monitored-trusted-local", "hooks": entries}
    return json.dumps(document, indent=2) + "\n"


def _write(path: str, text: str) -> None:
    """Make the file whole or not at all, never in place of another, and in this very folder."""
    folder = os.path.dirname(path)
    if os.path.islink(folder):
        what = f"this is a link to {os.path.realpath(folder)}; nothing was written"
        raise SnaphookError(what, folder, "remove it, or run `snaphook init` where it leads")
    draft = f"{path}.{os.getpid()}"
    try:
        os.makedirs(folder, exist_ok=True)
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644), "w") as file:
            file.write(text)
        os.link(draft, path)
    except FileExistsError:
        raise _in_the_way(path) from None
    except OSError as error:
        what = f"it cannot be written: {error.strerror}"
        raise SnaphookError(what, path, "check the folder and its permissions") from None
    finally:
        with contextlib.suppress(OSError):
            os.unlink(draft)


def _in_the_way(path: str) -> SnaphookError:
    folder = os.path.dirname(path)
    if os.path.isdir(folder):
        what = "this file is there already; nothing was written"
        return SnaphookError(what, path, "edit it, and check it with `snaphook validate`")
    return SnaphookError("this is no folder; nothing was written", folder, "move it away")
