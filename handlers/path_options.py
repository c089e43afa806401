"""Options that hold globs; only compiling a config imports this.

Relative globs start at the folder of the config that holds them, which the handler does not see.
Whoever validates options tells it, `Model.model_validate(values, context={"root": "/repo", "home":
"/home/me"})`; `model_dump()` then carries both, and the handler reads them beside the globs.
"""

from typing import Annotated, Any

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    PrivateAttr,
    ValidationInfo,
    computed_field,
    model_validator,
)


def checked_glob(glob: str) -> str:
    """Return the glob if it can mean something; raises ValueError with what to write instead."""
    if not glob.strip().removeprefix("!"):
        raise ValueError("an empty glob means nothing; leave it out")
    if "\0" in glob or glob != glob.strip():
        raise ValueError("no path matches: take the blanks or NUL bytes around or in it out")
    if "\\" in glob:
        raise ValueError("folders are separated by /, and a special character is quoted as [*]")
    if "{" in glob and "," in glob.partition("{")[2].partition("}")[0]:
        raise ValueError("alternatives in braces are not read; write one glob for each")
    first = glob.removeprefix("!").partition("/")[0]
    if first.startswith("~") and first != "~" and "/" in glob:
        raise ValueError("only ~ alone stands for a home; write the other home's absolute path")
    return glob


Glob = Annotated[str, AfterValidator(checked_glob)]
Globs = list[Glob]


class Placed(BaseModel):
    """Options with globs: relative ones start at `root`, the folder of their config."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    _root: str = PrivateAttr(default="")
    _home: str = PrivateAttr(default="")

    @model_validator(mode="after")
    def _place(self, info: ValidationInfo) -> "Placed":
        place: dict[str, Any] = info.context or {}
        self._root = str(place.get("root", ""))
        self._home = str(place.get("home", ""))
        return self

    @computed_field  # type: ignore[prop-decorator]
    @property
    def root(self) -> str:
        """The folder of the config; "" where the validating side did not tell."""
        return self._root

    @computed_field  # type: ignore[prop-decorator]
    @property
    def home(self) -> str:
        """What `~` stands for; "" where the validating side did not tell."""
        return self._home
