"""`path_gate`: protected files stay as they are, and writes stay inside the allowed folders."""

from ...engine.directories import home as home_folder
from ...engine.handler import handler
from ...engine.tool_events import PreToolUse
from ...engine.verdicts import deny
from ..globs import anchored
from ..links import Disk, LinkLoopError
from ..pathsets import PathSet, TooManyError
from ..readings import readings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ...engine.tools import FileChange, ToolCall
    from ...engine.verdicts import Verdict

EDIT_TOOLS = frozenset(("Write", "Edit", "MultiEdit", "NotebookEdit"))
"""Tools that write files, whatever their input looks like."""

_FREE_ENDINGS = ("example", "sample", "template", "dist", "bak")
_RC_FILES = (
    ".bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .zshrc .zshenv .zprofile"
    " .zlogin .zlogout .kshrc .cshrc .tcshrc .login .xonshrc .config/fish/config.fish"
    " .config/fish/conf.d .config/nushell/config.nu .config/nushell/env.nu"
)

DEFAULT_PROTECTED = (
    ".env",
    ".env.*",
    *(f"!.env.{ending}" for ending in _FREE_ENDINGS),
    *(f"!.env.*.{ending}" for ending in _FREE_ENDINGS),
    ".git/hooks",
    ".git/config",
    "/**/.git/hooks",
    "/**/.git/config",
    "/**/.git/config.worktree",
    "/**/.git/worktrees/*/config.worktree",
    "/**/.git/modules/**/hooks",
    "/**/.git/modules/**/config",
    "~/.ssh",
    *(f"~/{name}" for name in _RC_FILES.split()),
)
"""What is protected unless the option `protected` says otherwise."""


@handler(
    on=PreToolUse,
    class_="gate",
    options="snaphook.handlers.gates.path_gate_options:PathGateOptions",
)
def path_gate(event: PreToolUse, options: "Any") -> "Verdict | None":
    """Refuse changes of protected files, and writes outside the allowed folders.

    Judges every file that an edit tool of any provider names; reads are free. Options: `protected`
    and `allowed_roots`, globs as docs/handlers/path_gate.md tells them.
    """
    changes = event.tool.files
    if not changes:
        return None if EDIT_TOOLS.isdisjoint(event.tool.names()) else _unreadable(event.tool)
    asked = [change for change in changes if change.change != "read"]
    if not asked:
        return None
    judge = _Judge(event, options)
    reasons = (judge.refusal(change) for change in asked)
    return next((deny(f"path_gate: {reason}") for reason in reasons if reason), None)


def _unreadable(tool: "ToolCall") -> "Verdict":
    return deny(
        f"path_gate: unreadable tool_input: no file could be read from this {tool.name} call;"
        " give the path of one file as text"
    )


class _Judge:
    """The options as they apply to one event."""

    __slots__ = ("_allowed", "_allowed_texts", "_cwd", "_disk", "_home", "_protected")

    def __init__(self, event: PreToolUse, options: "Any") -> None:
        root = getattr(options, "root", "") or str(event.project_dir)
        self._home = getattr(options, "home", "") or home_folder()
        self._cwd = str(event.tool.cwd)
        self._disk = Disk()
        protected = getattr(options, "protected", None)
        globs = DEFAULT_PROTECTED if protected is None else protected
        self._protected = PathSet(globs, root, self._home, self._disk)
        self._allowed_texts = getattr(options, "allowed_roots", None) or ()
        allowed = [anchored(glob, root, self._home) for glob in self._allowed_texts]
        self._allowed = PathSet(allowed, root, self._home, self._disk) if allowed else None

    def refusal(self, change: "FileChange") -> str:
        """Return why the change may not happen, or ""."""
        if "\0" in change.given:
            return f"{shown(change.given)} holds a NUL byte, so nobody can tell what it names"
        for path in readings(change, self._cwd, self._home):
            try:
                ways = self._disk.reached(path)
            except LinkLoopError:
                return f"{shown(change.given)} goes through links in circles; use the real path"
            reason = self._protects(change, ways) or self._keeps_out(change, ways[-1])
            if reason:
                return reason
        return ""

    def _protects(self, change: "FileChange", ways: list[str]) -> str:
        for way in ways:
            glob = self._protected.holding(way)
            if glob is not None:
                return _is_protected(change, _name(change, way), glob.text)
        return self._takes_along(change, ways[-1]) or self._has_twin(change, ways[-1])

    def _takes_along(self, change: "FileChange", path: str) -> str:
        """Tell of a protected path inside a folder that the change moves, deletes or replaces.

        A folder that is there cannot be replaced by writing a file, or by making it again.
        """
        is_folder = self._disk.is_folder(path)
        if is_folder and change.change not in ("delete", "move"):
            return ""
        glob = self._protected.on_the_way(path)
        if glob is not None:
            return _holds(change, glob.text)
        if not is_folder:
            return ""
        try:
            found = self._protected.inside(path)
        except TooManyError:
            return f"{shown(change.given)} holds too many files to check; take smaller parts"
        return _holds(change, f"{shown(found[0])}") if found else ""

    def _has_twin(self, change: "FileChange", path: str) -> str:
        found = self._protected.twin(path) if change.change != "delete" else None
        if found is None:
            return ""
        return _is_protected(
            change,
            f"{shown(change.given)} is another name of {shown(found[0])}, which",
            found[1].text,
        )

    def _keeps_out(self, change: "FileChange", real: str) -> str:
        if self._allowed is None or self._allowed.holding(real) is not None:
            return ""
        name = _name(change, real)
        folders = shown(", ".join(self._allowed_texts))
        return f"{name} is outside the folders this project may write ({folders}); write there"


def _name(change: "FileChange", way: str) -> str:
    """Return the path as the agent gave it, and where it leads when that is elsewhere."""
    if way == change.path:
        return shown(change.given)
    return f"{shown(change.given)} leads to {shown(way)}, which"


def _is_protected(change: "FileChange", name: str, glob: str) -> str:
    instead = "edit .env.example, or " if glob in (".env", ".env.*") else ""
    doing = "delete" if change.change == "delete" else "change"
    return f"{name} is protected (matches {shown(glob)}); {instead}ask the user to {doing} it"


def _holds(change: "FileChange", what: str) -> str:
    return (
        f"{shown(change.given)} is a folder that holds what is protected ({shown(what)});"
        f" leave the folder, and {change.change} single files in it"
    )


def shown(text: str) -> str:
    """Return the text fit for a message: one printable line of at most 300 characters."""
    text = text if text.isprintable() else ascii(text)[1:-1]
    return text if len(text) <= 300 else text[:299] + "…"
