"""What one event imports: the list is committed, so that nothing joins it unseen."""

import shutil
import subprocess
import time
from pathlib import Path

import pytest

LISTED = Path(__file__).with_name("hot_modules.txt")
PLUGIN = Path(__file__).parents[1] / "fixtures" / "plugin" / "odd_hooks.py"
HEAVY = set(
    """re json os site typing enum functools pathlib subprocess dataclasses collections signal
    abc copyreg keyword operator reprlib tokenize traceback contextlib shutil tempfile warnings
    __future__ pluggy pydantic importlib.metadata importlib_metadata jsonlines attr typer rich
    tomlkit""".split()  # noqa: SIM905
)
DRIVER = """
import posix, sys
stub, told, *sys.argv[1:] = sys.argv[1:]
def note(event, arguments):
    if event == "import":
        file = posix.open(told, posix.O_WRONLY | posix.O_APPEND | posix.O_CREAT)
        posix.write(file, f"{posix.getpid()} {arguments[0]}\\n".encode())
        posix.close(file)
sys.addaudithook(note)
__file__ = stub
with open(stub, "rb") as file:
    exec(compile(file.read(), stub, "exec"))
"""


def listed() -> set[str]:
    lines = LISTED.read_text().splitlines()
    return {line.strip() for line in lines if line.strip() and not line.startswith("#")}


def imported(told: bytes) -> set[str]:
    """Read what `-X importtime` printed."""
    lines = [line for line in told.decode().splitlines() if line.startswith("import time:")]
    return {line.split("|")[2].strip() for line in lines[1:]}


def at_start(ground) -> set[str]:
    command = [str(ground.python), "-I", "-S", "-X", "importtime", "-c", "pass"]
    return imported(subprocess.run(command, capture_output=True, check=True).stderr)


def configure(ground, name: str) -> None:
    """Make the situation that a case is named after."""
    gate = {"PreToolUse": {"path_gate": {"handler": "path_gate"}}}
    if name == "background":
        site = ground.root.parent
        shutil.copy(PLUGIN, site)
        described = site / "odd_hooks-1.0.dist-info"
        described.mkdir()
        (described / "METADATA").write_text("Metadata-Version: 2.1\nName: odd\nVersion: 1.0\n")
        (described / "entry_points.txt").write_text("[snaphook.handlers]\nodd = odd_hooks\n")
        (described / "RECORD").write_text("")
        late = {"PostToolUse": {"late": {"handler": "odd.leave_a_file"}}}
        ground.configure(gate | late)
        (ground.project / ".aipass").rename(ground.home / ".aipass")
    elif name != "no config":
        ground.configure(gate)


CASES = {
    "no config": ("PreToolUse", "Write", ".env"),
    "no matching hook": ("Stop", "Write", ".env"),
    "refused": ("PreToolUse", "Write", ".env"),
    "free": ("PreToolUse", "Write", "a.txt"),
    "read": ("PreToolUse", "Read", "a.txt"),
    "background": ("PostToolUse", "Write", "a.txt"),
}
JUDGED = ("refused", "free", "read")


@pytest.mark.parametrize("name", CASES)
def test_an_event_imports_only_what_is_listed(fresh, tmp_path, name):
    """With its plan kept; gates run in a worker of their own.

    What comes from the bundle or from our own bytecode is imported past Python's bookkeeping, so
    that all imports can be seen only without both; with the bundle there must be no other module.
    """
    configure(fresh, name)
    fresh.settle()
    start = at_start(fresh)
    bundled = before_the_answer(fresh, name) - start
    assert bundled - listed() == set()
    fresh.without_bundle()
    fresh.without_bytecode()
    until_the_answer = before_the_answer(fresh, name) - start
    assert "snaphook.bridges.entry" in until_the_answer
    assert until_the_answer - listed() == set()
    assert until_the_answer & HEAVY == set()
    processes = to_the_end(fresh, name, tmp_path)
    assert "snaphook.logs.seen" in set.union(*processes)
    assert ("snaphook.handlers.gates.path_gate" in set.union(*processes)) is (name in JUDGED)
    for modules in processes:
        if name != "background" or "snaphook.handlers" not in modules:  # the plugin's own affair
            more = modules - start - names_of_builtins(fresh)
            assert more - listed() == set()
            assert more & HEAVY == set()


def before_the_answer(ground, name):
    """Return what the untouched command imports while its stderr still leads to us."""
    done = ground.call("-X", "importtime", **event_of(ground, name))
    assert done.returncode == (2 if name == "refused" else 0)
    return imported(done.stderr)


def to_the_end(ground, name, folder):
    """Return what each process of an event imports, as Python's audit events tell it."""
    told = folder / "imports"
    event = event_of(ground, name)
    kind = str(event.pop("event"))
    subprocess.run(
        [ground.python, "-I", "-S", "-c", DRIVER, ground.command()[-3], told, "claude", kind],
        input=ground.payload(hook_event_name=kind, **event),
        capture_output=True,
        cwd=ground.project,
        env=ground.environment,
        timeout=30,
    )
    limit = time.monotonic() + 10
    late = ground.project / "late"
    while name == "background" and not late.exists() and time.monotonic() < limit:
        time.sleep(0.05)
    imports: dict[str, set[str]] = {}
    for line in told.read_text().splitlines():
        process, module = line.split()
        imports.setdefault(process, set()).add(module)
    return list(imports.values())


def event_of(ground, name):
    event, tool, file = CASES[name]
    target = {"file_path": str(ground.project / file), "content": "x"}
    return {"event": event, "tool_name": tool, "tool_input": target}


def names_of_builtins(ground) -> set[str]:
    """Return what Python has loaded before `-X importtime` can tell of it."""
    code = "import sys; print(*sys.modules)"
    command = [ground.python, "-I", "-S", "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_every_other_interpreter_imports_no_heavy_module(any_python, installation):
    ground = installation(any_python)
    ground.configure({"PreToolUse": {"path_gate": {"handler": "path_gate"}}})
    ground.settle()
    done = ground.call("-X", "importtime")
    assert done.returncode == 2
    loaded = imported(done.stderr) - at_start(ground)
    assert "snaphook.bridges.bundle" in loaded
    assert loaded - listed() == set()


def test_the_list_holds_no_heavy_module_and_none_of_ours_that_is_gone(fresh):
    assert listed() & HEAVY == set()
    for name in sorted(listed()):
        if name.startswith("snaphook."):
            path = fresh.root.joinpath(*name.split(".")[1:])
            assert path.with_suffix(".py").exists() or (path / "__init__.py").exists(), name
