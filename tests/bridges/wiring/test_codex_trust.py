"""Codex's trust: its own keys and hashes, and a config.toml that is otherwise as it was."""

import json

import pytest
import tomlkit

from snaphook.bridges.wiring import codex_trust
from snaphook.bridges.wiring.jsonspans import Document
from snaphook.engine.errors import SnaphookError

OURS = {"type": "command", "command": "/d/snaphook-hook codex X", "timeout": 600}
FOREIGN = {"type": "command", "command": "theirs"}
HOOKS = {
    "PreToolUse": [{"hooks": [FOREIGN]}, {"hooks": [FOREIGN, OURS]}],
    "SessionEnd": [{"hooks": [{**OURS, "timeout": 3}]}],
}
STOP = {"command": "x", "timeout": 0, "async": True, "statusMessage": "s"} | {
    "additionalContextLimit": 0
}
CONFIGS = {
    "none": "",
    "plain": 'model = "x"  # mine\n\n[projects."/a b"]\ntrust_level = "trusted"\n',
    "no last newline": 'model = "x"\n[a]\nb = 1',
    "hooks of its own": '[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ntype = "command"\ncommand = "x"\n',
    "trust of others": '[hooks.state."/p:stop:0:0"]\ntrusted_hash = "sha256:00"\n\n[z]\ny = 1\n',
    "inline": 'hooks = { state = { "/p:stop:0:0" = { trusted_hash = "sha256:00" } } }\n',
}


def needed() -> dict[str, str]:
    document = Document(json.dumps({"hooks": HOOKS}), "hooks.json")
    return codex_trust.needed(document, "/home/u/.codex/hooks.json")


def test_only_our_entries_are_trusted_each_by_its_place() -> None:
    assert list(needed()) == [
        "/home/u/.codex/hooks.json:pre_tool_use:1:1",
        "/home/u/.codex/hooks.json:session_end:0:0",
    ]


# Each hash is of the text that Codex 0.171 hashes, written out by hand and put through sha256sum.
@pytest.mark.parametrize(
    ("event", "handler", "matcher", "expected"),
    [
        (
            "PreToolUse",
            {"command": "x"},
            "Bash|Edit",
            "sha256:e33d991769ddb12733b6b328a99964acbeb38cd86079f8699db9b0c79b06357f",
        ),
        (
            "UserPromptSubmit",
            {"command": 'é "q"', "timeout": 5},
            "any",
            "sha256:4b4ab039c1bc105d8332541ffae423b269d7d492ad6c3ab10ec377cc9275b8e1",
        ),
        (
            "SessionEnd",
            {"command": "x", "timeout": 600},
            "",
            "sha256:2e132321b9b59eb0f393b805753588246b0fb7c8e22405f6d1bfd2990953ac3d",
        ),
        (
            "Interrupt",
            {"command": "x"},
            "any",
            "sha256:62ff3f22d466214a78ee1c476871d1929af10e332f3b32e22b856433017c72fe",
        ),
        (
            "Stop",
            STOP,
            None,
            "sha256:9e5bb79e10dfdb65d2e20152cf7a3611774a55e234123b75a7f6f36ab807702a",
        ),
    ],
)
def test_the_hash_is_that_of_codex(
    event: str, handler: dict[str, object], matcher: str | None, expected: str
) -> None:
    assert codex_trust.hash_of(event, handler, matcher) == expected


@pytest.mark.parametrize("config", CONFIGS.values(), ids=CONFIGS)
def test_trusting_adds_our_keys_and_changes_nothing_else(config: str) -> None:
    after = codex_trust.trust(config, "config.toml", needed(), {})
    expected = tomlkit.parse(config).unwrap()
    state = expected.setdefault("hooks", {}).setdefault("state", {})
    state.update({key: {"trusted_hash": value} for key, value in needed().items()})
    assert tomlkit.parse(after).unwrap() == expected
    assert codex_trust.untrusted(after, "config.toml", needed()) == []


@pytest.mark.parametrize("config", CONFIGS.values(), ids=CONFIGS)
def test_trusting_twice_is_trusting_once(config: str) -> None:
    once = codex_trust.trust(config, "config.toml", needed(), {})
    assert codex_trust.trust(once, "config.toml", needed(), needed()) == once


@pytest.mark.parametrize("config", CONFIGS.values(), ids=CONFIGS)
def test_what_is_trusted_and_forgotten_again_is_as_it_was(config: str) -> None:
    once = codex_trust.trust(config, "config.toml", needed(), {})
    forgotten = codex_trust.trust(once, "config.toml", {}, needed())
    assert forgotten.rstrip("\n") == config.rstrip("\n")


def test_comments_and_order_of_the_file_stay() -> None:
    config = CONFIGS["plain"]
    assert codex_trust.trust(config, "config.toml", needed(), {}).startswith(config)


def test_an_untrusted_or_changed_hook_is_one_that_codex_skips() -> None:
    key, other = needed()
    config = f'[hooks.state.{json.dumps(key)}]\ntrusted_hash = "sha256:00"\n'
    assert codex_trust.untrusted(config, "config.toml", needed()) == [key, other]


def test_a_hook_that_the_user_switched_off_stays_off() -> None:
    key, _ = needed()
    config = f"[hooks.state.{json.dumps(key)}]\nenabled = false\n"
    after = codex_trust.trust(config, "config.toml", needed(), {})
    assert tomlkit.parse(after)["hooks"]["state"][key]["enabled"] is False  # type: ignore[index]
    assert codex_trust.untrusted(after, "config.toml", needed()) == [key]


def test_a_stale_key_goes_only_while_it_holds_our_hash() -> None:
    key, other = needed()
    config = codex_trust.trust("", "config.toml", {key: needed()[key], other: "sha256:00"}, {})
    after = codex_trust.trust(config, "config.toml", {}, needed())
    assert list(tomlkit.parse(after)["hooks"]["state"]) == [other]  # type: ignore[index,arg-type]


def test_what_is_no_toml_is_refused_with_its_place() -> None:
    with pytest.raises(SnaphookError) as refused:
        codex_trust.trust('a = 1\nb = "x\n', "config.toml", needed(), {})
    assert refused.value.where.startswith("config.toml:2:")


@pytest.mark.parametrize(
    ("config", "name"),
    [
        ("hooks = 1\n", "hooks"),
        ("hooks = []\n", "hooks"),
        ("[[hooks]]\na = 1\n", "hooks"),
        ("[hooks]\nstate = 5\n", "hooks.state"),
    ],
)
def test_what_should_be_a_table_and_is_none_is_refused(config: str, name: str) -> None:
    with pytest.raises(SnaphookError, match=f"'{name}' should be a table") as refused:
        codex_trust.trust(config, "config.toml", needed(), {})
    assert refused.value.where == "config.toml"
    assert codex_trust.trust(config, "config.toml", {}, needed()) == config
