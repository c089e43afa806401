"""One installed handler: everything that a plan needs to know of it."""

import importlib
import inspect
import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .errors import SnaphookError
from .handler import Declaration
from .imports import folders_of
from .plugins import Plugin

if TYPE_CHECKING:
    from pydantic import BaseModel

ARGUMENTS = ("event", "options", "session")
"""What a handler may take."""


@dataclass(frozen=True)
class Registered:
    """A handler under its name in hooks.json, and where its function is.

    `arguments` are the names that the function takes, in its own order. `directories` are the
    folders that sys.path needs for `module`, in order; `needs_site` is true where only the .pth
    files in them lead to it (some editable installations).
    """

    name: str
    aliases: tuple[str, ...]
    origin: Plugin
    module: str
    attribute: str
    declaration: Declaration
    arguments: tuple[str, ...]
    directories: tuple[str, ...]
    needs_site: bool

    @property
    def plugin(self) -> str:
        """The plugin's name; "snaphook" for ours."""
        return self.origin.name

    @property
    def distribution(self) -> str:
        """The distribution that brings it."""
        return self.origin.distribution

    @property
    def version(self) -> str:
        """That distribution's version, "" where it has none."""
        return self.origin.version

    def options_model(self) -> "type[BaseModel] | None":
        """Import the pydantic model of its options; None where it takes none.

        Raises SnaphookError, naming handler and distribution, when there is no such model.
        """
        text = self.declaration.options
        if not text:
            return None
        module, _, path = text.partition(":")
        try:
            model = operator.attrgetter(path)(importlib.import_module(module))
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # its code may raise or exit as it likes
            what = f"its options model {text!r} cannot be imported: {_told(error)}"
            raise self._unusable(what) from error
        from pydantic import BaseModel

        if not (isinstance(model, type) and issubclass(model, BaseModel)):
            raise self._unusable(f"its options model {text!r} is no pydantic model")
        return model

    def _unusable(self, what: str) -> SnaphookError:
        where = f"handler {self.name} of {self.distribution} {self.version}".rstrip()
        return SnaphookError(what, where, f"upgrade or remove {self.distribution}")


def of_function(plugin: Plugin, loaded: object, function: Any) -> Registered:
    """Describe one marked function of a plugin.

    Raises TypeError for an argument that nobody would give it.
    """
    declaration = getattr(function, "snaphook_handler", None) or _plain(function)
    module, attribute = _home(plugin, loaded, function)
    ours = plugin.name == "snaphook"
    prefix = "" if ours else f"{plugin.name}."
    directories, needs_site = ((), False) if ours else folders_of(module, plugin.site)
    return Registered(
        prefix + declaration.name,
        tuple(prefix + alias for alias in declaration.aliases),
        plugin,
        module,
        attribute,
        declaration,
        _arguments(function),
        directories,
        needs_site,
    )


def _plain(function: Callable[..., object]) -> Declaration:
    """What pluggy's own marker leaves unsaid: it observes every event."""
    return Declaration(function.__name__, (), (), (), "observe", "", 5.0, False)


def _arguments(function: Callable[..., object]) -> tuple[str, ...]:
    taken = []
    for name, parameter in inspect.signature(function).parameters.items():
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            continue
        if name in ARGUMENTS and parameter.kind is not parameter.POSITIONAL_ONLY:
            taken.append(name)
        elif parameter.default is parameter.empty:
            where = f"{function.__module__}.{function.__qualname__}"
            given = ", ".join(ARGUMENTS)
            raise TypeError(f"{where} takes {name!r}; handlers get {given}, by name")
    return tuple(taken)


def _home(plugin: Plugin, loaded: object, function: Any) -> tuple[str, str]:
    """Where the function can be imported from: its own module, or else where the plugin has it."""
    module, path = function.__module__, function.__qualname__
    if _is_same(_found(module, path), function):
        return module, path
    held = next(name for name in dir(loaded) if _is_same(_held(loaded, name), function))
    return plugin.module, f"{plugin.attribute}.{held}" if plugin.attribute else held


def _is_same(one: object, function: object) -> bool:
    """Tell whether it is that function; a method is a new object each time it is looked at."""
    return one is function or (type(one) is type(function) and one == function)


def _held(loaded: object, name: str) -> object:
    try:
        return getattr(loaded, name)
    except Exception:  # an attribute whose code raises holds no handler
        return None


def _found(module: str, path: str) -> object:
    try:
        return operator.attrgetter(path)(importlib.import_module(module))
    except Exception:  # a closure, a renamed module: then it has no place of its own
        return None


def _told(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"
