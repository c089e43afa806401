"""The gates that ship, by name, for when they cannot be asked themselves.

What a handler declares is read by importing it. A gate of ours whose module is missing or broken
must not lose its class with that, and with the class its refusals.
"""

STEERING: "dict[str, frozenset[str]]" = {
    "path_gate": frozenset(),
    "rules": frozenset(("rules",)),
}
"""Name -> the options of it that carry code or free text, which a project needs trust for."""


def is_shipped_gate(handler: str) -> bool:
    """Tell whether the text after `handler` in hooks.json names a gate that ships."""
    return handler.strip() in STEERING
