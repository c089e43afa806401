"""From the words after `handler` to the function that runs: by name, import path or file."""

import importlib
import posix
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from ..engine.handler import Declaration
from ..engine.imports import folders_of
from ..engine.plugins import Plugin
from ..engine.registered import Registered, of_function
from ..engine.registry import Registry
from .known_handlers import Known, fact, key_of, of_registry
from .problems import did_you_mean, quoted

Loading = Callable[[str], None]
"""Called with a plugin's or module's name before it is loaded, so that a crash has a culprit, and
with "" once it is loaded."""


class UnresolvedError(Exception):
    """No such handler: `what` is wrong, and `then` what to do."""

    def __init__(self, what: str, then: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.then = then


@dataclass
class Resolved:
    """A function and how to call it. `registered` is None for an unmarked callable."""

    kind: str
    module: str
    attribute: str
    directories: tuple[str, ...]
    needs_site: bool
    registered: Registered | None = None
    ours: bool = False

    @property
    def declaration(self) -> Declaration | None:
        """What `@handler` noted on it."""
        return self.registered.declaration if self.registered else None


def _marked(registered: Registered) -> Resolved:
    return Resolved(
        "python",
        registered.module,
        registered.attribute,
        registered.directories,
        registered.needs_site,
        registered,
        registered.plugin == "snaphook",
    )


class Resolver:
    """Finds handlers; `without` names what must not be loaded because it kills the process.

    `known` is what earlier compilations saw, `seen` what this one does.
    """

    def __init__(
        self,
        registry: Registry,
        without: tuple[str, ...],
        loading: Loading,
        known: Known | None = None,
    ) -> None:
        self.registry = registry
        self.known = known or {}
        self.seen = of_registry(registry)
        self.without = without
        self.loading = loading

    @contextmanager
    def running(self, resolved: Resolved | None) -> Iterator[None]:
        """Tell whose code runs meanwhile: that of a handler's options model; None for nobody's."""
        registered = resolved.registered if resolved else None
        self.loading((registered and registered.plugin) or (resolved.module if resolved else ""))
        try:
            yield
        finally:
            self.loading("")

    def named(self, text: str) -> Resolved | None:
        """Return a registered handler, None for another form; loads nothing."""
        text = text.strip()
        if _is_file(text) or ":" in text or text.count(".") > 1:
            return None
        handler = self.registry.find(text)
        if handler is None:
            raise UnresolvedError(f"unknown handler {quoted(text)}", self._advice(text))
        return _marked(handler)

    def resolve(self, text: str, root: str) -> Resolved:
        """Return the function that a handler text names, which loads its module.

        Relative files start at `root`. Raises UnresolvedError.
        """
        found = self.named(text)
        if found:
            return found
        resolved = self._unregistered(text.strip(), root)
        if resolved.registered:
            self.seen[key_of(text, root)] = fact(resolved.registered)
        return resolved

    def last_known(self, text: str, root: str) -> tuple[str, tuple[str, ...]]:
        """Return class and tools that a handler had when it could last be loaded, "" for never."""
        return self.known.get(key_of(text, root), ("", ()))

    def _unregistered(self, text: str, root: str) -> Resolved:
        if _is_file(text):
            return self._file(text, root)
        module, _, attribute = text.partition(":") if ":" in text else text.rpartition(".")[::1]
        return self._imported(module, attribute, text)

    def member(self, text: str) -> Any:
        """Return what "module:Name" names, which loads the module. Raises UnresolvedError."""
        module, _, attribute = text.partition(":")
        return self._member(self._load(module), attribute, text)

    def _advice(self, text: str) -> str:
        plugin = text.partition(".")[0] if "." in text else "snaphook"
        for problem in self.registry.problems:
            if plugin == problem.plugin:
                return f"{problem.what}; {problem.then}"
        near = did_you_mean(text, [*self.registry.handlers, *self.registry.aliases])
        return near or "install the package that brings it, or see `snaphook handlers`"

    def _imported(self, module: str, attribute: str, text: str) -> Resolved:
        if not attribute or not all(part.isidentifier() for part in module.split(".")):
            raise UnresolvedError(f"{quoted(text)} is no import path", "write package.module:name")
        loaded = self._load(module)
        function = self._member(loaded, attribute, text)
        return _described(function, module, attribute, loaded)

    def _load(self, module: str) -> Any:
        if module in self.without:
            raise UnresolvedError(f"importing {quoted(module)} ends or stalls the process")
        self.loading(module)
        try:
            return importlib.import_module(module)
        except BaseException as error:  # whatever a module does when it is imported
            if isinstance(error, MemoryError):
                raise
            what = f"{type(error).__name__}: {error}"
            raise UnresolvedError(
                f"{quoted(module)} cannot be imported: {quoted(what, 200)}"
            ) from None
        finally:
            self.loading("")

    def _member(self, loaded: Any, attribute: str, text: str) -> Any:
        for part in attribute.split("."):
            loaded = getattr(loaded, part, None)
        if not callable(loaded):
            raise UnresolvedError(f"{quoted(text)} names no function")
        return loaded

    def _file(self, text: str, root: str) -> Resolved:
        path, _, attribute = text.rpartition(":")
        path = path if path.startswith("/") else f"{root}/{path}"
        folder, _, name = path.rpartition("/")
        stem = name.removesuffix(".py")
        if not path or stem == name or not stem.isidentifier() or not attribute.isidentifier():
            raise UnresolvedError(f"{quoted(text)} names no function", "write ./file.py:function")
        if stem in sys.stdlib_module_names:
            raise UnresolvedError(f"{name} would hide Python's own {stem}", "rename the file")
        try:
            posix.stat(path)
        except OSError as error:
            raise UnresolvedError(f"{quoted(path, 200)}: {error.strerror}") from None
        folder = folder.replace("/./", "/").removesuffix("/.")
        sys.path.insert(0, folder)
        try:
            loaded = self._load(stem)
            return _described(self._member(loaded, attribute, text), stem, attribute, loaded)
        finally:
            sys.path.remove(folder)


def _is_file(text: str) -> bool:
    return text.startswith(("./", "../", "/"))


def _described(function: Any, module: str, attribute: str, loaded: Any) -> Resolved:
    if not isinstance(getattr(function, "snaphook_handler", None), Declaration):
        directories, needs_site = folders_of(module, "")
        return Resolved("callable", module, attribute, directories, needs_site)
    try:
        return _marked(of_function(Plugin("", module, "", "", "", ""), loaded, function))
    except TypeError as error:
        raise UnresolvedError(str(error)) from None
