"""A gate of ours that cannot be loaded refuses; it does not turn into a hook without a class."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from snaphook.config.handler_options import steering
from snaphook.config.shipped_gates import STEERING
from snaphook.engine.registry import load

OURS = Path(sys.modules["snaphook.config"].__path__[0]).parent
RAISES = "raise ImportError('half an upgrade')\n"
BROKEN = {
    "its module is gone": ("gates/path_gate.py", None),
    "its module raises": ("gates/path_gate.py", RAISES),
    "its module is cut short": ("gates/path_gate.py", "def path_gate(event"),
    "its module is another one": ("gates/path_gate.py", ""),
    "its module exits": ("gates/path_gate.py", "raise SystemExit(0)\n"),
    "the plugin is gone": ("shipped.py", None),
    "the plugin is empty": ("shipped.py", ""),
    "the plugin is of another version": ("shipped.py", "SNAPHOOK_SPEC_VERSION = 99\n"),
    "its options model is gone": ("path_options.py", None),
    "its options model raises": ("path_options.py", RAISES),
}
COMPILE = """
import json, sys
# an editable installation's finder would find what is gone from the copy in the checkout
sys.meta_path[:] = [finder for finder in sys.meta_path if "Editable" not in repr(finder)]
package = type(sys)("snaphook"); package.__path__ = [sys.argv[1]]; sys.modules["snaphook"] = package
from snaphook.config.find import plan_for
print(json.dumps(plan_for(sys.argv[2]).events["PreToolUse"]))
"""
CALL = {
    "hook_event_name": "PreToolUse",
    "tool_name": "Edit",
    "tool_input": {"file_path": "a", "old_string": "a", "new_string": "b"},
}


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """Our packages, to be damaged; whole again before each use."""
    root = tmp_path_factory.mktemp("copy") / "snaphook"
    for name in ("engine", "config", "logs", "handlers", "bridges"):
        shutil.copytree(OURS / name, root / name)
    return root


@pytest.fixture
def damaged(copy):
    shutil.rmtree(copy / "handlers")
    shutil.copytree(
        OURS / "handlers", copy / "handlers", ignore=shutil.ignore_patterns("__pycache__")
    )

    def damage(how):
        file, text = BROKEN[how]
        path = copy / "handlers" / file
        path.unlink() if text is None else path.write_text(text)
        return copy

    return damage


def compiled(world, root):
    argv = [sys.executable, "-c", COMPILE, str(root), str(world.project)]
    env = {"HOME": str(world.home), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(argv, env=env, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("layer", ["user", "write"])
@pytest.mark.parametrize("how", list(BROKEN))
def test_a_gate_of_ours_that_cannot_be_loaded_is_a_gate_that_fails(world, damaged, how, layer):
    getattr(world, layer)({"hooks": {"PreToolUse": {"a": {"handler": "path_gate"}}}})
    (hook,) = compiled(world, damaged(how))
    assert (hook["kind"], hook["class"], hook.get("state", "on")) == ("broken", "gate", "on")
    assert "path_gate" in hook["problem"] or "options model" in hook["problem"]


def test_the_users_own_fail_mode_still_counts(world, damaged):
    world.user({"hooks": {"PreToolUse": {"a": {"handler": "path_gate", "fail_mode": "open"}}}})
    (hook,) = compiled(world, damaged("its module is gone"))
    assert (hook["class"], hook["fail_mode"]) == ("gate", "open")


@pytest.mark.parametrize("more", [{"options": {"rules": []}}, {"matcher": "Ed.t"}])
def test_what_would_need_trust_needs_it_still(world, damaged, more):
    world.write({"hooks": {"PreToolUse": {"a": {"handler": "rules", **more}}}})
    (hook,) = compiled(world, damaged("the plugin is gone"))
    assert hook["state"] == "untrusted"


def test_the_agent_is_refused_and_told_why(world, damaged):
    world.user({"hooks": {"PreToolUse": {"a": {"handler": "path_gate"}}}})
    root = damaged("its module raises")
    payload = CALL | {"cwd": str(world.project), "session_id": "s"}
    done = subprocess.run(
        [sys.executable, "-I", str(root / "bridges" / "stub.py"), "claude", "PreToolUse"],
        input=json.dumps(payload).encode(),
        env={"HOME": str(world.home), "PATH": os.environ["PATH"]},
        capture_output=True,
        timeout=60,
    )
    assert done.returncode == 2
    answer = json.loads(done.stdout)["hookSpecificOutput"]
    assert answer["permissionDecision"] == "deny"
    assert "half an upgrade" in answer["permissionDecisionReason"]


def test_every_gate_that_ships_is_known_with_what_steers_it():
    ours = [one for one in load().handlers.values() if one.plugin == "snaphook"]
    gates = [one for one in ours if one.declaration.class_ in ("gate", "gate-advisory")]
    models = {name: one.options_model() for one in gates for name in (one.name, *one.aliases)}
    told = {name: steering(model) if model else frozenset() for name, model in models.items()}
    assert told == STEERING
