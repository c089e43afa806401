"""The plugin `snaphook`: every handler that ships, by the name it has in hooks.json."""

from .gates.path_gate import path_gate
from .gates.rules import rules

__all__ = ["path_gate", "rules"]
