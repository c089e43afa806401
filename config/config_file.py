"""Read one hooks.json: only a safe file, with a second look, and the last good one as a spare."""

import posix
import stat
import time
from dataclasses import dataclass, field
from typing import Any

from . import last_good
from .models import Settings
from .positions import Document, NotJsonError
from .problems import Fault, Faults, Problem, Steps
from .shapes import RawEntry, UnusableError, take_apart

LARGEST = 1024 * 1024
SECOND_LOOKS = 5
BETWEEN_LOOKS = 0.01
"""An editor that truncates and writes again is done within 50 ms."""


class BrokenFileError(Exception):
    """A config file that means nothing as a whole."""

    def __init__(self, what: str, line: int = 1, column: int = 1) -> None:
        super().__init__(what)
        self.what = what
        self.line = line
        self.column = column


@dataclass
class ConfigFile:
    """One file, taken apart; `broken` says why its text of now could not be used."""

    path: str
    document: Document
    settings: dict[str, Any]
    entries: list[RawEntry]
    problems: list[Problem] = field(default_factory=list)
    broken: BrokenFileError | None = None

    def tell(self, faults: list[Fault], under: Steps = ()) -> list[Problem]:
        """Note faults as problems with their places, and return those."""
        told = [
            Problem(
                self.path,
                *self.document.place(under + fault.at, fault.on_key),
                fault.what,
                fault.then,
                fault.severity,
            )
            for fault in faults
        ]
        self.problems += told
        return told


def read_config(path: str, folder: str) -> ConfigFile:
    """Return the file, or what it last was (in the guarded `folder`) while it is broken.

    Raises BrokenFileError when there is no such text either.
    """
    broken: BrokenFileError | None = None
    for look in range(SECOND_LOOKS + 1):
        try:
            text = _text(path)
            file = parse(path, text)
        except BrokenFileError as error:
            broken = error
            time.sleep(BETWEEN_LOOKS if look < SECOND_LOOKS else 0)
        else:
            last_good.keep(folder, path, text)
            return file
    assert broken is not None
    spare = last_good.recall(folder, path)
    if spare is None:
        raise broken
    file = parse(path, spare)
    file.problems = []
    file.broken = broken
    return file


def _text(path: str) -> str:
    flags = posix.O_RDONLY | posix.O_NONBLOCK | posix.O_CLOEXEC
    try:
        descriptor = posix.open(path, flags)
    except OSError as error:
        raise BrokenFileError(f"it cannot be read: {error.strerror}") from None
    try:
        _check_safe(posix.fstat(descriptor))
        with open(descriptor, "rb", closefd=False) as file:
            return _decoded(file.read(LARGEST + 1))
    except OSError as error:
        raise BrokenFileError(f"it cannot be read: {error.strerror}") from None
    finally:
        posix.close(descriptor)


def _check_safe(seen: "posix.stat_result") -> None:
    if not stat.S_ISREG(seen.st_mode):
        raise BrokenFileError("it is not a regular file")
    if seen.st_uid not in (posix.geteuid(), 0):
        raise BrokenFileError(f"it belongs to another user (uid {seen.st_uid})")
    if seen.st_mode & stat.S_IWOTH:
        raise BrokenFileError("everyone may write it; run `chmod o-w` on it")


def _decoded(content: bytes) -> str:
    if len(content) > LARGEST:
        raise BrokenFileError("it is larger than 1 MiB")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = content[: error.start].decode("utf-8-sig", "replace")
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        raise BrokenFileError("it is not UTF-8 text", line, column) from None


def parse(path: str, text: str) -> ConfigFile:
    """Take a text apart. Raises BrokenFileError for what is no configuration as a whole."""
    faults = Faults()
    try:
        document = Document(text)
    except NotJsonError as error:
        raise BrokenFileError(error.what, error.line, error.column) from None
    try:
        shape = take_apart(document.value, faults)
    except UnusableError as error:
        raise BrokenFileError(error.what, *document.place(error.at)) from None
    settings = _settings(shape.settings, shape.spelled, faults)
    file = ConfigFile(path, document, settings, shape.entries)
    file.tell(faults.found)
    _note_repeated(file)
    return file


def _settings(values: dict[str, Any], spelled: dict[str, str], faults: Faults) -> dict[str, Any]:
    """Return the valid settings; a wrong one is told and keeps its default."""
    from pydantic import ValidationError

    from .wrong_values import said

    good: dict[str, Any] = {}
    for key, value in values.items():
        if key not in Settings.model_fields:
            continue
        try:
            good[key] = getattr(Settings.model_validate({key: value}), key)
        except ValidationError as error:
            wrong = error.errors(include_url=False)[0]
            then = "it counts as not set"
            faults.error((spelled[key],), f"{spelled[key]}: {said(wrong)}", then)
    return good


def _note_repeated(file: ConfigFile) -> None:
    """Give a name that is there twice to the entry it is in, else tell it as a warning."""
    for steps in file.document.repeated:
        what = f"the name {steps[-1]!a} is there twice"
        owner = next((e for e in file.entries if steps[: len(e.at)] == e.at), None)
        if owner:
            owner.faults.error(steps[len(owner.at) :], what, "remove or rename one", on_key=True)
        else:
            file.tell([Fault(steps, what, "both are read; merge them", "warning", on_key=True)])
