"""The type of a handler's option as people write it."""

import types
from typing import Annotated, Any, Literal, Union, get_args, get_origin


def told_type(annotation: Any) -> str:
    """Return a type without modules and validators.

    Example: `told_type(Optional[list[Annotated[str, ...]]]) == "list[str] | None"`.
    """
    origin, inner = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return told_type(inner[0])
    if origin is Literal:
        return " | ".join(repr(value) for value in inner)
    if origin in (Union, types.UnionType):
        return " | ".join(dict.fromkeys(told_type(one) for one in inner))
    if annotation in (None, types.NoneType):
        return "None"
    if annotation is Ellipsis:
        return "..."
    name = getattr(origin or annotation, "__name__", "") or str(annotation).rpartition(".")[2]
    return f"{name}[{', '.join(told_type(one) for one in inner)}]" if inner else name
