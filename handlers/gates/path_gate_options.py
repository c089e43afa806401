"""What `path_gate` takes as options; only compiling a config imports this."""

from typing import Annotated

from pydantic import Field

from ..path_options import Globs, Placed


class PathGateOptions(Placed):
    """Which files are protected, and where writes may go."""

    protected: Globs | None = Field(
        default=None,
        description="Globs of protected paths; replaces the default set. A leading ! takes out.",
    )
    allowed_roots: Annotated[Globs, Field(min_length=1)] | None = Field(
        default=None,
        description="Globs of the only folders that may be written; absent means everywhere.",
    )
