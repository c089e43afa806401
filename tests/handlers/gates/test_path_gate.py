"""path_gate on events as handlers get them, over real files where files matter."""

import json
import pathlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from snaphook.engine.events import PreToolUse
from snaphook.engine.options import Options
from snaphook.engine.tools import ToolCall
from snaphook.handlers.gates.path_gate import DEFAULT_PROTECTED, path_gate

FIXTURES = pathlib.Path(__file__).parents[2] / "fixtures" / "gates"
CONFIG = json.loads((FIXTURES / "paths.config.json").read_text())
ROWS = [json.loads(line) for line in (FIXTURES / "paths-edit-tool.jsonl").read_text().splitlines()]


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_the_edit_tool_rows_of_the_corpus_are_judged_as_they_should(row, refused):
    globs = CONFIG["protected"] + CONFIG["sealed"]["paths"]
    place = {"cwd": row["cwd"], "root": CONFIG["project"], "home": row["home"]}
    reason = refused(row["file_path"], row["tool"], protected=globs, **place)
    assert bool(reason) is (row["verdict"] == "block"), reason


PROTECTED_BY_DEFAULT = (FIXTURES / "protected-by-default.txt").read_text().splitlines()

FREE_BY_DEFAULT = (FIXTURES / "free-by-default.txt").read_text().splitlines()


@pytest.mark.parametrize("path", PROTECTED_BY_DEFAULT)
@pytest.mark.parametrize("tool", ["Write", "Edit", "MultiEdit", "NotebookEdit"])
def test_the_default_set_is_refused_to_every_edit_tool(path, tool, refused):
    assert "protected" in refused(path, tool)


@pytest.mark.parametrize("path", FREE_BY_DEFAULT)
def test_what_only_looks_like_the_default_set_is_free(path, refused):
    assert refused(path, "Write") == ""


@pytest.mark.parametrize("tool", ["Read", "Glob", "Grep"])
def test_reads_are_free(tool, judged):
    assert (
        judged(
            ToolCall(
                tool, input={"file_path": "/nowhere/project/.env", "path": "/nowhere/project/.env"}
            )
        )
        is None
    )


def test_a_refusal_says_what_why_and_what_to_do_instead(refused):
    assert refused(".env") == (
        "path_gate: .env is protected (matches .env);"
        " edit .env.example, or ask the user to change it"
    )
    assert refused("~/.bashrc").endswith("(matches ~/.bashrc); ask the user to change it")


def test_a_hostile_name_is_told_on_one_printable_line(refused):
    reason = refused("a\x1b[2J\n\u202e/.env" + "/x" * 400)
    assert reason.isprintable()
    assert len(reason) < 500


GLOBS = [
    ("secrets/", "secrets/a/b", True),
    ("secrets/", "sub/secrets/a", True),
    ("secrets/**", "secrets/a/b", True),
    ("secrets/**", "sub/secrets/a", False),
    ("./secrets", "secrets/a", True),
    ("./secrets", "sub/secrets/a", False),
    ("secrets/*", "secrets/a/b", True),
    ("config/*.yaml", "config/prod.yaml", True),
    ("config/*.yaml", "config/sub/prod.yaml", False),
    ("config/**/*.yaml", "config/sub/prod.yaml", True),
    ("**/prod.yaml", "a/b/prod.yaml", True),
    ("**/prod.yaml", "/elsewhere/prod.yaml", False),
    ("prod.yaml", "/elsewhere/prod.yaml", True),
    ("*.p[ek][mk]", "a/key.pem", True),
    ("file?.txt", "file1.txt", True),
    ("file?.txt", "file.txt", False),
    ("/elsewhere/**", "/elsewhere/x", True),
    ("~/private", "/nowhere/private/x", True),
    ("../sibling", "/nowhere/sibling/x", True),
    ("project", "a.txt", False),  # the root's own folders do not count
    ("nowhere", "a.txt", False),
    (".", "a.txt", True),
    ("**", "a.txt", True),
    ("**", "/elsewhere/a.txt", False),
    ("data", "data", True),
    ("src/a b.txt", "src/a b.txt", True),
]


@pytest.mark.parametrize(("glob", "path", "expected"), GLOBS)
def test_a_glob_means_what_the_documents_say(glob, path, expected, refused):
    assert bool(refused(path, "Write", protected=[glob])) is expected


def test_own_globs_replace_the_default_set(refused):
    assert refused(".env", protected=["LOCKED.md"]) == ""
    assert refused(".env", protected=[]) == ""


def test_a_glob_with_an_exclamation_mark_takes_out_again_and_the_last_one_decides(refused):
    globs = ["docs/**", "!docs/*.md", "docs/fixed.md"]
    told = {
        name: bool(refused(f"docs/{name}", protected=globs))
        for name in ("a.txt", "b.md", "fixed.md")
    }
    assert told == {"a.txt": True, "b.md": False, "fixed.md": True}


def test_what_was_taken_out_does_not_open_what_lies_in_it(refused):
    assert refused(".env.example/.env")
    assert refused(".env.example/.git/config")


def test_without_placed_options_the_project_of_the_event_is_the_root(judged, patch):
    event = PreToolUse(cwd="/p/sub", project_dir="/p", tool=ToolCall("Write", cwd="/p/sub"))
    event.tool.input = {"file_path": "../conf/x"}
    assert path_gate(event, Options({"protected": ["conf/*"]})).decision == "deny"
    assert path_gate(event, Options({})) is None


# Patches, moves and deletions

PATCH = "*** Begin Patch\n{}\n*** End Patch"


@pytest.fixture
def patch(judged):
    def reason(text, **place):
        call = {"command": PATCH.format(text)}
        verdict = judged(ToolCall("Edit", native_name="apply_patch", input=call), **place)
        return verdict.reason if verdict else ""

    return reason


def test_one_protected_file_among_several_refuses_the_patch(patch):
    text = "*** Update File: notes/a.txt\n@@\n+x\n*** Update File: {}\n@@\n+TOKEN=x"
    assert ".env is protected" in patch(text.format(".env"))
    assert patch(text.format(".env.example")) == ""


@pytest.mark.parametrize(
    "text",
    [
        "*** Delete File: .env",
        "*** Add File: .git/hooks/post-checkout\n+x",
        "*** Update File: .env\n*** Move to: env.txt\n@@\n+x",
        "*** Update File: env.txt\n*** Move to: .env\n@@\n+x",
        "  *** Add File: .env\n+x",
        "*** Add File: a\n+x\n  *** Delete File: .env",
    ],
)
def test_both_ends_of_a_move_and_deletions_are_judged(text, patch):
    assert "protected" in patch(text)


def test_a_deletion_is_told_as_one(patch):
    assert patch("*** Delete File: LOCKED", protected=["LOCKED"]).endswith(
        "ask the user to delete it"
    )


@pytest.mark.parametrize("folder", ["config", ".", "..", "/"])
def test_a_folder_on_the_way_to_a_protected_path_may_not_go(folder, patch):
    reason = patch(f"*** Delete File: {folder}", protected=["config/deep/prod.yaml"])
    assert "holds what is protected" in reason


def test_a_folder_that_holds_a_match_on_disk_may_not_go(tmp_path, refused, patch):
    (tmp_path / "app" / "inner").mkdir(parents=True)
    (tmp_path / "app" / "inner" / ".env").write_text("x")
    (tmp_path / "free").mkdir()
    (tmp_path / "free" / ".env.example").write_text("x")
    place = {"root": tmp_path, "cwd": tmp_path}
    assert "inner/.env" in patch("*** Delete File: app", **place)
    assert "inner/.env" in patch("*** Update File: app\n*** Move to: gone\n@@\n+x", **place)
    assert patch("*** Delete File: free", **place) == ""
    assert refused(tmp_path / "app" / "x.py", **place) == ""


def test_making_a_folder_again_is_free_and_a_file_in_its_place_is_not(tmp_path, judged):
    place = {"root": tmp_path, "cwd": tmp_path, "protected": ["config/prod.yaml"]}
    make = ToolCall("mcp__fs__create_directory", input={"path": "config"})
    write = ToolCall("Write", input={"file_path": "config", "content": "x"})
    assert "holds what is protected" in judged(write, **place).reason
    (tmp_path / "config").mkdir()
    assert judged(make, **place) is None


def test_a_folder_too_big_to_look_through_may_not_go(tmp_path, patch, monkeypatch):
    monkeypatch.setattr("snaphook.handlers.pathsets.MOST_INSIDE", 50)
    (tmp_path / "big").mkdir()
    for number in range(51):
        (tmp_path / "big" / str(number)).touch()
    assert "too many" in patch("*** Delete File: big", root=tmp_path, cwd=tmp_path)


# Odd input

ODD = [None, [], ["x"], "text", 5, {}, {"content": "x"}, *({"file_path": v} for v in ("", 5, {}))]


@pytest.mark.parametrize("odd", ODD, ids=repr)
@pytest.mark.parametrize("name", ["Write", "Edit", "MultiEdit", "NotebookEdit"])
def test_an_edit_whose_file_cannot_be_read_is_refused(name, odd, judged):
    verdict = judged(ToolCall(name, input=odd))
    assert verdict.decision == "deny"
    assert "unreadable tool_input" in verdict.reason


def test_a_patch_that_names_no_file_is_refused(judged):
    call = ToolCall("", native_name="apply_patch", input={"command": "no patch"})
    assert "unreadable tool_input" in judged(call).reason


@pytest.mark.parametrize("odd", [None, [], "text", 5, {}, {"query": "x"}])
def test_a_tool_that_names_no_file_passes(odd, judged):
    assert judged(ToolCall("mcp__mail__send", input=odd)) is None
    assert judged(ToolCall("WebSearch", input=odd)) is None


def test_a_nul_byte_in_a_path_is_refused(refused):
    assert "NUL" in refused("a.txt\0.env")


@settings(max_examples=300, deadline=None)
@given(
    path=st.text(max_size=30),
    globs=st.lists(st.text(min_size=1, max_size=8), max_size=4),
    cwd=st.sampled_from(["/nowhere", "/", ""]),
    tool=st.sampled_from(["Write", "Edit", "mcp__fs__write_file"]),
)
def test_nothing_makes_it_raise(path, globs, cwd, tool, judged):
    call = ToolCall(tool, input={"file_path": path, "path": path})
    options = {"protected": globs, "allowed_roots": globs}
    verdict = judged(call, cwd=cwd, **options)
    assert verdict is None or (verdict.decision == "deny" and verdict.reason.isprintable())


def test_every_protected_glob_of_the_default_set_protects_something(refused):
    for glob in DEFAULT_PROTECTED:
        sample = glob.removeprefix("!").replace("/**/", "/a/").replace("*", "x")
        sample = sample.removeprefix("/a/") if sample.startswith("/a/") else sample
        assert bool(refused(sample, "Write")) is not glob.startswith("!"), glob


@pytest.mark.parametrize(
    ("name", "native", "given"),
    [
        ("Write", "write_file", {"file_path": ".env", "content": "x"}),
        ("Edit", "replace", {"file_path": ".env", "old_string": "a", "new_string": "b"}),
        ("Write", "write", {"filePath": ".env", "content": "x"}),
        ("Write", "create", {"path": ".env", "file_text": "x"}),
        ("Write", "write_to_file", {"TargetFile": ".env", "CodeContent": "x"}),
        ("", "create_file", {"filePath": ".env", "content": "x"}),
        ("", "mcp__fs__write_file", {"path": ".env", "content": "x"}),
        ("", "mcp__fs__move_file", {"source": ".env", "destination": "b"}),
        ("", "mcp__fs__move_file", {"source": "a", "destination": ".env"}),
        ("", "mcp__fs__delete_file", {"path": ".env"}),
    ],
)
def test_the_file_tools_of_other_providers_are_judged_alike(name, native, given, judged):
    assert "protected" in judged(ToolCall(name, native_name=native, input=given)).reason
