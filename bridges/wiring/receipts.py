"""What was wired and unwired here, and when: one JSON line for each file that was changed."""

import json
import os
import time
from hashlib import sha256
from pathlib import Path
from typing import Any

import jsonlines

from ...engine import directories
from ...engine.errors import SnaphookError
from ...engine.own_files import open_own
from .settings import Change


def path() -> Path:
    """Return where the receipts lie: `$XDG_STATE_HOME/snaphook/wiring.jsonl`."""
    return Path(directories.state(), "wiring.jsonl")


def append(action: str, provider: str, change: Change, backup: Path | None) -> None:
    """Record one written change. Raises OSError when the folder cannot be written."""
    record = {
        "ts": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "action": action,
        "provider": provider,
        "path": str(change.path),
        "created": change.before is None,
        "removed": change.after is None,
        "backup": str(backup) if backup else None,
        "before": _digest(change.before),
        "after": _digest(change.after),
        "husks": change.husks,
    }
    path().parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor, _ = open_own(str(path()), os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    try:
        os.write(descriptor, json.dumps(record).encode() + b"\n")
    finally:
        os.close(descriptor)


def was_created(file: Path) -> bool:
    """Tell whether the file was first written by us, so that uninstalling may remove it."""
    records = [record for record in read() if record.get("path") == str(file)]
    return bool(_first(records).get("created"))


def is_as_written(file: Path, content: bytes) -> bool:
    """Tell whether the content is what we last wrote to the file."""
    written = [record.get("after") for record in read() if record.get("path") == str(file)]
    return written[-1:] == [_digest(content)]


def husks(file: Path) -> dict[str, str]:
    """Return what stood empty in the file before we wrote to it, by name, as it stood there."""
    found: dict[str, str] = {}
    for record in read():
        if record.get("path") != str(file):
            continue
        told = record.get("husks")
        if record.get("action") == "uninstall":
            found = {}
        elif isinstance(told, dict):
            found = {name: text for name, text in told.items() if _is_husk(text)} | found
    return found


def _is_husk(text: object) -> bool:
    return isinstance(text, str) and not text.strip("\ufeff \t\r\n[]{}")


def read() -> list[dict[str, Any]]:
    """Return all receipts, oldest first; torn lines are passed over."""
    try:
        descriptor, _ = open_own(str(path()), os.O_RDONLY)
    except FileNotFoundError:
        return []
    except OSError as refused:
        told = f"cannot be read: {refused.strerror}"
        raise SnaphookError(told, str(path()), "Look at what is there, and move it away.") from None
    with open(descriptor, encoding="utf-8", errors="replace") as lines:
        return list(jsonlines.Reader(lines).iter(type=dict, skip_invalid=True))


def _first(records: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the first receipt since the file was last removed by us."""
    removals = [at for at, record in enumerate(records) if record.get("removed")]
    later = records[removals[-1] + 1 :] if removals else records
    return later[0] if later else {}


def _digest(content: bytes | None) -> str | None:
    return None if content is None else "sha256:" + sha256(content).hexdigest()
