"""The plan cache, with real processes as the hook path has them: `python -I -S`, forked compile."""

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from snaphook.config import missed, plan_cache
from snaphook.config.discovery import discover
from snaphook.config.find import plan_for

CALL = """
import sys
package = type(sys)("snaphook"); package.__path__ = [sys.argv[1]]; sys.modules["snaphook"] = package
before = set(sys.modules)
from snaphook.config.find import plan_for
plan = plan_for(sys.argv[2])
imported = sorted(set(sys.modules) - before)
missed = "snaphook.config.missed" in sys.modules
import json, os
every = [hook for hooks in plan.events.values() for hook in hooks]
hooks = [(h["name"], h.get("kind", "python"), h.get("problem", "")) for h in every]
answer = {"hooks": hooks, "missed": missed, "imported": imported, "notices": plan.notices,
          "broken": plan.broken, "plan": repr(plan.plain())}
os.write(1, json.dumps(answer).encode())
os._exit(0)
"""
FORBIDDEN = {
    "os", "re", "json", "typing", "dataclasses", "pathlib", "subprocess", "enum", "functools",
    "collections", "signal", "shutil", "tempfile", "traceback", "__future__", "pydantic", "pluggy",
    "importlib_metadata", "jsonlines", "fcntl", "select",
}  # fmt: skip


def gate(**more):
    """An entry that needs no trust."""
    return {"handler": "path_gate", **more}


def on(**entries):
    """A file with entries on PreToolUse."""
    return {"hooks": {"PreToolUse": entries}}


class Calls:
    """Calls as the provider makes them, each in a process of its own."""

    def __init__(self, world, python=sys.executable):
        self.world = world
        self.python = python
        self.package = sys.modules["snaphook.config"].__path__[0].removesuffix("/config")
        self.plans = world.home / ".local" / "share" / "snaphook" / "plans"

    def start(self, cwd=None, options=("-I", "-S"), prefix=(), **env):
        env = {"HOME": str(self.world.home), **env}
        cwd = str(cwd or self.world.project)
        argv = [*prefix, self.python, *options, "-c", CALL, self.package, cwd]
        return subprocess.Popen(argv, env=env, stdout=subprocess.PIPE, cwd="/")

    def __call__(self, *arguments, **more):
        return self.answer(self.start(*arguments, **more))

    def answer(self, process):
        output, _ = process.communicate(timeout=60)
        assert process.returncode == 0
        return json.loads(output)

    def settle(self):
        """Let everything become old enough to be cached, and cache it."""
        time.sleep(2.05)
        assert self()["missed"] is True
        assert self()["missed"] is False


@pytest.fixture
def calls(world):
    return Calls(world)


@pytest.fixture
def cached(world, calls):
    """A project with one gate, its plan in the cache."""
    world.write(on(a=gate()))
    calls.settle()
    return calls


def test_a_hit_imports_nothing_heavy_and_gives_the_compiled_plan(world, cached):
    answer = cached()
    assert FORBIDDEN.isdisjoint(answer["imported"])
    assert answer["plan"] == repr(world.plan().plain())


def test_plans_and_their_folder_are_the_users_alone(cached):
    assert cached.plans.stat().st_mode & 0o777 == 0o700
    assert {path.stat().st_mode & 0o777 for path in cached.plans.iterdir()} == {0o600}


def test_one_plan_serves_every_folder_of_the_project(world, cached):
    inner = world.project / "a" / "b"
    inner.mkdir(parents=True)
    assert cached(inner)["missed"] is False


def test_nothing_young_is_cached(world, calls):
    world.write(on(a=gate()))
    assert [calls()["missed"], calls()["missed"]] == [True, True]
    assert not list(calls.plans.glob("*.plan"))


def _edit(world):
    world.write(on(b=gate()))


def _touch_back(world):
    path = world.project / ".aipass" / "hooks.json"
    before = path.stat()
    path.write_text(path.read_text().replace('"a"', '"b"'))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def _replace(world):
    path = world.project / ".aipass" / "hooks.json"
    other = path.with_name("other")
    shutil.copy2(path, other)
    other.write_text(other.read_text().replace('"a"', '"b"'))
    other.rename(path)


def _remove(world):
    (world.project / ".aipass" / "hooks.json").unlink()


def _user(world):
    world.user(on(b=gate(mode="warn")))


@pytest.mark.parametrize(
    ("change", "names"),
    [(_edit, ["b"]), (_touch_back, ["b"]), (_replace, ["b"]), (_remove, []), (_user, ["b", "a"])],
)
def test_every_change_of_a_config_counts_at_once(world, cached, change, names):
    change(world)
    assert [name for name, *_ in cached()["hooks"]] == names


def test_a_file_that_appears_at_another_level_counts_at_once(world, cached):
    inner = world.project / "src"
    inner.mkdir()
    assert cached(inner)["missed"] is False
    world.write(on(near=gate(mode="warn")), inner)
    assert [name for name, *_ in cached(inner)["hooks"]] == ["near", "a"]


def test_a_change_of_a_users_handler_module_counts(world, calls):
    module = world.home / "mine.py"
    module.write_text("def f(payload): ...\n")
    world.user(on(x={"handler": "./mine.py:f"}))
    calls.settle()
    module.write_text("def g(payload): ...\n")
    ((_, kind, problem),) = calls()["hooks"]
    assert kind == "broken"
    assert "names no function" in problem


def test_a_module_that_changes_while_it_is_compiled_is_not_cached(world, calls):
    module = world.home / "mine.py"
    grown = f"open({str(module)!r}, 'a').write('# more')"
    module.write_text(f"import time\n{grown}\ntime.sleep(2.2)\ndef f(payload): ...\n")
    world.user(on(x={"handler": "./mine.py:f"}))
    time.sleep(2.05)
    assert calls()["hooks"] == [["x", "callable", ""]]
    assert not list(calls.plans.glob("*.plan"))


def _garbage(path):
    path.write_bytes(os.urandom(500))


def _flipped(path):
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def _cut(path):
    path.write_bytes(path.read_bytes()[:-7])


def _empty(path):
    path.write_bytes(b"")


def _fifo(path):
    path.unlink()
    os.mkfifo(path, 0o600)


def _link(path):
    moved = path.with_suffix(".moved")
    path.rename(moved)
    path.symlink_to(moved)


def _open_to_others(path):
    path.chmod(0o644)


def _folder(path):
    path.unlink()
    path.mkdir()


def _owned_by_another(path):
    os.chown(path, 65534, 65534)


DAMAGES = [_garbage, _flipped, _cut, _empty, _fifo, _link, _open_to_others, _owned_by_another,
           _folder]  # fmt: skip


def test_a_damaged_plan_is_made_anew_and_never_trusted(cached):
    (plan,) = cached.plans.glob("*.plan")
    good = cached()
    for damage in DAMAGES:
        damage(plan)
        answer = cached()
        assert (answer["missed"], answer["plan"]) == (True, good["plan"]), damage
        assert cached()["missed"] is (damage is _folder), damage


@pytest.mark.parametrize("mode", [0o755, 0o777])
def test_a_folder_that_others_may_enter_is_not_used(cached, mode):
    cached.plans.chmod(mode)
    assert cached()["missed"] is True
    assert [name for name, *_ in cached()["hooks"]] == ["a"]


def test_a_plan_of_another_place_is_not_taken_for_this_one(world, cached):
    (plan,) = cached.plans.glob("*.plan")
    other = world.folder / "other"
    (other / ".git").mkdir(parents=True)
    world.write(on(b=gate()), other)
    time.sleep(2.05)
    cached(other)
    (second,) = set(cached.plans.glob("*.plan")) - {plan}
    shutil.copy2(plan, second)
    assert [name for name, *_ in cached(other)["hooks"]] == ["b"]


def test_a_folder_inside_the_project_is_never_used(world, calls):
    world.write(on(a=gate()))
    data = world.project / "data"
    link = world.folder / "link"
    link.symlink_to(world.project)
    time.sleep(2.05)
    for place in (data, link / "data"):
        for _ in range(2):
            assert calls(XDG_DATA_HOME=str(place))["missed"] is True
    assert not data.exists()


def test_without_any_folder_every_call_compiles(world, calls):
    world.write(on(a=gate()))
    (world.home / ".local").write_text("a file")
    time.sleep(2.05)
    for _ in range(2):
        answer = calls()
        assert (answer["missed"], [name for name, *_ in answer["hooks"]]) == (True, ["a"])


def test_calls_at_once_all_get_the_plan_and_later_ones_hit(world, calls):
    world.write(on(a=gate()))
    time.sleep(2.05)
    started = [calls.start() for _ in range(8)]
    assert all([name for name, *_ in calls.answer(one)["hooks"]] == ["a"] for one in started)
    assert calls()["missed"] is False


def test_a_lock_that_never_comes_is_not_waited_for_long(world, calls, monkeypatch):
    monkeypatch.setattr(missed, "LONGEST_WAIT", 1.0)
    world.write(on(a=gate()))
    time.sleep(2.05)
    calls()
    (lock,) = calls.plans.glob("*.lock")
    (plan,) = calls.plans.glob("*.plan")
    plan.unlink()
    code = f"import fcntl, time; f = open({str(lock)!r}); fcntl.flock(f, 2)"
    code += "; print(flush=True); time.sleep(60)"
    holder = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)
    try:
        holder.stdout.readline()
        begun = time.monotonic()
        (hook,) = plan_for(str(world.project)).events["PreToolUse"]
        assert (hook["name"], time.monotonic() - begun < 9) == ("a", True)
        assert time.monotonic() - begun >= 1
    finally:
        holder.kill()
        holder.wait()
        holder.stdout.close()


def test_an_unprivileged_user_trusts_no_plan_of_another(world, cached, tmp_path):
    for folder in (tmp_path, *tmp_path.parents):
        if not folder.stat().st_mode & 0o001:
            folder.chmod(folder.stat().st_mode | 0o011)
    nobody = ("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups")
    answer = cached(prefix=nobody, options=("-I", "-S", "-B"))
    assert answer["missed"] is True
    assert [name for name, *_ in answer["hooks"]] == ["a"]


def test_a_user_without_any_home_gets_the_projects_gates(world, calls, tmp_path):
    for folder in (tmp_path, *tmp_path.parents):
        folder.chmod(folder.stat().st_mode | 0o011)
    world.write(on(a=gate()))
    unknown = ("setpriv", "--reuid=54321", "--regid=54321", "--clear-groups")
    for home in ("", "relative"):
        answer = calls(prefix=unknown, options=("-I", "-S", "-B"), HOME=home)
        assert [name for name, *_ in answer["hooks"]] == ["a"]


def test_broken_files_reach_the_caller(world, calls):
    world.write("{")
    ((path, line, column, what),) = calls()["broken"]
    assert (path, line, column) == (str(world.project / ".aipass" / "hooks.json"), 1, 2)
    assert "ends here" in what


def test_the_hot_modules_name_no_forbidden_import():
    folder = Path(sys.modules["snaphook.config"].__path__[0])
    for name in ("find", "plan_cache", "guarded", "discovery", "fingerprints", "real_paths"):
        lines = (folder / f"{name}.py").read_text().splitlines()
        named = {line.split()[1] for line in lines if line.startswith(("import ", "from "))}
        assert FORBIDDEN.isdisjoint(named), name


def test_each_interpreter_has_a_plan_of_its_own(world, monkeypatch):
    sources = discover(str(world.project))
    ours = plan_cache.key_of(sources)
    monkeypatch.setattr(sys, "executable", "/another/python")
    assert plan_cache.key_of(sources) != ours
