"""The ways by which each client's edit tools reach one protected file: path_gate sees them all."""

import pytest
from claude_client import Claude
from codex_client import Codex
from conversation import Conversation
from machine import Machine
from model_server import Turn, call, say

pytestmark = pytest.mark.clients

BEFORE = "KEY=old\n"


@pytest.fixture
def machine(machine: Machine) -> Machine:
    """A project whose `.env` is there and protected."""
    (machine.project / ".env").write_text(BEFORE)
    (machine.project / "notes.txt").write_text(BEFORE)
    machine.configure({"PreToolUse": {"path_gate": {"handler": "path_gate"}}})
    return machine


def install(client: Claude | Codex) -> None:
    client.machine.snaphook("install", *client.wiring, "--yes")


def refused(client: Claude | Codex, *turns: Turn) -> Conversation:
    """Let the model take its turns, and fail unless the file is as it was and it was told why."""
    install(client)
    talk = client.converse(*turns, say("bye"))
    assert (client.machine.project / ".env").read_text() == BEFORE, talk
    assert len(talk.requests) == len(turns) + 1, talk
    assert client.machine.logged("path_gate", outcome="deny"), talk
    return talk


def test_claude_code_edits_after_reading(machine: Machine) -> None:
    client = Claude(machine)
    path = str(machine.project / ".env")
    edit = call("Edit", file_path=path, old_string="old", new_string="new")
    refused(client, call("Read", file_path=path), edit)


def test_claude_code_writes_over_it_by_a_path_with_detours(machine: Machine) -> None:
    client = Claude(machine)
    path = f"{machine.project}/.aipass/../.env"
    refused(client, call("Read", file_path=path), call("Write", file_path=path, content="x"))


PATCHES = {
    "update": "*** Update File: .env\n@@\n-KEY=old\n+KEY=new\n",
    "delete": "*** Delete File: .env\n",
    "move onto": "*** Update File: notes.txt\n*** Move to: .env\n@@\n-KEY=old\n+KEY=new\n",
    "second of two": "*** Add File: a.txt\n+a\n*** Delete File: .env\n",
}


def whole(body: str) -> str:
    return f"*** Begin Patch\n{body}*** End Patch\n"


@pytest.mark.parametrize("body", PATCHES.values(), ids=PATCHES)
def test_codex_patches_it(machine: Machine, body: str) -> None:
    refused(Codex(machine), call("apply_patch", patch=whole(body)))


def test_codex_patches_it_from_a_script(machine: Machine) -> None:
    client = Codex(machine)
    client.model = "gpt-6.2-sol"
    script = f"await tools.apply_patch({whole(PATCHES['update'])!r})"
    refused(client, call("exec", patch=script))


def test_codex_without_trust_skips_the_hook_as_install_says(machine: Machine) -> None:
    client = Codex(machine)
    told = machine.snaphook("install", "codex", "--yes").stdout
    assert "Codex skips hooks" in told
    talk = client.converse(client.shell("echo KEY=new > .env"), say("bye"))
    assert (machine.project / ".env").read_text() == "KEY=new\n", talk
    assert machine.log() == []


def test_an_agent_that_claude_code_started_writes_over_it(machine: Machine) -> None:
    client = Claude(machine)
    task = {"description": "Write", "prompt": "Do it.", "subagent_type": "general-purpose"}
    start = call("Agent", **task, run_in_background=False)
    path = str(machine.project / ".env")
    turns = [start, call("Read", file_path=path), call("Write", file_path=path, content="x")]
    talk = refused(client, *turns, say("the agent could not"))
    denials = machine.logged("path_gate", outcome="deny")
    assert [bool(record["agent"]) for record in denials] == [True], talk
