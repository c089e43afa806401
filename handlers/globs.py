"""Globs over paths without `re` and `fnmatch`, which would cost more than the whole gate.

`**` as a whole part crosses folders, none or many; `*`, `?` and `[...]` stay inside one part and
match a leading dot too. A class is `[abc]`, `[a-z]`, `[!x]` or `[^x]`; an unclosed one is text.
"""

from ..engine.paths import normalise

WILD = frozenset("*?[")


def name_fits(glob: str, name: str) -> bool:
    """Tell whether one part of a path is what the glob means; neither holds a slash.

    Example: `name_fits(".env.*", ".env.local")`. Linear memory, at most len x len steps.
    """
    if WILD.isdisjoint(glob):
        return glob == name
    at = read = 0
    star = retry = -1
    while read < len(name):
        if at < len(glob) and glob[at] == "*":
            star, retry = at + 1, read
            at = star
            continue
        following = _accept(glob, at, name[read])
        if following:
            at, read = following, read + 1
        elif star < 0:
            return False
        else:
            retry += 1
            at, read = star, retry
    return not glob[at:].strip("*")


def _accept(glob: str, at: int, char: str) -> int:
    """Return where the glob goes on after it took `char` at `at`, or 0 when it does not."""
    if at >= len(glob):
        return 0
    if glob[at] == "?":
        return at + 1
    end = _class_end(glob, at) if glob[at] == "[" else 0
    if end:
        return end + 1 if _in_class(glob[at + 1 : end], char) else 0
    return at + 1 if glob[at] == char else 0


def _class_end(glob: str, at: int) -> int:
    """Return where the class that opens at `at` closes, or 0; a `]` at its start is a member."""
    start = at + 2 if glob[at + 1 : at + 2] in ("!", "^") else at + 1
    return max(glob.find("]", start + 1), 0)


def _in_class(members: str, char: str) -> bool:
    negated = members[0] in "!^"
    if negated:
        members = members[1:]
    at, found = 0, False
    while at < len(members) and not found:
        if members[at + 1 : at + 2] == "-" and at + 2 < len(members):
            found = members[at] <= char <= members[at + 2]
            at += 3
        else:
            found = members[at] == char
            at += 1
    return found != negated


def parts_fit(globs: "tuple[str, ...]", names: "tuple[str, ...]") -> bool:
    """Tell whether the glob's parts mean exactly these parts of a path."""
    at = read = 0
    star = retry = -1
    while read < len(names):
        if at < len(globs) and globs[at] == "**":
            star, retry = at + 1, read
            at = star
        elif at < len(globs) and name_fits(globs[at], names[read]):
            at, read = at + 1, read + 1
        elif star < 0:
            return False
        else:
            retry += 1
            at, read = star, retry
    return all(part == "**" for part in globs[at:])


_HOMES = ("~", "$HOME", "${HOME}")


def fits_anywhere(glob: str) -> bool:
    """Tell whether the glob names a part at any depth: it has no slash but a last one.

    Example: `.env` and `build/` do; `src/build`, `.`, `~` and `**` do not.
    """
    name = glob.removeprefix("!").rstrip("/")
    return "/" not in name and name not in ("", ".", "..", "**", *_HOMES)


def quoted(path: str) -> str:
    """Return the glob that means exactly this path."""
    if WILD.isdisjoint(path):
        return path
    return "".join(f"[{char}]" if char in WILD else char for char in path)


def unquoted(part: str) -> str | None:
    """Return the only name that a part of a glob means, None when it means several."""
    name, at = "", 0
    while at < len(part):
        is_quoted = part[at] == "[" and part[at + 2 : at + 3] == "]" and part[at + 1] in WILD
        if part[at] in WILD and not is_quoted:
            return None
        name += part[at + 1] if is_quoted else part[at]
        at += 3 if is_quoted else 1
    return name


def anchored(glob: str, root: str, home: str) -> str:
    """Return the glob absolute: `~` is the home, all else that is relative starts at the root.

    Special characters in either are quoted. `$HOME` counts as `~`; `.`, `..` and doubled slashes
    go, a leading `!` stays.
    Example: `anchored("src/*", "/repo", "/root") == "/repo/src/*"`.
    """
    if glob.startswith("!"):
        return "!" + anchored(glob[1:], root, home)
    first, _, rest = glob.partition("/")
    if first in _HOMES:
        path = f"{quoted(home)}/{rest}"
    else:
        path = f"{quoted(root)}/{glob}" if first else glob
    odd = "//" in path or "/./" in path or "/../" in path or path.endswith(("/", "/.", "/.."))
    return normalise(path) if odd else path
