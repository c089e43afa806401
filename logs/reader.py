"""Reading the log back: all of its files, oldest record first, past lines that are no records."""

import json
import math
import os
import time
from collections.abc import Iterable, Iterator
from typing import Any

import jsonlines

from ..engine.directories import state as state_folder
from ..engine.errors import SnaphookError
from ..engine.own_files import open_own
from .rotation import FILES
from .writer import NAME

Record = dict[str, Any]
PAUSE = 0.2
"""Seconds between two looks for new records."""

FILTERS = ("event", "hook", "session", "outcome")
"""The fields that readers may narrow by; each must be equal."""


class Log:
    """The invocation log in one folder.

    `skipped` counts the lines that were no records (cut short by a full disk, for example).

    Example: `Log().last(20, outcome="deny")`.
    """

    def __init__(self, folder: str = "") -> None:
        self.folder = folder or state_folder()
        self.skipped = 0

    def files(self) -> list[str]:
        """Return the paths that exist, oldest records first."""
        path = f"{self.folder}/{NAME}"
        archives = [f"{path}.{number}" for number in range(FILES - 1, 0, -1)]
        return [file for file in [*archives, path] if os.path.lexists(file)]

    def records(self, **wanted: str) -> Iterator[Record]:
        """Yield the records whose fields equal the wanted ones; see FILTERS."""
        for path in self.files():
            yield from self._of_file(path, wanted)

    def last(self, count: int, **wanted: str) -> list[Record]:
        """Return the youngest `count` of those records, oldest first."""
        found: list[Record] = []
        for path in reversed(self.files()):
            if len(found) >= count:
                break
            found = [*self._of_file(path, wanted), *found]
        return found[-count:] if count > 0 else []

    def follow(self, **wanted: str) -> Iterator[Record]:
        """Yield such records as they are written, for ever; looks five times a second.

        Records are found across rotation, those of slow writers to a file moved on included.
        """
        tails = {state.st_ino: _Tail(fd, state.st_size) for fd, state in self._opened()}
        try:
            while True:
                gone = set(tails)
                for fd, state in self._opened():
                    gone.discard(state.st_ino)
                    if state.st_ino in tails:
                        os.close(fd)
                    else:
                        tails[state.st_ino] = _Tail(fd, 0)
                for inode, tail in list(tails.items()):
                    yield from self._parsed(tail.new_lines(), wanted)
                    if inode in gone:
                        os.close(tails.pop(inode).fd)
                time.sleep(PAUSE)
        finally:
            for tail in tails.values():
                os.close(tail.fd)

    def _of_file(self, path: str, wanted: dict[str, str]) -> Iterator[Record]:
        try:
            fd, _ = open_own(path, os.O_RDONLY)
        except FileNotFoundError:  # moved on since it was listed
            return
        except OSError as error:
            what = f"the log cannot be read: {error.strerror or error}"
            raise SnaphookError(what, path, "look at what is there, and move it away") from None
        with open(fd, encoding="utf-8", errors="replace") as file:
            yield from self._parsed(file, wanted)

    def _parsed(self, lines: Iterable[str], wanted: dict[str, str]) -> Iterator[Record]:
        reader = jsonlines.Reader(lines, loads=_strictly)
        while True:
            try:
                record = reader.read(type=dict, skip_empty=True)
            except EOFError:
                return
            except (jsonlines.InvalidLineError, RecursionError):
                self.skipped += 1
                continue
            if all(record.get(field) == value for field, value in wanted.items()):
                yield record

    def _opened(self) -> Iterator[tuple[int, os.stat_result]]:
        for path in self.files():
            try:
                yield open_own(path, os.O_RDONLY)
            except OSError:  # moved on since it was listed, or nothing of ours
                continue


def _strictly(line: str | bytes) -> Any:
    """Read what can be written again as JSON: no NaN, and no number beyond all numbers."""
    return json.loads(line, parse_constant=_finite, parse_float=_finite)


def _finite(number: str) -> float:
    value = float(number)
    if not math.isfinite(value):
        raise ValueError(f"{number} is no JSON number")
    return value


class _Tail:
    """How far one open file has been read; while it is open its inode means no other file."""

    def __init__(self, fd: int, read: int) -> None:
        self.fd = fd
        self.read = read

    def new_lines(self) -> list[str]:
        """Return the lines that were completed since the last time."""
        text = os.pread(self.fd, max(os.fstat(self.fd).st_size - self.read, 0), self.read)
        whole = text[: text.rfind(b"\n") + 1]
        self.read += len(whole)
        return whole.decode("utf-8", "replace").split("\n")


def last_seen(folder: str = "") -> dict[tuple[str, str], float]:
    """Return when each event last fired, in seconds since the epoch, by (provider, event)."""
    times = {}
    try:
        with os.scandir(f"{folder or state_folder()}/seen") as entries:
            for entry in entries:
                provider, dot, event = entry.name.partition(".")
                if dot and entry.is_file(follow_symlinks=False):
                    times[provider, event] = entry.stat(follow_symlinks=False).st_mtime
    except (FileNotFoundError, NotADirectoryError):  # nothing has fired yet, or ever can
        pass
    return times
