"""One layer's file: read, its entries checked, resolved and made into hooks."""

from dataclasses import dataclass, field

from ..engine.plans import PROFILES, Hook
from .builtin import CONTENT, NAME
from .config_file import BrokenFileError, ConfigFile, parse, read_config
from .discovery import Source
from .entries import Checked, check, is_gate_capable
from .hooks import Standing, hook_of
from .problems import Faults, Problem, quoted
from .requirements import missing
from .resolve import Resolver
from .switches import apply


@dataclass
class Gathered:
    """What the layers so far amount to."""

    home: str
    hooks: list[Hook] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    broken: list[tuple[str, int, int, str]] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)
    profile: str = PROFILES[0]


def add_builtin(gathered: Gathered, resolver: Resolver) -> None:
    """Add the hooks that need no file."""
    from json import dumps

    file = parse(NAME, dumps(CONTENT))
    _add(file, Source("builtin", gathered.home, ()), gathered, resolver)


def add_file(source: Source, folder: str, gathered: Gathered, resolver: Resolver) -> None:
    """Add a config file's hooks; one that is broken is noted, and touches no other's.

    `folder` is the guarded folder, which holds what the file was before it broke ("" for none).
    """
    try:
        file = read_config(source.path, folder)
    except BrokenFileError as error:
        note_broken(source, error, gathered)
        return
    if file.broken:
        _tell_broken(source, file.broken, gathered)
        what = f"{source.path}:{file.broken.line}:{file.broken.column}: {file.broken.what}"
        gathered.notices.append(f"{what}; what it said before stays in force")
    _add(file, source, gathered, resolver)


def note_broken(source: Source, error: BrokenFileError, gathered: Gathered) -> None:
    """Note a file of which nothing is known: no tool runs until it is mended."""
    _tell_broken(source, error, gathered)
    gathered.broken.append((source.path, error.line, error.column, error.what))


def _tell_broken(source: Source, error: BrokenFileError, gathered: Gathered) -> None:
    then = "mend the file; until then none of its hooks can be changed"
    problem = Problem(source.path, error.line, error.column, error.what, then)
    gathered.problems.append(problem)


def _add(file: ConfigFile, source: Source, gathered: Gathered, resolver: Resolver) -> None:
    standing = _standing(file, source, gathered)
    faults = Faults()
    for key in ("sandbox", "env_off"):
        if source.layer == "project" and key in file.settings:
            faults.warn((), f"{key} is not for a project", "only ~/.aipass/hooks.json may say that")
    lines = missing(file.settings.get("requires", []), faults)
    if source.layer != "project":  # a repository nobody has trusted names no package to install
        gathered.notices += lines
    file.tell(faults.found)
    hooks: list[Hook] = []
    for raw in file.entries:
        checked = check(raw, source.layer)
        if checked.entry and checked.entry.is_switch and not checked.errors:
            apply(checked, source, gathered.hooks)
        else:
            hook = _hook(checked, file, standing, resolver)
            if not source.gates_only or _is_gate(hook):
                hooks.append(hook)
                _warn_untrusted(hook, checked)
        file.tell(checked.faults.found, raw.at)
    gathered.hooks += hooks
    gathered.problems += file.problems
    _note_errors(file, gathered)
    _note_untrusted(source, hooks, gathered)


def _hook(checked: Checked, file: ConfigFile, standing: Standing, resolver: Resolver) -> Hook:
    hook = hook_of(checked, standing, resolver)
    if hook.kind == "broken":
        fault = checked.errors[0]
        line, column = file.document.place(checked.raw.at + fault.at, fault.on_key)
        hook.problem = f"{file.path}:{line}:{column}: {hook.problem}"
    return hook


def _is_gate(hook: Hook) -> bool:
    return hook.decides and is_gate_capable(hook.event)


def _standing(file: ConfigFile, source: Source, gathered: Gathered) -> Standing:
    profile = file.settings.get("profile") or gathered.profile
    if source.layer == "user":
        gathered.profile = profile
    elif PROFILES.index(profile) < PROFILES.index(gathered.profile):
        faults = Faults()
        what = f"the user's profile {gathered.profile} is stricter and counts"
        faults.warn(("profile",), what, "remove profile here")
        file.tell(faults.found)
        profile = gathered.profile
    enabled = bool(file.settings.get("hooks_enabled", True))
    return Standing(source.layer, source.root, file.path, profile, gathered.home, enabled)


def _note_errors(file: ConfigFile, gathered: Gathered) -> None:
    wrong = [problem for problem in file.problems if problem.severity == "error"]
    if wrong:
        more = f" (and {len(wrong) - 1} more)" if len(wrong) > 1 else ""
        notice = f"{wrong[0].where}: {wrong[0].what}{more}; run `snaphook validate`"
        gathered.notices.append(notice)


def _warn_untrusted(hook: Hook, checked: Checked) -> None:
    if hook.state == "untrusted" and not checked.errors:
        what = f"{quoted(checked.raw.name)} does not run, because nobody has trusted this file"
        then = "what must run here belongs into ~/.aipass/hooks.json"
        checked.faults.warn((), what, then, on_key=True)


def _note_untrusted(source: Source, hooks: list[Hook], gathered: Gathered) -> None:
    names = [f"{hook.event[:40]}.{hook.name}" for hook in hooks if hook.state == "untrusted"]
    if names:
        more = f" and {len(names) - 8} more" if len(names) > 8 else ""
        told = ", ".join(ascii(name)[1:-1] for name in names[:8])
        notice = f"not run, because nobody has trusted {source.path}: {told}{more}"
        gathered.notices.append(notice)
