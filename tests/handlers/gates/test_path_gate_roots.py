"""path_gate's allowed roots."""

import pytest

from snaphook.engine.tools import ToolCall

ALLOWED = [
    (["src"], "src/a.py", True),
    (["src"], "src", True),
    (["src"], "docs/a.md", False),
    (["src"], "lib/src/a.py", False),
    (["src"], "srcs/a.py", False),
    (["src"], "src/../docs/a.md", False),
    (["src"], "/elsewhere/src/a", False),
    (["src"], "/tmp/a", False),
    (["src", "/tmp"], "/tmp/a", True),
    (["."], "anything/at/all", True),
    (["."], "../other/a", False),
    (["~/notes/**"], "/nowhere/notes/a", True),
    (["packages/*/src"], "packages/a/src/x", True),
    (["packages/*/src"], "packages/a/b/src/x", False),
    ([".", "!vendor/**"], "vendor/a", False),
    ([".", "!vendor/**"], "src/a", True),
    (["src"], ".env.example", False),
]


@pytest.mark.parametrize(("roots", "path", "free"), ALLOWED)
def test_writes_stay_inside_the_allowed_roots(roots, path, free, refused):
    reason = refused(path, "Write", allowed_roots=roots)
    assert (reason == "") is free, reason
    assert free or "is outside the folders" in reason


def test_protected_paths_stay_protected_inside_the_allowed_roots(refused):
    assert "is protected" in refused("src/.env", allowed_roots=["src"])


def test_links_out_of_the_allowed_roots_are_refused_and_links_into_them_are_free(
    project, refused, at
):
    (project / "src" / "out").symlink_to(project.parent)
    (project / "in").symlink_to("src")
    place = {"allowed_roots": ["src"], **at}
    assert f"leads to {project.parent}/x" in refused("src/out/x", "Write", **place)
    assert refused("in/x", "Write", **place) == ""
    assert "outside" in refused("src/out/../x", "Write", **place)


def test_reads_outside_the_allowed_roots_are_free(judged):
    read = ToolCall("Read", input={"file_path": "/etc/hosts"})
    assert judged(read, allowed_roots=["src"]) is None
