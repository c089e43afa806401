"""snaphook as the only hook command of the real clients: seen from the files and from the model."""

import pytest
from claude_client import Claude
from codex_client import Codex
from model_server import say

pytestmark = pytest.mark.clients
Client = Claude | Codex

PATH_GATE = {"PreToolUse": {"path_gate": {"handler": "path_gate"}}}


def install(client: Client) -> None:
    client.machine.snaphook("install", *client.wiring, "--yes")


def test_an_unwired_client_writes_a_protected_file(client: Client) -> None:
    client.machine.configure(PATH_GATE)
    talk = client.converse(client.write(".env", "KEY=1"), say("bye"))
    assert len(talk.requests) == 2, talk
    assert (client.machine.project / ".env").read_text() == "KEY=1" + "\n" * (client.name == "codex")
