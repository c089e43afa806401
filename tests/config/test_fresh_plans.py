"""Calls at once, just after the config was written: one compiles, and nobody gets a stale plan."""

import os
import time

import pytest

from snaphook.config import forked, fresh_plans, missed
from snaphook.config.discovery import discover
from snaphook.config.find import plan_for

COUNTING = """
import os
with open({place!r}, "a") as file:
    file.write("x")
from snaphook.handlers import handler

@handler(class_="gate")
def judge(event): ...
"""


@pytest.fixture
def counted(world):
    """A plugin that counts how often it is imported; it is old, and the config is new."""
    place = world.folder / "count"
    world.plugin("slow", COUNTING.format(place=str(place)))
    time.sleep(2.05)
    world.user({"hooks": {"PreToolUse": {"x": {"handler": "slow.judge"}}}})
    return lambda: len(place.read_text())


def names(world):
    return [hook["name"] for hook in plan_for(str(world.project)).events.get("PreToolUse", ())]


def test_calls_at_once_compile_a_new_config_once(world, counted):
    pids = [_forked(world) for _ in range(12)]
    assert {os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) for pid in pids} == {0}
    assert counted() <= 2  # the second one where writing bytecode changed the folder meanwhile
    assert not list((world.home / ".local/share/snaphook/plans").glob("*.plan"))


def _forked(world):
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            code = 0 if names(world) == ["x"] else 2
        finally:
            os._exit(code)
    return pid


def test_an_edit_that_no_fingerprint_tells_counts_at_once(world, counted):
    assert names(world) == ["x"]
    first = discover(str(world.project))
    (world.home / ".aipass/hooks.json").write_text(
        (world.home / ".aipass/hooks.json").read_text().replace('"x"', '"y"')
    )
    second = discover(str(world.project))
    second.files[0].mark = first.files[0].mark  # as within one tick of the clock
    assert missed.compile_and_keep(first, _plans(world)).events["PreToolUse"][0]["name"] == "y"
    assert missed.compile_and_keep(second, _plans(world)).events["PreToolUse"][0]["name"] == "y"


def _plans(world):
    return str(world.home / ".local/share/snaphook/plans")


def test_a_config_that_changes_while_it_is_compiled_is_not_shared(world, counted):
    sources = discover(str(world.project))
    contents = fresh_plans.contents_of(sources)
    plan, depends, _ = forked.compile_in_child(sources, "")
    place = str(world.folder / "kept")
    world.user({"hooks": {}})
    fresh_plans.store(place, sources, contents, depends, plan, time.time_ns(), False)
    assert not os.path.exists(place)


def test_such_a_plan_lives_for_a_while_only(world, counted, monkeypatch):
    assert [names(world), names(world), counted()] == [["x"], ["x"], 1]
    monkeypatch.setattr(fresh_plans, "LIFE", 0)
    assert [names(world), counted()] == [["x"], 2]


def test_a_stall_is_tried_again_and_not_kept_for_good(world, counted, monkeypatch):
    module = world.site / "snaphook_slow.py"
    module.write_text(module.read_text() + "\nimport time\ntime.sleep(30)\n")
    monkeypatch.setattr(forked, "LONGEST", 2.0)
    time.sleep(2.05)
    for _ in range(2):
        assert plan_for(str(world.project)).events["PreToolUse"][0]["kind"] == "broken"
    assert counted() == 1
    plans = world.home / ".local/share/snaphook/plans"
    assert not list(plans.glob("*.plan"))
    assert list(plans.glob("*.fresh"))


def test_once_the_config_is_old_enough_a_plan_is_kept_for_good(world, counted):
    plans = world.home / ".local/share/snaphook/plans"
    assert names(world) == ["x"]
    assert not list(plans.glob("*.plan"))
    time.sleep(2.1)
    assert names(world) == ["x"]
    assert list(plans.glob("*.plan"))
