"""Rules without code, on events as handlers get them."""

import pytest

from snaphook.engine.events import KINDS, PostToolUse, PreToolUse, UserPromptSubmit
from snaphook.engine.options import Options
from snaphook.engine.tools import ToolCall
from snaphook.handlers.gates.rules import rules
from snaphook.handlers.gates.rules_options import RulesOptions


def options(*written):
    given = [
        {"then": "deny", "reason": f"r{n}", "name": f"n{n}"} | r for n, r in enumerate(written)
    ]
    model = RulesOptions.model_validate({"rules": given}, context={"root": "/p", "home": "/h"})
    return Options(model.model_dump())


def write(path="/p/a.py", text="", tool="Write", event=PreToolUse):
    call = ToolCall(tool, input={"file_path": path, "content": text}, cwd="/p")
    return event(cwd="/p", tool=call)


def answers(event, *written):
    return rules(event, options(*written)) is not None


PATCH = """*** Begin Patch
*** Update File: a.py
@@
+print(1)
*** Add File: b.txt
+hello
*** End Patch"""

CONDITIONS = [
    ({"tools": ["Write"]}, write(), True),
    ({"tools": ["Edit"]}, write(), False),
    ({"tools": ["Bash", "Write"]}, write(), True),
    ({"tools": ["mcp__fs__*"]}, write(tool="mcp__fs__write"), True),
    ({"tools": ["mcp__fs__*"]}, write(tool="mcp__other__write"), False),
    ({"tools": ["*"]}, UserPromptSubmit(prompt="x"), True),
    ({"tools": ["Write"]}, UserPromptSubmit(prompt="x"), False),
    ({"paths": ["*.py"]}, write(), True),
    ({"paths": ["*.py"]}, write("/p/a.txt"), False),
    ({"paths": ["src/**"]}, write("/p/src/x/y"), True),
    ({"paths": ["src/**"]}, write("/q/src/x/y"), False),
    ({"paths": ["src/**", "!src/gen/**"]}, write("/p/src/gen/y"), False),
    ({"paths": ["~/notes"]}, write("/h/notes/x"), True),
    ({"paths": ["*"]}, UserPromptSubmit(prompt="x"), False),
    ({"paths": ["*.py"]}, write(tool="Read"), True),
    ({"content": ["TODO"]}, write(text="a TODO b"), True),
    ({"content": ["TODO"]}, write(text="todo"), False),
    ({"content": ["x", "TODO"]}, write(text="TODO"), True),
    ({"content": [r"/\bprint\(/"]}, write(text="print(1)"), True),
    ({"content": [r"/\bprint\(/"]}, write(text="pprint(1)"), False),
    ({"content": ["/(?i)todo/"]}, write(text="ToDo"), True),
    ({"content": ["//"]}, write(text="a // b"), True),
    ({"content": ["secret plan"]}, UserPromptSubmit(prompt="the secret plan"), True),
    ({"content": ["secret plan"]}, UserPromptSubmit(prompt="hello"), False),
    ({"content": ["x"]}, PreToolUse(tool=ToolCall("Bash", input={"command": "x"})), False),
    ({"tools": ["Write"], "paths": ["*.py"], "content": ["x"]}, write(text="x"), True),
    ({"tools": ["Edit"], "paths": ["*.py"], "content": ["x"]}, write(text="x"), False),
    ({"tools": ["Write"], "paths": ["*.md"], "content": ["x"]}, write(text="x"), False),
    ({"tools": ["Write"], "paths": ["*.py"], "content": ["y"]}, write(text="x"), False),
]


@pytest.mark.parametrize(("rule", "event", "expected"), CONDITIONS)
def test_all_conditions_must_hold_and_one_item_of_each_list_is_enough(rule, event, expected):
    assert answers(event, rule) is expected


def patch():
    call = ToolCall("Edit", native_name="apply_patch", input={"command": PATCH}, cwd="/p")
    return PreToolUse(cwd="/p", tool=call)


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ({"tools": ["Write"]}, True),
        ({"tools": ["apply_patch"]}, True),
        ({"paths": ["*.txt"], "content": ["hello"]}, True),
        ({"paths": ["*.py"], "content": ["hello"]}, False),
        ({"content": ["hello"]}, True),
    ],
)
def test_path_and_content_hold_for_the_same_file_of_a_patch(rule, expected):
    assert answers(patch(), rule) is expected


def test_a_path_is_followed_through_links(tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    assert answers(write(f"{tmp_path}/link/x"), {"paths": [f"{tmp_path.resolve()}/real/**"]})


def verdict(*thens, event=None):
    written = [{"tools": ["*"], "then": then} for then in thens]
    return rules(event or write(), options(*written))


def test_the_first_deny_wins_over_every_ask():
    told = verdict("ask", "deny", "deny")
    assert (told.decision, told.reason) == ("deny", "n1: r1")


def test_the_first_ask_counts_where_nothing_denies():
    told = verdict("warn", "ask", "ask")
    assert (told.decision, told.reason, told.message) == ("ask", "n1: r1", "n0: r0")


def test_warnings_and_context_add_up_without_a_decision():
    told = verdict("warn", "context", "warn", "context")
    assert (told.decision, told.message, told.context) == ("", "n0: r0\nn2: r2", "r1\nr3")


def test_warnings_stay_beside_a_refusal():
    told = verdict("context", "deny", "warn")
    assert (told.decision, told.message, told.context) == ("deny", "n2: r2", "r0")


def test_nothing_is_said_where_no_rule_applies():
    assert rules(write(), options({"tools": ["Edit"]})) is None


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_a_rule_for_everything_answers_on_every_event(kind):
    assert verdict("warn", event=kind(cwd="/p")).message == "n0: r0"
    assert not answers(
        kind(cwd="/p"), {"paths": ["*.py"]}, {"content": ["x"]}, {"tools": ["Write"]}
    )


def test_what_a_tool_has_written_counts_after_it_ran():
    assert answers(write(text="TODO", event=PostToolUse), {"content": ["TODO"]})


@pytest.mark.parametrize("odd", [None, [], "x", 5, {"file_path": 5}, {"file_path": "a\0b"}])
def test_odd_input_fits_no_path_and_raises_nothing(odd):
    event = PreToolUse(tool=ToolCall("Write", input=odd), cwd="/p")
    assert not answers(event, {"paths": ["*.py"]})
