"""The tool call inside an event, with the shell text and the files it is about to touch."""

from .paths import Path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

CANONICAL = (
    "Bash",
    "Write",
    "Edit",
    "MultiEdit",
    "NotebookEdit",
    "Read",
    "Glob",
    "Grep",
    "WebFetch",
    "WebSearch",
    "Agent",
)
"""The names that matchers and handlers use for every provider; MCP tools are mcp__server__tool."""


class FileChange:
    """One file that a tool call is about to touch.

    `path` is absolute, seen from the call's cwd and normalised by the text alone; `given` is what
    the provider wrote, behind the folder that the call lets it start at. `change` is create,
    modify, delete, move or read; a move is told twice, once for the old path and once for the new,
    where `moved_from` names the old one (for a copy, the original).
    `text` is the new content or the new part of it, where the call tells it.
    """

    __slots__ = ("change", "given", "moved_from", "path", "text")

    def __init__(
        self,
        path: Path,
        change: str,
        text: str | None = None,
        given: str = "",
        moved_from: Path | None = None,
    ) -> None:
        self.path = path
        self.change = change
        self.text = text
        self.given = given or str(path)
        self.moved_from = moved_from

    def __repr__(self) -> str:
        return f"<{self.change} {self.path}>"


class ToolCall:
    """A tool and what the agent asks of it.

    `name` is canonical, `native_name` the provider's own; `input` is the provider's JSON as it
    came (an object, except where a provider sends an odd shape).
    """

    __slots__ = ("_files", "cwd", "id", "input", "name", "native_name")

    def __init__(
        self,
        name: str = "",
        native_name: str = "",
        id: str = "",
        input: "Any" = None,
        cwd: str = "/",
    ) -> None:
        self.name = name or native_name
        self.native_name = native_name or name
        self.id = id
        self.input = {} if input is None else input
        self.cwd = cwd
        self._files: tuple[FileChange, ...] | None = None

    @property
    def command(self) -> str:
        """The shell text that the call would run, or "" when it is no shell call."""
        from .tool_files import command_of

        return command_of(self)

    @property
    def files(self) -> tuple[FileChange, ...]:
        """The files that the call names, each with what would happen to it, in order."""
        if self._files is None:
            from .tool_files import files_of

            self._files = files_of(self)
        return self._files

    def names(self) -> tuple[str, ...]:
        """Return the names that matchers are tested against.

        A patch may write and create, so it answers to Edit and to Write (as Codex 0.171 has it).
        """
        from .tool_files import is_patch

        names = (self.name, self.native_name) if self.native_name != self.name else (self.name,)
        return names + ("Edit", "Write") if is_patch(self) else names

    def copy(self) -> "ToolCall":
        """Return an independent copy."""
        from .jsontext import copied

        return ToolCall(self.name, self.native_name, self.id, copied(self.input), self.cwd)
