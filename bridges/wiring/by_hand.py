"""What is left to the user where a bridge is installed but its agent's settings are not known."""

import shlex

from . import shim


def to_put_in(name: str) -> str:
    """Say which command to put into the agent's settings."""
    return (
        f"snaphook does not know the settings of {name}. Put this command into them, for each EVENT"
        f" that `snaphook handlers --providers` lists for {name}: {_command(name)}"
    )


def to_take_out(name: str) -> str:
    """Say which command to take out of the agent's settings."""
    return (
        f"snaphook does not know the settings of {name}. Take this command out of them, for each"
        f" EVENT that has it: {_command(name)}"
    )


def _command(name: str) -> str:
    return f"{shlex.quote(str(shim.path()))} {name} EVENT"
