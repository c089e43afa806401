"""Our entries come and go; every foreign byte stays, whatever the file's formatting."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snaphook.bridges.wiring import entries
from snaphook.engine.errors import SnaphookError

SHIM = "/home/u/.local/share/snaphook/bin/snaphook-hook"
WANTED = {
    event: {"type": "command", "command": SHIM, "args": ["claude", event], "timeout": 600}
    for event in ("PreToolUse", "Stop")
}
FOREIGN = {"type": "command", "command": "their hook"}
OLD = {"type": "command", "command": "/old place/snaphook-hook", "args": ["claude", "PreToolUse"]}


def wire(text: str) -> str:
    return entries.wire(text, "settings.json", WANTED)


def unwire(text: str) -> str:
    return entries.unwire(text, "settings.json")


FILES = {
    "nothing in it": "{}",
    "no hooks": '{\n  "model": "opus",\n  "env": {"A": "b"}\n}\n',
    "four spaces and no last newline": '{\n    "model": "opus"\n}',
    "tabs": '{\n\t"hooks": {\n\t\t"Stop": [\n\t\t\t{"hooks": []}\n\t\t]\n\t}\n}\n',
    "windows newlines": '{\r\n  "model": "opus"\r\n}\r\n',
    "one line": '{"model":"opus","hooks":{"Stop":[{"hooks":[{"type":"command","command":"x"}]}]}}',
    "odd spacing": '{ "hooks" :{"Stop"\n:[ {"matcher" : "", "hooks":[ ] } ] , "X": [ ] }\n\n}',
    "byte order mark": '\ufeff{"model": "ö\\u00f6\\/"}\n',
    "escaped keys": '{\n  "ho\\u006fks": {"St\\u006fp": [{"hooks": [{"type": "command"}]}]}\n}',
    "numbers as they were": '{\n  "a": 1.0, "b": 1e3, "c": -0\n}\n',
}


@pytest.mark.parametrize("text", FILES.values(), ids=FILES)
def test_what_is_wired_and_unwired_again_is_as_it_was_byte_for_byte(text: str) -> None:
    assert unwire(wire(text)) == text


@pytest.mark.parametrize("text", FILES.values(), ids=FILES)
def test_wiring_adds_one_group_per_event_after_the_foreign_ones(text: str) -> None:
    before = json.loads(text.lstrip("\ufeff"))
    after = json.loads(wire(text).lstrip("\ufeff"))
    for event, handler in WANTED.items():
        theirs = before.get("hooks", {}).get(event, [])
        assert after["hooks"][event] == [*theirs, {"hooks": [handler]}]
    del after["hooks"]
    before.pop("hooks", None)
    assert after == before


@pytest.mark.parametrize("text", FILES.values(), ids=FILES)
def test_wiring_twice_is_wiring_once(text: str) -> None:
    assert wire(wire(text)) == wire(text)


@pytest.mark.parametrize("text", FILES.values(), ids=FILES)
def test_new_lines_end_as_the_others_do(text: str) -> None:
    if "\r\n" in text:
        assert wire(text).count("\n") == wire(text).count("\r\n")
    else:
        assert "\r" not in wire(text)


def test_the_new_entries_are_laid_out_like_the_file() -> None:
    assert wire('{\n    "model": "opus"\n}\n') == (
        '{\n    "model": "opus",\n    "hooks": {\n'
        f'        "PreToolUse": [{{"hooks": [{json.dumps(WANTED["PreToolUse"])}]}}],\n'
        f'        "Stop": [{{"hooks": [{json.dumps(WANTED["Stop"])}]}}]\n'
        "    }\n}\n"
    )


def test_no_file_and_an_empty_file_become_a_whole_one() -> None:
    assert json.loads(wire("")) == json.loads(wire(" \n")) == json.loads(wire("{}"))


def in_group(*handlers: object, **group: object) -> str:
    return json.dumps({"hooks": {"PreToolUse": [{**group, "hooks": list(handlers)}]}}, indent=1)


def test_an_old_entry_of_ours_is_renewed_in_its_place() -> None:
    text = wire(in_group(FOREIGN, OLD, FOREIGN))
    group = {"hooks": [FOREIGN, WANTED["PreToolUse"], FOREIGN]}
    assert json.loads(text)["hooks"]["PreToolUse"] == [group]


def test_an_old_entry_under_a_matcher_moves_to_a_group_for_everything() -> None:
    text = wire(in_group(FOREIGN, OLD, matcher="Bash"))
    theirs = {"matcher": "Bash", "hooks": [FOREIGN]}
    assert json.loads(text)["hooks"]["PreToolUse"] == [theirs, {"hooks": [WANTED["PreToolUse"]]}]


def test_doubles_and_events_that_are_not_wanted_any_more_go() -> None:
    hooks = {
        "PreToolUse": [{"hooks": [OLD, OLD]}, {"hooks": [OLD]}, {"hooks": [FOREIGN]}],
        "WorktreeCreate": [{"hooks": [OLD]}],
    }
    after = json.loads(wire(json.dumps({"hooks": hooks})))["hooks"]
    assert after["PreToolUse"] == [{"hooks": [WANTED["PreToolUse"]]}, {"hooks": [FOREIGN]}]
    assert list(after) == ["PreToolUse", "Stop"]


def test_a_foreign_handler_in_our_group_stays_when_we_go() -> None:
    text = in_group(OLD, FOREIGN, OLD)
    assert json.loads(unwire(text))["hooks"]["PreToolUse"] == [{"hooks": [FOREIGN]}]


def test_unwiring_leaves_no_empty_husk() -> None:
    assert json.loads(unwire(in_group(OLD))) == {}


def test_unwiring_keeps_foreign_husks() -> None:
    text = '{"hooks": {"PreToolUse": [], "Stop": [{"hooks": []}]}}'
    assert unwire(text) == text


@pytest.mark.parametrize(
    ("handler", "ours"),
    [
        ({"command": SHIM, "args": ["claude", "Stop"]}, True),
        ({"command": "/a b/snaphook-hook", "args": []}, True),
        ({"command": "'/a b/snaphook-hook' codex Stop"}, True),
        ({"command": "snaphook-hook codex Stop"}, True),
        ({"command": "/opt/my-snaphook-hook codex Stop"}, False),
        ({"command": "echo snaphook-hook"}, False),
        ({"command": "/x/snaphook-hook/run"}, False),
        ({"command": "unbalanced ' snaphook-hook"}, False),
        ({"command": 5}, False),
        ({"type": "http", "url": "http://127.0.0.1/snaphook-hook"}, False),
        ("snaphook-hook", False),
    ],
)
def test_an_entry_is_ours_by_the_program_that_it_starts(handler: object, ours: bool) -> None:
    assert entries.is_ours(handler) is ours


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ('{\n  "a": 1,\n}', "settings.json:2:9"),
        ('{"a": 1} x', "settings.json:1:10"),
        ('{\n  // note\n  "a": 1}', "settings.json:2:3"),
        ('{"a": tru}', "settings.json:1:7"),
        ('{"a" 1}', "settings.json:1:6"),
        ('{"a": "b', "settings.json:1:7"),
        ('{"hooks": {},\n "hooks": {}}', "settings.json:2:2"),
        ("[" * 5000, "settings.json:1:202"),
    ],
)
def test_what_is_no_json_is_refused_with_its_place(text: str, where: str) -> None:
    with pytest.raises(SnaphookError) as refused:
        wire(text)
    assert refused.value.where == where


HANDLERS = st.sampled_from([FOREIGN, OLD, {"type": "prompt", "prompt": "é \u2028"}, {"command": 1}])
GROUPS = st.fixed_dictionaries(
    {"hooks": st.lists(HANDLERS, max_size=3)},
    optional={"matcher": st.sampled_from(["", "*", "Bash"])},
)
EVENTS = st.dictionaries(
    st.sampled_from(["PreToolUse", "Stop", "Other"]), st.lists(GROUPS, max_size=3)
)
SETTINGS = st.fixed_dictionaries({}, optional={"model": st.text(), "hooks": EVENTS, "z": st.none()})
LAYOUTS = st.sampled_from([None, 1, 4, "\t"])


def foreign(text: str) -> list[tuple[str, object]]:
    hooks = json.loads(text).get("hooks", {})
    return [
        (event, handler)
        for event, groups in hooks.items()
        for group in groups
        for handler in group["hooks"]
        if not entries.is_ours(handler)
    ]


@given(SETTINGS, LAYOUTS)
def test_in_any_file_foreign_handlers_stay_and_ours_are_exactly_those_wanted(
    settings: object, layout: object
) -> None:
    text = json.dumps(settings, indent=layout)  # type: ignore[arg-type]
    after = wire(text)
    hooks = json.loads(after)["hooks"]
    ours = [
        (event, handler)
        for event, groups in hooks.items()
        for group in groups
        if group.get("matcher", "") in ("", "*")
        for handler in group["hooks"]
        if entries.is_ours(handler)
    ]
    assert sorted(ours, key=str) == sorted(WANTED.items(), key=str)
    assert foreign(after) == foreign(text)
    assert foreign(unwire(after)) == foreign(text)
    assert wire(after) == after


EMPTY = st.sampled_from(["[]", "[ ]", "[\n]"])
BLANK = st.sampled_from(["", " ", "\n", "\r\n  ", "\t"])


@st.composite
def files(draw: st.DrawFn) -> str:
    """A file with foreign entries, empty holders and odd white space, as text."""
    blank = lambda: draw(BLANK)  # noqa: E731 - as short as the text that it makes

    def group() -> str:
        matcher = draw(st.sampled_from(["", '"matcher": "Bash", ']))
        listed = draw(st.sampled_from(["[ ]", "[]", '[{"command": "their hook"}]']))
        return f'{{{matcher}"hooks":{blank()}{listed}}}'

    def groups() -> str:
        listed = (f"{blank()}{group()}{blank()}" for _ in range(draw(st.integers(1, 2))))
        return draw(EMPTY) if draw(st.booleans()) else f"[{','.join(listed)}]"

    def held(members: list[str]) -> str:
        return f"{{{','.join(f'{blank()}{one}{blank()}' for one in members) or blank()}}}"

    names = draw(st.lists(st.sampled_from(["PreToolUse", "Stop", "Other"]), unique=True))
    hooks = f'"hooks": {held([f"{json.dumps(name)}:{blank()}{groups()}" for name in names])}'
    others = ['"model": "opus"', '"env": { }', hooks]
    members = draw(st.lists(st.sampled_from(others), unique=True))
    return (
        draw(st.sampled_from(["", " \n"]))
        if draw(st.booleans()) and not members
        else (draw(st.sampled_from(["", "\ufeff"])) + held(members) + blank())
    )


@given(files())
def test_any_file_is_as_it_was_byte_for_byte_once_we_are_gone(text: str) -> None:
    assert entries.unwire(wire(text), "f", husks=entries.husks(text)) == text


@given(files())
def test_unwiring_what_was_never_wired_changes_nothing(text: str) -> None:
    if text.strip():
        assert unwire(text) == text


def test_a_number_beyond_pythons_digits_keeps_its_bytes() -> None:
    number = "1" * 5000
    text = f'{{"n": {number}, "hooks": {{"Stop": [{{"hooks": [{{"command": "y"}}]}}]}}}}'
    wired = entries.wire(text, "f", {"Stop": {"command": "/x/snaphook-hook claude Stop"}})
    assert number in wired
    assert entries.unwire(wired, "f") == text
