"""An answer as exactly one JSON document that every provider's own parser takes, or nothing."""

from ..engine import jsontext

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def document(answer: "dict[str, Any]") -> str:
    """Return compact ASCII JSON without a newline; "" for an empty answer.

    Lone surrogates become U+FFFD: Codex 0.171 (Rust) drops a document that holds one, and the
    decision in it.
    """
    if not answer:
        return ""
    text = jsontext.write(answer)
    return jsontext.write(_sound(answer)) if "\\ud" in text else text


def has_json_form(value: object) -> bool:
    """Tell whether JSON can say the value exactly: no NaN, no bytes, no keys but text."""
    try:
        return _has_form(value)
    except RecursionError:
        return False


def _has_form(value: object) -> bool:
    if isinstance(value, dict):
        return all(isinstance(key, str) and _has_form(value[key]) for key in value)
    if isinstance(value, (list, tuple)):
        return all(map(_has_form, value))
    if isinstance(value, float):
        return value - value == 0.0  # false for NaN and the infinities
    if isinstance(value, int):
        return value.bit_length() < 10_000  # Python writes no longer ones in decimal
    return value is None or isinstance(value, str)


def without_surrogates(text: str) -> str:
    """Return the text with U+FFFD for each lone surrogate, so that UTF-8 can hold it."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _sound(value: object) -> object:
    if isinstance(value, str):
        return without_surrogates(value)
    if isinstance(value, dict):
        return {_sound(key): _sound(value[key]) for key in value}
    if isinstance(value, (list, tuple)):
        return [_sound(item) for item in value]
    return value
