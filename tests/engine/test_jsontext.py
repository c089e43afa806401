"""JSON in and out, from the C scanner and encoder alone."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snaphook.engine.jsontext import read, write

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(codec=None, exclude_categories=())),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=15,
)


@given(JSON)
def test_what_is_written_reads_back(value):
    text = write(value)
    assert text.isascii()
    assert "\n" not in text
    assert read(text) == value
    assert json.loads(text) == value


@given(st.text() | st.text('[]{}":,0123456789-.eE\\untrfals ', max_size=20))
def test_any_text_agrees_with_the_standard_library_or_is_a_value_error(text):
    try:
        expected = json.loads(text.strip(" \t\r\n\ufeff"), strict=False)
    except ValueError:
        with pytest.raises(ValueError):
            read(text)
    else:
        assert repr(read(text)) == repr(expected)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("\ufeff{}", {}),
        (" \r\n[1, 2]\n", [1, 2]),
        ('"\\ud800"', "\ud800"),
        ('"\ud800"', "\ud800"),
        ('"\\ud83d\\ude00"', "😀"),
        ('"a\nb\x00"', "a\nb\x00"),
        ("123456789012345678901234567890", 123456789012345678901234567890),
        ("1e400", float("inf")),
        ("-0.0", -0.0),
        ('{"a": 1, "a": 2}', {"a": 2}),
        ("null", None),
    ],
)
def test_what_clients_really_send_is_read(text, value):
    assert read(text) == value


@pytest.mark.parametrize(
    "text", ["", " ", "{", '{"a":', "nul", "{} {}", "[1] x", "{'a': 1}", "[1,]", "\x00", "9" * 5000]
)
def test_what_is_no_single_document_is_a_value_error(text):
    with pytest.raises(ValueError):
        read(text)


@pytest.mark.parametrize("text", ["{} {}", "[1]\n[2]", '{"a": 1} trailing'])
def test_more_text_after_the_document_is_said_so(text):
    with pytest.raises(ValueError, match=r"more text after the JSON document|Extra data"):
        read(text)


@pytest.mark.parametrize("depth", [600, 1500, 5000, 100_000])
@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"a":', "}")])
def test_too_deep_a_document_is_a_value_error(depth, opening, closing):
    with pytest.raises(ValueError, match="nested too deeply"):
        read(opening * depth + "1" + closing * depth)


def test_an_unfinished_deep_document_is_a_value_error():
    with pytest.raises(ValueError):
        read("[" * 100_000)


def test_a_deep_document_can_be_copied_and_written_again():
    from snaphook.engine.events import PreToolUse
    from snaphook.engine.tools import ToolCall

    text = '{"a":' * 400 + "1" + "}" * 400
    value = read(text)
    event = PreToolUse(payload=value, tool=ToolCall("x", input=value)).copy()
    assert write(event.payload) == text


def test_many_brackets_side_by_side_are_not_deep():
    assert read("[" + "[],{}," * 5000 + "1]")[-1] == 1


def test_a_long_text_of_brackets_is_not_deep():
    assert read('"' + "[" * 5000 + '"') == "[" * 5000


@pytest.mark.parametrize("value", [{1, 2}, b"x", object(), {(1, 2): 3}, [1j], {"a": {"b": set()}}])
def test_what_json_cannot_hold_is_a_type_error(value):
    with pytest.raises(TypeError):
        write(value)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), [-float("inf")]])
def test_a_number_that_json_cannot_hold_is_a_type_error(value):
    with pytest.raises(TypeError, match="no JSON form"):
        write(value)


def test_a_value_that_holds_itself_is_a_type_error():
    loop = []
    loop.append(loop)
    with pytest.raises(TypeError, match="nested too deeply"):
        write(loop)


def test_a_subclass_of_text_is_written_as_text():
    from snaphook.engine.paths import Path

    assert write({"path": Path("/a")}) == '{"path":"/a"}'
