"""Whatever a hooks.json holds, compiling it gives a plan and problems, never a traceback."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from snaphook.config.models import ENTRY_KEYS, SETTING_KEYS
from snaphook.engine.events import KINDS
from snaphook.engine.plans import Hook

WORDS = ["path_gate", "rules", "acme.x", "a.b.c", "./x.py:f", "gate", "closed", "Edit|Write", "(",
         "warn", "", "*", "none"]  # fmt: skip
scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.sampled_from(WORDS)
    | st.text(max_size=8)
)
values = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)
keys = st.sampled_from([*ENTRY_KEYS, "failMode", "timeoutMs", "_x", "id", "protected"])
entry = st.dictionaries(keys, values, max_size=6) | values
section = st.dictionaries(st.sampled_from(["a", "b", "snaphook.x", "A b", ""]), entry, max_size=3)
events = st.sampled_from([*KINDS, "Stopp", "BeforeTool", "FileChanged"]) | st.text(max_size=6)
sections = st.dictionaries(events, section | st.lists(entry, max_size=3) | values, max_size=3)
top = st.dictionaries(st.sampled_from(SETTING_KEYS) | events, values | sections, max_size=4)
files = st.builds(lambda hooks, rest: {"hooks": hooks, **rest}, sections, top) | values


@pytest.mark.parametrize("layer", ["user", "write"])
@settings(
    max_examples=120,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(content=files)
def test_any_json_gives_a_plan(world, layer, content):
    getattr(world, layer)(json.dumps(content))
    compiled = world.compiled()
    for hooks in compiled.plan.events.values():
        for fields in hooks:
            hook = Hook(**fields)
            assert hook.kind in ("python", "callable", "command", "broken")
            assert bool(hook.problem) == (hook.kind == "broken")
    assert all(problem.line >= 1 and problem.column >= 1 for problem in compiled.problems)


@settings(
    max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(content=st.binary(max_size=60))
def test_any_bytes_give_a_plan(world, content):
    path = world.write("")
    path.write_bytes(content)
    plan = world.plan()
    assert plan.broken or not plan.events
