"""Our entries in a settings file of the shape `{"hooks": {EVENT: [{"matcher", "hooks": [..]}]}}`.

Claude Code and Codex share it. Foreign entries keep their bytes and their places.
"""

import json
import shlex
from collections.abc import Iterator
from typing import Any

from . import shim
from .edits import Edit, Style, append, apply, remove
from .jsonspans import Document, Node

Handler = dict[str, Any]
Place = tuple[str, int, int]


def is_ours(handler: object) -> bool:
    """Tell whether a handler starts our shim, wherever that lay when it was written."""
    if not isinstance(handler, dict) or not isinstance(handler.get("command"), str):
        return False
    command: str = handler["command"]
    if isinstance(handler.get("args"), list):
        return _names_shim(command)
    try:
        words = shlex.split(command)
    except ValueError:
        return False
    return bool(words) and _names_shim(words[0])


def _names_shim(program: str) -> bool:
    return program.rsplit("/", 1)[-1] == shim.NAME


def places(document: Document) -> list[Place]:
    """Return (event, group, handler) of each entry of ours, in file order."""
    return [place for place, handler in handlers(document) if is_ours(handler.value)]


def handlers(document: Document) -> Iterator[tuple[Place, Node]]:
    """Walk over all handlers that have their right place; anything malformed is passed over."""
    hooks = _member(document.root, "hooks", "object")
    for event, _, groups in hooks.members if hooks else []:
        for at, group in enumerate(groups.items):
            listed = _member(group, "hooks", "array")
            for index, handler in enumerate(listed.items if listed else []):
                yield (event, at, index), handler


def wire(text: str, where: str, wanted: dict[str, Handler]) -> str:
    """Return the text with exactly one entry of ours for each wanted event, and none elsewhere.

    One that already stands in a group for everything is brought up to date in its place, because a
    provider may know it by its position. Raises SnaphookError where the file is not what it
    should be.
    """
    text = text if text.strip() else "{}\n"
    kept = _kept(Document(text, where), wanted)
    text = unwire(text, where, kept)
    for event, handler in wanted.items():
        text = _put(Document(text, where), event, handler)
    return text


def husks(text: str) -> dict[str, str]:
    """Return the text of each holder that is empty: "" for the file, "hooks", "hooks.EVENT".

    Wiring fills them; by this they can be told from those that it makes, and be given back.
    """
    if not text.strip():
        return {"": text}
    root = Document(text, "").root
    found = {} if root.members else {"": text}
    hooks = _member(root, "hooks", "object")
    if hooks is None:
        return found
    holders = {"hooks": hooks, **{f"hooks.{event}": groups for event, _, groups in hooks.members}}
    empty = {name: node for name, node in holders.items() if node.value in ({}, [])}
    return found | {name: text[node.start : node.end] for name, node in empty.items()}


def _kept(document: Document, wanted: dict[str, Handler]) -> list[Place]:
    first: dict[str, Place] = {}
    for event, group, index in places(document):
        if event in wanted and _takes_all(document, event, group):
            first.setdefault(event, (event, group, index))
    return list(first.values())


def _takes_all(document: Document, event: str, group: int) -> bool:
    return document.root.value["hooks"][event][group].get("matcher", "") in ("", "*")


def _put(document: Document, event: str, handler: Handler) -> str:
    for place in places(document):
        if place[0] == event:
            return _renew(document, place, handler)
    group = _write({"hooks": [handler]})
    return apply(document.text, [_append(document, Style(document.text), event, group)])


def _renew(document: Document, place: Place, handler: Handler) -> str:
    node = next(node for at, node in handlers(document) if at == place)
    if node.value == handler:
        return document.text
    return apply(document.text, [(node.start, node.end, _write(handler))])


def _append(document: Document, style: Style, event: str, group: str) -> Edit:
    """Add the group, on one line, in the outermost holder that is there already."""
    hooks = document.root.get("hooks")
    named = f"{_write(event)}: [{group}]"
    if hooks is None:
        opened = f'"hooks": {{{style.start(2)}{named}{style.start(1)}}}'
        return append(document, style, document.root, opened, 0)
    groups = hooks.get(event)
    if groups is None:
        return append(document, style, hooks, named, 1)
    return append(document, style, groups, group, 2)


def _write(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def unwire(
    text: str,
    where: str,
    keep: list[Place] = [],  # noqa: B006
    husks: dict[str, str] = {},  # noqa: B006
) -> str:
    """Return the text without our entries, but for those to keep, and without emptied holders.

    `husks` are the holders that were empty before we came; they are left as they were then.
    """
    document = Document(text, where)
    gone = [place for place in places(document) if place not in keep]
    hooks = _member(document.root, "hooks", "object")
    if not gone or hooks is None:
        return text
    edits: list[Edit] = []
    emptied = []
    for at, (event, _, groups) in enumerate(hooks.members):
        mine = [place[1:] for place in gone if place[0] == event]
        if _clear(groups, mine, edits):
            husk = husks.get(f"hooks.{event}")
            if husk is None:
                emptied.append(at)
            else:
                edits.append((groups.start, groups.end, husk))
    if len(emptied) == len(hooks.members):
        return _without_hooks(document, hooks, husks)
    return apply(text, edits + (remove(hooks, emptied) if emptied else []))


def _without_hooks(document: Document, hooks: Node, husks: dict[str, str]) -> str:
    if "hooks" in husks:
        return apply(document.text, [(hooks.start, hooks.end, husks["hooks"])])
    members = [key for key, _, _ in document.root.members]
    if len(members) == 1 and "" in husks:
        return husks[""]
    return apply(document.text, remove(document.root, [members.index("hooks")]))


def _clear(groups: Node, gone: list[tuple[int, int]], edits: list[Edit]) -> bool:
    """Add the edits for one event; return True, adding none, when nothing would be left of it."""
    emptied = []
    mine: list[Edit] = []
    for at, group in enumerate(groups.items):
        indexes = [index for group_at, index in gone if group_at == at]
        listed = group.get("hooks")
        if not indexes or listed is None:
            continue
        if len(indexes) == len(listed.items):
            emptied.append(at)
        else:
            mine += remove(listed, indexes)
    if emptied and len(emptied) == len(groups.items):
        return True
    edits += mine + (remove(groups, emptied) if emptied else [])
    return False


def _member(node: Node, key: str, kind: str) -> Node | None:
    found = node.get(key)
    return found if found is not None and found.kind == kind else None
