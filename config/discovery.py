"""Which hooks.json files apply to a call: the user's, and the project's from its folder upwards."""

from ..engine.directories import home as told_home
from ..engine.paths import is_inside, normalise
from .fingerprints import Fingerprint, file_identity, fingerprint
from .real_paths import current, real, real_folder

PLACE = ".aipass/hooks.json"


class Source:
    """One hooks.json that is there. `gates_only` when a nearer file rules over the rest."""

    __slots__ = ("gates_only", "layer", "mark", "path", "root")

    def __init__(self, layer: str, root: str, mark: Fingerprint, gates_only: bool = False) -> None:
        self.layer = layer  # user or project
        self.root = root  # the folder that its relative paths start at
        self.path = f"{root}/{PLACE}" if root != "/" else f"/{PLACE}"
        self.mark = mark
        self.gates_only = gates_only

    def __repr__(self) -> str:
        return f"<{self.layer} {self.path}{' (gates)' if self.gates_only else ''}>"


class Sources:
    """Everything that decides which plan a call gets.

    `files` are in layer order, the nearest project file first; `boundaries` are the folders that
    the project owns (its git top levels and config roots), where nothing of the user's own is
    trusted to lie; `home` is the folder of the user layer.
    """

    __slots__ = ("boundaries", "files", "home", "notices")

    def __init__(
        self, home: str, files: list[Source], boundaries: tuple[str, ...], notices: tuple[str, ...]
    ) -> None:
        self.home = home
        self.files = files
        self.boundaries = boundaries
        self.notices = notices

    def key(self) -> "tuple[tuple[str, str, bool, Fingerprint], ...]":
        """Return what a plan must have been made from to be used here, as plain data."""
        return tuple((file.layer, file.path, file.gates_only, file.mark) for file in self.files)


def discover(cwd: str, project_dir: str = "") -> Sources:
    """Find the files for an event's folder and the folder that the provider calls the project's.

    Walks up to the home folder or the root, exclusive. Within a git top level the gates of every
    file count, and the nearest file for the rest; where the cwd lies outside `project_dir`, or in
    a git tree of its own inside it, the gates of both. Folders may be deleted, links, or the home
    folder itself. Never raises.
    """
    home = told_home()
    notices: tuple[str, ...] = ()
    shut: list[str] = []
    files, boundaries = _project(cwd, project_dir, home, shut)
    if any(is_inside(home, boundary) for boundary in boundaries):
        own = password_home()
        if own and own != home and not any(is_inside(own, folder) for folder in boundaries):
            notices = (f"HOME ({home}) lies inside the project; {own} is used instead",)
            home = own
            files, boundaries = _project(cwd, project_dir, home, shut)
    if shut:
        from .locked_folders import told

        notices += told(shut)
    user = Source("user", home, fingerprint(f"{home}/{PLACE}"))
    return Sources(
        home, _without_doubles(([user] if user.mark else []) + files), boundaries, notices
    )


def password_home() -> str:
    """Return the home folder that the password database tells, "" when it knows none."""
    import posix
    import pwd

    try:
        return pwd.getpwuid(posix.getuid()).pw_dir
    except KeyError:
        return ""


def _project(
    cwd: str, project_dir: str, home: str, shut: list[str]
) -> tuple[list[Source], tuple[str, ...]]:
    here = current()
    start = real_folder(cwd, here)
    homes = (home, home if is_inside(start, home) else real(home))
    starts = [(start, False)]
    if cwd != start and cwd.startswith("/") and normalise(cwd) != start:
        starts.append((normalise(cwd), False))
    project = real_folder(project_dir, here) if project_dir else ""
    files: list[Source] = []
    boundaries: list[str] = []
    for folder, gates_only in starts:
        found, top = _walk(folder, homes, shut)
        for file in found:
            file.gates_only = gates_only or bool(files)
            files.append(file)
        boundaries += [file.root for file in found]
        if top:
            boundaries.append(top)
        if project and not _passed(folder, top, project):
            starts.append((project, True))
        project = ""  # the first walk, the real one, decides
    return files, tuple(dict.fromkeys(boundaries))


def _passed(start: str, top: str, project: str) -> bool:
    """Whether a walk from `start` that ends at the git top level `top` passes the project."""
    return is_inside(start, project) and not (top and top != project and is_inside(top, project))


def _walk(folder: str, homes: tuple[str, ...], shut: list[str]) -> tuple[list[Source], str]:
    """Return the files from a folder upwards, and the git top level ("" for none).

    What bars the way to a folder that is another user's is added to `shut`.
    """
    found: list[Source] = []
    top = ""
    while folder != "/" and folder not in homes and not (top and found):
        mark = fingerprint(f"{folder}/{PLACE}")
        barred = len(mark) == 1 and _barred(folder, mark, shut)
        if mark and not barred:
            found.append(Source("project", folder, mark))
        if not top and not barred and fingerprint(f"{folder}/.git"):
            top = folder
        folder = folder[: folder.rfind("/")] or "/"
    return found, top


def _barred(folder: str, mark: Fingerprint, shut: list[str]) -> bool:
    from .locked_folders import MARK, foreign

    barrier = foreign(folder) if mark == MARK else ""
    if barrier:
        shut.append(barrier)
    return bool(barrier)


def _without_doubles(files: list[Source]) -> list[Source]:
    """Drop files that are another one's real file, so that no handler runs twice."""
    kept: list[Source] = []
    seen: list[Fingerprint] = []
    for file in files:
        identity = file_identity(file.mark)
        if len(identity) < 2 or identity not in seen:
            kept.append(file)
            seen.append(identity)
    return kept
