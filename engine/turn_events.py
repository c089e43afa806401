"""The events of a turn: a prompt, its end, and those of sub-agents."""

from .event import Event


class UserPromptSubmit(Event):
    """A prompt is on its way to the model; a deny drops it."""

    prompt: str
    source: str  # "user", or "system" for prompts that a machine made
    __slots__ = ("prompt", "source")
    KIND = "UserPromptSubmit"
    GATE_CAPABLE = True
    ASK_MEANS = "deny"
    DEFAULTS = Event.DEFAULTS | {"prompt": "", "source": "user"}


class SubagentStart(Event):
    """A sub-agent is about to start; a deny keeps it from starting where the provider can."""

    __slots__ = ()
    KIND = "SubagentStart"
    GATE_CAPABLE = True
    ASK_MEANS = "deny"

    def matched(self) -> tuple[str, ...]:
        return (self.agent_type,)


class Stop(Event):
    """The agent is about to end its turn; a deny says "go on, because ..."."""

    stop_active: bool  # the turn goes on because a hook refused an earlier stop
    last_message: str
    __slots__ = ("last_message", "stop_active")
    KIND = "Stop"
    GATE_CAPABLE = True
    DEFAULTS = Event.DEFAULTS | {"stop_active": False, "last_message": ""}


class SubagentStop(Stop):
    """A sub-agent is about to end; a deny says "go on, because ..."."""

    __slots__ = ()
    KIND = "SubagentStop"

    def matched(self) -> tuple[str, ...]:
        return (self.agent_type,)


class StopFailure(Event):
    """A turn ended by an error of the provider's service."""

    error: str
    last_message: str
    __slots__ = ("error", "last_message")
    KIND = "StopFailure"
    DEFAULTS = Event.DEFAULTS | {"error": "", "last_message": ""}

    def matched(self) -> tuple[str, ...]:
        return (self.error,)
