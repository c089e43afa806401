"""JSON on the hook path, from the C scanner and encoder alone.

`_json` is what the `json` package itself runs on; importing that package would cost one whole
bare interpreter start (facts measured on CPython 3.10 to 3.14).
"""

from _json import encode_basestring_ascii, make_encoder, make_scanner


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
    Raises ValueError when `text` is not exactly one JSON document, or nested too deeply to read.
    """
    text = text.strip(" \t\r\n\ufeff")
    try:
        value, end = make_scanner(_Strictness)(text, 0)  # type: ignore[arg-type]
    except (StopIteration, RecursionError, ValueError, SystemError):
        return _read_slowly(text)
    if end != len(text):
        raise ValueError(f"more text after the JSON document, at character {end}")
    return value


def _read_slowly(text: str) -> object:
    """Read again with the `json` package, for its verdict and its error message."""
    import json

    try:
        return json.loads(text, strict=False)
    except RecursionError:
        raise ValueError("JSON nested too deeply") from None


def _refuse(value: object) -> object:
    raise TypeError(f"{type(value).__name__} has no JSON form")


_encode = make_encoder(None, _refuse, encode_basestring_ascii, None, ":", ",", False, False, True)


def write(value: object) -> str:
    """Return `value` as compact ASCII JSON without a newline.

    Raises TypeError for a value that JSON cannot hold. Lone surrogates are escaped, so that any
    text that arrived can be sent on. Example: `write({"a": [1, None]}) == '{"a":[1,null]}'`.
    """
    return "".join(_encode(value, 0))
