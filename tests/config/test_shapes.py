import pytest


def gate(**more):
    """An entry that needs no trust."""
    return {"handler": "path_gate", **more}


AIPASS = {
    "_comment": "as AIPass writes it",
    "hooks_enabled": True,
    "UserPromptSubmit": {
        "_why": "prompts",
        "kernel": {
            "enabled": True,
            "handler": "json.tool.main",
            "matcher": "",
            "timeout": 90,
            "max_per_session": 3,
            "min_spacing_turns": 2,
            "cooldown_seconds": 60,
        },
    },
    "PreToolUse": {
        "rm_gate": {
            "enabled": True,
            "handler": "json.decoder.scanstring",
            "matcher": "Bash|Edit",
            "timeout": 30,
        },
        "Old-Name": {"enabled": False, "handler": "json.decoder.JSONDecoder"},
    },
}


def test_our_form_has_events_and_names_under_hooks_in_file_order(world):
    world.write({"version": 1, "hooks": {"PreToolUse": {"b": gate(), "a": gate(mode="warn")}}})
    assert [hook.name for hook in world.hooks()] == ["b", "a"]
    assert world.problems() == []


def test_an_aipass_file_loads_as_it_is(world):
    world.user(AIPASS)
    (kernel,) = world.hooks("UserPromptSubmit")
    assert (kernel.kind, kernel.module, kernel.attribute) == ("callable", "json.tool", "main")
    assert (kernel.timeout_ms, kernel.class_) == (90_000, "undeclared")
    rm_gate, old = world.hooks()
    assert rm_gate.matcher == (("Bash", "Edit"), (), "")
    assert (rm_gate.state, old.state) == ("on", "disabled")
    assert kernel.budgets == {"max_per_session": 3, "min_spacing_turns": 2, "cooldown_seconds": 60}
    assert world.problems() == []


def test_budgets_of_a_context_hook_are_kept(world):
    entry = {"handler": "json.decoder.scanstring", "max_per_session": 3, "cooldown_seconds": 60}
    world.user({"SessionStart": {"news": entry}})
    (news,) = world.hooks("SessionStart")
    assert (news.kind, news.class_) == ("callable", "context")
    assert news.budgets == {"max_per_session": 3, "cooldown_seconds": 60}


def test_lists_of_entries_with_ids_and_a_schema_version_load(world):
    entries = [{"id": "one", "handler": "path_gate"}, {"handler": "path_gate", "mode": "warn"}]
    world.write({"schemaVersion": "1.0.0", "hooks": {"PreToolUse": entries}})
    one, other = world.hooks()
    assert (one.name, one.kind) == ("one", "python")
    assert (other.name, other.kind) == ("entry-2", "broken")
    assert 'needs an "id"' in other.problem


def test_two_entries_of_one_id_break_the_second(world):
    entries = [{"id": "one", "handler": "path_gate"}, {"id": "one", "handler": "path_gate"}]
    world.write({"hooks": {"PreToolUse": entries}})
    assert [hook.kind for hook in world.hooks()] == ["python", "broken"]


def test_both_forms_in_one_file_are_read(world):
    world.write({"hooks": {"PreToolUse": {"a": gate()}}, "PreToolUse": {"b": gate(mode="warn")}})
    assert [hook.name for hook in world.hooks()] == ["a", "b"]


@pytest.mark.parametrize("key", ["PreToolUze", "BeforeTool", "pre_tool_use"])
def test_a_nearly_canonical_event_fails_on_the_event_it_means(world, key):
    path = world.write({"hooks": {key: {"a": gate(fail_mode="closed")}, "Stop": {}}})
    (hook,) = world.hooks()
    assert (hook.kind, hook.class_, hook.fail_mode) == ("broken", "gate", "closed")
    (problem,) = world.problems()
    assert problem.then == "did you mean 'PreToolUse'?"
    assert problem.where.startswith(f"{path}:1:")


def test_an_unknown_event_is_warned_about_and_the_rest_runs(world):
    entry = {"handler": "json.decoder.scanstring"}
    world.user({"FileWatched": {"x": entry}, "Stop": {"y": entry}})
    assert [hook.name for hook in world.hooks("Stop")] == ["y"]
    (watched,) = world.hooks("FileWatched")
    assert watched.class_ == "context"
    (problem,) = world.problems()
    assert problem.severity == "warning"
    assert "FileWatched" in problem.what


@pytest.mark.parametrize("section", [None, 42, "x", True])
def test_an_event_that_is_no_object_breaks_that_event_alone(world, section):
    world.user(
        {"hooks": {"Stop": section, "SessionStart": {"y": {"handler": "json.decoder.scanstring"}}}}
    )
    assert [hook.kind for hook in world.hooks("Stop")] == ["broken"]
    assert [hook.kind for hook in world.hooks("SessionStart")] == ["callable"]


@pytest.mark.parametrize("entry", [None, 42, "x", [], [[]]])
def test_an_entry_that_is_no_object_is_broken(world, entry):
    world.user({"hooks": {"PreToolUse": {"bad": entry, "good": gate()}}})
    bad, good = world.hooks()
    assert (bad.kind, bad.class_, good.kind) == ("broken", "undeclared", "python")
    assert "PreToolUse.bad: expected object" in bad.problem


@pytest.mark.parametrize("value", ["true", "yes", 1, ["*"], None, {}])
def test_a_hooks_enabled_of_another_type_is_an_error_and_never_switches_off(world, value):
    path = world.write({"hooks_enabled": value, "hooks": {"PreToolUse": {"a": gate()}}})
    assert [hook.state for hook in world.hooks()] == ["on"]
    (problem,) = world.problems()
    assert (problem.severity, problem.where) == ("error", f"{path}:1:19")
    assert "hooks_enabled: expected true or false" in problem.what


def test_hooks_enabled_false_switches_the_files_own_hooks_off(world):
    world.user({"hooks": {"PreToolUse": {"mine": gate(mode="warn")}}})
    world.write({"hooksEnabled": False, "hooks": {"PreToolUse": {"its": gate()}}})
    assert [(hook.name, hook.state) for hook in world.hooks()] == [
        ("mine", "on"),
        ("its", "disabled"),
    ]


@pytest.mark.parametrize(
    ("key", "meant"), [("profil", "profile"), ("Hooks_enable", "hooks_enabled")]
)
def test_an_unknown_key_at_the_top_is_an_error_with_a_suggestion(world, key, meant):
    world.write({key: "x", "hooks": {"PreToolUse": {"a": gate()}}})
    (problem,) = world.problems()
    assert problem.then == f"did you mean {meant!r}?"
    assert [hook.kind for hook in world.hooks()] == ["python"]


@pytest.mark.parametrize("key", ["Hooks", "hook", "HOOKS"])
def test_hooks_under_a_misspelt_key_fail_instead_of_vanishing(world, key):
    world.write({key: {"PreToolUse": {"a": gate()}}})
    (hook,) = world.hooks()
    assert hook.kind == "broken"
    assert "did you mean 'hooks'" in hook.problem


def test_an_event_that_is_there_twice_keeps_the_hooks_of_both(world):
    text = '{"hooks": {"PreToolUse": {"a": %s}, "PreToolUse": {"b": %s}}}'
    world.write(text % ('{"handler": "path_gate"}', '{"handler": "path_gate", "mode": "warn"}'))
    assert [(hook.name, hook.kind) for hook in world.hooks()] == [("a", "python"), ("b", "python")]
    assert [problem.severity for problem in world.problems()] == ["warning"]


@pytest.mark.parametrize(
    "entries",
    [
        '{"a": {"handler": "path_gate"}, "a": {"handler": "path_gate"}}',
        '{"a": {"handler": "path_gate", "mode": "warn", "mode": "enforce"}}',
    ],
)
def test_a_name_that_is_there_twice_breaks_its_entry(world, entries):
    world.write('{"hooks": {"PreToolUse": ' + entries + "}}")
    assert [hook.kind for hook in world.hooks()] == ["broken"]
    assert "is there twice" in world.problems()[0].what


@pytest.mark.parametrize("section", [{}, [], [{"id": "a", "handler": "path_gate"}], None, "x", 3])
@pytest.mark.parametrize("key", ["hook", "Hooks", "hoks"])
def test_a_slip_in_hooks_is_told_at_the_start_whatever_it_holds(world, key, section):
    path = world.user({key: section})
    (problem,) = world.problems()
    assert (problem.where, problem.severity) == (f"{path}:1:2", "error")
    assert problem.then == "did you mean 'hooks'?"
    assert any(f"unknown key '{key}'" in notice for notice in world.plan().notices)
