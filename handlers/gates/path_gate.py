"""`path_gate`: protected files stay as they are, and writes stay inside the allowed folders."""

from ...engine.directories import home as home_folder
from ...engine.handler import handler
from ...engine.paths import absolute
from ...engine.tool_events import PreToolUse
from ...engine.tools import FileChange
from ...engine.verdicts import deny
from ..globs import anchored
from ..links import LONGEST, Disk, LinkLoopError
from ..pathsets import PathSet, TooManyError
from ..readings import readings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ...engine.tools import ToolCall
    from ...engine.verdicts import Verdict

EDIT_TOOLS = frozenset(("Write", "Edit", "MultiEdit", "NotebookEdit"))
"""Tools that write files, whatever their input looks like."""

_FOLDERS = ("dir", "folder")
"""How the name of a tool says that it makes folders."""

_OWN = ("/proc/self/", "/proc/thread-self/", "/dev/fd/")
"""What is seen differently by the gate and by the tool."""

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
    "/**/.git/**/config.worktree",
    "/**/.git/**/commondir",
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
    different = {(change.given, change.path, change.change): change for change in asked}
    reasons = (judge.refusal(change) for change in different.values())
    return next((deny(f"path_gate: {reason}") for reason in reasons if reason), None)


def _unreadable(tool: "ToolCall") -> "Verdict":
    return deny(
        f"path_gate: unreadable tool_input: no file could be read from this {tool.name} call;"
        " give the path of one file as text"
    )


class _Judge:
    """The options as they apply to one event."""

    __slots__ = (
        "_allowed",
        "_allowed_texts",
        "_cwd",
        "_disk",
        "_home",
        "_makes_folders",
        "_moved",
        "_protected",
    )

    def __init__(self, event: PreToolUse, options: "Any") -> None:
        root = getattr(options, "root", "") or str(event.project_dir)
        self._home = getattr(options, "home", "") or home_folder()
        self._cwd = str(event.tool.cwd)
        self._moved = _moved_together(event.tool.files)
        name = event.tool.native_name.lower()
        self._makes_folders = any(word in name for word in _FOLDERS)
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
        reasons = (self._refuses(change, path) for path in readings(change, self._cwd, self._home))
        return next((reason for reason in reasons if reason), "")

    def _refuses(self, change: "FileChange", path: str) -> str:
        if len(path) > LONGEST:
            return f"{shown(change.given)} is longer than any path that a system opens"
        try:
            ways = self._disk.reached(path)
        except LinkLoopError:
            return f"{shown(change.given)} goes through links in circles; use the real path"
        if any(way.startswith(_OWN) for way in ways):
            return f"{shown(change.given)} is another file to each process; use the real path"
        reason = self._protects(change, ways) or self._keeps_out(change, ways[-1])
        return reason or self._lands_inside(change, ways[-1])

    def _lands_inside(self, change: "FileChange", folder: str) -> str:
        """Judge where a file ends up that is moved or copied to a folder that is there."""
        if change.moved_from is None or not self._disk.is_folder(folder):
            return ""
        paths = [absolute(name, folder) for name in {change.moved_from.name, *self._moved}]
        reasons = (self.refusal(FileChange(path, change.change, change.text)) for path in paths)
        return next((reason for reason in reasons if reason), "")

    def _protects(self, change: "FileChange", ways: list[str]) -> str:
        for way in ways:
            glob = self._protected.holding(way)
            if glob is not None:
                return _is_protected(change, _name(change, way), glob.text)
        return self._takes_along(change, ways[-1]) or self._has_twin(change, ways[-1])

    def _takes_along(self, change: "FileChange", path: str) -> str:
        """Tell of a protected path inside a folder that the change moves, deletes or replaces.

        A folder that is there cannot be replaced by writing a file, or by making it again; what is
        moved there lands in it.
        """
        is_folder = self._disk.is_folder(path)
        goes = change.change in ("delete", "move") and change.moved_from is None
        if not goes and (is_folder or (self._makes_folders and change.text is None)):
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


def _moved_together(changes: "tuple[FileChange, ...]") -> set[str]:
    """Return the names of files that a call moves or copies to one place, a folder where several.

    Of other calls nothing: there each new place tells which file comes to it.
    """
    if len({change.given for change in changes if change.moved_from is not None}) != 1:
        return set()
    left = (change for change in changes if change.moved_from is None)
    return {change.path.name for change in left if change.change in ("move", "read")}


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
