"""Which coding agents would call us at all: hooks that nobody calls guard nothing."""

from ..bridges.wiring import entries, shim
from ..bridges.wiring.jsonspans import Document
from ..bridges.wiring.plan import PROVIDERS
from ..bridges.wiring.settings import Change
from ..engine.errors import SnaphookError


def wired() -> dict[str, str]:
    """Return name -> title of each agent whose settings have entries of ours.

    Of an agent whose settings we do not know, that it was installed is all that can be told.
    """
    known = {name: one.TITLE for name, one in PROVIDERS.items() if _has_entries(name)}
    return known | {name: name for name in _installed() if name not in PROVIDERS}


def line(agents: dict[str, str]) -> str:
    """Return that in words."""
    if not agents:
        return "no agent is wired: `snaphook install` wires those that are here"
    return f"wired: {', '.join(agents.values())}"


def _has_entries(name: str) -> bool:
    try:
        settings = Change(PROVIDERS[name].settings())
        return bool(settings.text and entries.places(Document(settings.text, str(settings.path))))
    except SnaphookError:  # the agent cannot read it either
        return False


def _installed() -> list[str]:
    try:
        return list(shim.wired(shim.path()))
    except SnaphookError:
        return []
