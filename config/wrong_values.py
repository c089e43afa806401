"""Say what pydantic found wrong, in the words of hooks.json."""

from typing import Any

from .problems import Faults, Steps, did_you_mean, quoted
from .shapes import kind

_EXPECTED = {
    "string_type": "string",
    "bool_type": "true or false",
    "int_type": "whole number",
    "float_type": "number",
    "dict_type": "object",
    "model_type": "object",
    "list_type": "list",
    "int_from_float": "whole number",
}


def said(error: Any) -> str:
    """Return the message of one of pydantic's errors: "expected string, not an object"."""
    if error["type"] in _EXPECTED:
        value = error["input"]
        plain = isinstance(value, (str, bool, int, float))
        shown = quoted(value) if plain else kind(value)
        return f"expected {_EXPECTED[error['type']]}, not {shown}"
    if error["type"] in ("literal_error", "enum"):
        return f"expected {error['ctx']['expected']}, not {quoted(error['input'])}"
    if error["type"] in ("value_error", "assertion_error"):
        return str(error["ctx"]["error"])
    message = str(error["msg"])
    return message[:1].lower() + message[1:]


def tell(
    errors: list[Any],
    known: tuple[str, ...],
    faults: Faults,
    spelled: dict[str, str],
    at: Steps,
    of: str,
) -> None:
    """Add a fault for each of pydantic's errors about the object at `at`, which people call `of`.

    `known` are the object's keys, for did-you-mean; `spelled` maps keys to the file's spelling.
    """
    for error in errors:
        steps: Steps = tuple(error["loc"])
        if steps:
            key = str(steps[0])
            steps = (spelled.get(key, key), *steps[1:])
        if error["type"] == "extra_forbidden":
            hint = did_you_mean(str(steps[-1]), known if len(steps) == 1 else ())
            faults.error(at + steps, f"unknown key {quoted(steps[-1])}", hint, on_key=True)
        else:
            way = dotted((of, *at, *steps))
            faults.error(at + steps, f"{way}: {said(error)}")


def dotted(steps: Steps) -> str:
    """Return the way to a value as people write it: `PreToolUse.my_gate.matcher`."""
    return ".".join(
        step if isinstance(step, str) and step.isidentifier() else quoted(step).strip("'")
        for step in steps
        if step != ""
    )
