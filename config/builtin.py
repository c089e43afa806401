"""The layer below the user's: what is always on and needs no file."""

from typing import Any

NAME = "the built-in layer"

CONTENT: dict[str, Any] = {"hooks": {}}
"""A hooks.json in all but its place; the names of its entries begin with `snaphook.`."""
