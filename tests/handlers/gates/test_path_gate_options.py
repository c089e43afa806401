"""What path_gate takes as options, and what a config's compiler gets to hear."""

import pytest
from pydantic import ValidationError

from snaphook.engine.events import PreToolUse
from snaphook.engine.options import Options
from snaphook.engine.tools import ToolCall
from snaphook.handlers.gates.path_gate import path_gate
from snaphook.handlers.gates.path_gate_options import PathGateOptions

PLACE = {"root": "/p", "home": "/h"}


def problems(values):
    with pytest.raises(ValidationError) as caught:
        PathGateOptions.model_validate(values, context=PLACE)
    return [(error["loc"], error["msg"]) for error in caught.value.errors()]


def test_the_place_of_the_config_travels_with_the_globs():
    model = PathGateOptions.model_validate({"protected": ["conf/*", "~/x"]}, context=PLACE)
    assert model.model_dump() == {
        "protected": ["conf/*", "~/x"],
        "allowed_roots": None,
        "root": "/p",
        "home": "/h",
    }
    options = Options(model.model_dump())
    for path in ("/p/conf/a", "/h/x"):
        call = ToolCall("Write", input={"file_path": path}, cwd="/elsewhere")
        assert path_gate(PreToolUse(tool=call, cwd="/elsewhere"), options).decision == "deny"


def test_without_options_the_default_set_counts():
    options = Options(PathGateOptions.model_validate({}, context=PLACE).model_dump())
    call = ToolCall("Write", input={"file_path": "/p/.env"})
    assert path_gate(PreToolUse(tool=call), options).decision == "deny"


BAD = [
    ({"protected": [""]}, ("protected", 0), "empty"),
    ({"protected": ["!"]}, ("protected", 0), "empty"),
    ({"protected": ["ok", " x"]}, ("protected", 1), "blanks"),
    ({"protected": ["a\0b"]}, ("protected", 0), "NUL"),
    ({"protected": ["*.{js,ts}"]}, ("protected", 0), "one glob for each"),
    ({"protected": ["src\\x"]}, ("protected", 0), "separated by /"),
    ({"protected": ["~root/x"]}, ("protected", 0), "only ~"),
    ({"protected": "x"}, ("protected",), "list"),
    ({"protected": [5]}, ("protected", 0), "string"),
    ({"allowed_roots": []}, ("allowed_roots",), "at least 1"),
    ({"alowed_roots": ["x"]}, ("alowed_roots",), "Extra"),
    ({"root": "/elsewhere"}, ("root",), "Extra"),
]


@pytest.mark.parametrize(("values", "place", "says"), BAD)
def test_a_mistake_is_told_with_its_place(values, place, says):
    found = problems(values)
    assert [loc for loc, _ in found] == [place]
    assert says in found[0][1]


@pytest.mark.parametrize("glob", ["{{cookiecutter.name}}/x", "a b", "~", "~backup", "!x", "[!a]"])
def test_odd_but_sound_globs_are_taken(glob):
    assert PathGateOptions(protected=[glob]).protected == [glob]


def test_the_schema_describes_what_users_write_and_nothing_steers():
    properties = PathGateOptions.model_json_schema()["properties"]
    assert set(properties) == {"protected", "allowed_roots"}
    assert all(field["description"] and not field.get("steers") for field in properties.values())
