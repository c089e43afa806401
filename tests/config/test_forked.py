"""Plugins that do evil while they are imported, in the child that compiles."""

import time

import pytest

from snaphook.config import forked, positions, shapes
from snaphook.config.find import plan_for
from snaphook.engine.errors import SnaphookError
from snaphook.engine.plans import Hook

GOOD = "from snaphook.handlers import handler\n\n@handler(class_='gate')\ndef judge(event): ...\n"
EVIL = {
    "exits": "import os; os._exit(0)",
    "exits_two": "import sys; sys.exit(2)",
    "raises": "raise KeyboardInterrupt",
    "crashes": "import ctypes; ctypes.string_at(0)",
    "kills": "import os, signal; os.kill(os.getpid(), signal.SIGKILL)",
    "prints": "print('x' * 100_000, flush=True)\nimport os; os.write(1, b'x'); os.write(2, b'y')",
    "forks": "import os\nif os.fork() == 0: os.setsid(); os.execlp('sleep', 'sleep', '20')",
}
HANGS = "import signal, time\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\ntime.sleep(60)"


def entries(*plugins):
    """A user's file that names a handler of each plugin."""
    gates = {name: {"handler": f"{name}.judge"} for name in plugins}
    return {"hooks": {"PreToolUse": gates}}


def kinds(world):
    plan = plan_for(str(world.project))
    return {hook["name"]: Hook(**hook).kind for hook in plan.events["PreToolUse"]}


@pytest.mark.parametrize("evil", list(EVIL))
def test_a_plugin_that_does_evil_costs_only_its_own_hooks(world, capfd, evil):
    world.plugin("good", GOOD)
    world.plugin("evil", EVIL[evil] + "\n" + GOOD)
    world.user(entries("good", "evil"))
    harmless = evil in ("prints", "forks")
    begun = time.monotonic()
    assert kinds(world) == {"good": "python", "evil": "python" if harmless else "broken"}
    assert time.monotonic() - begun < 9
    assert capfd.readouterr() == ("", "")


def test_a_plugin_that_hangs_is_left_out(world, monkeypatch):
    monkeypatch.setattr(forked, "LONGEST", 3.0)
    world.plugin("good", GOOD)
    world.plugin("evil", HANGS)
    world.user(entries("good", "evil"))
    begun = time.monotonic()
    assert kinds(world) == {"good": "python", "evil": "broken"}
    assert time.monotonic() - begun < 12


def test_several_evil_plugins_are_left_out_one_after_the_other(world):
    for name in ("evila", "evilb", "evilc"):
        world.plugin(name, EVIL["exits"])
    world.plugin("good", GOOD)
    world.user(entries("evila", "good", "evilc"))
    assert kinds(world) == {"evila": "broken", "good": "python", "evilc": "broken"}


def test_an_import_path_whose_module_ends_the_process_breaks_its_entry(world):
    (world.site / "deadly.py").write_text(EVIL["exits"])
    world.user({"hooks": {"PreToolUse": {"x": {"handler": "deadly:f"}, "y": {"command": ["z"]}}}})
    assert kinds(world) == {"x": "broken", "y": "command"}


def test_more_evil_than_can_be_left_out_is_an_error_that_names_it(world):
    for number in range(8):
        world.plugin(f"evil{number}", EVIL["exits"])
    world.user(entries("evil1"))
    with pytest.raises(SnaphookError, match="loading evil"):
        plan_for(str(world.project))


def test_the_child_leaves_no_process_and_no_descriptor_behind(world):
    import os

    world.user(entries())
    before = len(os.listdir("/proc/self/fd"))
    plan_for(str(world.project))
    assert len(os.listdir("/proc/self/fd")) == before
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


def test_a_project_that_takes_for_ever_costs_the_user_nothing(world, monkeypatch):
    monkeypatch.setattr(forked, "LONGEST", 3.0)
    monkeypatch.setattr(positions, "MOST", 10**9)
    monkeypatch.setattr(shapes, "MOST_EVENTS", 10**9)
    world.plugin("good", GOOD)
    world.user(entries("good"))
    endless = world.write({f"hooks{number}": {} for number in range(40_000)})
    plan = plan_for(str(world.project))
    (hook,) = plan.events["PreToolUse"]
    assert (hook["name"], hook["layer"], hook.get("kind", "python")) == ("good", "user", "python")
    assert [broken[0] for broken in plan.broken] == [str(endless)]


SLOW_OPTIONS = """
import time
from pydantic import BaseModel, field_validator

class Options(BaseModel):
    level: int = 1

    @field_validator("level")
    @classmethod
    def _slow(cls, level):
        time.sleep(60)
        return level
"""


def test_an_options_model_that_hangs_costs_its_own_plugin(world, monkeypatch):
    monkeypatch.setattr(forked, "LONGEST", 3.0)
    world.plugin("good", GOOD)
    slow = GOOD.replace("class_='gate'", "class_='gate', options='slow_options:Options'")
    world.plugin("slow", slow, slow_options=SLOW_OPTIONS)
    world.write({"hooks": {"PreToolUse": {"ours": {"handler": "path_gate"}}}})
    hooks = entries("good", "slow")
    hooks["hooks"]["PreToolUse"]["slow"]["options"] = {"level": 2}
    world.user(hooks)
    assert kinds(world) == {"good": "python", "slow": "broken", "ours": "python"}


def test_a_projects_options_that_hang_a_plugin_cost_the_user_nothing(world, monkeypatch):
    monkeypatch.setattr(forked, "LONGEST", 3.0)
    slow = GOOD.replace("class_='gate'", "class_='gate', options='slow_options:Options'")
    world.plugin("slow", slow, slow_options=SLOW_OPTIONS)
    world.user(entries("slow"))
    entry = {"handler": "slow.judge", "options": {"level": 2}}
    path = world.write({"hooks": {"PreToolUse": {"theirs": entry}}})
    assert kinds(world) == {"slow": "python"}
    assert [broken[0] for broken in plan_for(str(world.project)).broken] == [str(path)]
