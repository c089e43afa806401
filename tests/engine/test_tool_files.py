"""Commands and files of tool calls, in every client's spelling."""

import json
import pathlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snaphook.engine.tools import ToolCall

HERE = pathlib.Path(__file__).parent
RECORDED = [
    json.loads(line)
    for line in (HERE.parent / "fixtures" / "tool_calls.jsonl").read_text().splitlines()
]
PATCH = "*** Begin Patch\n*** Delete File: a\n*** End Patch"


def call(name, input, native=""):
    return ToolCall(name, native or name, input=input, cwd="/w")


def told(tool):
    return [(file.change, str(file.path)) for file in tool.files]


@pytest.mark.parametrize("row", RECORDED, ids=lambda row: f"{row['client']}-{row['payload']}")
def test_a_recorded_call_tells_its_command_and_files(row):
    tool = ToolCall(row["name"], row["native_name"], input=row["input"], cwd="/home/user/project")
    assert tool.command == row["command"]
    assert [[file.change, file.path, file.text] for file in tool.files] == row["files"]


def test_the_recordings_cover_every_client_and_kind_of_change():
    assert len({row["client"] for row in RECORDED}) >= 15
    assert {change for row in RECORDED for change, _, _ in row["files"]} == {
        "create",
        "modify",
        "read",
    }


@pytest.mark.parametrize(
    ("input", "text"),
    [
        ({"command": "ls -l"}, "ls -l"),
        ({"cmd": "ls"}, "ls"),
        ({"command_line": "ls"}, "ls"),
        ({"commandLine": "ls"}, "ls"),
        ({"CommandLine": "ls", "Cwd": "/x"}, "ls"),
        ({"script": "ls\npwd"}, "ls\npwd"),
        ({"commands": ["ls", "rm -rf x"]}, "ls\nrm -rf x"),
        ({"commands": '["ls", "rm -rf x"]'}, "ls\nrm -rf x"),
        ({"commands": "ls"}, "ls"),
        ({"commands": [{"command": "ls"}, {"command": ["rm", "a b"]}]}, "ls\nrm 'a b'"),
        ({"command": ["rm", "a b", "it's", "", "$A"]}, """rm 'a b' 'it'"'"'s' '' '$A'"""),
        ({"command": ["bash", "-lc", "rm -rf x"]}, "bash -lc 'rm -rf x'"),
        ({"command": ["rm -rf x"]}, "rm -rf x"),
        ({"command": ["sleep", 1, 0.5, None]}, "sleep 1 0.5"),
        ({"command": "rm", "args": ["-rf", "a b"]}, "rm -rf 'a b'"),
        ({"command": "ls", "cmd": "rm x"}, "ls\nrm x"),
        ({"command": "ls", "cmd": "ls"}, "ls"),
        ("ls", "ls"),
        ('{"command": "ls"}', "ls"),
        ("[ -f x ] && rm x", "[ -f x ] && rm x"),
        (["rm", "x"], "rm x"),
        ({}, ""),
        ({"command": None}, ""),
        ({"command": 5}, ""),
        ({"command": {"x": 1}}, ""),
        (None, ""),
        (7, ""),
        ({"description": "rm -rf /"}, ""),
    ],
)  # fmt: skip
def test_every_spelling_of_a_command_becomes_shell_text(input, text):
    tool = call("Bash", input)
    assert tool.command == text
    assert tool.files == ()


@pytest.mark.parametrize(
    "native",
    [
        *("Monitor", "run_shell_command", "bash", "powershell", "Shell", "Execute", "exec"),
        *("launch-process", "execute_bash", "developer__shell", "run_command", "run_commands"),
        *("execute_command", "run_in_terminal", "local_shell", "exec_command"),
    ],
)
def test_a_shell_is_known_by_its_own_name_too(native):
    assert call("", {"command": "ls"}, native).command == "ls"
    assert call("Bash", {"command": "ls", "path": "x"}, native).files == ()


@pytest.mark.parametrize(
    ("name", "native"),
    [
        ("Write", "fs_write"),
        ("Edit", "apply_patch"),
        ("mcp__stub__echo", ""),
        ("Skill", ""),
        ("Agent", "task"),
    ],
)
def test_what_is_no_shell_has_no_command(name, native):
    assert call(name, {"command": "create", "text": "ls"}, native).command == ""


def test_a_shell_behind_mcp_tells_its_command_and_its_files():
    for native in ("mcp__box__execute_command", "@box/execute_command", "MCP:start_process"):
        tool = call("", {"command": "make all", "path": "src"}, native)
        assert tool.command == "make all"
        assert told(tool) == [("read", "/w/src")]


PATCHES = [
    ("apply_patch", {"command": PATCH}),
    ("apply_patch", {"input": PATCH}),
    ("ApplyPatch", {"patch": PATCH, "explanation": "clean up"}),
    ("apply-patch", PATCH),
    ("patch", {"patchText": PATCH}),
    ("mcp__x__apply_patch", {"anything": PATCH}),
    ("apply_patch", {"command": ["apply_patch", PATCH]}),
    ("apply_patch", json.dumps({"input": PATCH})),
    ("mcp__x__something", {"input": PATCH}),
    ("functions.apply_patch", {"command": PATCH}),
]


@pytest.mark.parametrize(("native", "input"), PATCHES)
def test_a_patch_is_read_under_every_name_and_key(native, input):
    tool = call("" if native.startswith("mcp") else "Edit", input, native)
    assert told(tool) == [("delete", "/w/a")]
    assert tool.command == ""
    assert {"Edit", "Write"} <= set(tool.names())


def test_a_patch_with_a_path_beside_it_names_both():
    tool = call("", {"path": "b", "patch": "--- a/a\n+++ b/a\n+x"}, "apply_diff")
    assert told(tool) == [("modify", "/w/a"), ("modify", "/w/b")]


def test_a_patch_tool_without_a_patch_still_names_its_path():
    tool = call("", {"path": "b", "diff": "<<<< SEARCH"}, "apply_diff")
    assert told(tool) == [("modify", "/w/b")]


@pytest.mark.parametrize(
    ("name", "input"),
    [
        ("Bash", {"command": PATCH}),
        ("Write", {"path": "a", "content": PATCH}),
        ("Read", {"path": "a"}),
        ("mcp__x__y", {"input": "about *** Begin Patch"}),
    ],
)
def test_what_only_mentions_a_patch_is_none(name, input):
    assert call(name, input).names() == (name,)


ODD = [None, 0, 1.5, True, "", "x", [], [None], {}, [[]], {"path": None}, {"path": 5}]
ODD += [{"path": {}}, {"path": [None, 1, {}]}, {"file_path": ""}, {"": "x"}, {"edits": "[{"}]
ODD += [{"command": PATCH[:30]}, {"path": "\ud800\x00"}, {"uri": "file://"}, {"uri": "file://%"}]


@pytest.mark.parametrize("input", ODD)
@pytest.mark.parametrize("name", ["Bash", "Write", "apply_patch", "mcp__a__move", "mcp__"])
def test_an_odd_input_is_read_as_far_as_it_goes(name, input):
    tool = call(name, input)
    assert isinstance(tool.command, str)
    assert all(file.path.startswith("/") for file in tool.files)


def test_a_deeply_nested_input_is_read_as_far_as_it_goes():
    nested = {"path": "a"}
    for _ in range(900):
        nested = {"path": "b", "arguments": [nested]}
    assert ("modify", "/w/b") in told(call("mcp__fs__write", nested))


KEYS = "command commands path files uri edits input patch source to content action diff args"
WORDS = st.text(max_size=8) | st.sampled_from(
    [PATCH, "file:///%zz", "[", '["a"]', '{"path":"b"}', "delete", "view", "*** Add File: x"]
)
PLAIN = st.none() | st.booleans() | st.integers() | st.floats() | WORDS
ANY_KEY = st.sampled_from(KEYS.split()) | st.text(max_size=5)
JSON = st.recursive(
    PLAIN,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(ANY_KEY, inner, max_size=5),
    max_leaves=12,
)
NAMES = (
    "Bash Write Edit Read apply_patch mcp__fs__move mcp__x__copy rename shell mcp__a__patch MCP:put"
)
ANY_NAME = st.sampled_from(NAMES.split()) | st.text(max_size=10)


@given(ANY_NAME, JSON, st.sampled_from(["/w", "/", "", "w"]))
def test_no_input_ever_raises(name, input, cwd):
    tool = ToolCall(name, input=input, cwd=cwd)
    assert isinstance(tool.command, str)
    assert all(name for name in tool.names()) or not name
    for file in tool.files:
        assert file.path.startswith("/")
        assert file.change in ("create", "modify", "delete", "move", "read")
        assert file.text is None or isinstance(file.text, str)
