"""JSON with the place of every value, so that an edit can leave all other bytes as they are."""

import json
import re
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import Any, NoReturn

from ...engine.errors import SnaphookError

_SPACE = re.compile(r"[ \t\r\n]*")
_SCALAR = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null")
_DEPTH = 200


class Node:
    """One value: `text[start:end]`, its plain `value`, and what it holds.

    `items` are an array's elements; `members` an object's (key, key's start, value). A scalar has
    neither. `kind` is "object", "array" or "scalar".
    """

    def __init__(self, kind: str, start: int) -> None:
        self.kind = kind
        self.start = self.end = start
        self.value: Any = None
        self.items: list[Node] = []
        self.members: list[tuple[str, int, Node]] = []

    def get(self, key: str) -> "Node | None":
        """Return the member named `key` of an object, or None."""
        return next((value for name, _, value in self.members if name == key), None)

    def spans(self) -> "list[tuple[int, int]]":
        """Return where each element or member lies, its key included."""
        if self.kind == "array":
            return [(item.start, item.end) for item in self.items]
        return [(start, value.end) for _, start, value in self.members]


class Document:
    """A parsed JSON text and its tree. `where` names the file in errors."""

    def __init__(self, text: str, where: str) -> None:
        """Parse. Raises SnaphookError with file, line and column for what is not strict JSON."""
        self.text = text
        self.where = where
        start = self._space(1 if text.startswith("\ufeff") else 0)
        self.root = self._value(start, 0)
        end = self._space(self.root.end)
        if end != len(text):
            self.refuse(end, "unexpected text after the JSON value")

    def place(self, position: int) -> str:
        """Return `file:line:column` of a position in the text."""
        line = self.text.count("\n", 0, position) + 1
        column = position - self.text.rfind("\n", 0, position)
        return f"{self.where}:{line}:{column}"

    def refuse(self, position: int, what: str, then: str = "") -> NoReturn:
        """Raise SnaphookError for something at that position."""
        then = then or "Mend it and run the command again; nothing was written."
        raise SnaphookError(what, self.place(position), then)

    def _space(self, position: int) -> int:
        found = _SPACE.match(self.text, position)
        assert found is not None
        return found.end()

    def _value(self, at: int, depth: int) -> Node:
        if depth > _DEPTH:
            self.refuse(at, "nested too deeply")
        opening = self.text[at : at + 1]
        if opening == "{":
            return self._object(at, depth)
        if opening == "[":
            return self._array(at, depth)
        return self._scalar(at)

    def _scalar(self, at: int) -> Node:
        node = Node("scalar", at)
        if self.text[at : at + 1] == '"':
            node.value, node.end = self._string(at)
            return node
        found = _SCALAR.match(self.text, at)
        if found is None:
            self.refuse(at, "a JSON value should stand here")
        node.value, node.end = json.loads(found[0], parse_int=_int), found.end()
        return node

    def _string(self, at: int) -> tuple[str, int]:
        try:
            value, end = scanstring(self.text, at + 1, True)
        except json.JSONDecodeError as broken:
            self.refuse(broken.pos, broken.msg)
        return value, end

    def _array(self, at: int, depth: int) -> Node:
        node = Node("array", at)
        at = self._space(at + 1)
        while self.text[at : at + 1] != "]":
            item = self._value(at, depth + 1)
            node.items.append(item)
            at = self._next(item.end, "]")
        node.end, node.value = at + 1, [item.value for item in node.items]
        return node

    def _object(self, at: int, depth: int) -> Node:
        node = Node("object", at)
        at = self._space(at + 1)
        while self.text[at : at + 1] != "}":
            key, value = self._member(at, depth)
            if node.get(key) is not None:
                self.refuse(at, f"the key {key!r} stands here twice")
            node.members.append((key, at, value))
            at = self._next(value.end, "}")
        node.end, node.value = at + 1, {key: value.value for key, _, value in node.members}
        return node

    def _member(self, at: int, depth: int) -> tuple[str, Node]:
        if self.text[at : at + 1] != '"':
            self.refuse(at, "a key in double quotes should stand here")
        key, end = self._string(at)
        end = self._space(end)
        if self.text[end : end + 1] != ":":
            self.refuse(end, "a colon should stand here")
        return key, self._value(self._space(end + 1), depth + 1)

    def _next(self, at: int, closing: str) -> int:
        """Step over a comma to the next element, or stay on the closing bracket."""
        at = self._space(at)
        if self.text[at : at + 1] == closing:
            return at
        if self.text[at : at + 1] != ",":
            self.refuse(at, f"a comma or {closing!r} should stand here")
        after = self._space(at + 1)
        if self.text[after : after + 1] == closing:
            self.refuse(at, "a comma stands before the closing bracket")
        return after


def _int(digits: str) -> float:
    """Read a whole number; one with more digits than Python takes is as large as can be."""
    return int(digits) if len(digits) < 4000 else float(digits)
