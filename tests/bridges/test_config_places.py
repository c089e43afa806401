"""Which hooks.json a call is judged by, from the event's folder to the verdict."""

import json
import shutil
import subprocess

import pytest

NOTHING = (0, b"", b"")


def test_a_config_is_found_from_a_folder_below(ground):
    ground.guard()
    below = ground.project / "packages" / "web"
    below.mkdir(parents=True)
    relative = ground.event(cwd=str(below), tool_input={"file_path": "../../.env", "content": ""})
    code, stdout, _ = ground.call(relative, cwd=below)
    assert code == 2
    assert b"is protected (matches .env)" in stdout


def test_globs_start_at_the_config_and_not_where_the_process_is(ground):
    options = {"protected": ["keep/a.txt"]}
    gate = {"handler": "path_gate", "options": options}
    ground.configure({"PreToolUse": {"path_gate": gate}})
    below = ground.project / "packages"
    (below / "keep").mkdir(parents=True)

    def write(path: str) -> int:
        given = {"file_path": path, "content": ""}
        return ground.call(ground.event(cwd=str(below), tool_input=given), cwd="/")[0]

    assert write("../keep/a.txt") == 2
    assert write("keep/a.txt") == 0


def test_a_session_that_starts_deep_inside_a_repository_has_its_hooks(odd_ground):
    odd_ground.configure({"PreToolUse": {"path_gate": {"handler": "path_gate"}}})
    (odd_ground.project / ".git").mkdir()
    deep = odd_ground.project / "a" / "b" / "c"
    deep.mkdir(parents=True)
    assert odd_ground.call(odd_ground.event(cwd=str(deep)), cwd=deep) == odd_ground.denied()


def test_the_providers_project_folder_counts_where_the_event_is_elsewhere(ground):
    ground.guard()
    elsewhere = ground.home / "elsewhere"
    elsewhere.mkdir()
    environment = {**ground.environment, "CLAUDE_PROJECT_DIR": str(ground.project)}
    event = ground.event(cwd=str(elsewhere))
    assert ground.call(event, env=environment, cwd=elsewhere) == ground.denied()


def test_in_the_home_folder_the_file_is_the_users_and_runs_once(odd_ground):
    odd_ground.configure({"Stop": {"count": {"handler": "odd.count"}}}, odd_ground.home)
    event = odd_ground.event(hook_event_name="Stop", cwd=str(odd_ground.home))
    assert odd_ground.call(event, "claude", "Stop", cwd=odd_ground.home) == NOTHING
    assert (odd_ground.home / "count").read_text() == "x"


def test_a_linked_home_folder_is_the_same_home(odd_ground):
    link = odd_ground.home.parent / "link"
    link.symlink_to(odd_ground.home)
    odd_ground.configure({"Stop": {"count": {"handler": "odd.count"}}}, odd_ground.home)
    event = odd_ground.event(hook_event_name="Stop", cwd=str(link))
    assert odd_ground.call(event, "claude", "Stop", cwd=link) == NOTHING
    assert (odd_ground.home / "count").read_text() == "x"


def test_an_event_that_this_version_does_not_know_costs_the_others_nothing(ground):
    hooks = {"NextYearsEvent": {"x": {"handler": "path_gate"}}}
    ground.configure({**hooks, "PreToolUse": {"path_gate": {"handler": "path_gate"}}})
    assert ground.call(ground.event()) == ground.denied()


def test_an_unknown_handler_costs_the_others_nothing(ground):
    later = {"handler": "not_written_yet", "fail_mode": "open"}
    both = {"later": later, "path_gate": {"handler": "path_gate"}}
    ground.configure({"PreToolUse": both}, ground.home)
    code, answer, _ = ground.call(ground.event())
    told = json.loads(answer)
    denied = json.loads(ground.denied()[1])
    assert (code, told["hookSpecificOutput"]) == (2, denied["hookSpecificOutput"])
    assert "hook 'later' failed (fail_mode=open)" in told["systemMessage"]


@pytest.mark.skipif(not shutil.which("git"), reason="git is not installed")
def test_a_worktree_is_judged_by_its_own_checkouts_file(ground):
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@b", "-C", str(ground.project)]
    ground.configure({"PreToolUse": {"gate": {"handler": "path_gate"}}})
    for words in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "start"]):
        subprocess.run([*git, *words], check=True, env=ground.environment)
    other = ground.home / "other"
    subprocess.run([*git, "worktree", "add", "-q", str(other)], check=True, env=ground.environment)
    options = {"protected": ["b.txt"]}
    gate = {"handler": "path_gate", "options": options}
    ground.configure({"PreToolUse": {"gate": gate}}, other)

    def write(name: str) -> int:
        given = {"file_path": str(other / name), "content": ""}
        return ground.call(ground.event(cwd=str(other), tool_input=given), cwd=other)[0]

    assert (write(".env"), write("b.txt")) == (0, 2)


@pytest.mark.parametrize("value", ['"true"', '"yes"', "1", '["*"]', "null"])
def test_a_switch_of_a_wrong_type_never_switches_the_hooks_off_in_silence(ground, value):
    path = ground.guard()
    text = path.read_text().replace('{"version"', f'{{"hooks_enabled": {value}, "version"')
    path.write_text(text)
    code, stdout, _ = ground.call(ground.event())
    assert code == 2
    start = ground.event(hook_event_name="SessionStart", source="startup")
    told = ground.call(start, "claude", "SessionStart")[1]
    assert b"hooks_enabled" in stdout + told
