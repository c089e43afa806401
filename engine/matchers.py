"""Which hooks an event concerns."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .events import Event
    from .plans import Hook, Matcher

EVERYTHING: "Matcher" = ((), (), "")
_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_- ")


def compile_matcher(text: str) -> "Matcher":
    r"""Turn a matcher of hooks.json into what the hook path tests.

    Absent, "" or `*` is everything; only letters, digits, `_ - | ,` and spaces are exact names;
    alternatives that are a plain name and `.*` are prefixes; all else is a regular expression
    that is searched (as Claude Code 2.1.332 and Codex 0.171 have it).
    Raises ValueError, with the reason, for a regular expression that does not compile.

    Example: `compile_matcher("Edit|mcp__github__.*") == (("Edit",), ("mcp__github__",), "")`.
    """
    text = text.strip()
    if text in ("", "*"):
        return EVERYTHING
    names: list[str] = []
    prefixes: list[str] = []
    for part in text.replace(",", "|").split("|"):
        part = part.strip()
        stem = part.removeprefix("^").removesuffix(".*")
        if part and _PLAIN.issuperset(part):
            names.append(part)
        elif part.endswith(".*") and stem.startswith("mcp__") and _PLAIN.issuperset(stem):
            prefixes.append(stem)
        elif part:
            return ((), (), _checked(text))
    if not names and not prefixes:
        raise ValueError("the matcher names nothing; leave it out to match everything")
    return (tuple(names), tuple(prefixes), "")


def _checked(pattern: str) -> str:
    import re

    try:
        re.compile(pattern)
    except (re.error, RecursionError, OverflowError) as error:
        raise ValueError(f"the matcher {pattern!r} is no regular expression: {error}") from None
    return pattern


def concerned(hooks: "list[Hook]", event: "Event") -> "list[Hook]":
    """Return the hooks that may run on the event; a regular expression is left to the worker."""
    subjects = event.matched()
    return [hook for hook in hooks if _concerns(hook, event, subjects)]


def concerns(hook: "Hook", event: "Event") -> bool:
    """Tell whether the hook may run on the event."""
    return _concerns(hook, event, event.matched())


def _concerns(hook: "Hook", event: "Event", subjects: tuple[str, ...] | None) -> bool:
    if hook.providers and event.provider not in hook.providers:
        return False
    if hook.profiles and hook.profile not in hook.profiles:
        return False
    if event.agent_id and not hook.subagents:
        return False
    if subjects is None:
        return True
    if hook.tools and not any(subject in hook.tools for subject in subjects):
        return False
    return fits(hook.matcher, subjects)


def fits(matcher: "Matcher", subjects: tuple[str, ...]) -> bool:
    """Tell whether names or prefixes match; a regular expression counts as a match here."""
    names, prefixes, pattern = matcher
    if pattern or not (names or prefixes):
        return True
    for subject in subjects:
        if subject in names or any(subject.startswith(prefix) for prefix in prefixes):
            return True
    return False


def pattern_fits(pattern: str, subjects: tuple[str, ...]) -> bool:
    """Search the pattern in the subjects; runs under the hook's deadline, never before."""
    import re

    return any(re.search(pattern, subject) for subject in subjects)
