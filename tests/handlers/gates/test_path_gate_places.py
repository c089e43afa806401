"""path_gate on folders: what is in them, what lands in them, and paths that lead anywhere."""

import time

import pytest

from snaphook.engine.tools import ToolCall


@pytest.fixture
def patch(judged):
    """Return the reason for refusing a patch, or ""."""

    def reason(text, **place):
        call = {"command": f"*** Begin Patch\n{text}\n*** End Patch"}
        verdict = judged(ToolCall("Edit", native_name="apply_patch", input=call), **place)
        return verdict.reason if verdict else ""

    return reason


@pytest.fixture(scope="module")
def modules(tmp_path_factory):
    """A project with 20,000 files of packages, as the tools of JavaScript leave them."""
    root = tmp_path_factory.mktemp("modules").resolve()
    for number in range(200):
        package = root / "node_modules" / f"p{number}" / ".env.example"
        package.mkdir(parents=True)
        for name in range(100):
            (package.parent / f"{name}.js").touch()
    return root


def test_a_big_folder_without_anything_protected_may_go(modules, patch):
    assert patch("*** Delete File: node_modules", root=modules, cwd=modules) == ""


@pytest.mark.parametrize(
    "inside",
    [".env", ".ENV.local/x", ".env.example/x", "dist/.git/hooks/pre-commit", "a/b/c/.env.é"],
)
def test_a_protected_file_is_found_among_many_others(inside, modules, patch):
    path = modules / "node_modules" / "p199" / inside
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    reason = patch("*** Delete File: node_modules", root=modules, cwd=modules)
    path.unlink()
    assert ("holds what is protected" in reason) is (".ENV" not in inside)


@pytest.mark.parametrize(
    ("tool", "source", "to", "refused"),
    [
        ("mcp__fs__move_file", "new/.env", ".", True),
        ("mcp__fs__copy_file", "new/.env", "src/..", True),
        ("mcp__fs__move_file", ["src/app.py", "new/.env"], "src", True),
        ("mcp__fs__move_file", "src/app.py", ".", False),
        ("mcp__fs__move_file", "src/app.py", "new", False),
        ("mcp__fs__copy_file", ".env", "notes.txt", False),
        ("mcp__fs__copy_file", ".env", ".env.example", False),
    ],
)
def test_what_is_moved_to_a_folder_is_judged_where_it_lands(
    tool, source, to, refused, project, at, judged
):
    (project / "new").mkdir()
    if source != "src/app.py":
        (project / ".env.example").write_text("")
    globs = [".env", "!new/.env"]
    verdict = judged(
        ToolCall(tool, input={"source": source, "destination": to}), protected=globs, **at
    )
    assert (verdict is not None) is refused


@pytest.mark.parametrize(
    "path",
    ["/proc/self/cwd/a", "/proc/thread-self/cwd/a", "/proc/self/root/x", "/dev/fd/3", "own/a"],
)
def test_what_each_process_sees_otherwise_is_refused(path, project, at, refused):
    (project / "own").symlink_to("/proc/self/cwd")
    assert "another file to each process" in refused(path, "Write", **at)


@pytest.mark.parametrize("folder", ["~", "$HOME", "file:///nowhere", "/nowhere", ".."])
def test_a_named_folder_is_read_as_a_path_is(folder, judged):
    write = {"root": folder, "path": ".ssh/config", "content": "x"}
    assert judged(ToolCall("mcp__fs__write_file", input=write)).decision == "deny"
    patch = "*** Begin Patch\n*** Delete File: .ssh/config\n*** End Patch"
    call = ToolCall("Edit", "apply_patch", input={"command": patch, "workdir": folder})
    assert judged(call).decision == "deny"


def test_a_path_longer_than_any_system_opens_is_refused_at_once(refused):
    started = time.monotonic()
    assert "longer than any path" in refused("a/" * 100_000 + "b", "Write")
    assert time.monotonic() - started < 1


def test_a_folder_may_be_made_on_the_way_to_what_is_protected(project, at, judged):
    def make(tool, **arguments):
        call = ToolCall(tool, input={"path": "deploy", **arguments})
        return judged(call, protected=["deploy/prod.yaml"], **at)

    assert make("mcp__fs__create_directory") is None
    assert make("mcp__fs__write_file", content="").decision == "deny"
    assert make("mcp__fs__delete_directory").decision == "deny"
