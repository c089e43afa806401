"""What installing or uninstalling would change, in the order in which it is written."""

from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

from ...engine.errors import SnaphookError
from ..registry import installed, table_path
from . import by_hand, claude, codex, codex_trust, entries, receipts, shim
from .jsonspans import Document
from .settings import Change

PROVIDERS: dict[str, ModuleType] = {"claude": claude, "codex": codex}


class Plan:
    """Changes of files, each with the provider that it belongs to, and what to tell the user."""

    def __init__(self, action: str) -> None:
        self.action = action
        self.steps: list[tuple[str, Change]] = []
        self.notes: list[str] = []

    def add(self, provider: str, change: Change) -> None:
        """Take the change in, if it changes anything."""
        if change.changes():
            self.steps.append((provider, change))

    def write(self) -> Iterator[str]:
        """Write one change after the other, with a receipt for each; yield a line about each.

        Raises SnaphookError at the first that cannot be written; those before it stay written.
        """
        for provider, change in self.steps:
            backup = change.write()
            try:
                receipts.append(self.action, provider, change, backup)
            except OSError as refused:
                told = f"cannot record what was written: {refused.strerror}"
                raise SnaphookError(told, str(receipts.path())) from refused
            verb = "removed" if change.after is None else "wrote"
            yield f"{verb} {change.path}" + (f" (before: {backup})" if backup else "")


def installable() -> list[str]:
    """Return the names of the bridges that can be wired: ours, then other packages'."""
    return [bridge.name for bridge in installed() if not bridge.problem]


def uninstallable() -> list[str]:
    """Return the same names, and those that are wired though their package is gone."""
    return list(dict.fromkeys([*installable(), *shim.wired(shim.path())]))


def install(names: list[str], strict: bool | None = None, trust: bool = False) -> Plan:
    """Plan the wiring of these providers. `strict` None keeps what each was installed with.

    Where only a bridge is known and not its agent's settings, the plan notes what to put there.
    Raises SnaphookError when a settings file is malformed, or would be dropped by its provider.
    """
    plan = Plan("install")
    wired = shim.wired(shim.path())
    settings = []
    for name in names:
        is_strict = _is_strict(wired, name, strict)
        wired[name] = {"settings": "", "strict": is_strict}
        if name in PROVIDERS:
            settings.append((name, _wired(name, is_strict)))
            wired[name]["settings"] = str(settings[-1][1].path)
        else:
            plan.notes.append(by_hand.to_put_in(name))
    _add_own(plan, wired)
    for name, change in settings:
        plan.add(name, change)
        plan.notes += PROVIDERS[name].notes(Document(change.planned, str(change.path)))
        if name == codex.NAME:
            _add_trust(plan, change, trust)
            _tell_moves(plan, change)
    return plan


def uninstall(names: list[str]) -> Plan:
    """Plan taking our entries out of the settings of these providers, and nothing else."""
    plan = Plan("uninstall")
    wired = shim.wired(shim.path())
    foreign = [name for name in names if name not in PROVIDERS]
    plan.notes += [by_hand.to_take_out(name) for name in foreign if name in wired]
    wired = {name: facts for name, facts in wired.items() if name not in names}
    for name in names:
        if name in PROVIDERS:
            _take_out(plan, name)
    if shim.path().exists():
        _add_own(plan, wired, foreign)
    return plan


def _take_out(plan: Plan, name: str) -> None:
    change = Change(PROVIDERS[name].settings())
    if not change.text.strip():
        return
    _unwired(change)
    if name == codex.NAME:
        _forget_trust(plan, change)
        _tell_moves(plan, change)
    plan.add(name, change)


def _is_strict(wired: dict[str, dict[str, object]], name: str, strict: bool | None) -> bool:
    return bool(wired.get(name, {}).get("strict")) if strict is None else strict


def _wired(name: str, strict: bool) -> Change:
    provider = PROVIDERS[name]
    change = Change(provider.settings())
    where = str(change.path)
    if change.text.strip():
        provider.check(Document(change.text, where))
    wanted = {
        event: provider.handler(shim.path(), event, can.timeout, strict)
        for event, can in provider.events().items()
    }
    if change.before is not None:
        change.husks = entries.husks(change.text)
    change.become(entries.wire(change.text, where, wanted))
    return change


def _add_own(
    plan: Plan,
    wired: dict[str, dict[str, object]],
    without: list[str] = [],  # noqa: B006
) -> None:
    script = Change(shim.path(), mode=0o755, shown=False)
    script.after = shim.script(wired)
    plan.add("", script)
    plan.add("", _table(without))


def _table(without: list[str]) -> Change:
    """Plan the table of other packages' bridges, which the hook path reads beside the shim."""
    table = Change(Path(table_path()), shown=False)
    usable = [bridge for bridge in installed() if bridge.directory and not bridge.problem]
    usable = [bridge for bridge in usable if bridge.name not in without]
    if usable or table.before is not None:
        table.become("".join(bridge.line() for bridge in usable))
    return table


def _unwired(change: Change) -> None:
    where = str(change.path)
    text = entries.unwire(change.text, where, husks=receipts.husks(change.path))
    is_husk = not text.strip() or Document(text, where).root.value == {}
    _shrink(change, text, is_husk)


def _shrink(change: Change, text: str, is_husk: bool) -> None:
    """Write what is left; a husk goes with its file, if it was us who made the file."""
    if is_husk and change.text != text and receipts.was_created(change.path):
        change.after = None
    else:
        change.become(text)


def _config() -> Change:
    return Change(codex.home() / "config.toml")


def _needed(hooks: str, path: Path) -> dict[str, str]:
    return codex_trust.needed(Document(hooks, str(path)), str(path)) if hooks.strip() else {}


def _add_trust(plan: Plan, hooks: Change, trust: bool) -> None:
    config = _config()
    where = str(config.path)
    wanted = _needed(hooks.planned, hooks.path)
    if trust:
        stale = _needed(hooks.text, hooks.path)
        was_ours = receipts.husks(config.path) or receipts.was_created(config.path)
        if config.before is not None and not was_ours:
            config.husks = codex_trust.husks(config.text, where)
        config.become(codex_trust.trust(config.text, where, wanted, stale))
        plan.add(codex.NAME, config)
    skipped = codex_trust.untrusted(config.planned, where, wanted)
    if not skipped:
        return
    if trust:
        told = f"{len(skipped)} of these hooks are switched off in {where} (enabled = false)."
    else:
        told = (
            "Codex skips hooks that its user has not trusted, without a word. Start codex once and"
            " choose 'Trust all and continue' (later: /hooks), or install with --trust, which"
            f" answers that question for you in {where}."
        )
    plan.notes.append(told)


def _forget_trust(plan: Plan, hooks: Change) -> None:
    config = _config()
    if config.before is None:
        return
    stale = _needed(hooks.text, hooks.path)
    husks = receipts.husks(config.path)
    if not receipts.is_as_written(config.path, config.before):
        husks.pop("", None)  # the end of the file is the user's by now
    text = codex_trust.trust(config.text, str(config.path), {}, stale, husks)
    _shrink(config, text, not text.strip())
    plan.add(codex.NAME, config)


def _tell_moves(plan: Plan, hooks: Change) -> None:
    """Codex knows a hook by its place: say so where foreign ones get another."""
    if _foreign_places(hooks.text) != _foreign_places(hooks.planned) and hooks.planned:
        plan.notes.append(
            f"Other hooks in {hooks.path} move up, and Codex trusts a hook by its place: it skips"
            " them, and will ask you again when codex starts."
        )


def _foreign_places(hooks: str) -> list[entries.Place]:
    found = entries.handlers(Document(hooks, "")) if hooks.strip() else []
    return [place for place, handler in found if not entries.is_ours(handler.value)]
