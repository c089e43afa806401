"""The events around a tool call."""

from .event import Event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .tools import ToolCall


class ToolEvent(Event):
    """What the four events around a tool call share."""

    tool: "ToolCall"
    __slots__ = ("tool",)
    DEFAULTS = Event.DEFAULTS | {"tool": None}

    def __init__(self, **fields: "Any") -> None:
        super().__init__(**fields)
        if self.tool is None:
            from .tools import ToolCall

            self.tool = ToolCall(cwd=self.cwd)

    def matched(self) -> tuple[str, ...]:
        return self.tool.names()


class PreToolUse(ToolEvent):
    """A tool is about to run; a deny keeps it from running."""

    __slots__ = ()
    KIND = "PreToolUse"
    GATE_CAPABLE = True
    ASK_MEANS = "ask"


class PermissionRequest(ToolEvent):
    """The provider is about to ask the user whether a tool may run."""

    __slots__ = ()
    KIND = "PermissionRequest"
    GATE_CAPABLE = True
    ASK_MEANS = "ask"
    BASELINE = "ask"


class PostToolUse(ToolEvent):
    """A tool has run; a deny's reason reaches the model as feedback."""

    response: object  # the provider's own shape
    __slots__ = ("response",)
    KIND = "PostToolUse"
    DEFAULTS = ToolEvent.DEFAULTS | {"response": None}


class PostToolUseFailure(ToolEvent):
    """A tool ran and failed; a deny's reason reaches the model as feedback."""

    error: str
    __slots__ = ("error",)
    KIND = "PostToolUseFailure"
    DEFAULTS = ToolEvent.DEFAULTS | {"error": ""}
