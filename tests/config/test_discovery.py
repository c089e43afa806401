import posix
import subprocess
import sys

import pytest

from snaphook.config.discovery import discover


def gate(**more):
    """An entry that needs no trust."""
    return {"handler": "path_gate", **more}


def hooks(*names, **entry):
    """A file with gates of different modes, so that none is another's double."""
    different = [{"timeout_ms": n + 1, "max_blocks": len(name)} for n, name in enumerate(names)]
    gates = {name: gate(**entry, **more) for name, more in zip(names, different, strict=True)}
    return {"hooks": {"PreToolUse": gates}}


def names(world, cwd=None, project_dir="", event="PreToolUse"):
    plan = world.plan(cwd, project_dir)
    return [hook["name"] for hook in plan.events.get(event, ())]


def test_a_sub_folder_uses_the_projects_file_and_its_root(world):
    world.write(hooks("a"))
    inner = world.project / "packages" / "web"
    inner.mkdir(parents=True)
    assert names(world, inner) == ["a"]
    (hook,) = world.hooks(cwd=inner)
    assert (hook.root, world.plan(inner).roots) == (str(world.project), (str(world.project),))


def test_relative_commands_start_at_the_root_of_their_config(world):
    world.user({"hooks": {"Stop": {"x": {"command": ["./check.sh"]}}}})
    (hook,) = world.hooks("Stop")
    assert (hook.cwd, hook.root) == (str(world.home), str(world.home))


def test_cwd_in_the_home_folder_runs_each_handler_once(world):
    world.user(hooks("a"))
    assert names(world, world.home) == ["a"]


def test_a_home_that_is_reached_by_another_name_is_the_same_home(world, monkeypatch):
    world.user(hooks("a"))
    link = world.folder / "link"
    link.symlink_to(world.home)
    for cwd, home in [(link, world.home), (world.home, link), (link / "x", world.home)]:
        monkeypatch.setitem(posix.environ, b"HOME", str(home).encode())
        assert names(world, cwd) == ["a"]


def test_a_project_file_that_is_a_link_to_the_users_counts_once(world):
    user = world.user(hooks("a"))
    (world.project / ".aipass").mkdir()
    (world.project / ".aipass" / "hooks.json").symlink_to(user)
    assert names(world) == ["a"]


def test_gates_of_every_level_apply_and_the_nearest_file_for_the_rest(world):
    inner = world.project / "inner"
    inner.mkdir()
    world.write(hooks("outer") | {"SessionStart": {"far": {"command": ["x"], "class": "observe"}}})
    world.write(
        hooks("near") | {"SessionStart": {"by": {"command": ["x"], "class": "observe"}}}, inner
    )
    assert names(world, inner) == ["near", "outer"]
    assert names(world, inner, event="SessionStart") == ["by"]
    assert names(world, event="SessionStart") == ["far"]


def test_nothing_above_the_git_top_level_adds_gates_where_a_file_is_below(world):
    world.write(hooks("above"), world.folder)
    assert names(world) == ["above"]
    world.write(hooks("mine"))
    assert names(world) == ["mine"]


def test_each_worktree_uses_its_own_checkouts_file(world):
    def git(*arguments, cwd=world.project):
        subprocess.run(["git", *arguments], cwd=cwd, check=True, capture_output=True)

    (world.project / ".git").rmdir()
    git("init", "-q")
    git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "--allow-empty", "-m", "x")
    for place in (world.folder / "beside", world.project / "trees" / "within"):
        git("worktree", "add", "-q", str(place))
        assert (place / ".git").is_file()
        world.write(hooks("main"))
        world.write(hooks("own"), place)
        assert names(world, place) == ["own"]
        assert names(world, place / "sub") == ["own"]
    assert names(world) == ["main"]


def test_a_deleted_cwd_still_finds_the_project(world):
    world.write(hooks("a"))
    gone = world.project / "gone" / "deeper"
    assert names(world, gone) == ["a"]
    code = "import os, sys; os.mkdir('x'); os.chdir('x'); os.rmdir(os.getcwd()); " + (
        "from snaphook.config.find import plan_for; print(len(plan_for(sys.argv[1]).events), "
        "len(plan_for('').events))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, str(gone)],
        cwd=world.project, env={"HOME": str(world.home), "PYTHONPATH": _typing()},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert run.stdout == "1 0\n"


def test_a_linked_folder_has_the_gates_of_both_places(world):
    world.write(hooks("named") | {"SessionStart": {"news": {"command": ["x"]}}})
    store = world.folder / "store"
    store.mkdir()
    (world.project / "data").symlink_to(store)
    assert names(world, world.project / "data") == ["named"]
    assert names(world, world.project / "data", event="SessionStart") == ["news"]
    world.write(hooks("real"), store)
    assert names(world, world.project / "data") == ["real", "named"]
    assert names(world, world.project / "data", event="SessionStart") == []
    assert names(world, store) == ["real"]


def test_a_cwd_outside_the_providers_project_gets_the_gates_of_both(world):
    elsewhere = world.folder / "elsewhere"
    (elsewhere / ".git").mkdir(parents=True)
    world.write(hooks("project") | {"SessionStart": {"news": {"command": ["x"]}}})
    world.write(hooks("cwd"), elsewhere)
    assert names(world, elsewhere, str(world.project)) == ["cwd", "project"]
    assert names(world, elsewhere, str(world.project), "SessionStart") == []
    assert names(world, world.project, str(world.project)) == ["project"]
    assert names(world, world.folder / "nowhere", str(world.project)) == ["project"]


@pytest.mark.parametrize("own", [hooks("own"), {}])
def test_a_git_tree_inside_the_providers_project_drops_none_of_its_gates(world, own):
    inner = world.project / "vendor" / "inner"
    (inner / ".git").mkdir(parents=True)
    world.write(hooks("project") | {"SessionStart": {"news": {"command": ["x"]}}})
    world.write(own, inner)
    mine = ["own"] if own else []
    assert names(world, inner, str(world.project)) == [*mine, "project"]
    assert names(world, inner / "sub", str(world.project)) == [*mine, "project"]
    assert names(world, inner, str(world.project), "SessionStart") == []
    assert names(world, inner, str(inner)) == mine
    assert names(world, inner) == mine


def test_a_home_inside_the_project_is_not_the_users(world, monkeypatch):
    planted = world.project / "home"
    planted.mkdir()
    world.write({"hooks": {"Stop": {"evil": {"command": ["x"]}}}}, planted)
    monkeypatch.setitem(posix.environ, b"HOME", str(planted).encode())
    sources = discover(str(world.project))
    assert sources.home != str(planted)
    assert "lies inside the project" in sources.notices[0]
    assert all(file.layer == "project" for file in sources.files if str(world.folder) in file.path)


def test_odd_folders_never_raise(world):
    for cwd in ("", "/", "//", ".", "..", "relative/x", "/a\0b", "/\udcff/\ud800", "/x" * 3000):
        discover(cwd, cwd)


def _typing():
    """The folder that the package `snaphook` is in, wherever the tests are run from."""
    return sys.modules["snaphook.config"].__path__[0].removesuffix("/snaphook/config")
