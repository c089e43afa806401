"""Globs against a table, and against an independent reading of them as regular expressions."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from snaphook.handlers.globs import anchored, fits_anywhere, name_fits, parts_fit, quoted, unquoted

NAMES = [
    (".env", ".env", True),
    (".env", ".envrc", False),
    (".env.*", ".env.local", True),
    (".env.*", ".env.", True),
    (".env.*", ".env", False),
    ("*", "", True),
    ("*", ".hidden", True),
    ("*.sealed.json", "a.sealed.json", True),
    ("*.sealed.json", ".sealed.json", True),
    ("*.sealed.json", "a.sealed.jsonx", False),
    ("?", "", False),
    ("?", "é", True),
    ("a?c", "abc", True),
    ("[ab]x", "bx", True),
    ("[ab]x", "cx", False),
    ("[a-c]x", "bx", True),
    ("[c-a]x", "bx", False),
    ("[!a]x", "bx", True),
    ("[^a]x", "ax", False),
    ("[]]x", "]x", True),
    ("[!]]x", "]x", False),
    ("[a-]x", "-x", True),
    ("[ax", "[ax", True),
    ("[]", "[]", True),
    ("[!]", "[!]", True),
    ("[*]", "*", True),
    ("[*]", "x", False),
    ("[*]", "[*]", False),
    ("[?]x", "[?]x", False),
    ("[ab]", "[ab]", False),
    ("a**b", "axxb", True),
    ("*a*b*c*", "xxaxxbxxcxx", True),
    ("*a*b*c*", "xxaxxcxxbxx", False),
]


@pytest.mark.parametrize(("glob", "name", "fits"), NAMES)
def test_one_part_of_a_path_fits_its_glob(glob, name, fits):
    assert name_fits(glob, name) is fits


PATHS = [
    ("a/b", "a/b", True),
    ("a/*", "a/b/c", False),
    ("a/**", "a", True),
    ("a/**", "a/b/c", True),
    ("**/b", "b", True),
    ("**/b", "a/x/b", True),
    ("**/b", "a/b/c", False),
    ("a/**/z", "a/z", True),
    ("a/**/z", "a/b/c/z", True),
    ("a/**/z", "a/b/zz", False),
    ("**/a/**/b/**", "x/a/y/b/z", True),
    ("**/a/**/b/**", "x/b/y/a/z", False),
    ("a/x**", "a/xyz", True),
    ("a/x**", "a/x/z", False),
    ("**/**", "", True),
]


@pytest.mark.parametrize(("glob", "path", "fits"), PATHS)
def test_stars_in_pairs_cross_folders_and_single_ones_do_not(glob, path, fits):
    assert parts_fit(_parts(glob), _parts(path)) is fits


def _parts(path):
    return tuple(part for part in path.split("/") if part)


def _reference(glob):
    """The same meaning told as a regular expression over `/part/part`."""
    told = ""
    for part in _parts(glob):
        told += "(/[^/]*)*" if part == "**" else "/" + _part_reference(part)
    return re.compile(told, re.DOTALL)


def _part_reference(part):
    token = re.compile(r"\[([!^]?)(\]?[^\]]*)\]|.", re.DOTALL)
    told = ""
    for match in token.finditer(part):
        negated, members = match.group(1), match.group(2)
        if members:
            told += f"(?!/){_class_reference(negated, members)}"
        else:
            told += {"*": "[^/]*", "?": "[^/]"}.get(match.group(), re.escape(match.group()))
    return told


def _class_reference(negated, members):
    chars = {c for c in "abcdXYZ.-]*?[!^é" if _member(members, c)}
    inner = "|".join(map(re.escape, sorted(chars))) or "(?!)"
    return f"(?!(?:{inner}))." if negated else f"(?:{inner})"


def _member(members, char):
    pieces = re.findall(r"(.)-(.)|(.)", members, re.DOTALL)
    return any(low <= char <= high if low else char == single for low, high, single in pieces)


ALPHABET = "abcdXYZ.-]*?[!^é"
GLOB_PART = st.text(ALPHABET, min_size=1, max_size=8)
GLOB = st.lists(st.one_of(st.just("**"), GLOB_PART), min_size=1, max_size=4).map("/".join)
PATH = st.lists(st.text(ALPHABET, min_size=1, max_size=6), max_size=5).map("/".join)


@settings(max_examples=600, deadline=None)
@given(GLOB, PATH)
def test_globs_mean_what_the_same_regular_expressions_mean(glob, path):
    told = "".join(f"/{part}" for part in _parts(path))
    assert parts_fit(_parts(glob), _parts(path)) is bool(_reference(glob).fullmatch(told))


@settings(max_examples=300, deadline=None)
@given(GLOB_PART, st.text(ALPHABET, max_size=6))
def test_a_part_that_means_one_name_fits_that_name_alone(glob, other):
    name = unquoted(glob)
    assert name is None or (name_fits(glob, name) and name_fits(glob, other) is (other == name))


@settings(max_examples=300, deadline=None)
@given(PATH)
def test_a_path_with_its_wildcards_quoted_fits_itself(path):
    assert parts_fit(_parts(quoted(path)), _parts(path))
    assert [unquoted(part) for part in _parts(quoted(path))] == list(_parts(path))


def test_many_stars_stay_quick():
    assert not name_fits("*a" * 40 + "b", "a" * 4000)
    assert not parts_fit(("**", "a") * 20 + ("b",), ("a",) * 400)


ANCHORED = [
    ("src/*", "/repo/src/*"),
    ("./x", "/repo/x"),
    (".", "/repo"),
    ("../other", "/other"),
    ("a//b/./c/", "/repo/a/b/c"),
    ("/etc/**", "/etc/**"),
    ("~", "/home/me"),
    ("~/.ssh", "/home/me/.ssh"),
    ("$HOME/.aws/", "/home/me/.aws"),
    ("${HOME}/x", "/home/me/x"),
    ("~x/y", "/repo/~x/y"),
    ("!src/a", "!/repo/src/a"),
    ("**/x", "/repo/**/x"),
]


@pytest.mark.parametrize(("glob", "absolute"), ANCHORED)
def test_relative_globs_start_at_the_root_and_tilde_at_the_home(glob, absolute):
    assert anchored(glob, "/repo", "/home/me") == absolute


def test_special_characters_in_the_root_are_text():
    assert anchored("a/*", "/r[x]*", "/") == "/r[[]x][*]/a/*"
    assert parts_fit(_parts(anchored("a/*", "/r[x]*?", "/")), ("r[x]*?", "a", "b"))
    assert [unquoted(p) for p in ("r[[]x][*][?]", "a", "[")] == ["r[x]*?", "a", None]
    assert [unquoted(p) for p in ("a*", "[ab]", "[[[]*]", "[[]*]", "[]]")] == [None] * 5


@pytest.mark.parametrize("glob", [".env", "build/", "!x", "*.pem", "a//"])
def test_a_glob_without_an_inner_slash_fits_at_any_depth(glob):
    assert fits_anywhere(glob)


@pytest.mark.parametrize(
    "glob", ["a/b", "./a", "/a", ".", "..", "~", "$HOME", "**", "~/x", "!a/b", ""]
)
def test_all_other_globs_have_one_place(glob):
    assert not fits_anywhere(glob)
