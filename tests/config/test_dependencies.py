"""What was wrong with a plugin and has been mended counts at once, plan cached or not."""

import time

import pytest

from snaphook.config.find import plan_for

RULES = "from snaphook.handlers import handler\n\n@handler(class_='gate')\ndef {}(event): ...\n"


def kind(world):
    (hook,) = plan_for(str(world.project)).events["PreToolUse"]
    return hook.get("kind", "python")


def settle(world):
    """Let everything become old enough, and keep the plan in which the hook is broken."""
    time.sleep(2.05)
    assert kind(world) == "broken"
    assert list((world.home / ".local/share/snaphook/plans").glob("*.plan"))


@pytest.fixture
def package(world):
    """A plugin whose handler, in a module of its package, has the wrong name."""
    world.plugin("acme", "")
    made = world.site / "snaphook_acme"
    made.mkdir()
    (world.site / "snaphook_acme.py").unlink()
    (made / "__init__.py").write_text("from . import helpers\nfrom .helpers import *\n")
    (made / "helpers.py").write_text(RULES.format("noprod").replace("@handler", "# @handler"))
    world.user({"hooks": {"PreToolUse": {"x": {"handler": "acme.no_prod"}}}})
    return made


def test_a_handler_whose_name_is_mended_comes_back(world, package):
    settle(world)
    (package / "helpers.py").write_text(RULES.format("no_prod"))
    assert kind(world) == "python"


def test_a_plugin_whose_entry_point_is_mended_comes_back(world, package):
    (world.site / "acme_other.py").write_text(RULES.format("no_prod"))
    (package / "__init__.py").write_text("from .helpers import *\n" + RULES.format("other"))
    settle(world)
    points = world.site / "snaphook_acme-1.0.dist-info" / "entry_points.txt"
    points.write_text("[snaphook.handlers]\nacme = acme_other\n")
    assert kind(world) == "python"
