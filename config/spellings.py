"""One spelling for every key: comments dropped, camelCase read as snake_case."""

from typing import Any

from .problems import Faults, Steps


def snake(key: str) -> str:
    """Return a camelCase key in snake_case: `snake("maxPerSession") == "max_per_session"`."""
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in key)


def one_spelling(
    members: dict[str, Any], known: tuple[str, ...], faults: Faults, at: Steps = ()
) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the members by their snake_case keys, and for each key how the file spells it.

    Keys that begin with `_` are comments. A key in both spellings with different values is an
    error of what holds it. Keys that are not known keep their spelling.
    """
    values: dict[str, Any] = {}
    spelled: dict[str, str] = {}
    for key, value in members.items():
        if key.startswith("_"):
            continue
        name = snake(key) if snake(key) in known else key
        if name in values and not same(values[name], value):
            faults.error(
                (*at, key),
                f"{spelled[name]} and {key} are one key, with two values",
                f"keep {name} alone",
                on_key=True,
            )
        values.setdefault(name, value)
        spelled.setdefault(name, key)
    return values, spelled


def same(first: Any, second: Any) -> bool:
    """Tell whether two JSON values are the same, true and 1 being different ones."""
    return type(first) is type(second) and bool(first == second)
