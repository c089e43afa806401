"""snaphook as the only hook command of the real clients: seen from the files and from the model."""

import re

import pytest
from claude_client import Claude
from codex_client import Codex
from model_server import say

pytestmark = pytest.mark.clients
Client = Claude | Codex

REFUSED = "path_gate"
PATH_GATE = {"PreToolUse": {"path_gate": {"handler": "path_gate"}}}
SIDE_EFFECT = "made-by-the-agent.txt"


def install(client: Client) -> None:
    """Wire the client, as a user without a terminal would."""
    client.machine.snaphook("install", *client.wiring, "--yes")


def use(client: Client, event: str, handler: str, **entry: object) -> None:
    """Configure one of the third party's handlers in the user's own file, and wire the client."""
    client.machine.configure_user({event: {"acme": {"handler": f"acme.{handler}", **entry}}})
    install(client)


def test_a_write_of_a_protected_file_is_refused_and_the_model_hears_why(client: Client) -> None:
    client.machine.configure(PATH_GATE)
    install(client)
    talk = client.converse(client.write(".env", "KEY=1\n"), say("bye"))
    assert not (client.machine.project / ".env").exists(), talk
    assert len(talk.requests) == 2, talk
    assert ".env" in talk.told(), talk
    assert "protected" in talk.told() or "path_gate" in talk.told(), talk
    refusals = client.machine.logged("path_gate", outcome="deny", event="PreToolUse")
    assert [record["provider"] for record in refusals] == [client.name], client.machine.log()


def test_the_same_write_goes_through_once_snaphook_is_uninstalled(client: Client) -> None:
    client.machine.configure(PATH_GATE)
    install(client)
    client.machine.snaphook("uninstall", client.name, "--yes")
    talk = client.converse(client.write(".env", "KEY=1\n"), say("bye"))
    assert (client.machine.project / ".env").read_text() == "KEY=1\n", talk
    assert client.machine.log() == []


def test_an_unprotected_write_passes_and_no_hook_prints_anything(client: Client) -> None:
    client.machine.configure(PATH_GATE)
    install(client)
    client.machine.record_answers()
    talk = client.converse(client.write("notes.txt", "hello\n"), say("bye"))
    assert (client.machine.project / "notes.txt").read_text() == "hello\n", talk
    assert set(client.machine.answers("PreToolUse")) == {""}
    assert client.machine.logged("path_gate", outcome="none"), client.machine.log()


def test_a_third_partys_gate_in_the_users_file_refuses_a_command(client: Client) -> None:
    use(client, "PreToolUse", "no_network")
    command = f"touch {SIDE_EFFECT}; curl http://127.0.0.1:9/"
    talk = client.converse(client.shell(command), say("bye"))
    assert not (client.machine.project / SIDE_EFFECT).exists(), talk
    assert "acme: nothing is fetched from here" in talk.told(), talk


def test_context_of_a_handler_reaches_the_model_with_the_prompt(client: Client) -> None:
    use(client, "UserPromptSubmit", "house_rules")
    talk = client.converse(say("bye"))
    assert talk.heard("acme: the paint is still wet") == [0], talk


def test_a_refused_stop_makes_the_turn_go_on_once(client: Client) -> None:
    use(client, "Stop", "not_yet")
    talk = client.converse(say("finished"), say("finished again"), say("never asked for"))
    assert len(talk.requests) == 2, talk
    assert talk.heard("acme: the changelog is missing") == [1], talk


def test_a_gate_that_falls_over_refuses(client: Client) -> None:
    use(client, "PreToolUse", "crashing")
    talk = client.converse(client.shell(f"touch {SIDE_EFFECT}"), say("bye"))
    assert not (client.machine.project / SIDE_EFFECT).exists(), talk
    assert "hook 'acme' failed" in talk.told(), talk
    assert client.machine.logged("acme", failure="crash"), client.machine.log()


def test_a_gate_that_falls_over_and_may_lets_the_call_pass(client: Client) -> None:
    use(client, "PreToolUse", "crashing", fail_mode="open")
    talk = client.converse(client.shell(f"touch {SIDE_EFFECT}"), say("bye"))
    assert (client.machine.project / SIDE_EFFECT).exists(), talk
    assert client.machine.logged("acme", failure="crash"), client.machine.log()


def test_a_gate_that_does_not_answer_in_time_refuses(client: Client) -> None:
    use(client, "PreToolUse", "sleeping", timeout=1, fail_mode="closed")
    talk = client.converse(client.shell(f"touch {SIDE_EFFECT}"), say("bye"))
    assert not (client.machine.project / SIDE_EFFECT).exists(), talk
    assert "fail_mode=closed" in talk.told(), talk
    assert client.machine.logged("acme", failure="timeout"), client.machine.log()


def test_wired_but_without_any_hook_the_client_works_as_if_alone(client: Client) -> None:
    install(client)
    client.machine.record_answers()
    talk = client.converse(client.shell(f"touch {SIDE_EFFECT}"), say("bye"))
    assert (client.machine.project / SIDE_EFFECT).exists(), talk
    for event in ("SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop"):
        assert set(client.machine.answers(event)) == {""}, event


@pytest.mark.parametrize("strict", [False, True], ids=["plain", "strict"])
def test_a_snaphook_that_is_gone_lets_calls_pass_unless_strict(
    client: Client, strict: bool
) -> None:
    client.machine.snaphook("install", *client.wiring, "--yes", *["--strict"] * strict)
    shim = client.machine.shim
    shim.write_text(re.sub("(?m)^stub=.*", "stub=/gone/stub.py", shim.read_text()))
    talk = client.converse(client.shell(f"touch {SIDE_EFFECT}"), say("bye"))
    assert (client.machine.project / SIDE_EFFECT).exists() is not strict, talk
    assert ("snaphook is not where it was installed" in talk.told()) is strict, talk
