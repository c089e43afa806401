"""Text from outside, made safe to look at: nothing in it moves the cursor, hides or colours."""

import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console


def shown(text: object) -> str:
    r"""Return the text with control, bidi, zero-width and other invisible characters escaped.

    Example: `shown("a\x1b[2Jb") == r"a\x1b[2Jb"`.
    """
    return "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape").decode()
        for letter in str(text)
    )


def console() -> "Console":
    """Return where tables are printed: markup means nothing, and pipes get lines unfolded."""
    from rich.console import Console

    class Output(Console):
        def on_broken_pipe(self) -> None:  # rich itself would exit with 1
            raise BrokenPipeError

    piped = not sys.stdout.isatty() and "COLUMNS" not in os.environ
    return Output(markup=False, highlight=False, emoji=False, width=1000 if piped else None)
