"""The whole contract between snaphook and its plugins, as pluggy sees it."""

import pluggy

from .events import Event
from .handler import PROJECT
from .verdicts import Verdict

hookspec = pluggy.HookspecMarker(PROJECT)


@hookspec
def handle(event: Event, options: object, session: object) -> Verdict | None:
    """Judge or observe one event.

    Mark implementations with `snaphook.handlers.handler` and take only the arguments you want:
    `event` is a copy of your own, `options` the validated options from hooks.json, `session` a
    small store that lasts as long as the agent's session.
    """


@hookspec
def observation(kind: str, event: Event) -> None:
    """Receive an event for the record; kind is tool-start, tool-complete, tool-failed,
    user-prompt, session-start, turn-stop or session-end."""


@hookspec
def impact_evidence(event: Event, path: str) -> str | None:
    """Tell what an edit of `path` touches (importers, related tests, notes), or nothing."""
