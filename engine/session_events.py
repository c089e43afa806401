"""The events of a session: its ends, compaction, notifications, settings, interrupts."""

from .event import Event


class SessionStart(Event):
    """A session begins, is resumed, or goes on after a compaction."""

    source: str  # startup, resume, clear, compact, fork
    __slots__ = ("source",)
    KIND = "SessionStart"
    DEFAULTS = Event.DEFAULTS | {"source": ""}

    def matched(self) -> tuple[str, ...]:
        return (self.source,)


class SessionEnd(Event):
    """A session is over."""

    reason: str
    __slots__ = ("reason",)
    KIND = "SessionEnd"
    DEFAULTS = Event.DEFAULTS | {"reason": ""}

    def matched(self) -> tuple[str, ...]:
        return (self.reason,)


class Notification(Event):
    """The provider tells the user something."""

    message: str
    notification_type: str  # permission_prompt, idle_prompt, ...
    __slots__ = ("message", "notification_type")
    KIND = "Notification"
    DEFAULTS = Event.DEFAULTS | {"message": "", "notification_type": ""}

    def matched(self) -> tuple[str, ...]:
        return (self.notification_type,)


class PreCompact(Event):
    """The conversation is about to be compacted."""

    trigger: str  # manual, auto
    __slots__ = ("trigger",)
    KIND = "PreCompact"
    DEFAULTS = Event.DEFAULTS | {"trigger": ""}

    def matched(self) -> tuple[str, ...]:
        return (self.trigger,)


class PostCompact(PreCompact):
    """The conversation has been compacted."""

    __slots__ = ()
    KIND = "PostCompact"


class Interrupt(Event):
    """The user interrupted the turn."""

    __slots__ = ()
    KIND = "Interrupt"


class ConfigChange(Event):
    """A settings file of the provider changed during the session (Claude Code 2.1.332)."""

    source: str  # user_settings, project_settings, local_settings, ...
    file: str
    __slots__ = ("file", "source")
    KIND = "ConfigChange"
    GATE_CAPABLE = True
    ASK_MEANS = "deny"
    DEFAULTS = Event.DEFAULTS | {"source": "", "file": ""}

    def matched(self) -> tuple[str, ...]:
        return (self.source,)
