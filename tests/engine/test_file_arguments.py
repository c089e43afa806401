"""Which arguments name files, and what a call does to them."""

import pytest

from snaphook.engine.environ import get
from snaphook.engine.tools import ToolCall


def call(name, input, native=""):
    return ToolCall(name, native or name, input=input, cwd="/w")


def told(tool):
    return [(file.change, str(file.path)) for file in tool.files]


PATH_KEYS = (
    "path file_path filePath FilePath file filename fileName TargetFile target_file AbsolutePath "
    "absolute_path relative_path relativeWorkspacePath dir_path DirectoryPath directory dir folder "
    "SearchPath SearchDirectory notebook_path uri file_uri output_path save_path full-path "
    "pathInProject"
)


@pytest.mark.parametrize("key", PATH_KEYS.split())
def test_every_spelling_of_a_path_names_a_file(key):
    assert told(call("Write", {key: "a.txt"})) == [("create", "/w/a.txt")]
    assert told(call("mcp__fs__look", {key: "../a.txt"})) == [("read", "/a.txt")]
    assert told(call("mcp__fs__write", {key: "/x/a.txt"})) == [("modify", "/x/a.txt")]


NO_PATH_KEYS = "cwd workdir working_directory profile jsonpath message pattern query name"


@pytest.mark.parametrize("key", NO_PATH_KEYS.split())
def test_an_argument_that_is_no_path_names_none(key):
    assert told(call("mcp__fs__write", {key: "a"})) == []


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("Write", "create"),
        ("Edit", "modify"),
        ("MultiEdit", "modify"),
        ("NotebookEdit", "modify"),
        ("Read", "read"),
        ("Glob", "read"),
        ("Grep", "read"),
    ],
)
def test_a_canonical_tool_does_what_its_name_says(name, change):
    tool = call(name, {"path": "a", "content": "x", "action": "delete", "destination": "b"})
    assert [file.change for file in tool.files] == [change]


CHANGES_BY_NAME = {
    "read": "read_file view get_file_info list_directory_contents list_created_files get_updates "
    "readFile stat show-file search_files describe",
    "modify": "write_file WriteFile edit_block create_directory save-file append_to_file "
    "str-replace-editor insert_edit_into_file replace_string_in_file updateFile "
    "writefile multi_edit patch_file truncate undo_edit search_and_replace",
    "delete": "delete_file removeFile rm unlink deletefile remove-directory trash",
    "move": "move_file rename renameFile mv",
}


@pytest.mark.parametrize(
    ("name", "change"),
    [(name, change) for change, names in CHANGES_BY_NAME.items() for name in names.split()],
)
def test_another_tool_does_what_the_words_of_its_name_say(name, change):
    for native in (name, f"mcp__editor__{name}", f"MCP:{name}", f"@editor/{name}"):
        assert told(call("", {"path": "a"}, native)) == [(change, "/w/a")]


@pytest.mark.parametrize(
    ("input", "change"),
    [
        ({"path": "a", "content": "x"}, "modify"),
        ({"path": "a", "file_text": "x"}, "modify"),
        ({"path": "a", "new_string": "x"}, "modify"),
        ({"path": "a", "newStr": "x"}, "modify"),
        ({"path": "a", "new_str_1": "x"}, "modify"),
        ({"path": "a", "edits": []}, "modify"),
        ({"path": "a", "diff": "+x"}, "modify"),
        ({"path": "a", "ReplacementContent": "x"}, "modify"),
        ({"path": "a", "command": "create"}, "modify"),
        ({"path": "a", "command": "str_replace"}, "modify"),
        ({"path": "a", "command": "view"}, "read"),
        ({"path": "a", "action": "delete"}, "delete"),
        ({"path": "a", "operation": "rename"}, "move"),
        ({"path": "a", "limit": 5, "recursive": True}, "read"),
    ],
)
def test_other_arguments_say_what_a_tool_does(input, change):
    assert told(call("mcp__x__file", input)) == [(change, "/w/a")]


def test_an_editor_that_is_asked_to_view_only_reads():
    view = {"command": "view", "path": "a", "view_range": [1, 9]}
    assert told(call("", view, "str_replace_based_edit_tool")) == [("read", "/w/a")]


@pytest.mark.parametrize(
    ("native", "input"),
    [
        ("mcp__x__delete_file", {"path": "a", "action": "view"}),
        ("mcp__x__write_file", {"path": "a", "action": "view", "data": "x"}),
        ("mcp__x__edit_file", {"path": "a", "action": "view", "edits": [{"old": "x"}]}),
    ],
)
def test_an_argument_that_says_view_does_not_hide_a_change(native, input):
    assert [file.change for file in call("", input, native).files] != ["read"]


MOVES = [
    {"source": "a", "destination": "b"},
    {"old_path": "a", "new_path": "b"},
    {"oldPath": "a", "newPath": "b"},
    {"src": "a", "dst": "b"},
    {"from": "a", "to": "b"},
    {"new_path": "b", "path": "a"},
    {"sourcePath": "a", "targetPath": "b"},
    {"path": "a", "new_name": "b"},
]


@pytest.mark.parametrize("input", MOVES)
@pytest.mark.parametrize("name", ["mcp__fs__move_file", "mcp__fs__renameFile"])
def test_a_move_is_told_for_both_places(name, input):
    old, new = call(name, input).files
    assert (old.change, old.path, old.moved_from) == ("move", "/w/a", None)
    assert (new.change, new.path, new.moved_from) == ("move", "/w/b", "/w/a")


def test_a_new_name_lies_beside_the_old_one():
    _, new = call("mcp__fs__rename", {"path": "src/a", "newName": "b"}).files
    assert new.path == "/w/src/b"


def test_several_files_move_to_one_folder():
    tool = call("mcp__fs__move", {"sources": ["a", "b"], "destination": "c"})
    assert told(tool) == [("move", "/w/a"), ("move", "/w/b"), ("move", "/w/c")]


def test_a_copy_reads_the_old_place_and_writes_the_new():
    tool = call("mcp__fs__copy_file", {"source": "a", "destination": "b"})
    assert told(tool) == [("read", "/w/a"), ("modify", "/w/b")]


def test_two_places_without_a_verb_are_read():
    tool = call("mcp__fs__compare", {"source": "a", "destination": "b"})
    assert told(tool) == [("read", "/w/a"), ("read", "/w/b")]


NESTED = [
    ({"paths": ["a", "b"]}, [("modify", "/w/a"), ("modify", "/w/b")]),
    ({"files": [{"path": "a"}, {"path": "b"}]}, [("modify", "/w/a"), ("modify", "/w/b")]),
    ({"edits": [{"filePath": "a", "newText": "x"}]}, [("modify", "/w/a")]),
    ({"arguments": {"path": "a"}}, [("modify", "/w/a")]),
    ({"edits": '[{"path": "a"}]'}, [("modify", "/w/a")]),
    ({"paths": '["a", "b"]'}, [("modify", "/w/a"), ("modify", "/w/b")]),
    ({"files": {"src/a": "x", "b.txt": None}}, [("modify", "/w/src/a"), ("modify", "/w/b.txt")]),
    ({"changes": {"file:///w/a": [{"newText": "x"}]}}, [("modify", "/w/a")]),
    ({"path": "[id].tsx"}, [("modify", "/w/[id].tsx")]),
    ({"path": "[1]"}, [("modify", "/w/[1]")]),
    ({"path": "a", "Path": "b"}, [("modify", "/w/a"), ("modify", "/w/b")]),
    ({"ops": [{"op": "rm", "path": "a"}, {"file": "b"}]}, [("delete", "/w/a"), ("modify", "/w/b")]),
    ('{"path": "a"}', [("modify", "/w/a")]),
    ([{"path": "a"}, {"path": "b"}], [("modify", "/w/a"), ("modify", "/w/b")]),
]  # fmt: skip


@pytest.mark.parametrize(("input", "expected"), NESTED)
def test_files_are_found_in_lists_and_objects(input, expected):
    assert told(call("mcp__fs__write_files", input)) == expected


@pytest.mark.parametrize(("given", "below"), [("~", ""), ("~/.ssh/keys", "/.ssh/keys")])
def test_a_path_at_home_is_told_as_it_stands_and_as_a_shell_would_have_it(given, below):
    files = call("Write", {"file_path": given, "content": "x"}).files
    assert [file.path for file in files] == [f"/w/{given}", get("HOME") + below]
    assert [(file.given, file.text) for file in files] == [(given, "x")] * 2
    assert told(call("Write", {"file_path": "~a"})) == [("create", "/w/~a")]


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("mcp__mail__send", {"from": "a@b", "to": "c@d", "body": "x"}),
        ("mcp__text__replace", {"old": "a", "new": "b"}),
        ("mcp__x__ask", {"prompt": "file:///etc/passwd is what?"}),
        ("mcp__x__edit", {"content": "file:///etc/passwd"}),
    ],
)
def test_what_only_looks_like_a_place_is_none(name, given):
    assert told(call(name, given)) == []


URIS = [
    ("file:///w/a%20b", "/w/a b"),
    ("FILE://localhost/w/a", "/w/a"),
    ("file:///w/%C3%A4", "/w/ä"),
    ("file:///w/100%", "/w/100%"),
    ("file:///w/%2e%2e/etc/passwd", "/etc/passwd"),
    ("file:///w/a#L3", "/w/a"),
]


@pytest.mark.parametrize(("uri", "path"), URIS)
@pytest.mark.parametrize("key", ["uri", "url", "path", "resource"])
def test_a_file_uri_is_decoded_wherever_it_stands(key, uri, path):
    (file,) = call("mcp__fs__open", {key: uri}).files
    assert (file.path, file.given, file.change) == (path, uri, "read")


def test_a_web_address_is_no_file():
    assert told(call("WebFetch", {"url": "https://example.org/a"})) == []
    assert told(call("mcp__x__get", {"uri": "https://example.org/a"})) == []


TEXTS = [
    ("Write", {"path": "a", "content": "x"}, "x"),
    ("Write", {"path": "a"}, None),
    ("Write", {"path": "a", "content": ["x", "y"]}, "x\ny"),
    ("Edit", {"path": "a", "old_string": "x", "new_string": ""}, ""),
    ("Edit", {"path": "a", "old_str_1": "x", "new_str_1": "y", "new_str_2": "z"}, "y\nz"),
    ("MultiEdit", {"path": "a", "edits": [{"new_string": "x"}, {"new_string": "y"}]}, "x\ny"),
    ("Edit", {"path": "a", "diff": "--- a\n+++ b\n@@ -1 +1 @@\n-x\n+y\n+z"}, "y\nz"),
    ("NotebookEdit", {"notebook_path": "a", "new_source": "x"}, "x"),
    ("Read", {"path": "a", "content": "now"}, None),
    ("mcp__fs__delete", {"path": "a", "content": "x"}, None),
    ("mcp__fs__write", {"path": "a", "data": "x"}, "x"),
]


@pytest.mark.parametrize(("name", "input", "text"), TEXTS)
def test_the_new_text_comes_with_the_file(name, input, text):
    (file,) = call(name, input).files
    assert file.text == text


def test_each_of_several_files_has_its_own_text():
    given = {"files": [{"path": "a", "content": "x"}, {"path": "b", "content": "y"}]}
    assert [file.text for file in call("mcp__fs__write", given).files] == ["x", "y"]
