"""The shape of hooks.json: every key of an entry and of the file itself, as pydantic models."""

import shlex
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from .problems import quoted

Profile = Literal["monitored-trusted-local", "read-only-review", "unattended-untrusted"]
Positive = Annotated[int, Field(ge=1)]
NotNegative = Annotated[int, Field(ge=0)]


class Command(BaseModel):
    """An external command: argv, the folder it runs in, and variables on top of the few it gets."""

    model_config = ConfigDict(extra="forbid", strict=True)

    argv: list[str] = Field(min_length=1)
    cwd: str = ""
    env: dict[str, str] = {}


def _command(value: Any) -> Any:
    if isinstance(value, str):
        raise ValueError(f"a command is a list of arguments; write {_suggested(value)}")
    return {"argv": value} if isinstance(value, list) else value


def _suggested(text: str) -> str:
    import json

    if len(text) > 400:
        return 'a list such as ["./check.sh", "--all"]'
    try:
        argv = shlex.split(text)
    except ValueError:
        argv = []
    if not argv or any(mark in text for mark in "|&;<>$`*\n"):
        argv = ["/bin/sh", "-c", text]
    return json.dumps(argv)


def _network(value: Any) -> Any:
    hosts = value.get("restricted") if isinstance(value, dict) and len(value) == 1 else None
    listed = isinstance(hosts, list) and all(isinstance(host, str) for host in hosts)
    if value != "none" and not listed:
        raise ValueError('expected "none" or {"restricted": ["host", ...]}')
    return value


def _texts(value: list[str]) -> list[str]:
    if "" in value:
        raise ValueError("an empty text stands for nothing here")
    return value


Texts = Annotated[list[str], AfterValidator(_texts)]


class Entry(BaseModel):
    """One entry: what runs, on what, and what its failure means.

    Timeouts are read by `timeouts.py`, because a wrong one does not break the entry.
    """

    model_config = ConfigDict(extra="forbid", strict=True)

    enabled: bool = True
    handler: str | None = None
    command: Annotated[Command | None, BeforeValidator(_command)] = None
    matcher: str | None = None
    class_: Literal["gate", "gate-advisory", "observe", "context"] | None = Field(
        default=None, alias="class"
    )
    fail_mode: Literal["open", "closed"] | None = None
    timeout: Any = None
    timeout_ms: Any = None
    profiles: list[Profile] = []
    providers: Texts = []
    subagents: bool = True
    background: bool | None = None
    mode: Literal["enforce", "warn", "shadow"] = "enforce"
    options: dict[str, Any] = {}
    files: Texts = []
    sandbox: bool | None = None
    network: Annotated[Any, AfterValidator(_network)] = "none"
    priority: int = 0
    max_context: Positive = 20480
    max_blocks: NotNegative = 3
    max_per_session: NotNegative | None = None
    min_spacing_turns: NotNegative | None = None
    cooldown_seconds: NotNegative | None = None
    description: str = ""
    grant: bool = False
    rewrite: bool = False
    acknowledge: Literal["disable-builtin-gate"] | None = None

    @model_validator(mode="after")
    def _runs_one_thing(self) -> "Entry":
        if self.handler is not None and self.command is not None:
            raise ValueError("an entry has a handler or a command, not both")
        if self.handler is None and self.command is None and not self.is_switch:
            raise ValueError("an entry needs a handler or a command")
        if self.handler is not None and not self.handler.strip():
            raise ValueError(f"the handler is empty: {quoted(self.handler)}")
        return self

    @property
    def is_switch(self) -> bool:
        """Whether it only switches an entry of a lower layer on or off."""
        told = self.model_fields_set - {"description", "acknowledge"}
        return told == {"enabled"}

    @property
    def budgets(self) -> dict[str, int]:
        """The budgets that are set, by their keys."""
        values = {key: getattr(self, key) for key in BUDGETS}
        return {key: value for key, value in values.items() if value is not None}


BUDGETS = ("max_per_session", "min_spacing_turns", "cooldown_seconds")
USER_ONLY = ("grant", "rewrite", "acknowledge")
ENTRY_KEYS = tuple(field.alias or name for name, field in Entry.model_fields.items())


class Settings(BaseModel):
    """What a file says outside its events."""

    model_config = ConfigDict(extra="ignore", strict=True)

    profile: Profile | None = None
    hooks_enabled: bool = True
    requires: Texts = []
    sandbox: bool | None = None
    env_off: bool = False


SETTING_KEYS = ("$schema", "version", "schema_version", "hooks", *Settings.model_fields)
