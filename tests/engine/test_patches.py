"""The patch text, as Codex 0.171's own reader sees it."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snaphook.engine.patches import files_of_patch, reads_as_patch


def patch(*lines):
    return "\n".join(("*** Begin Patch", *lines, "*** End Patch"))


def told(text):
    return [(file.change, str(file.path), file.text) for file in files_of_patch(text, "/w")]


WELL_FORMED = {
    "an added file has its content": (
        patch("*** Add File: new.py", "+a = 1", "+b = 2"),
        [("create", "/w/new.py", "a = 1\nb = 2\n")],
    ),
    "an added file may be empty": (
        patch("*** Add File: e.txt"),
        [("create", "/w/e.txt", "")],
    ),
    "an update has its added lines": (
        patch("*** Update File: o.py", "@@ def f():", " ctx", "-x = 1", "+x = 2", "@@", "-y", "+z"),
        [("modify", "/w/o.py", "x = 2\nz\n")],
    ),
    "an update may only take away": (
        patch("*** Update File: o.py", "@@", "-only"),
        [("modify", "/w/o.py", "")],
    ),
    "the first chunk needs no marker": (
        patch("*** Update File: o.py", "-x", "+y"),
        [("modify", "/w/o.py", "y\n")],
    ),
    "a chunk may end at the end of the file": (
        patch("*** Update File: o.py", "@@", "-x", "+y", "*** End of File"),
        [("modify", "/w/o.py", "y\n")],
    ),
    "another chunk may follow the end of the file": (
        patch("*** Update File: o.py", "@@", "+y", "*** End of File", "@@", "+z"),
        [("modify", "/w/o.py", "y\nz\n")],
    ),
    "blank lines may stand between chunks and before the next header": (
        patch("*** Update File: o.py", "", "@@", "+y", "", "@@", "+z", "", "*** Delete File: d"),
        [("modify", "/w/o.py", "y\nz\n"), ("delete", "/w/d", None)],
    ),
    "a deleted file": (
        patch("*** Delete File: my file.txt"),
        [("delete", "/w/my file.txt", None)],
    ),
    "a move is told for both places": (
        patch("*** Update File: a.py", "*** Move to: sub/b.py", "@@", "-1", "+2"),
        [("move", "/w/a.py", None), ("move", "/w/sub/b.py", "2\n")],
    ),
    "several files keep their order": (
        patch("*** Add File: n", "+1", "*** Update File: u", "@@", "+2", "*** Delete File: d"),
        [("create", "/w/n", "1\n"), ("modify", "/w/u", "2\n"), ("delete", "/w/d", None)],
    ),
    "an absolute path stays": (
        patch("*** Add File: /etc/x", "+1"),
        [("create", "/etc/x", "1\n")],
    ),
    "a path may lead out of the cwd": (
        patch("*** Add File: ../up.txt", "+1"),
        [("create", "/up.txt", "1\n")],
    ),
    "an indented header ends the added file and opens the next": (
        patch("*** Add File: ok.txt", "+1", " *** Delete File: secret.txt"),
        [("create", "/w/ok.txt", "1\n"), ("delete", "/w/secret.txt", None)],
    ),
    "a tab indents as well": (
        patch("\t*** Add File: ok.txt", "+1"),
        [("create", "/w/ok.txt", "1\n")],
    ),
    "carriage returns belong to the line ends": (
        patch("*** Add File: c.txt\r", "+1\r"),
        [("create", "/w/c.txt", "1\n")],
    ),
    "other line separators are part of the line": (
        patch("*** Add File: c.txt", "+1\u20282\x0c3\x854"),
        [("create", "/w/c.txt", "1\u20282\x0c3\x854\n")],
    ),
    "an added line that looks like a header is content": (
        patch("*** Add File: c.txt", "+*** Delete File: z"),
        [("create", "/w/c.txt", "*** Delete File: z\n")],
    ),
    "a context line that looks like a header is context": (
        patch("*** Update File: c.txt", "@@", " *** Delete File: z", "-a", "+b"),
        [("modify", "/w/c.txt", "b\n")],
    ),
    "a context line that looks like a header is context before another file too": (
        patch("*** Update File: c.txt", "@@", " *** Delete File: z", "+b", "*** Delete File: d"),
        [("modify", "/w/c.txt", "b\n"), ("delete", "/w/d", None)],
    ),
    "an indented move is context": (
        patch("*** Update File: c.txt", " *** Move to: z", "+b"),
        [("modify", "/w/c.txt", "b\n")],
    ),
    "white space around the whole text does not count": (
        "\n\n  " + patch("*** Add File: h.txt", "+1") + "\n \n",
        [("create", "/w/h.txt", "1\n")],
    ),
    "white space around a path counts and does not": (
        patch("*** Update File:  .env", "@@", "+1"),
        [("modify", "/w/ .env", "1\n"), ("modify", "/w/.env", "1\n")],
    ),
    "the same file may come twice": (
        patch("*** Delete File: a", "*** Add File: a", "+1"),
        [("delete", "/w/a", None), ("create", "/w/a", "1\n")],
    ),
}


@pytest.mark.parametrize("name", WELL_FORMED)
def test_a_patch_that_codex_takes_is_read_as_codex_does(name):
    text, expected = WELL_FORMED[name]
    assert told(text) == expected
    assert reads_as_patch(text)


@pytest.mark.parametrize("opening", ["<<EOF", "<<'EOF'", '<<"EOF"'])
@pytest.mark.parametrize("closing", ["EOF", "xEOF"])
def test_a_patch_may_stand_in_a_heredoc(opening, closing):
    inside = patch("*** Update File: h.txt", " *** Delete File: z", "+1")
    text = "\n".join((opening, inside, closing))
    assert told(text) == [("modify", "/w/h.txt", "1\n")]


def test_the_new_place_of_a_move_knows_the_old_one():
    text = patch("*** Update File: a.py", "*** Move to: b.py", "@@", "+2")
    old, new = files_of_patch(text, "/w")
    assert (old.moved_from, new.moved_from) == (None, "/w/a.py")
    assert (old.given, new.given) == ("a.py", "b.py")


REFUSED_BY_CODEX = {
    "a move without a chunk": (
        patch("*** Update File: a.py", "*** Move to: sub/b.py"),
        [("move", "/w/a.py"), ("move", "/w/sub/b.py")],
    ),
    "an update without a chunk": (patch("*** Update File: a.py"), [("modify", "/w/a.py")]),
    "no end": ("*** Begin Patch\n*** Delete File: a", [("delete", "/w/a")]),
    "no beginning": ("*** Delete File: a\n*** End Patch", [("delete", "/w/a")]),
    "text before and after": (
        "Sure:\n" + patch("*** Delete File: a") + "\nDone.",
        [("delete", "/w/a")],
    ),
    "another end in the middle": (
        patch("*** Delete File: a", "*** End Patch", "*** Delete File: b"),
        [("delete", "/w/a"), ("delete", "/w/b")],
    ),
    "a stray line hides no file": (
        patch("*** Add File: a", "+1", "stray", " *** Delete File: b"),
        [("create", "/w/a"), ("delete", "/w/b")],
    ),
    "a blank line after an added file": (
        patch("*** Add File: a", "+1", "", "*** Delete File: b"),
        [("create", "/w/a"), ("delete", "/w/b")],
    ),
    "a second chunk without its marker": (
        patch("*** Update File: a", "@@", "+1", "*** End of File", "+2", "*** Delete File: b"),
        [("modify", "/w/a"), ("delete", "/w/b")],
    ),
    "a marker with nothing after it": (
        patch("*** Update File: a", "@@", "*** Delete File: b"),
        [("modify", "/w/a"), ("delete", "/w/b")],
    ),
    "a header without its space": (
        patch("*** Add File:a", "*** Update File:\tb", "*** Move to:c"),
        [("create", "/w/a"), ("move", "/w/b"), ("move", "/w/c")],
    ),
    "a move of nothing": (patch("*** Move to: b"), [("move", "/w/b")]),
    "another heredoc": (
        "cat <<'X'\n" + patch("*** Delete File: a") + "\nX",
        [("delete", "/w/a")],
    ),
    "a heredoc in a heredoc": (
        "<<EOF\n<<EOF\n" + patch("*** Delete File: a") + "\nEOF\nEOF",
        [("delete", "/w/a")],
    ),
}


@pytest.mark.parametrize("name", REFUSED_BY_CODEX)
def test_a_text_that_codex_refuses_still_shows_every_file(name):
    text, expected = REFUSED_BY_CODEX[name]
    assert [file[:2] for file in told(text)] == expected
    assert reads_as_patch(text)


DIFFS = {
    "git": (
        "diff --git a/x.py b/x.py\n--- a/x.py\n+++ b/x.py\n@@ -1 +1 @@\n-1\n+2\n",
        [("modify", "/w/x.py", "2\n")],
    ),
    "diff": ("--- x.py\t2026-01-01\n+++ x.py\t2026-01-02\n+2", [("modify", "/w/x.py", "2\n")]),
    "a new file": ("--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+1", [("create", "/w/x", "1\n")]),
    "a deleted file": ("--- a/x\n+++ /dev/null\n-1", [("delete", "/w/x", None)]),
    "a moved file": (
        "--- a/x\n+++ b/y\n+1",
        [("move", "/w/x", None), ("move", "/w/y", "1\n")],
    ),
}


@pytest.mark.parametrize("name", DIFFS)
def test_a_unified_diff_is_read_where_there_is_no_header(name):
    text, expected = DIFFS[name]
    assert told(text) == expected


ABOVE_CHUNKS = {
    "a rename": ("rename from a\nrename to b", [("move", "/w/a"), ("move", "/w/b")]),
    "a copy": ("copy from a\ncopy to b", [("create", "/w/b")]),
    "a mode": ("diff --git a/s b/s\nold mode 100644\nnew mode 100755", [("modify", "/w/s")]),
    "a deletion": ("diff --git a/s b/s\ndeleted file mode 100644", [("modify", "/w/s")]),
    "a binary": ("diff --git a/a b b/a b\nGIT binary patch\nliteral 0", [("modify", "/w/a b")]),
    "sides": ("diff --git a/s b/s\n--- a/s\n+++ b/s\n@@ -1 +1 @@\n-1\n+2", [("modify", "/w/s")]),
    "quotes": ('--- "a/s\\303\\251"\n+++ "b/s\\303\\251"\n@@ -1 +1 @@', [("modify", "/w/s\u00e9")]),
    "a quoted tab": ('--- "a/a\\tb"\n+++ "b/a\\tb"\n@@ -1 +1 @@', [("modify", "/w/a\tb")]),
}


@pytest.mark.parametrize("name", ABOVE_CHUNKS)
def test_all_that_git_writes_above_chunks_names_a_file(name):
    text, expected = ABOVE_CHUNKS[name]
    beside = "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-1\n+2\n"
    assert [file[:2] for file in told(beside + text)] == [("modify", "/w/x"), *expected]


def test_headers_and_a_diff_in_one_text_are_both_read():
    text = "*** Add File: a\n+1\n--- a/b\n+++ b/b\n@@ -1 +1 @@\n-1\n+2"
    assert [file[:2] for file in told(text)] == [("create", "/w/a"), ("modify", "/w/b")]


NO_PATCH = ["", "x", "*** Begin Patch", patch(""), patch("*** Add File: "), "+*** Add File: a"]


@pytest.mark.parametrize("text", NO_PATCH)
def test_a_text_that_names_no_file_is_no_patch(text):
    assert not reads_as_patch(text)
    with pytest.raises(ValueError, match=r"^no patch: "):
        files_of_patch(text, "/w")


def test_the_error_tells_an_empty_patch_from_something_else():
    with pytest.raises(ValueError, match=r"no header names a file$"):
        files_of_patch(patch(), "/w")
    with pytest.raises(ValueError, match=r"there is no line '\*\*\* Begin Patch'"):
        files_of_patch("rm -rf x", "/w")


LINES = st.sampled_from(
    [
        *("*** Begin Patch", "*** End Patch", "*** Add File: a", "*** Update File: b"),
        *("*** Delete File: c", "*** Move to: d", "*** End of File", " *** Add File: e"),
        *("@@", "@@ x", "+1", "-1", " 1", "", "<<EOF", "EOF", "--- f", "+++ g"),
    ]
)


@given(st.lists(LINES, max_size=14).map("\n".join) | st.text())
def test_any_text_gives_files_or_a_value_error(text):
    if reads_as_patch(text):
        assert all(file.path.startswith("/") for file in files_of_patch(text, "/w"))
    elif "+++ " not in text:
        with pytest.raises(ValueError, match=r"^no patch: "):
            files_of_patch(text, "/w")
    else:
        with suppress(ValueError):
            assert files_of_patch(text, "/w")


@given(st.lists(LINES, max_size=10))
def test_no_header_at_the_start_of_a_line_is_ever_lost(lines):
    text = patch(*lines)
    named = {line.rpartition(" ")[2] for line in lines if line.startswith(("*** A", "*** D"))}
    if named:
        assert {f"/w/{name}" for name in named} <= {file[1] for file in told(text)}
