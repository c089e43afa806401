import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snaphook.config.positions import Document, NotJsonError

TEXT = '{\n  "a": [1,\n    {"b": "x", "c": null}],\n  "d": -1.5e2\n}\n'

BROKEN = [
    ("", 1, 1, "ends here"),
    ("   \n", 2, 1, "ends here"),
    ('{"hooks_enabled": true,', 1, 24, "ends here"),
    ('{\n  "a": 1,\n}', 2, 9, "comma"),
    ('{\n  "a": 1\n  "b": 2\n}', 3, 3, "expected ','"),
    ("<<<<<<< HEAD\n{}\n=======\n{}\n>>>>>>> x", 1, 1, "merge conflict"),
    ('{\n"a": 1,\n<<<<<<< HEAD\n"b": 2\n=======\n>>>>>>> x\n}', 3, 1, "merge conflict"),
    ("{'a': 1}", 1, 2, "double quotes"),
    ('{"a": 1} // x', 1, 10, "more text"),
    ('{"a": /* x */ 1}', 1, 7, "comment"),
    ('{"a": NaN}', 1, 7, "NaN"),
    ('{"a": 01}', 1, 7, "expected a value"),
    ('{"a": "b\nc"}', 1, 7, "closing quote"),
    ('{"a": "\\x"}', 1, 8, "escape"),
    ('{"é": tru}', 1, 7, "tru"),
    ("[" * 100_000, 1, 66, "deeper"),
    ('{"a": ' * 5000, 1, 391, "deeper"),
    ("9" * 10_000, 1, 1, "expected a value"),
]


@pytest.mark.parametrize(
    ("steps", "on_key", "place"),
    [
        ((), False, (1, 1)),
        (("a",), False, (2, 8)),
        (("a",), True, (2, 3)),
        (("a", 0), False, (2, 9)),
        (("a", 1, "b"), False, (3, 11)),
        (("a", 1, "c"), True, (3, 16)),
        (("d",), False, (4, 8)),
        (("d", "missing"), True, (4, 8)),
        (("missing",), False, (1, 1)),
    ],
)
def test_every_value_and_name_has_its_line_and_column(steps, on_key, place):
    assert Document(TEXT).place(steps, on_key) == place


@pytest.mark.parametrize(("text", "line", "column", "what"), BROKEN)
def test_a_syntax_error_tells_where_and_what(text, line, column, what):
    with pytest.raises(NotJsonError) as error:
        Document(text)
    assert (error.value.line, error.value.column) == (line, column)
    assert what in error.value.what


def test_a_name_that_is_there_twice_is_reported_and_its_objects_are_merged():
    document = Document('{"a": {"x": 1, "y": 2}, "b": 0,\n "a": {"x": 3, "z": 4}}')
    assert document.value == {"a": {"x": 3, "y": 2, "z": 4}, "b": 0}
    assert document.repeated == [("a",), ("a", "x")]
    assert document.place(("a",), on_key=True) == (2, 2)


def test_a_byte_order_mark_is_no_part_of_the_document():
    assert Document('\ufeff{"a": 1}').value == {"a": 1}


scalars = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
)
values = st.recursive(
    scalars | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@given(values, st.sampled_from([None, 2]), st.booleans())
def test_it_reads_what_the_json_package_reads(value, indent, ascii_only):
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    assert Document(text).value == value


@given(st.text(alphabet='{}[]":,\\ \n019eu-trfalsn', max_size=30))
def test_any_text_is_read_as_the_json_package_does_or_refused(text):
    try:
        value = Document(text).value
    except NotJsonError:
        with pytest.raises(ValueError):
            json.loads(text, parse_constant=_refuse)
    else:
        json.loads(text)
        assert value is None or type(value) in (bool, int, float, str, list, dict)


def _refuse(word):
    raise ValueError(word)
