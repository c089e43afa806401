"""Which plugins are installed: the entry points of the group `snaphook.handlers`."""

import importlib
import operator
from dataclasses import dataclass
from typing import Any

from importlib_metadata import distributions

GROUP = "snaphook.handlers"


@dataclass(frozen=True)
class Plugin:
    """One entry point: `name = "module"` or `name = "module:object"`, and whose it is.

    `site` is the folder that the distribution's metadata and its dependencies are in.
    """

    name: str
    module: str
    attribute: str
    distribution: str
    version: str
    site: str

    @property
    def value(self) -> str:
        """The entry point as its author wrote it."""
        return f"{self.module}:{self.attribute}" if self.attribute else self.module

    def load(self) -> object:
        """Import it; raises whatever its code raises."""
        module = importlib.import_module(self.module)
        return operator.attrgetter(self.attribute)(module) if self.attribute else module


def installed() -> tuple[list[Plugin], list[tuple[str, str]]]:
    """Return all plugins by name, and (distribution, what is wrong) of unreadable metadata.

    A distribution that is found twice counts once, where it is found first.
    """
    plugins: list[Plugin] = []
    unreadable: list[tuple[str, str]] = []
    seen: set[str] = set()
    for distribution in distributions():
        try:
            found = _plugins_of(distribution)
        except Exception as error:
            what = f"its entry points cannot be read: {type(error).__name__}: {error}"
            unreadable.append((_name(distribution), what))
            continue
        project = _name(distribution).lower().replace("_", "-").replace(".", "-")
        if found and project not in seen:
            seen.add(project)
            plugins += found
    plugins.sort(key=lambda plugin: (plugin.name, plugin.distribution))
    return plugins, unreadable


def _plugins_of(distribution: Any) -> list[Plugin]:
    site = str(distribution.locate_file("")).rstrip("/")
    return [
        Plugin(
            point.name,
            point.module,
            point.attr or "",
            _name(distribution),
            distribution.version or "",
            site,
        )
        for point in distribution.entry_points
        if point.group == GROUP
    ]


def _name(distribution: Any) -> str:
    try:
        return str(distribution.name or "?")
    except Exception:  # metadata so broken that it has no name
        return "?"
