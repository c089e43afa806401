"""One user's machine for one test: a fresh home, a project, an environment that leads nowhere."""

import json
from pathlib import Path
from typing import Any

from bounded import Finished, run

_NOWHERE = "http://127.0.0.1:9"  # the discard port: a connection is refused at once

_RECORDER = """\
#!/bin/sh
out='{folder}'/$2.$$
'{real}' "$@" >"$out" 2>"$out.err"
status=$?
cat "$out"
cat "$out.err" >&2
exit $status
"""


class Machine:
    """Folders of a user, and the snaphook that is installed for that user.

    `snaphook` is the command of this installation, `clients` the folder with the clients' programs.
    """

    def __init__(self, root: Path, snaphook: list[str], clients: Path) -> None:
        self.home = root / "home of a user"
        self.project = root / "project"
        self.clients = clients
        self._snaphook = snaphook
        for folder in (self.home, self.project / ".aipass", root / "tmp"):
            folder.mkdir(parents=True)
        self.environment = {
            "HOME": str(self.home),
            "PATH": f"{clients}:/usr/local/bin:/usr/bin:/bin",
            "LANG": "C.UTF-8",
            "TERM": "dumb",
            "TMPDIR": str(root / "tmp"),
            **dict.fromkeys(("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"), _NOWHERE),
            **dict.fromkeys(("NO_PROXY", "no_proxy"), "127.0.0.1,localhost"),
        }

    def snaphook(self, *arguments: str) -> Finished:
        """Run `snaphook` for this user in the project; fails the test when it does not exit 0."""
        done = run([*self._snaphook, *arguments], self.project, self.environment)
        assert done.code == 0, done.stdout + done.stderr
        return done

    def configure(self, events: dict[str, Any]) -> None:
        """Write the project's `.aipass/hooks.json`."""
        _write_hooks(self.project, events)

    def configure_user(self, events: dict[str, Any]) -> None:
        """Write the user's `~/.aipass/hooks.json`."""
        _write_hooks(self.home, events)

    def log(self) -> list[dict[str, Any]]:
        """Return all records of snaphook's log."""
        path = self.home / ".local/state/snaphook/log.jsonl"
        lines = path.read_text("utf-8").splitlines() if path.exists() else []
        return [json.loads(line) for line in lines]

    def logged(self, hook: str, **fields: object) -> list[dict[str, Any]]:
        """Return the records of one hook with these values."""
        records = [record for record in self.log() if record.get("hook") == hook]
        return [r for r in records if all(r.get(key) == value for key, value in fields.items())]

    @property
    def shim(self) -> Path:
        """The program that the clients' settings name."""
        return self.home / ".local/share/snaphook/bin/snaphook-hook"

    def record_answers(self) -> None:
        """Put a program before the shim that keeps what it prints; see `answers`."""
        real = self.shim.with_name("recorded")
        self.shim.rename(real)
        (self.home / "answers").mkdir()
        self.shim.write_text(_RECORDER.format(real=real, folder=self.home / "answers"), "utf-8")
        self.shim.chmod(0o755)

    def answers(self, event: str) -> list[str]:
        """Return what was printed for each call of this event, stdout and stderr in one."""
        return [path.read_text("utf-8") for path in (self.home / "answers").glob(f"{event}.*")]


def _write_hooks(root: Path, events: dict[str, Any]) -> None:
    folder = root / ".aipass"
    folder.mkdir(exist_ok=True)
    text = json.dumps({"version": 1, "hooks": events}, indent=2)
    (folder / "hooks.json").write_text(text, "utf-8")
