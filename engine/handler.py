"""`@handler`: what makes a plain function a handler that hooks.json can name."""

from .event import Event
from .plans import CLASSES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any, TypeVar

    Function = TypeVar("Function", bound=Callable[..., Any])

PROJECT = "snaphook"
"""The pluggy project; its marker attribute is `snaphook_impl`."""

SPEC_VERSION = 1
"""The version of the hookspecs; a plugin may tell the one it was written for."""

_GENERATES = 0x2A0  # code flags: generator, coroutine, asynchronous generator


class Declaration:
    """What `@handler` notes on a function, as `function.snaphook_handler`."""

    __slots__ = ("aliases", "background", "class_", "events", "name", "options", "timeout", "tools")

    def __init__(
        self,
        name: str,
        aliases: tuple[str, ...],
        events: tuple[str, ...],
        tools: tuple[str, ...],
        class_: str,
        options: str,
        timeout: float,
        background: bool,
    ) -> None:
        self.name = name
        self.aliases = aliases
        self.events = events  # canonical names; empty = any
        self.tools = tools
        self.class_ = class_
        self.options = options  # "module:Model" or ""
        self.timeout = timeout  # seconds
        self.background = background


def handler(
    *,
    on: "type[Event] | Iterable[type[Event]]" = (),
    tools: "Iterable[str]" = (),
    class_: str = "observe",
    options: str = "",
    name: str = "",
    aliases: "Iterable[str]" = (),
    timeout: float = 5.0,
    background: bool = False,
) -> "Callable[[Function], Function]":
    """Mark a function as a handler; it stays a plain function that tests can call.

    `on` is the kind of event, or several; none means any. `tools` narrows tool events by canonical
    name. `class_` is gate (may refuse, and refuses when it fails), gate-advisory, observe (the
    default) or context. `options` names a pydantic model as "module:Class"; only compiling a
    config imports it. `name` and `aliases` keep the name in hooks.json when the code moves.
    `timeout` is in seconds; `background` runs it after the answer (observe only).

    The function takes any of `event`, `options` and `session`. Raises ValueError for an unknown
    class, a time-out outside 0.001 to 600 or a name that is not one word, and TypeError for an
    `on` that is no event, a model or names that are not told as text, or anything but a plain
    function (an `async` one would never be awaited).

    Example:
        @handler(on=PreToolUse, tools=["Bash"], class_="gate")
        def no_force_push(event): ...
    """
    kinds = (on,) if isinstance(on, (type, str)) else tuple(on)
    for kind in kinds:
        if not (isinstance(kind, type) and issubclass(kind, Event) and kind.KIND):
            raise TypeError(f"on= takes event classes such as PreToolUse, not {kind!r}")
    if not isinstance(options, str):
        raise TypeError(f'options= names a pydantic model as "module:Class", not {options!r}')
    if class_ not in CLASSES or class_ == "undeclared":
        raise ValueError(
            f"a handler's class is gate, gate-advisory, observe or context: {class_!r}"
        )
    if background and class_ != "observe":
        raise ValueError(f"only an observe handler can run in the background, not a {class_}")
    if not isinstance(timeout, (int, float)) or not 0.001 <= timeout <= 600:
        raise ValueError(f"a timeout is 0.001 to 600 seconds, not {timeout!r}")

    def mark(function: "Function") -> "Function":
        _check_function(function)
        declaration = Declaration(
            name or function.__name__,
            _words(aliases),
            tuple(kind.KIND for kind in kinds),
            _words(tools),
            class_,
            options,
            timeout,
            background,
        )
        for word in (declaration.name, *declaration.aliases):
            _check_name(word)
        function.snaphook_handler = declaration  # type: ignore[attr-defined]
        function.snaphook_impl = {  # type: ignore[attr-defined]
            "wrapper": False,
            "hookwrapper": False,
            "optionalhook": False,
            "tryfirst": False,
            "trylast": False,
            "specname": "handle",
        }
        return function

    return mark


def _words(given: "Iterable[str]") -> tuple[str, ...]:
    words = (given,) if isinstance(given, str) else tuple(given)
    for word in words:
        if not isinstance(word, str):
            raise TypeError(f"tools= and aliases= take names as text, not {word!r}")
    return words


def _check_function(function: object) -> None:
    code = getattr(function, "__code__", None)
    if code is None:
        raise TypeError(f"@handler marks plain functions, not {function!r}")
    if code.co_flags & _GENERATES:
        raise TypeError(f"{code.co_name} is async or a generator; a handler returns its verdict")


def _check_name(name: str) -> None:
    if not name.replace("-", "_").isidentifier():
        raise ValueError(f"a handler's name is one word of letters, digits, _ and -, not {name!r}")
