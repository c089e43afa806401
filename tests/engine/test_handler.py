"""`@handler`: what it notes on a function, and what it refuses."""

import subprocess
import sys

import pluggy
import pytest

from snaphook.engine.events import Event, PostToolUse, PreToolUse, ToolEvent
from snaphook.engine.handler import PROJECT, handler


def test_it_sets_exactly_what_pluggys_own_marker_sets():
    @handler(on=PreToolUse, class_="gate")
    def ours(event): ...

    @pluggy.HookimplMarker(PROJECT)(specname="handle")
    def theirs(event): ...

    noted = {key: value for key, value in vars(ours).items() if key != "snaphook_handler"}
    assert noted == vars(theirs)
    assert list(vars(theirs)) == ["snaphook_impl"]


def test_it_is_made_without_importing_pluggy():
    program = "import sys, snaphook.engine.handler; print('pluggy' in sys.modules)"
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert told.stdout == "False\n", told.stderr


def test_the_function_stays_a_plain_function():
    def double(event):
        return event * 2

    assert handler()(double) is double
    assert double(4) == 8


def test_it_notes_everything_that_a_config_needs():
    @handler(
        on=[PreToolUse, PostToolUse],
        tools=["Write", "Edit"],
        class_="gate-advisory",
        options="acme.options:Frozen",
        name="frozen",
        aliases=["frozen_files"],
        timeout=2.5,
    )
    def check(event): ...

    noted = check.snaphook_handler
    assert {name: getattr(noted, name) for name in noted.__slots__} == {
        "name": "frozen",
        "aliases": ("frozen_files",),
        "events": ("PreToolUse", "PostToolUse"),
        "tools": ("Write", "Edit"),
        "class_": "gate-advisory",
        "options": "acme.options:Frozen",
        "timeout": 2.5,
        "background": False,
    }


def test_bare_it_observes_every_event_under_the_functions_name():
    @handler()
    def watch(event): ...

    noted = watch.snaphook_handler
    assert (noted.name, noted.class_, noted.events, noted.tools) == ("watch", "observe", (), ())


@pytest.mark.parametrize("given", ["Edit", ["Edit"], ("Edit",), iter(["Edit"])])
def test_one_tool_or_several_may_be_given(given):
    @handler(on=PreToolUse, tools=given)
    def watch(event): ...

    assert watch.snaphook_handler.tools == ("Edit",)


@pytest.mark.parametrize("given", ["Edit", ["Edit"], ("Edit",)])
def test_one_alias_or_several_may_be_given(given):
    @handler(aliases=given)
    def watch(event): ...

    assert watch.snaphook_handler.aliases == ("Edit",)


@pytest.mark.parametrize("on", ["PreToolUse", Event, ToolEvent, int, [PreToolUse, "Stop"]])
def test_on_takes_only_event_classes(on):
    with pytest.raises(TypeError, match="on= takes event classes such as PreToolUse"):
        handler(on=on)


def test_an_event_told_by_its_name_is_quoted_whole():
    with pytest.raises(TypeError, match="not 'PreToolUse'"):
        handler(on="PreToolUse")


@pytest.mark.parametrize("options", [int, {"a": 1}, None])
def test_an_options_model_is_named_by_a_text(options):
    with pytest.raises(TypeError, match='"module:Class"'):
        handler(options=options)


@pytest.mark.parametrize("given", [{"tools": [int]}, {"aliases": [1]}])
def test_names_of_tools_and_aliases_are_texts(given):
    with pytest.raises(TypeError, match="take names as text"):
        handler(**given)(test_names_of_tools_and_aliases_are_texts)


@pytest.mark.parametrize("class_", ["gates", "", "undeclared"])
def test_a_class_is_one_of_the_four(class_):
    with pytest.raises(ValueError, match="gate, gate-advisory, observe or context"):
        handler(class_=class_)


@pytest.mark.parametrize("class_", ["gate", "gate-advisory", "context"])
def test_only_an_observer_runs_in_the_background(class_):
    with pytest.raises(ValueError, match="only an observe handler"):
        handler(class_=class_, background=True)


@pytest.mark.parametrize("timeout", [0, -1, 0.0005, float("nan"), 601, "5"])
def test_a_timeout_is_a_number_of_seconds_within_the_limits(timeout):
    with pytest.raises(ValueError, match="timeout"):
        handler(timeout=timeout)


@pytest.mark.parametrize("name", ["a.b", "two words", "acme:x"])
def test_a_name_can_be_written_in_hooks_json(name):
    with pytest.raises(ValueError, match="name"):
        handler(name=name)(lambda event: None)
    with pytest.raises(ValueError, match="name"):
        handler(aliases=[name])(lambda event: None)


def test_a_coroutine_function_is_refused_because_nobody_would_await_it():
    with pytest.raises(TypeError, match="async"):

        @handler()
        async def later(event): ...


def test_a_lambda_needs_a_name():
    with pytest.raises(ValueError, match="name"):
        handler()(lambda event: None)


def test_a_class_is_no_handler():
    with pytest.raises(TypeError, match="function"):
        handler()(type("Gate", (), {}))
