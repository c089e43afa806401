"""What exit codes mean, and the one place where errors become messages and one of them."""

import os
import sys
import traceback
from collections.abc import Callable

from ..engine.errors import SnaphookError
from .shown import shown

OK, FINDINGS, USAGE, OWN_ERROR = 0, 1, 2, 3
"""All is well; something was found or is to be mended; the call is wrong; snaphook failed."""


def told(command: Callable[[], object]) -> int:
    """Run a command to its end and return its exit code; never lets a traceback out."""
    try:
        command()
        return OK
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else OK if end.code is None else OWN_ERROR
    except SnaphookError as error:
        tell(error)
        return FINDINGS
    except BrokenPipeError:  # whoever read the output has seen enough
        abandon_output()
        return OK
    except Exception as error:
        tell(_unexpected(error))
        return OWN_ERROR


def abandon_output() -> None:
    """Let what is still to be printed go nowhere: nobody reads it, and Python would complain."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.close(nowhere)


def tell(error: SnaphookError) -> None:
    """Print an error for people: what, where, and what to do then."""
    where = f"{shown(error.where)}: " if error.where else ""
    print(f"snaphook: {where}{shown(error.what)}", file=sys.stderr)
    if error.then:
        print(f"  {shown(error.then)}", file=sys.stderr)


def _unexpected(error: Exception) -> SnaphookError:
    frames = traceback.extract_tb(error.__traceback__)
    where = f"{frames[-1].filename}:{frames[-1].lineno}" if frames else ""
    if isinstance(error, OSError) and error.strerror:
        place = str(error.filename or "") or "the output, or a file of snaphook's own"
        return SnaphookError(error.strerror, place, "mend that, and run the command again")
    what = f"this should not happen: {type(error).__name__}: {error}"
    return SnaphookError(what, where, "please report it, with what you called and this message")
