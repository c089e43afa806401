"""How rules are checked when a config is compiled."""

import pytest
from pydantic import ValidationError

from snaphook.handlers.gates.rules_options import RulesOptions

SOUND = {"name": "n", "tools": ["Write"], "then": "deny", "reason": "r"}


def problem(*written):
    with pytest.raises(ValidationError) as caught:
        RulesOptions.model_validate({"rules": list(written)})
    [error] = caught.value.errors()
    return error["loc"], error["msg"]


def without(*keys):
    return {key: value for key, value in SOUND.items() if key not in keys}


BAD = [
    (without("name"), ("name",), "required"),
    (without("then"), ("then",), "required"),
    (without("reason"), ("reason",), "required"),
    (SOUND | {"reason": "  "}, ("reason",), "pattern"),
    (SOUND | {"name": ""}, ("name",), "at least 1"),
    (SOUND | {"then": "block"}, ("then",), "'deny', 'ask', 'warn' or 'context'"),
    (SOUND | {"tools": "Write"}, ("tools",), "list"),
    (SOUND | {"tools": ["Write|Edit"]}, ("tools", 0), "each item"),
    (SOUND | {"tools": [""]}, ("tools", 0), "each item"),
    (SOUND | {"paths": ["*.{a,b}"]}, ("paths", 0), "one glob for each"),
    (SOUND | {"content": ["ok", "/(/"]}, ("content", 1), "no regular expression"),
    (SOUND | {"content": [""]}, ("content", 0), "everything"),
    (SOUND | {"path": ["x"]}, ("path",), "Extra"),
    (SOUND | {"programs": ["rm"]}, (), "programs: this version cannot read shell commands"),
    (SOUND | {"programs": [], "argv": []}, (), "programs and argv"),
    (without("tools"), (), 'a rule needs tools, paths or content; "tools": ["*"]'),
    (SOUND | {"tests": [{"tool": "Write"}]}, ("tests", 0, "expect"), "required"),
    (SOUND | {"tests": [{"expect": "block"}]}, ("tests", 0, "expect"), "'none'"),
    ("text", (), "dictionary"),
]


@pytest.mark.parametrize(("rule", "place", "says"), BAD)
def test_a_mistake_is_told_with_the_rule_and_key_it_is_in(rule, place, says):
    where, what = problem({**SOUND, "name": "first"}, rule)
    assert where == ("rules", 1, *place)
    assert says in what


def test_two_rules_may_not_share_a_name():
    assert "two rules are named n" in problem(SOUND, SOUND)[1]


def test_no_rules_at_all_is_a_mistake():
    assert problem()[0] == ("rules",)


def test_tests_are_checked_but_stay_out_of_the_plan():
    written = SOUND | {"tests": [{"tool": "Write", "file_path": "a", "expect": "deny"}]}
    model = RulesOptions.model_validate({"rules": [written]}, context={"root": "/p", "home": "/h"})
    assert model.rules[0].tests[0].expect == "deny"
    assert model.model_dump() == {
        "rules": [SOUND | {"paths": [], "content": []}],
        "root": "/p",
        "home": "/h",
    }


def test_rules_are_free_text_and_say_so():
    assert RulesOptions.model_json_schema()["properties"]["rules"]["steers"] is True
