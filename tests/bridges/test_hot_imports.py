"""The hook path imports nothing that costs more than the work it does."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

NAMESPACE = Path(__file__).parents[2] / ".typing"
HEAVY = set(
    """os re json typing dataclasses pathlib subprocess enum functools collections collections.abc
    signal shutil tempfile traceback __future__ contextlib importlib.metadata pluggy
    pydantic""".split()  # noqa: SIM905
)
CALL = """
import sys
before = set(sys.modules)
sys.path.insert(0, {namespace!r})
from snaphook.bridges import registry, speaker, stdin
from snaphook.engine import jsontext
from snaphook.engine.runs import Outcome
payload = jsontext.read(stdin.decode(stdin.read_document()))
bridge = registry.load(speaker.speaker(payload, {provider!r}))
event = bridge.parse(payload, ["PreToolUse"])
event.tool.names(), event.tool.files, event.tool.command
outcome = Outcome({decision!r}, "no", [("notes", "text \\u2713")], ["told"])
sys.stderr.write(bridge.render(event, outcome).stdout)
sys.stdout.write(" ".join(set(sys.modules) - before))
"""


@pytest.mark.parametrize("decision", ["", "ask", "deny"])
@pytest.mark.parametrize(
    "payload",
    [
        b'{"tool_name":"Bash","tool_input":{"command":"ls"},"cwd":"/w"}',
        b'{"tool_name":"Write","tool_input":{"file_path":"a"},"cwd":"/w"}',
        b'{"tool_name":"apply_patch","tool_input":'
        b'{"command":"*** Begin Patch\\n*** Add File: a\\n+\\u2713\\n*** End Patch"}}',
    ],
    ids=["shell", "write", "patch"],
)
@pytest.mark.parametrize("provider", ["claude", "codex"])
def test_a_whole_call_needs_no_heavy_module(provider, payload, decision):
    code = CALL.format(namespace=str(NAMESPACE), provider=provider, decision=decision)
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code],
        input=payload,
        capture_output=True,
        check=True,
        timeout=30,
        env={"PATH": os.environ["PATH"]},
    )
    loaded = set(done.stdout.decode().split())
    assert f"snaphook.bridges.{provider}" in loaded
    assert loaded & HEAVY == set()
    assert b"additionalContext" in done.stderr


@pytest.mark.parametrize("provider", ["claude", "codex"])
def test_only_the_bridge_that_is_asked_for_is_loaded(provider):
    code = CALL.format(namespace=str(NAMESPACE), provider=provider, decision="")
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code],
        input=b"{}",
        capture_output=True,
        check=True,
        timeout=30,
    )
    other = {"claude": "codex", "codex": "claude"}[provider]
    assert f"snaphook.bridges.{other}" not in done.stdout.decode().split()
