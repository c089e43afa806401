"""Every problem of the configuration that applies in a folder, for people."""

from ..engine.paths import normalise
from .compile import compile_here
from .discovery import Sources, discover
from .near_misses import near_misses
from .problems import Problem
from .real_paths import current, real_folder
from .resolve import Loading


def problems_of(
    cwd: str,
    project_dir: str = "",
    without: tuple[str, ...] = (),
    loading: Loading = lambda name: None,
) -> list[Problem]:
    """Return all problems, file by file in the order of the layers, near-miss files last.

    Plugins are imported in this process; `loading` is told each name before that, and those in
    `without` are left out. Example:
    `[p.where for p in problems_of("/repo") if p.severity == "error"]`.
    """
    sources = discover(cwd, project_dir)
    compiled = compile_here(sources, without, loading)
    found = list(dict.fromkeys(compiled.problems))
    found.sort(key=lambda problem: _order(problem, sources))
    return found + [miss for folder in _folders(cwd, sources) for miss in near_misses(folder)]


def _order(problem: Problem, sources: Sources) -> tuple[int, int, int]:
    paths = [file.path for file in sources.files]
    place = paths.index(problem.path) if problem.path in paths else -1
    return place, problem.line, problem.column


def _folders(cwd: str, sources: Sources) -> list[str]:
    """The folders that a config file may be in: home, and from the cwd to the outermost root."""
    folder = normalise(real_folder(cwd, current()))
    outermost = min(sources.boundaries, key=len, default=folder)
    folders = [sources.home]
    while folder not in ("/", sources.home):
        folders.append(folder)
        if folder == outermost:
            break
        folder = folder[: folder.rfind("/")] or "/"
    return folders
