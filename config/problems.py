"""What is wrong with a configuration, where exactly, and what to do about it."""

from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

Steps = tuple[str | int, ...]
"""The way to a value in a JSON document: `("hooks", "Stop", "done_sound", "timeout")`."""


@dataclass(frozen=True)
class Problem:
    """One finding. An error breaks its entry (or its file), a warning does not.

    `line` and `column` count from 1, the column in characters; both are 0 where a problem has no
    place in the file. `then` says what to do next, or is "".
    """

    path: str
    line: int
    column: int
    what: str
    then: str = ""
    severity: str = "error"

    @property
    def where(self) -> str:
        """The place as editors and terminals read it: `file:line:column`."""
        return f"{self.path}:{self.line}:{self.column}" if self.line else self.path

    def __str__(self) -> str:
        told = f"{self.where}: {self.severity}: {self.what}"
        return f"{told}; {self.then}" if self.then else told


@dataclass(frozen=True)
class Fault:
    """A problem before its place is looked up: `at` is the way to the value, `on_key` its name."""

    at: Steps
    what: str
    then: str = ""
    severity: str = "error"
    on_key: bool = False

    def under(self, steps: Steps) -> "Fault":
        """Return the same fault seen from further up in the document."""
        return Fault(steps + self.at, self.what, self.then, self.severity, self.on_key)


@dataclass
class Faults:
    """Faults as they are found; `error` and `warn` add one."""

    found: list[Fault] = field(default_factory=list)

    def error(self, at: Steps, what: str, then: str = "", on_key: bool = False) -> None:
        """Add a fault that breaks what it is in."""
        self.found.append(Fault(at, harmless(what), harmless(then), "error", on_key))

    def warn(self, at: Steps, what: str, then: str = "", on_key: bool = False) -> None:
        """Add a fault that is only told."""
        self.found.append(Fault(at, harmless(what), harmless(then), "warning", on_key))


def harmless(text: str, limit: int = 500) -> str:
    """Return one bounded line of a text that may hold a config file's own words."""
    shown = "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text)
    return shown if len(shown) <= limit else f"{shown[: limit - 3]}..."


def quoted(value: Any, limit: int = 48) -> str:
    """Show a value from a config file in a message: escaped, short, harmless in any output."""
    try:
        text = ascii(value)
    except (RecursionError, ValueError):
        text = f"a {type(value).__name__}"
    return text if len(text) <= limit else f"{text[: limit - 3]}..."


def did_you_mean(word: str, known: "list[str] | tuple[str, ...]") -> str:
    """Return "did you mean 'matcher'?" for the nearest known word, or ""."""
    near = nearest(word, known)
    return f"did you mean {near!r}?" if near else ""


def nearest(word: str, known: "list[str] | tuple[str, ...]") -> str:
    """Return the known word that `word` is probably meant to be, or ""."""
    folded = {name.lower().replace("-", "_"): name for name in known}
    found = get_close_matches(word[:80].lower().replace("-", "_"), list(folded), n=1, cutoff=0.75)
    return folded[found[0]] if found else ""
