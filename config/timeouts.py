"""An entry's timeout: seconds or milliseconds, within bounds, else the default, and told."""

from typing import Any

from .problems import Faults, quoted

LONGEST = 60_000
LONGEST_PYTHON = 600_000
"""Milliseconds. Python handlers and entries of files without a `hooks` member may take longer."""


def timeout_of(entry: dict[str, Any], longest: int, faults: Faults) -> int | None:
    """Return the entry's timeout in milliseconds; None for the default.

    `entry` has snake_case keys. A timeout that is no number or out of bounds is a warning, never
    an endless wait. Example: `timeout_of({"timeout": 2.5}, LONGEST, faults) == 2500`.
    """
    told = [key for key in ("timeout", "timeout_ms") if key in entry]
    read = {key: _milliseconds(key, entry[key], longest, faults) for key in told}
    if len(told) == 2 and read["timeout"] != read["timeout_ms"]:
        faults.warn(("timeout_ms",), "timeout and timeout_ms differ; the default counts")
        return None
    return read[told[0]] if told else None


def _milliseconds(key: str, value: Any, longest: int, faults: Faults) -> int | None:
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    unit = 1 if key == "timeout_ms" else 1000
    if number and 1 <= value * unit <= longest:
        return int(value * unit)
    wanted = f"1 to {longest}" if unit == 1 else f"0.001 to {longest // 1000} (seconds)"
    then = f"the default counts; write {wanted}"
    if number and unit == 1000 and 1 <= value <= longest:
        then += f', or "timeout_ms": {value}'
    faults.warn((key,), f"{key} is out of bounds: {_told(value, unit)}", then)
    return None


def _told(value: Any, unit: int) -> str:
    if unit == 1000 and isinstance(value, (int, float)) and 3600 <= value < 1e9:
        return f"{value} s = {value / 3600:.0f} h"
    return quoted(value)
