"""Changes to a JSON text that keep every other byte: replace, append and remove one value."""

import re

from .jsonspans import Document, Node

Edit = tuple[int, int, str]


class Style:
    """How a file is laid out: the indentation of one level ("" when all stands on one line)."""

    def __init__(self, text: str) -> None:
        self.newline = "\r\n" if "\r\n" in text else "\n"
        first = re.search(r"[\[{][ \t]*\r?\n([ \t]+)", text)
        flat = "\n" not in text.strip() and text.strip("\ufeff \t\r\n") not in ("", "{}")
        self.unit = "" if flat else (first[1] if first else "  ")

    def start(self, depth: int) -> str:
        """Return what stands before a value on a line of its own."""
        return self.newline + self.unit * depth if self.unit else ""


def append(document: Document, style: Style, holder: Node, text: str, depth: int) -> Edit:
    """Put an element, or a member already written as `"key": value`, last into `holder`.

    `depth` is the holder's own. An empty holder is opened up; otherwise the space before its last
    element is used again, so that the new one lines up.
    """
    spans = holder.spans()
    if not spans:
        inside = style.start(depth + 1) + text + style.start(depth)
        return (holder.start + 1, holder.end - 1, inside)
    return (spans[-1][1], spans[-1][1], f",{_lead(document, holder, style)}{text}")


def _lead(document: Document, holder: Node, style: Style) -> str:
    """Return the white space that stands before the holder's last element."""
    spans = holder.spans()
    if len(spans) == 1 and not style.unit:
        return " "
    text = document.text
    start = spans[-1][0]
    before = len(text[:start].rstrip(" \t\r\n"))
    return text[before:start]


def remove(holder: Node, gone: list[int]) -> list[Edit]:
    """Take elements or members out of `holder` by their positions, commas included."""
    spans = holder.spans()
    kept = [index for index in range(len(spans)) if index not in gone]
    if not kept:
        return [(holder.start + 1, holder.end - 1, "")]
    edits = []
    for index in gone:
        if index < kept[0]:
            edits.append((spans[index][0], spans[index + 1][0], ""))
        else:
            edits.append((spans[index - 1][1], spans[index][1], ""))
    return edits


def apply(text: str, edits: list[Edit]) -> str:
    """Make all edits. They must not overlap; two insertions at one place keep their order."""
    in_order = sorted(edits, key=lambda edit: edit[:2])
    for start, end, new in reversed(in_order):
        text = text[:start] + new + text[end:]
    return text
