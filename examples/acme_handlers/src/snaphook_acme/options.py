"""What can be set in hooks.json; imported only when a configuration is compiled."""

from pydantic import BaseModel, ConfigDict, Field


class Frozen(BaseModel):
    """Options of `acme.frozen_files`."""

    model_config = ConfigDict(extra="forbid")

    names: list[str] = Field(default=["LICENSE"], description="File names that must not change.")
    owner: str = Field(default="the release manager", description="Whom the refusal names.")


class House(BaseModel):
    """Options of `acme.house_rules`."""

    model_config = ConfigDict(extra="forbid")

    rules: list[str] = Field(default=["Ask before adding a dependency."], description="The rules.")
