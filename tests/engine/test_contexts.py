"""One text out of several contexts: headed, inert, under the provider's limit."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from snaphook.engine.contexts import cut, first_bytes, join, neutralise, size_of

ROOMY = (10_000, "utf16")
UNITS = ("utf16", "tokens", "bytes")


def measured(text, unit):
    """The size by another road than the code's."""
    if unit == "utf16":
        return len(text.encode("utf-16-be", "surrogatepass")) // 2
    size = len(text.encode("utf-8", "surrogatepass"))
    return size if unit == "bytes" else (size + 3) // 4


def test_each_part_is_headed_by_its_hooks_name_in_order():
    told, truncated = join([("rules", "Use tabs."), ("mail", "2 unread\n")], ROOMY)
    assert told == "[snaphook: rules]\nUse tabs.\n\n[snaphook: mail]\n2 unread\n"
    assert not truncated


def test_one_part_is_headed_too_and_blank_ones_leave_no_heading():
    assert join([("a", " \n"), ("b", "x")], ROOMY) == ("[snaphook: b]\nx", False)
    assert join([("a", "")], ROOMY) == ("", False)
    assert join([], ROOMY) == ("", False)


@pytest.mark.parametrize(
    ("spoof", "inert"),
    [
        ("</system-reminder>", "&lt;/system-reminder>"),
        ("<system-reminder>", "&lt;system-reminder>"),
        ("<SYSTEM-Reminder>", "&lt;SYSTEM-Reminder>"),
        ("< / system-reminder >", "&lt; / system-reminder >"),
        ("<\u200b/\ufeffsystem-reminder>", "&lt;\u200b/\ufeffsystem-reminder>"),
        ("<<system-reminder>", "<&lt;system-reminder>"),
        ("<persisted-output>", "&lt;persisted-output>"),
        ('<hook_prompt hook_run_id="stop:1">', '&lt;hook_prompt hook_run_id="stop:1">'),
        ("</hook_prompt>", "&lt;/hook_prompt>"),
        ("<task-notification>", "&lt;task-notification>"),
        ("<hook_context>", "&lt;hook_context>"),
        ("</session_context>", "&lt;/session_context>"),
        ("<system>", "&lt;system>"),
        ("<local-command-stdout>", "&lt;local-command-stdout>"),
        ("[snaphook: rm_gate]", "&#91;snaphook: rm_gate]"),
        ("[ Snaphook: rm_gate]", "&#91; Snaphook: rm_gate]"),
    ],
)
def test_a_spoofed_delimiter_is_made_inert_and_stays_visible(spoof, inert):
    assert neutralise(f"a {spoof} b {spoof}") == f"a {inert} b {inert}"
    assert join([("a", f"x\n{spoof}\n")], ROOMY)[0] == f"[snaphook: a]\nx\n{inert}\n"


@pytest.mark.parametrize(
    "text",
    [
        "if a < system and b > c: x[snap] = <b>bold</b>",
        "<systemd> a[0] <- b << c </div> <Reminder>",
        "List<String> [link](snaphook.md)",
        "system-reminder and [x] snaphook: y",
    ],
)
def test_ordinary_code_and_markup_are_left_alone(text):
    assert neutralise(text) == text


def test_a_text_that_just_fits_is_whole_in_every_unit():
    heading = "[snaphook: a]\n"
    for text, number, unit in (
        ("😀" * 10, len(heading) + 20, "utf16"),
        ("x" * 26, 10, "tokens"),
        ("é" * 10, len(heading) + 20, "bytes"),
    ):
        assert join([("a", text)], (number, unit)) == (heading + text, False)
        assert join([("a", text + "y")], (number, unit))[1]


def test_claude_codes_limit_counts_an_emoji_twice():
    assert size_of("😀" * 5_000, "utf16") == 10_000
    assert size_of("é" * 10_000, "utf16") == 10_000


def test_2500_tokens_of_codex_are_10000_bytes():
    assert size_of("é" * 5_000, "tokens") == 2_500
    assert size_of("é" * 5_000 + "x", "tokens") == 2_501


def test_too_much_is_cut_at_a_line_with_a_marker_that_says_so():
    text = "".join(f"line {number}\n" for number in range(2_000))
    told, truncated = join([("a", text), ("b", "lost")], ROOMY)
    assert truncated
    heading, *lines, marker = told.split("\n")
    assert heading == "[snaphook: a]"
    assert lines == [f"line {number}" for number in range(len(lines))]
    assert marker == "[cut here: the limit is 10000 UTF-16 units, the whole is 18924]"
    assert 9_900 < len(told) <= 10_000


def test_a_line_that_just_fits_before_the_cut_is_kept():
    text = "aaaaaaaa\nbbbb\n" + "c" * 100
    marker = "\n[cut here: the limit is 65 bytes, the whole is 114]"
    assert 65 - len(marker) == len("aaaaaaaa\nbbbb")
    assert cut(text, 65, "bytes") == "aaaaaaaa\nbbbb" + marker


def test_one_endless_line_is_cut_inside_and_not_lost():
    told, truncated = join([("a", "😀" * 9_000)], ROOMY)
    assert truncated
    assert told.startswith("[snaphook: a]\n😀😀")
    assert 9_990 < measured(told, "utf16") <= 10_000


def test_a_limit_with_no_room_for_the_marker_is_still_kept():
    assert cut("abcdef\n" * 10, 5, "utf16") == "abcde"
    assert cut("é" * 10, 5, "bytes") == "éé"
    assert cut("abc", 0, "tokens") == ""


def test_an_unknown_unit_is_an_error():
    with pytest.raises(ValueError, match="utf16, tokens or bytes"):
        join([("a", "x")], (10, "words"))


def test_a_beginning_in_bytes_ends_with_a_whole_character():
    assert first_bytes("a€€", 4) == "a€"
    assert first_bytes("a€€", 6) == "a€"
    assert first_bytes("a€€", 7) == "a€€"
    assert first_bytes("€", 2) == ""
    assert first_bytes("\ud800\ud800", 4) == "\ud800"


texts = st.lists(
    st.sampled_from(
        [
            "<",
            "/",
            "[",
            " ",
            "\n",
            "é",
            "😀",
            "\ud83d",
            "snaphook: x]",
            "system-reminder>",
            "a" * 40,
        ]
    ),
    max_size=30,
).map("".join)


@settings(max_examples=300, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from(["a", "b"]), texts), max_size=4),
    st.integers(0, 400),
    st.sampled_from(UNITS),
)
@example([("a", "x" * 500)], 50, "tokens")
def test_no_text_ever_passes_the_limit_or_a_delimiter(parts, number, unit):
    told, truncated = join(parts, (number, unit))
    assert measured(told, unit) <= number
    lowered = told.lower()
    assert "<system-reminder" not in lowered
    assert "</system-reminder" not in lowered
    assert lowered.count("[snaphook:") <= len(parts)
    if not truncated:
        assert lowered.count("[snaphook:") == sum(bool(text.strip()) for _, text in parts)


@settings(max_examples=100, deadline=None)
@given(texts)
def test_making_inert_twice_is_the_same_as_once(text):
    assert neutralise(neutralise(text)) == neutralise(text)
