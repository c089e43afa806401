"""`requires` at the top of a file: distributions that its entries need."""

import re

from importlib_metadata import PackageNotFoundError, version

from .problems import Faults, quoted

_REQUIREMENT = re.compile(
    r"([A-Za-z0-9][A-Za-z0-9._-]{0,99})\s*(?:>=\s*([0-9][0-9A-Za-z.]{0,30}))?"
)


def missing(requirements: list[str], faults: Faults) -> list[str]:
    """Return what is not installed, as lines for the user; a text that is none is a fault."""
    lines = []
    for place, text in enumerate(requirements):
        found = _REQUIREMENT.fullmatch(text.strip())
        if not found:
            what = f"{quoted(text)} is no requirement"
            faults.error(("requires", place), what, 'write "distribution>=version"')
        elif not _is_installed(found[1], found[2] or ""):
            lines.append(f"{text.strip()} is not installed; run: pip install '{text.strip()}'")
            faults.warn(("requires", place), lines[-1])
    return lines


def _is_installed(name: str, least: str) -> bool:
    try:
        return _numbers(version(name) or "") >= _numbers(least)
    except PackageNotFoundError:
        return False


def _numbers(text: str) -> list[int]:
    """Return a version's leading numbers: `_numbers("1.10rc1") == [1, 10]`."""
    numbers = []
    for part in text.split("."):
        digits = re.match(r"[0-9]+", part)
        if not digits:
            break
        numbers.append(int(digits[0]))
        if digits[0] != part:
            break
    while numbers and numbers[-1] == 0:
        numbers.pop()
    return numbers
