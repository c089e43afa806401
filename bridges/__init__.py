"""The door for bridge authors: what a bridge module gives, and what it returns.

A bridge is one module with `parse`, `render`, `deadline`, `CAPABILITIES` and a few facts about its
provider; `snaphook.bridges.bridge` says what each means.

Example: `from snaphook.bridges import Capability, Reply`.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .bridge import Capability, Reply

__all__ = ["Capability", "Reply"]


def __getattr__(name: str) -> object:
    """Import the names of the door when they are asked for: the hook path passes by here."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from . import bridge

    return getattr(bridge, name)
