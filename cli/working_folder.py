"""The folder that a command is about: where it was called."""

import os

from ..engine.errors import SnaphookError


def working_folder() -> str:
    """Return the folder we are in. Raises SnaphookError when it has been deleted."""
    try:
        return os.getcwd()
    except OSError as error:
        what = f"the folder you are in cannot be told: {error.strerror}"
        raise SnaphookError(what, "", "change to a folder that exists") from None
