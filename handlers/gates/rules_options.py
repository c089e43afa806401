"""What `rules` takes as options; only compiling a config imports this."""

import re
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from ..path_options import Glob, Placed

_NOT_YET = ("programs", "argv")


def checked_content(piece: str) -> str:
    """Return the piece if it can be searched for; raises ValueError for a broken expression."""
    if not piece:
        raise ValueError("an empty text is in everything; leave it out")
    if len(piece) > 2 and piece[0] == piece[-1] == "/":
        try:
            re.compile(piece[1:-1])
        except (re.error, RecursionError, OverflowError) as error:
            raise ValueError(f"{piece} is no regular expression: {error}") from None
    return piece


def checked_tool(tool: str) -> str:
    """Return the tool's name or glob; raises ValueError for what can never be one."""
    if not tool or tool != tool.strip() or "|" in tool or "," in tool:
        raise ValueError("write one tool name (or glob, such as mcp__github__*) for each item")
    return tool


Text = Annotated[str, Field(min_length=1, pattern=r"\S")]
Content = Annotated[str, AfterValidator(checked_content)]
Tool = Annotated[str, AfterValidator(checked_tool)]
Then = Literal["deny", "ask", "warn", "context"]


class RuleTest(BaseModel):
    """One example of a rule at work, run by `snaphook test`."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    tool: str = Field(default="", description="The tool of the call; empty for a prompt.")
    file_path: str = Field(default="", description="The file that the call writes or reads.")
    content: str = Field(default="", description="The text to be written.")
    prompt: str = Field(default="", description="The user's prompt.")
    expect: Literal["deny", "ask", "warn", "context", "none"] = Field(
        description="What the rule must answer."
    )


class Rule(BaseModel):
    """Conditions that must all hold, and what happens then; in each list one item is enough."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: Text = Field(description="What refusals and the log call it.")
    tools: list[Tool] = Field(
        default_factory=list, description='Tool names or globs; ["*"] is every event.'
    )
    paths: list[Glob] = Field(
        default_factory=list, description="Globs of files that the call names."
    )
    content: list[Content] = Field(
        default_factory=list,
        description="Texts, or /regular expressions/, in what is written or in the prompt.",
    )
    then: Then = Field(description="deny, ask, warn (the user reads it), context (the model does).")
    reason: Text = Field(description="What the agent or the user reads: why, and what to do.")
    tests: list[RuleTest] = Field(default_factory=list, exclude=True, description="Examples.")

    @model_validator(mode="before")
    @classmethod
    def _known(cls, values: Any) -> Any:
        early = [key for key in _NOT_YET if isinstance(values, dict) and key in values]
        if early:
            raise ValueError(
                f"{' and '.join(early)}: this version cannot read shell commands in rules yet;"
                " use tools, paths and content"
            )
        return values

    @model_validator(mode="after")
    def _has_a_condition(self) -> "Rule":
        if not (self.tools or self.paths or self.content):
            raise ValueError(
                'a rule needs tools, paths or content; "tools": ["*"] makes it apply to every event'
            )
        return self


class RulesOptions(Placed):
    """Rules without code."""

    rules: list[Rule] = Field(
        min_length=1,
        description="The rules, the first deny wins.",
        json_schema_extra={"steers": True},
    )

    @model_validator(mode="after")
    def _names_differ(self) -> "RulesOptions":
        names = [rule.name for rule in self.rules]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise ValueError(f"two rules are named {', '.join(twice)}; names must differ")
        return self
