"""The plan: what `config` makes of all layers, as plain data that the hook path reads at once."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .events import Event

PLAN_VERSION = 1
"""Raised when the shape below changes, so that no plan of another version is ever read."""

CLASSES = ("gate", "gate-advisory", "undeclared", "observe", "context")
PROFILES = ("monitored-trusted-local", "read-only-review", "unattended-untrusted")

Matcher = tuple[tuple[str, ...], tuple[str, ...], str]
"""(exact names, prefixes, regular expression); all three empty matches everything."""


class Hook:
    """One entry of hooks.json, resolved: what runs, when, and what its failure means.

    `kind` says how it runs: "python" (a marked handler), "callable" (an unmarked callable that
    gets a Claude-shaped payload), "command" (argv) or "broken" (an entry that cannot run; `problem`
    says why and it fails by its mode). Times are in milliseconds.
    """

    DEFAULTS: "dict[str, Any]" = {
        "name": "",  # in hooks.json
        "event": "",  # canonical or native event name
        "handler": "",  # as written in hooks.json, or the argv joined, for people
        "kind": "python",
        "module": "",  # of the function
        "attribute": "",
        "directories": (),  # what sys.path needs for the module, in order
        "needs_site": False,  # the module is found only with site-packages fully set up
        "arguments": (),  # which of event, options, session the function takes
        "argv": (),
        "cwd": "",
        "env": {},
        "root": "",  # the folder of the config that names it; relative paths start there
        "source": "",  # that config file
        "matcher": ((), (), ""),
        "tools": (),  # the handler's own filter; empty = every tool
        "class": "undeclared",
        "fail_mode": "",  # "", open or closed
        "timeout_ms": 5000,
        "background": False,
        "mode": "enforce",  # enforce, warn, shadow
        "options": {},
        "profiles": (),
        "providers": (),
        "subagents": True,
        "priority": 0,
        "max_context": 20480,
        "max_blocks": 3,
        "budgets": {},  # max_per_session, min_spacing_turns, cooldown_seconds
        "files": (),
        "sandbox": None,
        "network": None,
        "grant": False,
        "rewrite": False,
        "layer": "project",  # builtin, user, project, local
        "profile": PROFILES[0],  # the profile that its layer runs under
        "state": "on",  # on, disabled, untrusted
        "digest": "",
        "problem": "",
    }

    if TYPE_CHECKING:
        name: str
        event: str
        handler: str
        kind: str
        module: str
        attribute: str
        directories: tuple[str, ...]
        needs_site: bool
        arguments: tuple[str, ...]
        argv: tuple[str, ...]
        cwd: str
        env: dict[str, str]
        root: str
        source: str
        matcher: Matcher
        tools: tuple[str, ...]
        class_: str
        fail_mode: str
        timeout_ms: int
        background: bool
        mode: str
        options: dict[str, Any]
        profiles: tuple[str, ...]
        providers: tuple[str, ...]
        subagents: bool
        priority: int
        max_context: int
        max_blocks: int
        budgets: dict[str, int]
        files: tuple[str, ...]
        sandbox: object
        network: object
        grant: bool
        rewrite: bool
        layer: str
        profile: str
        state: str
        digest: str
        problem: str

    def __init__(self, **fields: "Any") -> None:
        if not self.DEFAULTS.keys() >= fields.keys():
            unknown = fields.keys() - self.DEFAULTS.keys()
            raise TypeError(f"a hook has no field {', '.join(map(repr, unknown))}")
        # no slots: a plan's hooks are many, and this costs a tenth of setting every field
        told = self.__dict__
        told.update(self.DEFAULTS)
        told.update(fields)
        told["class_"] = told.pop("class")

    def plain(self) -> "dict[str, Any]":
        """Return the fields that differ from their defaults, as a plan holds them."""
        values = {key: getattr(self, "class_" if key == "class" else key) for key in self.DEFAULTS}
        return {key: value for key, value in values.items() if value != self.DEFAULTS[key]}

    @property
    def decides(self) -> bool:
        """Whether its answers count as decisions, on events that can be refused."""
        return self.class_ in ("gate", "gate-advisory", "undeclared")

    def __repr__(self) -> str:
        return f"<Hook {self.event}.{self.name}>"


class Plan:
    """Everything that applies to one project, for every event.

    `events` maps an event name to its hooks' plain fields in run order. `notices` are lines for
    the user at SessionStart. `broken` names config files that could not be read, as
    (path, line, column, what) with the same way out for each.
    """

    __slots__ = ("broken", "events", "id", "notices", "profile", "roots")

    def __init__(
        self,
        events: "dict[str, list[dict[str, Any]]]",
        roots: tuple[str, ...] = (),
        profile: str = PROFILES[0],
        notices: tuple[str, ...] = (),
        broken: tuple[tuple[str, int, int, str], ...] = (),
        id: str = "",
    ) -> None:
        self.events = events
        self.roots = roots  # the project folders whose configs it is made from, nearest first
        self.profile = profile
        self.notices = notices
        self.broken = broken
        self.id = id  # short text for the log: which plan judged

    def hooks(self, event: "Event") -> list[Hook]:
        """Return the hooks configured for the event in run order, whether they match or not."""
        return [Hook(**fields) for fields in self.events.get(event.name, ())]

    def plain(self) -> "dict[str, Any]":
        """Return it as the plain data that a plan file holds."""
        return {key: getattr(self, key) for key in self.__slots__}
