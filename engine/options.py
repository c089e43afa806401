"""A handler's options: the validated values, frozen."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any


class Options:
    """Read-only values by attribute: `options.names`, with lists as tuples and dicts as Options.

    `options["any text"]` reads a key that is no identifier, as those of a dict may be; `in`, `len`
    and iteration are about the keys, as a dict has it. Raises AttributeError, by item KeyError, for
    a name that is not there, and AttributeError or TypeError on any attempt to set one.
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

    def __getitem__(self, key: str) -> "Any":
        try:
            return self._values[key]
        except (KeyError, TypeError):
            raise KeyError(f"there is no option {key!r}") from None

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and key in self._values

    def __len__(self) -> int:
        return len(self._values)

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
