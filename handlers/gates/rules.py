"""`rules`: refusals, questions, warnings and context that need no code."""

from ...engine.directories import home as home_folder
from ...engine.handler import handler
from ...engine.verdicts import Verdict
from ..globs import name_fits
from ..links import Disk
from ..pathsets import PathSet
from ..readings import readings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from ...engine.event import Event
    from ...engine.tools import FileChange, ToolCall


@handler(class_="gate", options="snaphook.handlers.gates.rules_options:RulesOptions")
def rules(event: "Event", options: "Any") -> Verdict | None:
    """Answer as the first deny among `options.rules` that apply says, else as the first ask.

    Warnings go to the user and context to the model, from every rule that applies. How a rule is
    written is told in docs/handlers/rules.md.
    """
    facts = _Facts(event, options)
    hits = [rule for rule in options.rules if facts.meet(rule)]
    told = {then: [rule for rule in hits if rule.then == then] for then in _ANSWERS}
    if not hits:
        return None
    verdict = Verdict(
        message="\n".join(f"{rule.name}: {rule.reason}" for rule in told["warn"]),
        context="\n".join(rule.reason for rule in told["context"]),
    )
    first = next(iter(told["deny"] or told["ask"]), None)
    if first is not None:
        verdict.decision, verdict.reason = first.then, f"{first.name}: {first.reason}"
    return verdict


_ANSWERS = ("deny", "ask", "warn", "context")


class _Facts:
    """What the rules' conditions are tested against, for one event."""

    __slots__ = ("_cwd", "_disk", "_event", "_files", "_home", "_names", "_root")

    def __init__(self, event: "Event", options: "Any") -> None:
        self._event = event
        self._root = getattr(options, "root", "") or str(event.project_dir)
        self._home = getattr(options, "home", "") or home_folder()
        self._disk = Disk()
        self._names: tuple[str, ...] = ()
        self._files: tuple[FileChange, ...] = ()
        self._cwd = str(event.cwd)
        tool: ToolCall | None = getattr(event, "tool", None)
        if tool is not None:
            self._cwd = str(tool.cwd)
            self._names, self._files = tool.names(), tool.files

    def meet(self, rule: "Any") -> bool:
        """Tell whether all conditions hold; paths and content must hold for the same file."""
        tools, paths, content = (_of(rule, key) for key in ("tools", "paths", "content"))
        if tools and not self._is_tool(tools):
            return False
        files = self._under(paths) if paths else self._files
        if paths and not files:
            return False
        return not content or any(
            _holds(piece, text) for text in self._texts(files) for piece in content
        )

    def _is_tool(self, tools: "tuple[str, ...]") -> bool:
        names = self._names
        return "*" in tools or any(name_fits(tool, name) for tool in tools for name in names)

    def _under(self, globs: "Iterable[str]") -> "tuple[FileChange, ...]":
        wanted = PathSet(globs, self._root, self._home, self._disk)
        return tuple(file for file in self._files if any(map(wanted.holding, self._ways(file))))

    def _ways(self, file: "FileChange") -> "list[str]":
        found = readings(file, self._cwd, self._home)
        return [way for path in found for way in self._disk.reached_or_text(path)]

    def _texts(self, files: "Iterable[FileChange]") -> "list[str]":
        prompt: str | None = getattr(self._event, "prompt", None)
        if prompt is not None:
            return [prompt]
        return [file.text for file in files if file.text]


def _of(rule: "Any", key: str) -> "tuple[str, ...]":
    """Return a rule's list, empty where the rule does not have it."""
    return getattr(rule, key, None) or ()


def _holds(piece: str, text: str) -> bool:
    """Tell whether the text holds the piece, a substring or a regular expression in slashes."""
    if len(piece) > 2 and piece[0] == piece[-1] == "/":
        import re

        return re.search(piece[1:-1], text) is not None
    return piece in text
