"""A gate keeps its class while its plugin cannot be loaded."""

import shutil

import pytest

from snaphook.config import forked, guarded, known_handlers
from snaphook.config.find import plan_for
from snaphook.engine.plans import Hook

GATE = "from snaphook.handlers import PreToolUse, handler\n\n"
GATE += "@handler(class_='gate', on=PreToolUse, tools=['Bash'], aliases=['old'])\n"
GATE += "def judge(event): ...\n"
HANGS = "import time\ntime.sleep(60)\n"


def hooks(world):
    plan = plan_for(str(world.project))
    return {fields["name"]: Hook(**fields) for fields in plan.events["PreToolUse"]}


def seen(hook):
    return hook.kind, hook.class_, hook.tools


@pytest.fixture
def good(world):
    world.plugin("good", GATE)
    named = {"x": {"handler": "good.judge"}, "y": {"handler": "good.old", "mode": "warn"}}
    world.user({"hooks": {"PreToolUse": named}})
    assert seen(hooks(world)["x"]) == ("python", "gate", ("Bash",))
    return world


def _hang(world, monkeypatch):
    monkeypatch.setattr(forked, "LONGEST", 3.0)
    (world.site / "snaphook_good.py").write_text(HANGS)


def _break(world, monkeypatch):
    (world.site / "snaphook_good.py").write_text("import nothing_of_that_name\n")


def _rename(world, monkeypatch):
    (world.site / "snaphook_good.py").write_text(
        GATE.replace("judge", "judges").replace("old", "o")
    )


def _uninstall(world, monkeypatch):
    (world.site / "snaphook_good.py").unlink()
    shutil.rmtree(world.site / "snaphook_good-1.0.dist-info")


def _collide(world, monkeypatch):
    world.plugin("other", GATE)
    points = world.site / "snaphook_other-1.0.dist-info" / "entry_points.txt"
    points.write_text("[snaphook.handlers]\ngood = snaphook_other\n")


@pytest.mark.parametrize("fate", [_hang, _break, _rename, _uninstall, _collide])
def test_a_gate_that_is_lost_stays_a_gate(good, monkeypatch, fate):
    fate(good, monkeypatch)
    now = hooks(good)
    assert seen(now["x"]) == seen(now["y"]) == ("broken", "gate", ("Bash",))
    assert "unknown handler 'good.judge'" in now["x"].problem


def test_an_entry_cannot_talk_a_lost_gate_down(good):
    _break(good, None)
    good.user({"hooks": {"PreToolUse": {"x": {"handler": "good.judge", "class": "observe"}}}})
    assert hooks(good)["x"].class_ == "gate"


def test_a_marked_function_of_a_file_stays_a_gate(world):
    module = world.home / "kept_as_a_gate.py"  # of which no other test has loaded a namesake
    module.write_text(GATE)
    world.user({"hooks": {"PreToolUse": {"x": {"handler": "./kept_as_a_gate.py:judge"}}}})
    assert hooks(world)["x"].kind == "python"
    module.unlink()
    assert seen(hooks(world)["x"]) == ("broken", "gate", ("Bash",))


def test_a_handler_that_nobody_ever_saw_is_undeclared(good):
    good.user({"hooks": {"PreToolUse": {"x": {"handler": "good.never"}}}})
    assert seen(hooks(good)["x"]) == ("broken", "undeclared", ())


def test_what_is_known_is_the_users_alone_and_written_when_it_changes(good):
    place = good.home / ".local/share/snaphook/plans/handlers.known"
    before = place.stat()
    assert before.st_mode & 0o777 == 0o600
    hooks(good)
    assert place.stat().st_ino == before.st_ino
    place.chmod(0o644)
    _break(good, None)
    assert hooks(good)["x"].class_ == "undeclared"


def test_only_so_much_is_remembered_and_the_newest_first(world):
    folder = str(world.home / "plans")
    guarded.create(folder)
    many = {f"acme.h{n}": ("gate", ()) for n in range(known_handlers.MOST)}
    known_handlers.keep(folder, many)
    known_handlers.keep(folder, {"new.one": ("gate", ("Edit",)), "n" * 500: ("gate", ())})
    known = known_handlers.recall(folder)
    assert len(known) == known_handlers.MOST
    assert known["new.one"] == ("gate", ("Edit",))


@pytest.mark.parametrize("text", [b"", b"[", b"[]", b'{"a": 1}', b'{"a": ["gate"]}', b"\xff"])
def test_a_damaged_memory_is_an_empty_one(world, text):
    folder = str(world.home / "plans")
    guarded.create(folder)
    guarded.write(f"{folder}/handlers.known", text)
    assert known_handlers.recall(folder) == {}
