"""The bytecode bundle of an installation: who makes it, who uses it, and what is harmless."""

import concurrent.futures
import marshal
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest


def parts_of(ground):
    """Return the parts of the installation's bundle, the first one (written last) first."""
    limit = time.monotonic() + 20
    while time.monotonic() < limit:
        found = sorted(
            ground.root.glob("bridges/bundle.*.bin"), key=lambda path: ".first." not in path.name
        )
        if found and ".first." in found[0].name and found[0].stat().st_size:
            return found
        time.sleep(0.05)
    raise AssertionError("no bundle was built")


def guard(ground):
    ground.configure({"PreToolUse": {"path_gate": {"handler": "path_gate"}}})


def is_refused(ground, **options):
    done = ground.call(**options)
    return done.returncode == 2 and b'"deny"' in done.stdout and b"Trace" not in done.stderr


def poison(ground):
    """Make the bundled sources raise, with the size and time they had, and take all bytecode."""
    names, _ = marshal.loads(parts_of(ground)[0].read_bytes()[8:])
    assert "snaphook.handlers.gates.path_gate" in names
    for name in names:
        module = ground.root.joinpath(*name.split(".")[1:])
        path = module / "__init__.py" if module.is_dir() else module.with_suffix(".py")
        state = path.stat()
        text = b"raise SystemError('from source')\n"
        path.write_bytes(text[: state.st_size].ljust(state.st_size, b"#"))
        os.utime(path, ns=(state.st_atime_ns, state.st_mtime_ns))
    for cache in list(ground.root.rglob("__pycache__")):
        shutil.rmtree(cache)


def test_it_holds_all_modules_that_an_event_may_import(fresh):
    assert fresh.call().returncode == 0
    names, _ = marshal.loads(parts_of(fresh)[0].read_bytes()[8:])
    lines = Path(__file__).with_name("hot_modules.txt").read_text().splitlines()
    ours = {line for line in lines if line.startswith("snaphook.")}
    outside = {"", ".bundle", ".bundling", ".bytecode"}
    assert ours - {f"snaphook.bridges{name}" for name in outside} - set(names) == set()


def test_the_first_event_builds_it_and_the_second_runs_from_it(fresh):
    guard(fresh)
    assert is_refused(fresh)
    parts_of(fresh)
    poison(fresh)
    assert is_refused(fresh)


def test_without_it_poisoned_sources_do_break(fresh):
    """The proof above proves something: no bytecode is left elsewhere."""
    guard(fresh)
    assert is_refused(fresh)
    parts_of(fresh)
    poison(fresh)
    for part in parts_of(fresh):
        part.unlink()
    assert not is_refused(fresh)


def test_an_event_without_any_hook_builds_it_too(fresh):
    assert fresh.call().returncode == 0
    parts_of(fresh)


def test_it_is_built_quietly_where_the_caller_ignores_ended_children(fresh):
    ignoring = "import os, signal, sys; signal.signal(signal.SIGCHLD, signal.SIG_IGN)"
    starts = f"{ignoring}; os.execv(sys.argv[1], sys.argv[1:])"
    done = fresh.call(prefix=(sys.executable, "-c", starts))
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    parts_of(fresh)
    log = fresh.home / ".local/state/snaphook/log.jsonl"
    assert not log.exists() or "breakdown" not in log.read_text()


def test_a_changed_source_is_taken_and_the_bundle_made_anew(fresh):
    guard(fresh)
    assert is_refused(fresh)
    parts = parts_of(fresh)
    for module in ("handlers/gates/path_gate.py", "bridges/wording.py"):
        path = fresh.root / module
        path.write_text(path.read_text().replace("is protected", "is out of bounds") + "\n")
    assert b".env is out of bounds" in fresh.call().stdout
    limit = time.monotonic() + 20
    while time.monotonic() < limit and not any(
        b"is out of bounds" in part.read_bytes() for part in parts
    ):
        time.sleep(0.05)
    time.sleep(0.3)
    poison(fresh)
    assert b".env is out of bounds" in fresh.call().stdout


def test_a_source_that_is_gone_is_not_run_from_the_bundle(fresh):
    guard(fresh)
    assert is_refused(fresh)
    parts_of(fresh)
    (fresh.root / "bridges" / "losses.py").unlink()
    done = fresh.call()
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"No module named 'snaphook.bridges.losses'" in done.stderr


CONTENTS = {
    "short": b"x",
    "noise": bytes(range(256)) * 20,
    "marshal of a number": marshal.dumps(5),
    "marshal of modules without the hash": marshal.dumps({"snaphook.bridges.entry": 5}),
    "zeros": bytes(50_000),
}


@pytest.mark.parametrize("content", CONTENTS.values(), ids=CONTENTS)
def test_anything_else_in_a_parts_place_is_harmless_and_replaced(fresh, content):
    guard(fresh)
    assert is_refused(fresh)
    for part in parts_of(fresh):
        whole = part.read_bytes()
        part.write_bytes(content)
        assert is_refused(fresh)
        if ".rest." not in part.name:  # which no refusal needs
            limit = time.monotonic() + 60
            while len(part.read_bytes()) < len(whole) and time.monotonic() < limit:
                time.sleep(0.05)
            if not any(name in part.name for name in (".handlers.", ".worker.")):  # the worker's
                assert len(part.read_bytes()) >= len(whole)


def test_a_bundle_that_was_cut_off_or_changed_is_harmless(fresh):
    guard(fresh)
    assert is_refused(fresh)
    for part in parts_of(fresh):
        whole = part.read_bytes()
        changed = bytearray(whole)
        changed[len(whole) // 2] ^= 1
        for content in (whole[:-1], whole[: len(whole) // 2], bytes(changed)):
            part.write_bytes(content)
            assert is_refused(fresh)


def test_an_empty_first_part_says_that_none_is_wanted(fresh):
    guard(fresh)
    assert is_refused(fresh)
    first = parts_of(fresh)[0]
    first.write_bytes(b"")
    assert is_refused(fresh)
    time.sleep(0.5)
    assert first.stat().st_size == 0


@pytest.mark.parametrize("make", [os.mkdir, os.mkfifo], ids=["folder", "fifo"])
def test_no_kind_of_file_in_a_parts_place_holds_the_answer(fresh, make):
    guard(fresh)
    assert is_refused(fresh)
    for path in parts_of(fresh):
        path.unlink(missing_ok=True)
        make(path)
        assert is_refused(fresh)


@pytest.mark.skipif(not shutil.which("setpriv"), reason="setpriv is not installed")
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
def test_an_installation_that_cannot_be_written_works_without(fresh):
    guard(fresh)
    for folder in (fresh.project, *fresh.project.parents):
        if folder.stat().st_uid == 0 and str(folder) != "/":
            folder.chmod(folder.stat().st_mode | 0o755)
    nobody = ("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups")
    assert is_refused(fresh, prefix=nobody)
    time.sleep(0.5)
    assert is_refused(fresh, prefix=nobody)
    assert list(fresh.root.glob("bridges/bundle.*.bin*")) == []


def test_a_checkout_never_gets_one(fresh):
    guard(fresh)
    source = fresh.home / "checkout"
    shutil.copytree(fresh.root, source)
    (source / "pyproject.toml").write_text("")
    fresh.root = source
    assert is_refused(fresh)
    time.sleep(0.5)
    assert list(source.glob("bridges/bundle.*.bin*")) == []


def test_nor_does_a_checkout_that_is_used_through_links(fresh):
    guard(fresh)
    source = fresh.home / "checkout"
    fresh.root.rename(source)
    (source / "pyproject.toml").write_text("")
    fresh.root.mkdir()
    for path in source.iterdir():
        if path.is_dir():
            (fresh.root / path.name).symlink_to(path)
    assert is_refused(fresh)
    time.sleep(0.5)
    assert list(source.glob("bridges/bundle.*.bin*")) == []


def test_many_first_events_at_once_leave_one_whole_bundle(fresh):
    guard(fresh)
    fresh.settle()
    for part in fresh.root.glob("bridges/bundle.*.bin"):
        part.unlink()
    with concurrent.futures.ThreadPoolExecutor(20) as pool:
        assert all(pool.map(lambda _: is_refused(fresh), range(20)))
    parts = parts_of(fresh)
    time.sleep(1)
    assert list(fresh.root.glob("bridges/*.new")) == []
    assert len(parts) == len({path.name for path in parts}) > 1
    poison(fresh)
    assert is_refused(fresh)


def test_every_user_may_read_it_whatever_the_umask(fresh):
    guard(fresh)
    command = ["sh", "-c", 'umask 077; exec "$@"', "sh", *fresh.command()]
    subprocess.run(
        command, input=fresh.payload(), capture_output=True, env=fresh.environment, timeout=30
    )
    assert {path.stat().st_mode & 0o777 for path in parts_of(fresh)} == {0o644}
