"""The handlers are plain functions, so their tests just call them."""

import pytest
from snaphook_acme import frozen_files, house_rules
from snaphook_acme.options import Frozen, House

from snaphook.handlers import PreToolUse, SessionStart, ToolCall


def edit(path, tool="Edit"):
    given = {"file_path": path, "old_string": "a", "new_string": "b"}
    return PreToolUse(tool=ToolCall(tool, input=given, cwd="/repo"))


@pytest.mark.parametrize("path", ["CHANGELOG.md", "/repo/docs/../CHANGELOG.md"])
def test_an_edit_of_a_frozen_file_is_refused_and_says_whom_to_ask(path):
    verdict = frozen_files(edit(path), Frozen(names=["CHANGELOG.md"], owner="the docs team"))
    assert verdict.decision == "deny"
    assert verdict.reason == "CHANGELOG.md is frozen until the release; ask the docs team."


def test_other_files_and_reads_are_free():
    options = Frozen(names=["CHANGELOG.md"])
    assert frozen_files(edit("/repo/app.py"), options) is None
    assert frozen_files(edit("/repo/CHANGELOG.md", tool="Read"), options) is None


def test_the_house_rules_are_told_one_a_line():
    assert house_rules(House(rules=["Use tabs.", "Be kind."])).context == "- Use tabs.\n- Be kind."


def test_the_handlers_say_when_they_run():
    assert frozen_files.snaphook_handler.events == (PreToolUse.KIND,)
    assert house_rules.snaphook_handler.events == (SessionStart.KIND,)
