"""What is wrong with a settings file that a provider would drop, or lose our entries in."""

from collections.abc import Callable, Iterable

from .jsonspans import Document, Node

Judge = Callable[[Node], str]


def require_holders(document: Document, events: Iterable[str]) -> None:
    """Refuse, by SnaphookError, a file where entries of these events have nowhere to stand."""
    _require(document, document.root, "object", "the file should hold one object")
    hooks = document.root.get("hooks")
    if hooks is None:
        return
    _require(document, hooks, "object", "'hooks' should be an object of events")
    for event in events:
        groups = hooks.get(event)
        if groups is not None:
            _require(document, groups, "array", f"{event!r} should be a list of groups")


def require_entries(
    document: Document, events: Iterable[str], judge: Judge, consequence: str
) -> None:
    """Refuse, by SnaphookError, a file with a malformed entry under one of these events.

    `judge` says what is wrong with one handler object, or "". `consequence` says what the provider
    makes of such a file; it ends the message.
    """
    hooks = document.root.get("hooks")
    for event in events if hooks else []:
        groups = hooks.get(event) if hooks else None
        for group in groups.items if groups else []:
            for node, fault in _faults(group, judge):
                document.refuse(node.start, f"under {event}, {fault}; {consequence}")


def _faults(group: Node, judge: Judge) -> Iterable[tuple[Node, str]]:
    if group.kind != "object":
        yield group, "a group should be an object"
        return
    matcher, listed = group.get("matcher"), group.get("hooks")
    if matcher is not None and not isinstance(matcher.value, str):
        yield matcher, "a matcher should be text"
    if listed is None or listed.kind != "array":
        yield listed or group, "a group should have a list 'hooks'"
        return
    for handler in listed.items:
        fault = judge(handler) if handler.kind == "object" else "a hook should be an object"
        if fault:
            yield handler, fault


def _require(document: Document, node: Node, kind: str, what: str) -> None:
    if node.kind != kind:
        document.refuse(node.start, what)
