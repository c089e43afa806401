import pytest


def gate(**more):
    """An entry that needs no trust."""
    return {"handler": "path_gate", **more}


def one(world, entry, event="PreToolUse", name="x"):
    """The hook of a single entry of the user's file."""
    world.user({"hooks": {event: {name: entry}}})
    (hook,) = world.hooks(event)
    return hook


EVERY_KEY = {
    "enabled": True,
    "command": {"argv": ["./check.sh", "-v"], "cwd": "sub", "env": {"A": "1"}},
    "matcher": "Edit|mcp__git__.*",
    "class": "gate",
    "fail_mode": "closed",
    "timeout": 2,
    "profiles": ["unattended-untrusted"],
    "providers": ["claude"],
    "subagents": False,
    "background": False,
    "mode": "shadow",
    "options": {"free": [1]},
    "files": ["lib.sh"],
    "sandbox": False,
    "network": {"restricted": ["packages.example"]},
    "priority": 4,
    "max_context": 100,
    "max_blocks": 0,
    "description": "why",
    "grant": True,
    "rewrite": True,
    "acknowledge": "disable-builtin-gate",
}


def test_every_key_reaches_the_hook(world):
    hook = one(world, EVERY_KEY)
    assert world.problems() == []
    assert hook.plain() == {
        "name": "x",
        "event": "PreToolUse",
        "handler": "./check.sh -v",
        "kind": "command",
        "argv": ("./check.sh", "-v"),
        "cwd": f"{world.home}/sub",
        "env": {"A": "1"},
        "root": str(world.home),
        "source": f"{world.home}/.aipass/hooks.json",
        "matcher": (("Edit",), ("mcp__git__",), ""),
        "class": "gate",
        "fail_mode": "closed",
        "timeout_ms": 2000,
        "mode": "shadow",
        "profiles": ("unattended-untrusted",),
        "providers": ("claude",),
        "subagents": False,
        "priority": 4,
        "max_context": 100,
        "max_blocks": 0,
        "files": ("lib.sh",),
        "sandbox": False,
        "network": {"restricted": ["packages.example"]},
        "grant": True,
        "rewrite": True,
        "layer": "user",
    }


def test_every_key_may_be_spelled_in_camel_case(world):
    snake = one(world, {"command": ["x"], "fail_mode": "open", "timeout_ms": 7, "max_blocks": 1,
                        "max_context": 9, "_note": 1})  # fmt: skip
    camel = one(world, {"command": ["x"], "failMode": "open", "timeoutMs": 7, "maxBlocks": 1,
                        "maxContext": 9})  # fmt: skip
    assert snake.plain() == camel.plain()
    assert camel.timeout_ms == 7
    budget = {
        "handler": "json.decoder.scanstring",
        "maxPerSession": 1,
        "minSpacingTurns": 2,
        "cooldownSeconds": 3,
    }
    assert one(world, budget, "SessionStart").budgets == {
        "max_per_session": 1,
        "min_spacing_turns": 2,
        "cooldown_seconds": 3,
    }


def test_both_spellings_agreeing_is_fine_and_differing_breaks_the_entry(world):
    assert one(world, gate(failMode="closed", fail_mode="closed")).kind == "python"
    hook = one(world, gate(failMode="closed", fail_mode="open"))
    assert (hook.kind, hook.class_, hook.fail_mode) == ("broken", "gate", "")


@pytest.mark.parametrize(
    ("command", "instead"),
    [
        ("./check.sh --all", '["./check.sh", "--all"]'),
        ("grep 'a b' file", '["grep", "a b", "file"]'),
        ("make | tee log", '["/bin/sh", "-c", "make | tee log"]'),
        ("echo $HOME", '["/bin/sh", "-c", "echo $HOME"]'),
        ("it's", '["/bin/sh", "-c", "it\'s"]'),
    ],
)
def test_a_command_as_text_is_refused_with_the_argv_to_write(world, command, instead):
    hook = one(world, {"command": command})
    assert hook.kind == "broken"
    assert f"write {instead}" in hook.problem


WRONG = [
    ({"matcher": {"type": "always"}}, "PreToolUse.x.matcher: expected string, not an object"),
    ({"matcher": "Edit("}, "no regular expression"),
    ({"matcher": "|"}, "names nothing"),
    ({"enabled": "true"}, "x.enabled: expected true or false, not 'true'"),
    ({"class": "gaet"}, "x.class: expected 'gate'"),
    ({"class": "undeclared"}, "x.class: expected"),
    ({"fail_mode": "close"}, "x.fail_mode: expected 'open' or 'closed', not 'close'"),
    ({"mode": "dry"}, "x.mode: expected"),
    ({"profiles": ["strict"]}, "x.profiles.0: expected"),
    ({"profiles": "strict"}, "x.profiles: expected list, not 'strict'"),
    ({"providers": [1]}, "x.providers.0: expected string, not 1"),
    ({"subagents": 0}, "x.subagents: expected true or false, not 0"),
    ({"options": []}, "x.options: expected object, not a list"),
    ({"priority": 1.5}, "x.priority"),
    ({"max_context": 0}, "x.max_context"),
    ({"max_blocks": True}, "x.max_blocks: expected whole number, not True"),
    ({"network": "all"}, 'expected "none" or'),
    ({"sandbox": "no"}, "x.sandbox: expected true or false"),
    ({"handler": None}, "needs a handler or a command"),
    ({"handler": ""}, "the handler is empty"),
    ({"handler": ["path_gate"]}, "x.handler: expected string, not a list"),
    ({"command": ["ls"]}, "a handler or a command, not both"),
    ({"command": []}, "x.command.argv"),
    ({"command": {"args": ["ls"]}}, "x.command.argv"),
    ({"command": [1]}, "x.command.argv.0: expected string, not 1"),
    ({"acknowledge": "yes"}, "x.acknowledge: expected"),
    ({"background": True}, "only an observe hook runs in the background"),
    ({"max_per_session": 2}, "a gate has no budget: max_per_session"),
    ({"handler": "path_gat"}, "unknown handler 'path_gat'; did you mean 'path_gate'?"),
    ({"handler": "nowhere.x"}, "unknown handler 'nowhere.x'"),
    ({"handler": "no.such.thing"}, "'no.such' cannot be imported"),
    ({"handler": "json.decoder.nothing"}, "names no function"),
    ({"handler": "json:"}, "no import path"),
    ({"handler": "./missing.py:f"}, "No such file"),
    ({"handler": "./missing.sh:f"}, "names no function"),
    ({"options": {"protectd": []}}, "unknown option 'protectd'; did you mean 'protected'?"),
    ({"options": {"protected": "x"}}, "x.options.protected: expected list, not 'x'"),
    ({"tiemout": 3}, "unknown key 'tiemout'; did you mean 'timeout'?"),
    ({"class_": "gate"}, "unknown key 'class_'"),
    ({"maxcontext": 3}, "unknown key 'maxcontext'; did you mean 'max_context'?"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "problem"), WRONG)
def test_one_wrong_key_breaks_its_entry_and_no_other(world, change, problem):
    entry = gate(fail_mode="closed") | change
    text = {"hooks": {"PreToolUse": {"x": entry, "good": gate(mode="warn")}}}
    path = world.user(text)
    wrong, good = world.hooks()
    assert (wrong.kind, good.kind) == ("broken", "python")
    assert wrong.problem.startswith(f"{path}:1:")
    assert problem in wrong.problem
    assert wrong.fail_mode == ("" if "fail_mode" in change else "closed")
    assert any(problem in f"{found.what}; {found.then}" for found in world.problems())


def test_an_invalid_matcher_matches_everything(world):
    assert one(world, gate(matcher="Edit(")).matcher == ((), (), "")


@pytest.mark.parametrize("key", ["grant", "rewrite"])
def test_what_only_the_user_may_say_breaks_a_projects_entry(world, key):
    world.write({"hooks": {"PreToolUse": {"x": gate(**{key: True})}}})
    assert world.hook("x").kind == "broken"
    assert "is not for a project" in world.problems()[0].what


@pytest.mark.parametrize("name", ["Bad", "-x", "a b", "a.b", "", "é", "x" * 65, "a/b"])
def test_a_name_must_be_simple(world, name):
    hook = one(world, gate(), name=name)
    assert hook.kind == "broken"
    assert "is no name for an entry" in hook.problem


@pytest.mark.parametrize("name", ["snaphook.mine", "snaphook.config_guard"])
def test_names_of_ours_can_only_be_switched(world, name):
    assert "can only be switched" in one(world, gate(), name=name).problem
    world.user({"hooks": {"PreToolUse": {name: {"enabled": True}}}})
    assert world.hooks() == []


@pytest.mark.parametrize(
    ("event", "closed_is_fine"),
    [("PreToolUse", True), ("PermissionRequest", True), ("UserPromptSubmit", True),
     ("SubagentStart", True), ("ConfigChange", True), ("Stop", False), ("SubagentStop", False),
     ("PostToolUse", False), ("SessionStart", False), ("FileChanged", False)],
)  # fmt: skip
@pytest.mark.parametrize("class_", ["gate", "gate-advisory", None])
def test_closed_is_only_for_deciding_hooks_where_a_failure_may_refuse(
    world, event, closed_is_fine, class_
):
    entry = {"command": ["x"], "fail_mode": "closed"} | ({"class": class_} if class_ else {})
    assert (one(world, entry, event).kind == "command") == closed_is_fine


@pytest.mark.parametrize("class_", ["observe", "context"])
def test_closed_is_not_for_hooks_that_decide_nothing(world, class_):
    hook = one(world, {"command": ["x"], "fail_mode": "closed", "class": class_})
    assert "has no meaning" in hook.problem


@pytest.mark.parametrize(
    ("handler", "said", "counts", "warned"),
    [
        ("acme.no_prod", None, "gate", False),
        ("acme.no_prod", "observe", "gate", True),
        ("acme.no_prod", "gate-advisory", "gate", True),
        ("acme.style", "gate", "gate", False),
        ("acme.style", "context", "gate-advisory", True),
        ("acme.hints", "gate", "context", True),
        ("json:dumps", "gate", "gate", False),
    ],
)
def test_the_declared_class_counts_and_can_only_get_stricter(acme, handler, said, counts, warned):
    entry = {"handler": handler} | ({"class": said} if said else {})
    assert one(acme, entry).class_ == counts
    assert any("is declared" in problem.what for problem in acme.problems()) == warned


def test_a_handlers_declaration_fills_what_the_entry_leaves_out(acme):
    hook = one(acme, {"handler": "acme.no_prod", "options": {"level": 2}})
    assert hook.options == {"level": 2, "names": ["a"]}
    assert (hook.tools, hook.arguments) == (("Bash",), ("event", "options"))
    assert hook.directories == (str(acme.site),)
    assert one(acme, {"handler": "acme.watch"}, "SessionStart").background is True
    assert one(acme, {"handler": "acme.watcher", "background": False}).background is False


def test_options_of_a_handler_without_any_are_refused(acme):
    assert "takes no options" in one(acme, {"handler": "acme.style", "options": {"a": 1}}).problem


def test_an_event_that_the_handler_does_not_handle_breaks_the_entry(acme):
    hook = one(acme, {"handler": "acme.no_prod"}, "Stop")
    assert "no_prod does not handle Stop; it handles PreToolUse" in hook.problem


def test_a_file_of_the_user_is_found_from_the_folder_of_its_config(world):
    (world.home / "mine.py").write_text("def f(payload): ...\n")
    hook = one(world, {"handler": "./mine.py:f"})
    assert (hook.kind, hook.module, hook.attribute) == ("callable", "mine", "f")
    assert hook.directories == (str(world.home),)


DEFAULT = 5000
TIMEOUTS = [
    ({"timeout": 2}, 2000), ({"timeout": 0.25}, 250), ({"timeout_ms": 1}, 1),
    ({"timeout": 60}, 60_000), ({"timeout": 2, "timeout_ms": 2000}, 2000),
    ({"timeout": "ten"}, DEFAULT), ({"timeout": 0}, DEFAULT), ({"timeout": -3}, DEFAULT),
    ({"timeout": True}, DEFAULT), ({"timeout": None}, DEFAULT), ({"timeout": [5]}, DEFAULT),
    ({"timeout": 1e12}, DEFAULT), ({"timeout": "NaN"}, DEFAULT), ({"timeout": 61}, DEFAULT),
    ({"timeout_ms": 0}, DEFAULT), ({"timeout_ms": 60_001}, DEFAULT), ({"timeout": 65_000}, DEFAULT),
    ({"timeout": 2, "timeout_ms": 3}, DEFAULT), ({"timeout": 0.0005}, DEFAULT),
]  # fmt: skip


@pytest.mark.parametrize(("keys", "milliseconds"), TIMEOUTS)
def test_a_timeout_is_within_bounds_or_the_default_and_told(world, keys, milliseconds):
    hook = one(world, {"command": ["x"], **keys})
    assert (hook.kind, hook.timeout_ms) == ("command", milliseconds)
    expected = ["warning"] if milliseconds == DEFAULT else []
    assert [problem.severity for problem in world.problems()] == expected


def test_python_handlers_may_take_ten_minutes(world):
    assert one(world, gate(timeout=600)).timeout_ms == 600_000
    assert one(world, gate(timeout=601)).timeout_ms == DEFAULT


def test_a_timeout_that_looks_like_milliseconds_says_so(world):
    one(world, {"command": ["x"], "timeout": 65_000})
    assert "18 h" in world.problems()[0].what
