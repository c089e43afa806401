import pytest

FINE = {"hooks": {"PreToolUse": {"a": {"handler": "path_gate"}}}}


@pytest.mark.parametrize(
    ("name", "hint"),
    [("hook.json", "hooks.json"), ("Hooks.json", "hooks.json"), ("hooks.json.txt", "hooks.json"),
     ("hooks.jsonc", "hooks.json"), ("hoks.json", "hooks.json"), ("hooks", "hooks.json"),
     ("hook.local.json", "hooks.local.json")],
)  # fmt: skip
def test_a_file_that_is_nearly_a_config_is_reported(world, name, hint):
    near = world.project / ".aipass" / name
    near.parent.mkdir()
    near.write_text("{}")
    (problem,) = world.problems()
    assert (problem.path, problem.severity) == (str(near), "warning")
    assert problem.then == f"did you mean {hint}?"


@pytest.mark.parametrize("folder", ["hooks.d", "hooks", "hook.d", "Hooks.d"])
def test_files_in_a_folder_of_fragments_are_reported(world, folder):
    near = world.project / ".aipass" / folder / "guard.json.txt"
    near.parent.mkdir(parents=True)
    near.write_text("{}")
    (problem,) = world.problems(world.project / "deeper")
    assert problem.what == f"{near} is not read"


@pytest.mark.parametrize("name", ["hooks.json", "hooks.local.json", "alerts.json", "notes.md"])
def test_files_that_belong_there_are_not(world, name):
    world.write(FINE)
    if name != "hooks.json":
        (world.project / ".aipass" / name).write_text("{}")
    assert world.problems() == []


def test_problems_come_layer_by_layer_and_line_by_line(world):
    user = world.user('{"hooks": {"Stop": {\n "b": {"handler": "nope"},\n "a": {"x": 1}}}}')
    project = world.write('{"profil": 1,\n"hooks": {"PreToolUse": {"a": 1}}}')
    assert [problem.where for problem in world.problems()] == [
        f"{user}:2:19", f"{user}:3:8", f"{project}:1:2", f"{project}:2:31"]  # fmt: skip


def test_a_problem_reads_as_one_line(world):
    path = world.write({"hooks": {"PreToolUse": {"a": {"handler": "path_gat"}}}})
    (problem,) = world.problems()
    told = "error: unknown handler 'path_gat'; did you mean 'path_gate'?"
    assert str(problem) == f"{path}:1:44: {told}"


def test_an_entry_that_nobody_trusted_is_warned_about_where_it_stands(world):
    world.user({"hooks": {"Stop": {"mine": {"command": ["x"]}}}})
    path = world.write(
        '{"hooks": {"PreToolUse": {\n "a": {"handler": "path_gate"},\n "b": {"command": ["x"]}},\n'
        ' "Stop": {"off": {"command": ["x"], "enabled": false}}}}'
    )
    (problem,) = world.problems()
    assert (problem.where, problem.severity) == (f"{path}:3:2", "warning")
    assert problem.what == "'b' does not run, because nobody has trusted this file"
    notices = world.plan().notices
    assert [("b" in notice, "trusted" in notice) for notice in notices] == [(True, True)]
