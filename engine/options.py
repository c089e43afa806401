"""A handler's options: the validated values, frozen."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any


class Options:
    """Read-only values by attribute: `options.names`, with lists as tuples and dicts as Options.

    Raises AttributeError for a name that the handler's options model does not have, and on any
    attempt to set one.
    """

    __slots__ = ("_values",)

    def __init__(self, values: "dict[str, Any]") -> None:
        frozen = {key: _frozen(value) for key, value in values.items()}
        object.__setattr__(self, "_values", frozen)

    def __getattr__(self, name: str) -> "Any":
        try:
            return object.__getattribute__(self, "_values")[name]
        except KeyError:
            raise AttributeError(f"there is no option {name!r}") from None

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"options are read-only; {name!r} is set in hooks.json")

    def __delattr__(self, name: str) -> None:
        self.__setattr__(name, None)

    def __iter__(self) -> "Iterator[str]":
        return iter(self._values)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Options) and self._values == other._values

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Options({', '.join(f'{key}={value!r}' for key, value in self._values.items())})"


def _frozen(value: object) -> object:
    if isinstance(value, dict):
        return Options(value)
    if isinstance(value, (list, tuple)):
        return tuple(_frozen(item) for item in value)
    return value
