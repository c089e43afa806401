"""The door for bridge authors: what a bridge module gives, and what it returns.

A bridge is one module with `parse`, `render`, `deadline`, `CAPABILITIES` and a few facts about its
provider; `snaphook.bridges.bridge` says what each means.
"""

from .bridge import Capability, Reply

__all__ = ["Capability", "Reply"]
