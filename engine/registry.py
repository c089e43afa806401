"""Which handlers are installed, and what is wrong with those that cannot be used."""

import contextlib
import difflib
import sys
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field

import pluggy
from importlib_metadata import version

from . import hookspecs
from .handler import PROJECT, SPEC_VERSION
from .plugins import Plugin, installed
from .registered import Registered, of_function

OURS = "snaphook.handlers.shipped"
"""The module of the handlers that ship; a plugin like any other, but always there."""

_SINKS = ("observation", "impact_evidence")


@dataclass(frozen=True)
class Problem:
    """Why a plugin, or a handler of it, cannot be used; hooks that name it fail by their mode.

    `kind` is metadata, import, plugin-name, handler-name, arguments, hook or spec-version.
    """

    kind: str
    plugin: str
    distribution: str
    what: str
    then: str


@dataclass
class Registry:
    """Every usable handler by its name in hooks.json: ours are short, others `plugin.name`."""

    handlers: dict[str, Registered] = field(default_factory=dict)
    aliases: dict[str, str] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    sinks: dict[str, tuple[str, ...]] = field(default_factory=dict)  # hookspec -> plugin names

    def find(self, name: str) -> Registered | None:
        """Return the handler of that name or alias."""
        return self.handlers.get(self.aliases.get(name, name))


def load(
    ours: str = OURS,
    without: Collection[str] = (),
    loading: Callable[[str], None] | None = None,
) -> Registry:
    """Import every installed plugin and return what they bring.

    Plugins are distributions with an entry point in the group `snaphook.handlers`. Never raises
    for anything a plugin raises while it is imported, `SystemExit` included; each becomes a
    Problem. A plugin can still end or stall the whole process: so `loading` is called with each
    plugin's name before it is imported, and those named in `without` are not imported.

    Example: `load().find("acme.frozen_files").declaration.class_ == "gate"`.
    """
    loader = _Loader(loading or _nobody)
    loader.add(Plugin("snaphook", ours, "", "snaphook", _our_version(), ""))
    plugins, unreadable = installed()
    for distribution, what in unreadable:
        loader.report("metadata", Plugin("", "", "", distribution, "", ""), what)
    for plugin in plugins:
        if plugin.name in without:
            loader.report("import", plugin, f"importing {plugin.value} ends or stalls the process")
        elif loader.name_is_free(plugin, plugins):
            loader.add(plugin)
    return loader.finish()


def _nobody(name: str) -> None:
    """Who wants to know nothing of what is being loaded."""


def _our_version() -> str:
    with contextlib.suppress(Exception):
        return version("snaphook")
    return ""


class _Loader:
    def __init__(self, loading: Callable[[str], None]) -> None:
        self.loading = loading
        self.registry = Registry()
        self.manager = pluggy.PluginManager(PROJECT)
        self.manager.add_hookspecs(hookspecs)

    def report(self, kind: str, plugin: Plugin, what: str, then: str = "") -> None:
        then = then or f"upgrade or remove the distribution {plugin.distribution}"
        problem = Problem(kind, plugin.name, plugin.distribution, what, then)
        self.registry.problems.append(problem)

    def name_is_free(self, plugin: Plugin, plugins: list[Plugin]) -> bool:
        if plugin.name == "snaphook" or not plugin.name.replace("-", "_").isidentifier():
            what = f"a plugin cannot be named {plugin.name!r}"
            self.report("plugin-name", plugin, what, "rename the entry point: one word, not ours")
            return False
        others = [other for other in plugins if other.name == plugin.name and other != plugin]
        for other in others:
            what = f"the name {plugin.name!r} is also taken by {other.distribution}"
            self.report("plugin-name", plugin, what, "remove one of the two distributions")
        return not others

    def add(self, plugin: Plugin) -> None:
        self.loading(plugin.name)
        try:
            with contextlib.redirect_stdout(sys.stderr):  # stdout may carry a document of ours
                loaded = plugin.load()
                spoken = getattr(loaded, "SNAPHOOK_SPEC_VERSION", SPEC_VERSION)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # a plugin may even exit; the others must go on
            what = f"{plugin.value} cannot be imported: {type(error).__name__}: {error}"
            self.report("import", plugin, what)
            return
        if self._understands(plugin, spoken) and self._registers(plugin, loaded):
            self._take_handlers(plugin, loaded)
            if not self.manager.get_hookcallers(loaded):
                self._report_empty(plugin, loaded)

    def _report_empty(self, plugin: Plugin, loaded: object) -> None:
        marked = hasattr(loaded, "snaphook_handler")
        what = f"{plugin.value} is a handler itself" if marked else f"{plugin.value} has no handler"
        then = "let the entry point name the module" if marked else "mark a function with @handler"
        self.report("hook", plugin, what, f"{then}, or remove {plugin.distribution}")

    def _understands(self, plugin: Plugin, spoken: object) -> bool:
        if spoken == SPEC_VERSION:
            return True
        what = f"it is written for version {spoken} of the hookspecs; this is {SPEC_VERSION}"
        newer = isinstance(spoken, int) and spoken > SPEC_VERSION
        self.report("spec-version", plugin, what, "upgrade snaphook" if newer else "")
        return False

    def _registers(self, plugin: Plugin, loaded: object) -> bool:
        try:
            self.manager.register(loaded, plugin.name)
        except pluggy.PluginValidationError as error:
            return self._refuse("arguments", plugin, str(error).replace("\n", "; "))
        except Exception as error:  # the same module twice, or attributes that raise
            return self._refuse("import", plugin, f"it cannot be registered: {error}")
        callers = self.manager.get_hookcallers(loaded) or ()
        unknown = [caller.name for caller in callers if not caller.has_spec()]
        if unknown:
            what = "; ".join(f"there is no hook {name!r}{_meant(name)}" for name in unknown)
            return self._refuse("hook", plugin, what)
        return True

    def _refuse(self, kind: str, plugin: Plugin, what: str) -> bool:
        if self.manager.get_plugin(plugin.name) is not None:
            self.manager.unregister(name=plugin.name)
        self.report(kind, plugin, what)
        return False

    def _take_handlers(self, plugin: Plugin, loaded: object) -> None:
        taken: dict[str, list[Registered]] = {}
        for function in self._functions(loaded):
            try:
                registered = of_function(plugin, loaded, function)
            except Exception as error:  # an argument that nobody gives, or attributes that raise
                self.report("arguments", plugin, str(error))
            else:
                taken.setdefault(registered.name, []).append(registered)
        for name, same in taken.items():
            if len(same) == 1:
                self.registry.handlers[name] = same[0]
            else:
                places = " and ".join(f"{one.module}:{one.attribute}" for one in same)
                self.report("handler-name", plugin, f"{name} is the name of {places}")

    def _functions(self, loaded: object) -> Iterator[object]:
        """Each handler function once, though a module may hold it under several names."""
        seen: list[object] = []
        for implementation in self.manager.hook.handle.get_hookimpls():
            if implementation.plugin is loaded and implementation.function not in seen:
                seen.append(implementation.function)
                yield implementation.function

    def finish(self) -> Registry:
        for registered in self.registry.handlers.values():
            for alias in registered.aliases:
                self._take_alias(alias, registered)
        for sink in _SINKS:
            found = getattr(self.manager.hook, sink).get_hookimpls()
            self.registry.sinks[sink] = tuple(one.plugin_name for one in found)
        return self.registry

    def _take_alias(self, alias: str, registered: Registered) -> None:
        names, aliases = self.registry.handlers, self.registry.aliases
        holder = alias if alias in names else aliases.setdefault(alias, registered.name)
        if holder != registered.name:
            what = f"the alias {alias} of {registered.name} is taken by {holder}"
            self.report("handler-name", registered.origin, what)


def _meant(name: str) -> str:
    known = [*_SINKS, "handle"]
    close = difflib.get_close_matches(name, known, 1)
    return f"; did you mean {close[0]}?" if close else ""
