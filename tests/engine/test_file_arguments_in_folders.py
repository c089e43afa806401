"""Where a call's relative paths start, and the file tools that name their file in odd ways."""

import pytest

from snaphook.engine.tools import ToolCall


def told(name, given):
    tool = ToolCall(name, input=given, cwd="/w")
    return [(file.change, str(file.path)) for file in tool.files]


@pytest.mark.parametrize(
    "key",
    [
        "cwd",
        "workdir",
        "workingDirectory",
        "root",
        "base_path",
        "repo_path",
        "projectPath",
        "workspaceFolder",
        "dir",
    ],
)
@pytest.mark.parametrize("folder", ["sub", "/w/sub"])
def test_a_relative_path_is_told_below_a_named_folder_too(key, folder):
    found = told("mcp__fs__write_file", {key: folder, "path": "a.txt", "content": "x"})
    assert [file for file in found if file[1] != "/w/sub"] == [
        ("modify", "/w/a.txt"),
        ("modify", "/w/sub/a.txt"),
    ]


def test_an_absolute_path_is_told_once():
    given = {"cwd": "sub", "path": "/x/a.txt", "content": "x"}
    assert told("mcp__fs__write_file", given) == [("modify", "/x/a.txt")]
    patch = "*** Begin Patch\n*** Delete File: /x/a\n*** End Patch"
    assert told("mcp__x__apply_patch", {"patch": patch, "cwd": "sub"}) == [("delete", "/x/a")]


def test_a_name_beside_a_folder_lies_in_it():
    found = told("mcp__fs__write_file", {"path": "sub", "filename": "a.txt", "content": "x"})
    assert ("modify", "/w/sub/a.txt") in found
    found = told("mcp__fs__save_file", {"directory": "sub", "name": "a.txt"})
    assert ("modify", "/w/sub/a.txt") in found


def test_a_folder_holds_for_what_is_nested_in_its_call():
    found = told("mcp__fs__write_files", {"root": "sub", "files": [{"path": "a", "content": "x"}]})
    assert ("modify", "/w/sub/a") in found


def test_a_folder_to_start_at_is_no_target_beside_one():
    assert told("mcp__git__create_branch", {"repo_path": "/w", "branch_name": "x"}) == []
    found = told("mcp__fs__edit_file", {"project_path": "/w", "path": "a", "new_text": "x"})
    assert ("modify", "/w") not in found
    assert told("mcp__x__delete_project", {"project_path": "/w/p"}) == [("delete", "/w/p")]


def test_a_patch_is_seen_from_the_folder_that_the_call_names():
    patch = "*** Begin Patch\n*** Delete File: a\n*** End Patch"
    tool = ToolCall("Edit", "apply_patch", input={"command": patch, "workdir": "sub"}, cwd="/w")
    assert [str(file.path) for file in tool.files] == ["/w/a", "/w/sub/a"]


@pytest.mark.parametrize(
    "key", ["destination", "to", "target", "output", "location", "name", "save_as", "path1"]
)
def test_a_file_tool_names_its_file_in_many_words(key):
    assert told("mcp__fs__write_file", {key: "a.txt", "content": "x"}) == [("modify", "/w/a.txt")]


@pytest.mark.parametrize("name", ["mcp__mail__create_draft", "mcp__chat__update_message"])
def test_the_same_words_name_no_file_elsewhere(name):
    assert told(name, {"to": "a.txt", "target": "b", "name": "c", "body": "x"}) == []


def test_a_file_tool_that_names_its_file_has_no_other():
    given = {"path": "a.py", "target": "x = 1", "replacement": "y"}
    assert told("mcp__fs__edit_file", given) == [("modify", "/w/a.py")]


@pytest.mark.parametrize(
    ("name", "given", "change"),
    [
        ("mcp__x__call_tool", {"name": "delete_file", "args": {"path": "a"}}, "delete"),
        ("mcp__x__call", {"tool": "fs.write", "params": {"path": "a"}}, "modify"),
        ("mcp__x__fs", {"method": "write", "path": "a"}, "modify"),
        ("mcp__x__fs", {"operation": "PUT", "path": "a"}, "modify"),
        ("mcp__x__format_file", {"path": "a"}, "modify"),
        ("mcp__x__create_symlink", {"path": "a", "target": "b"}, "modify"),
        ("mcp__x__get_file_format", {"path": "a"}, "read"),
        ("mcp__http__request", {"method": "DELETE", "path": "a"}, "read"),
        ("mcp__git__git_add", {"files": ["a"]}, "read"),
        ("mcp__x__set_breakpoint", {"file": "a", "line": 3}, "read"),
    ],
)
def test_what_a_call_does_is_told_by_its_words_wherever_they_stand(name, given, change):
    assert told(name, given) == [(change, "/w/a")]


def test_files_by_name_and_pairs_are_read():
    assert told("mcp__fs__write_files", {"files": {"LOCKED": "x"}}) == [("modify", "/w/LOCKED")]
    assert ("modify", "/w/a") in told("mcp__fs__write_files", {"files": [["a", "x"]]})


def test_a_copy_tells_what_it_is_made_from():
    tool = ToolCall("mcp__fs__copy_file", input={"source": "a", "destination": "b"}, cwd="/w")
    assert [(str(file.path), file.moved_from) for file in tool.files] == [
        ("/w/a", None),
        ("/w/b", "/w/a"),
    ]


def test_a_patch_in_an_argument_of_any_name_is_read_where_nothing_else_names_a_file():
    patch = "*** Begin Patch\n*** Delete File: a\n*** End Patch"
    assert told("mcp__x__send", {"text": patch}) == [("delete", "/w/a")]
    assert told("Write", {"file_path": "x.patch", "content": patch}) == [("create", "/w/x.patch")]
