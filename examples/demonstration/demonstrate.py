"""Send recorded agent payloads through the real bridge scripts and show what the agent gets.

The payloads were recorded from Claude Code 2.1.332 and Codex 0.171; only the project folder in them
is replaced. Nothing outside a temporary folder is read or written.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import snaphook.bridges

HERE = Path(__file__).resolve().parent
STUB = Path(snaphook.bridges.__file__).resolve().parent / "stub.py"
TITLES = {"claude": "Claude Code", "codex": "Codex"}


def prepare(home: Path) -> Path:
    """Make a project whose hooks.json protects two files."""
    project = home / "project"
    (project / ".aipass").mkdir(parents=True)
    (project / ".aipass" / "hooks.json").write_text((HERE / "hooks.json").read_text())
    return project


def event_of(provider: str, project: Path) -> str:
    """Return the recorded event, moved into the project."""
    event = (HERE / f"{provider}.PreToolUse.json").read_text()
    return event.replace("/home/user/project", str(project))


def call(provider: str, event: str, home: Path) -> subprocess.CompletedProcess[bytes]:
    """Start the bridge as the provider's shim does, with the event on its stdin."""
    command = [sys.executable, "-I", "-S", str(STUB), provider, "PreToolUse"]
    environment = {"HOME": str(home), "PATH": os.defpath}
    return subprocess.run(
        command, input=event.encode(), capture_output=True, env=environment, check=False
    )


def last_refusal(home: Path) -> dict[str, object]:
    """Read from the log which hook refused the last call."""
    log = home / ".local/state/snaphook/log.jsonl"
    records = [json.loads(line) for line in log.read_text().splitlines()]
    return next(record for record in reversed(records) if record.get("hook"))


def show(provider: str, event: str, home: Path) -> None:
    """Print the call as the agent makes it, and which handler refuses it why."""
    asked, refusal = json.loads(event), last_refusal(home)
    print(f"{TITLES[provider]} calls {asked['tool_name']}:")
    for name, value in asked["tool_input"].items():
        print(f"  {name:9} {value!r}")
    reason = str(refusal["reason"]).removeprefix(f"{refusal['hook']}: ")
    print(f"  {refusal['outcome']} by {refusal['handler']}: {reason}")


def show_reply(reply: subprocess.CompletedProcess[bytes]) -> None:
    """Print what the agent gets, byte for byte."""
    print(f"  stdout    {reply.stdout!r}")
    print(f"  stderr    {reply.stderr!r}")
    print(f"  exit code {reply.returncode}\n")


def main() -> int:
    refused = 0
    with tempfile.TemporaryDirectory(prefix="snaphook-") as folder:
        home = Path(folder).resolve()
        project = prepare(home)
        print("A project whose .aipass/hooks.json protects rel.txt and a.txt by path_gate.\n")
        for provider in TITLES:
            event = event_of(provider, project)
            reply = call(provider, event, home)
            show(provider, event, home)
            show_reply(reply)
            refused += b"deny" in reply.stdout
    print(f"{refused} of {len(TITLES)} calls were refused.")
    return 0 if refused == len(TITLES) else 1


if __name__ == "__main__":
    sys.exit(main())
