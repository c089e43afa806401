"""Read JSON so that every value keeps its line and column, and no repeated name gets lost."""

import re
from typing import Any

from .problems import Steps

Place = tuple[int, int]
"""(line, column), both from 1, the column in characters."""

DEEPEST = 64
MOST = 10_000
"""How many values a document may hold: each may be wrong in a way that takes a while to say."""

_SPACE = re.compile(r"[ \t\r\n]*")
_STRING = re.compile(r'"((?:[^"\\\x00-\x1f]|\\.)*)"', re.DOTALL)
_ESCAPE = re.compile(r'\\(?:(["\\/bfnrt])|u([0-9a-fA-F]{4})|(.?))', re.DOTALL)
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?(?![\w.])")
_WORD = re.compile(r"[^\s,:{}\[\]\"]+")
_WORDS = {"true": True, "false": False, "null": None}
_CHARACTERS = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_CONFLICT = re.compile(r"^(<<<<<<<|=======|>>>>>>>|\|\|\|\|\|\|\|)", re.MULTILINE)
_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")


class NotJsonError(Exception):
    """The text is no JSON document: `what` is wrong at `line` and `column`."""

    def __init__(self, what: str, line: int, column: int) -> None:
        super().__init__(what)
        self.what = what
        self.line = line
        self.column = column


class Document:
    """A JSON text, read: its `value`, and the places of everything in it.

    Where an object names one member twice, objects are merged and other values replaced, and
    `repeated` holds the way to it. Example: `Document('{"a": [1]}').place(("a", 0)) == (1, 8)`.
    Raises NotJsonError.
    """

    def __init__(self, text: str) -> None:
        self.repeated: list[Steps] = []
        self._values: dict[Steps, int] = {}
        self._keys: dict[Steps, int] = {}
        self._count = 0
        self._text = text.removeprefix("\ufeff")
        conflict = _CONFLICT.search(self._text)
        try:
            self.value, end = self._read(self._skip(0), ())
            end = self._skip(end)
        except NotJsonError:
            if conflict:
                raise self._error("a merge conflict marker", conflict.start()) from None
            raise
        if end != len(self._text):
            raise self._error("more text after the end of the JSON document", end)

    def place(self, steps: Steps, on_key: bool = False) -> Place:
        """Return where a value (or its name) stands; for an absent one, what should hold it."""
        places = self._keys if on_key and steps in self._keys else self._values
        while steps and steps not in places:
            steps = steps[:-1]
        return self._at(places.get(steps, self._values.get(steps, 0)))

    def _at(self, offset: int) -> Place:
        start = self._text.rfind("\n", 0, offset) + 1
        return self._text.count("\n", 0, offset) + 1, offset - start + 1

    def _error(self, what: str, offset: int) -> NotJsonError:
        return NotJsonError(what, *self._at(offset))

    def _skip(self, offset: int) -> int:
        found = _SPACE.match(self._text, offset)
        return found.end() if found else offset

    def _read(self, offset: int, steps: Steps) -> tuple[Any, int]:
        self._values.setdefault(steps, offset)
        self._count += 1
        if self._count > MOST:
            raise self._error(f"more than {MOST:,} values", offset)
        if len(steps) > DEEPEST:
            raise self._error(f"nested deeper than {DEEPEST} levels", offset)
        first = self._text[offset : offset + 1]
        if first == "{":
            return self._object(offset + 1, steps)
        if first == "[":
            return self._list(offset + 1, steps)
        if first == '"':
            return self._string(offset)
        return self._scalar(offset)

    def _object(self, offset: int, steps: Steps) -> tuple[dict[str, Any], int]:
        members: dict[str, Any] = {}
        offset = self._skip(offset)
        if self._text[offset : offset + 1] == "}":
            return members, offset + 1
        while True:
            if self._text[offset : offset + 1] != '"':
                raise self._error(f"expected a name in double quotes, {self._seen(offset)}", offset)
            start = offset
            name, offset = self._string(offset)
            offset = self._skip(offset)
            if self._text[offset : offset + 1] != ":":
                raise self._error(f"expected ':' after a name, {self._seen(offset)}", offset)
            here = (*steps, name)
            self._keys[here] = start
            value, offset = self._read(self._skip(offset + 1), here)
            self._add(members, name, value, steps)
            offset, more = self._separator(offset, "}")
            if not more:
                return members, offset

    def _add(self, members: dict[str, Any], name: str, value: Any, steps: Steps) -> None:
        if name in members:
            self.repeated.append((*steps, name))
            first = members[name]
            if isinstance(first, dict) and isinstance(value, dict):
                self.repeated += [(*steps, name, inner) for inner in first if inner in value]
            value = _merged(first, value)
        members[name] = value

    def _list(self, offset: int, steps: Steps) -> tuple[list[Any], int]:
        items: list[Any] = []
        offset = self._skip(offset)
        if self._text[offset : offset + 1] == "]":
            return items, offset + 1
        while True:
            value, offset = self._read(offset, (*steps, len(items)))
            items.append(value)
            offset, more = self._separator(offset, "]")
            if not more:
                return items, offset

    def _separator(self, offset: int, closing: str) -> tuple[int, bool]:
        offset = self._skip(offset)
        mark = self._text[offset : offset + 1]
        if mark == closing:
            return offset + 1, False
        if mark != ",":
            raise self._error(f"expected ',' or '{closing}', {self._seen(offset)}", offset)
        after = self._skip(offset + 1)
        if self._text[after : after + 1] in ("}", "]"):
            raise self._error("a comma with nothing after it", offset)
        return after, True

    def _string(self, offset: int) -> tuple[str, int]:
        found = _STRING.match(self._text, offset)
        if not found:
            raise self._error("a string without its closing quote, or with a line break", offset)
        text = found[1]
        if "\\" in text:
            text = _ESCAPE.sub(lambda escape: self._escaped(escape, offset), text)
            text = _PAIR.sub(_joined, text)
        return text, found.end()

    def _escaped(self, escape: "re.Match[str]", offset: int) -> str:
        if escape[1]:
            return _CHARACTERS.get(escape[1], escape[1])
        if escape[2]:
            return chr(int(escape[2], 16))
        raise self._error(f"\\{escape[3]} is no JSON escape", offset + 1 + escape.start())

    def _scalar(self, offset: int) -> tuple[Any, int]:
        number = _NUMBER.match(self._text, offset)
        if number and len(number[0]) < 400:
            exact = number[1] is None and number[2] is None
            return (int if exact else float)(number[0]), number.end()
        word = _WORD.match(self._text, offset)
        if word and word[0] in _WORDS:
            return _WORDS[word[0]], word.end()
        raise self._error(f"expected a value, {self._seen(offset)}", offset)

    def _seen(self, offset: int) -> str:
        if offset >= len(self._text):
            return "but the text ends here"
        if self._text.startswith(("//", "/*", "#"), offset):
            return 'not a comment (a key that begins with "_" is one)'
        word = _WORD.match(self._text, offset)
        return f"not {(word[0] if word else self._text[offset])[:24]!a}"


def _merged(first: Any, second: Any) -> Any:
    if isinstance(first, dict) and isinstance(second, dict):
        return {**first, **second}
    if isinstance(first, list) and isinstance(second, list):
        return first + second
    return second


def _joined(pair: "re.Match[str]") -> str:
    return pair[0].encode("utf-16", "surrogatepass").decode("utf-16")
