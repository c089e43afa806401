"""Layers and installed handlers, compiled into a plan."""

from _imp import source_hash
from dataclasses import dataclass
from typing import Any

from ..engine.plans import PLAN_VERSION, Hook, Plan
from ..engine.registry import load
from . import guarded, known_handlers
from .config_file import BrokenFileError
from .dependencies import dependencies
from .discovery import Sources, discover
from .duplicates import without_duplicates
from .fingerprints import Fingerprint
from .layers import Gathered, add_builtin, add_file, note_broken
from .problems import Problem
from .resolve import Loading, Resolver


@dataclass
class Compiled:
    """A plan, every problem that was found on the way, and what the plan was made from."""

    plan: Plan
    problems: list[Problem]
    depends: list[tuple[str, Fingerprint]]


def compile_plan(cwd: str, project_dir: str = "") -> Plan:
    """Compile the plan for a folder in this very process; plugins are imported here.

    The hook path uses `find.plan_for` instead, which caches, and compiles in a child.
    """
    return compile_here(discover(cwd, project_dir)).plan


def compile_here(
    sources: Sources,
    without: tuple[str, ...] = (),
    loading: Loading = lambda name: None,
) -> Compiled:
    """Compile in this process, with the last good text of broken files at hand."""
    folder = guarded.folder(sources.home, sources.boundaries)
    compiled = compile_all(sources, folder, without, loading)
    compiled.plan.notices = sources.notices + compiled.plan.notices
    return compiled


def compile_sources(
    sources: Sources, folder: str, without: tuple[str, ...], loading: Loading, endless: bool
) -> dict[str, Any]:
    """Compile for another process: the plan and its dependencies as JSON values."""
    compiled = compile_all(sources, folder, without, loading, endless)
    return {"plan": compiled.plan.plain(), "depends": compiled.depends}


def compile_all(
    sources: Sources,
    folder: str,
    without: tuple[str, ...] = (),
    loading: Loading = lambda name: None,
    endless: bool = False,
) -> Compiled:
    """Compile; `without` names plugins and modules that are not to be loaded.

    `folder` is the guarded folder, "" for none. `loading` is told each name before it is loaded,
    and "" once it is. With `endless` the project's files count as broken: compiling them failed or
    came to no end.
    """
    tried: list[str] = []

    def told(name: str) -> None:
        if name:
            tried.append(name)
        loading(name)

    registry = load(without=without, loading=loading)
    loading("")
    resolver = Resolver(registry, without, told, known_handlers.recall(folder))
    gathered = Gathered(sources.home)
    add_builtin(gathered, resolver)
    for source in sources.files:
        if endless and source.layer == "project":
            note_broken(source, BrokenFileError("compiling it fails, or comes to no end"), gathered)
        else:
            add_file(source, folder, gathered, resolver)
    known_handlers.keep(folder, resolver.seen)
    hooks = without_duplicates(gathered.hooks)
    plan = _plan(hooks, gathered, sources)
    return Compiled(plan, gathered.problems, dependencies(hooks, registry, tried))


def _plan(hooks: list[Hook], gathered: Gathered, sources: Sources) -> Plan:
    events: dict[str, list[dict[str, Any]]] = {}
    for hook in hooks:
        events.setdefault(hook.event, []).append(hook.plain())
    roots = tuple(file.root for file in sources.files if file.layer == "project")
    return Plan(
        events,
        tuple(dict.fromkeys(roots)),
        gathered.profile,
        tuple(gathered.notices),
        tuple(gathered.broken),
        source_hash(PLAN_VERSION, repr((events, gathered.broken)).encode("utf-8", "replace")).hex(),
    )
