"""A handler's options are frozen."""

import pytest

from snaphook.engine.options import Options

GIVEN = {"names": ["a", "b"], "limit": 3, "inner": {"roots": ["/x"], "deep": [{"on": True}]}}


def test_values_are_read_by_attribute():
    options = Options(GIVEN)
    assert options.limit == 3
    assert options.names == ("a", "b")
    assert options.inner.roots == ("/x",)
    assert options.inner.deep[0].on is True
    assert sorted(options) == ["inner", "limit", "names"]


def test_an_unknown_name_is_an_attribute_error_that_says_it():
    with pytest.raises(AttributeError, match="there is no option 'nmaes'"):
        Options(GIVEN).nmaes  # noqa: B018


def test_keys_that_are_no_identifiers_are_read_by_item():
    hosts = Options(
        {"hosts": {"a.example": [80], "two words": {"x-y": 1}, "": 0, "class": 2}}
    ).hosts
    assert hosts["a.example"] == (80,)
    assert hosts["two words"]["x-y"] == 1
    assert (hosts[""], hosts["class"]) == (0, 2)
    assert {host: hosts[host] for host in hosts if host} == {
        "a.example": (80,),
        "two words": Options({"x-y": 1}),
        "class": 2,
    }


def test_they_know_which_keys_they_have_and_how_many():
    options = Options(GIVEN)
    assert len(options) == 3
    assert len(Options({})) == 0
    assert "limit" in options
    assert "nope" not in options
    assert ["limit"] not in options
    with pytest.raises(KeyError, match="there is no option 'nope'"):
        options["nope"]
    with pytest.raises(TypeError):
        options["limit"] = 1


@pytest.mark.parametrize("name", ["limit", "new", "_values"])
def test_nothing_can_be_set_or_deleted(name):
    options = Options(GIVEN)
    with pytest.raises(AttributeError, match="options are read-only"):
        setattr(options, name, 1)
    with pytest.raises(AttributeError, match="options are read-only"):
        delattr(options, name)
    assert options == Options(GIVEN)


def test_what_they_were_made_from_can_change_without_them():
    given = {"names": ["a"], "inner": {"x": [1]}}
    options = Options(given)
    given["names"].append("b")
    given["inner"]["x"].append(2)
    given["more"] = 1
    assert options == Options({"names": ["a"], "inner": {"x": [1]}})


def test_equality_is_that_of_the_values():
    assert Options({"a": [1]}) == Options({"a": (1,)})
    assert Options({"a": 1}) != Options({"a": 2})
    assert Options({}) != {}
    with pytest.raises(TypeError):
        hash(Options({}))


def test_they_show_what_they_hold():
    assert repr(Options({"a": [1], "b": {"c": "x"}})) == "Options(a=(1,), b=Options(c='x'))"
