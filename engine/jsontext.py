"""JSON on the hook path, from the C scanner and encoder alone.

`_json` is what the `json` package itself runs on; importing that package would cost one whole
bare interpreter start (facts measured on CPython 3.10 to 3.14).
"""

import marshal
from _json import encode_basestring_ascii, make_encoder, make_scanner

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

DEEPEST = 500
"""How deep a document may nest, on every Python: what was read can be copied and written again."""

_MARSHAL_DEPTH = 2000  # CPython 3.10 to 3.14 refuse to marshal what nests deeper


def copied(value: object) -> "Any":
    """Return an independent copy of a JSON value, in which every text is a plain `str`."""
    try:
        return marshal.loads(marshal.dumps(value))  # type: ignore[arg-type]
    except ValueError:  # a bridge has put a Path into it, say
        return read(write(value))


class _Strictness:
    """What the C scanner asks of its caller: the defaults of `json.loads`."""

    strict = False
    object_hook = None
    object_pairs_hook = None
    parse_float = float
    parse_int = int
    parse_constant = float
    memo: dict[str, str] = {}


def read(text: str) -> object:
    """Return the value of one JSON document.

    Control characters inside strings are accepted, lone surrogates survive.
    Raises ValueError when `text` is not exactly one JSON document, when it nests deeper than
    DEEPEST, or for an integer of more than 4,300 digits.
    """
    text = text.strip(" \t\r\n\ufeff")
    try:
        value, end = make_scanner(_Strictness)(text, 0)  # type: ignore[arg-type]
    except (StopIteration, RecursionError, ValueError, SystemError):
        return _read_slowly(text)
    if end != len(text):
        raise ValueError(f"more text after the JSON document, at character {end}")
    if text.count("[") + text.count("{") > DEEPEST:
        _refuse_deep(value)
    return value


def _refuse_deep(value: object) -> None:
    """Raise ValueError for too deep a value, measured at the speed of C."""
    for _ in range(_MARSHAL_DEPTH - DEEPEST):
        value = [value]
    try:
        marshal.dumps(value)  # type: ignore[arg-type]
    except ValueError:
        raise ValueError("JSON nested too deeply") from None


def _read_slowly(text: str) -> object:
    """Read again with the `json` package, for its verdict and its error message."""
    import json

    try:
        return json.loads(text, strict=False)
    except RecursionError:
        raise ValueError("JSON nested too deeply") from None


def _refuse(value: object) -> object:
    raise TypeError(f"{type(value).__name__} has no JSON form")


_encode = make_encoder(None, _refuse, encode_basestring_ascii, None, ":", ",", False, False, False)


def write(value: object) -> str:
    """Return `value` as compact ASCII JSON without a newline.

    Raises TypeError for a value that JSON cannot hold: another class, a NaN or an infinity, or
    something nested too deeply. Lone surrogates are escaped, so that any text that arrived can be
    sent on. Example: `write({"a": [1, None]}) == '{"a":[1,null]}'`.
    """
    try:
        return "".join(_encode(value, 0))
    except ValueError as error:
        raise TypeError(f"a value has no JSON form: {error}") from None
    except RecursionError:
        raise TypeError("a value is nested too deeply for JSON, or holds itself") from None
