"""The bytecode bundle of an installation: who makes it, who uses it, and what is harmless."""

import concurrent.futures
import marshal
import os
import shutil
import subprocess
import time

import pytest


def bundle_of(ground):
    """Return the installation's bundle once it is there."""
    limit = time.monotonic() + 20
    while time.monotonic() < limit:
        found = list(ground.root.glob("bridges/bundle.*.bin"))
        if found and found[0].stat().st_size:
            return found[0]
        time.sleep(0.05)
    raise AssertionError("no bundle was built")


def guard(ground):
    ground.configure({"PreToolUse": {"path_gate": {"handler": "path_gate"}}})


def is_refused(ground, **options):
    done = ground.call(**options)
    return (
        done.returncode == 2
        and b".env is protected" in done.stdout
        and b"Trace" not in (done.stderr)
    )


STARTERS = ("stub.py", "bundle.py", "bridge.py", "__init__.py")
"""Modules of `bridges` that run before the bundle is open."""


def poison(ground):
    """Make all sources raise, with the size and time that they had, and take their bytecode."""
    for path in ground.root.rglob("*.py"):
        if path.parent.name != "bridges" or path.name not in STARTERS:
            state = path.stat()
            text = b"raise SystemError('from source')\n"
            path.write_bytes(text[: state.st_size].ljust(state.st_size, b"#"))
            os.utime(path, ns=(state.st_atime_ns, state.st_mtime_ns))
    for cache in list(ground.root.rglob("__pycache__")):
        shutil.rmtree(cache)


def test_the_first_event_builds_it_and_the_second_runs_from_it(fresh):
    guard(fresh)
    assert is_refused(fresh)
    bundle_of(fresh)
    poison(fresh)
    assert is_refused(fresh)


def test_without_it_poisoned_sources_do_break(fresh):
    """The proof above proves something: no bytecode is left elsewhere."""
    guard(fresh)
    assert is_refused(fresh)
    bundle_of(fresh)
    poison(fresh)
    bundle_of(fresh).unlink()
    assert not is_refused(fresh)


def test_an_event_without_any_hook_builds_it_too(fresh):
    assert fresh.call().returncode == 0
    bundle_of(fresh)


def test_a_changed_source_is_taken_and_the_bundle_made_anew(fresh):
    guard(fresh)
    assert is_refused(fresh)
    bundle = bundle_of(fresh)
    before = bundle.stat().st_ino
    path = fresh.root / "handlers" / "gates" / "path_gate.py"
    path.write_text(path.read_text().replace("is protected", "is out of bounds"))
    assert b".env is out of bounds" in fresh.call().stdout
    # only what the hook process itself has to take from its source makes the bundle anew
    path = fresh.root / "bridges" / "wording.py"
    path.write_text(path.read_text() + "\n")
    assert fresh.call().returncode == 2
    limit = time.monotonic() + 20
    while bundle.stat().st_ino == before and time.monotonic() < limit:
        time.sleep(0.05)
    assert b"is out of bounds" in bundle.read_bytes()


def test_a_source_that_is_gone_is_not_run_from_the_bundle(fresh):
    guard(fresh)
    assert is_refused(fresh)
    bundle_of(fresh)
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
def test_anything_else_in_its_place_is_harmless_and_replaced(fresh, content):
    guard(fresh)
    assert is_refused(fresh)
    bundle = bundle_of(fresh)
    whole = bundle.read_bytes()
    bundle.write_bytes(content)
    assert is_refused(fresh)
    limit = time.monotonic() + 20
    while len(bundle.read_bytes()) < len(whole) and time.monotonic() < limit:
        time.sleep(0.05)
    assert marshal.loads(bundle.read_bytes()[8:]).keys() == marshal.loads(whole[8:]).keys()


def test_a_bundle_that_was_cut_off_or_changed_is_harmless(fresh):
    guard(fresh)
    assert is_refused(fresh)
    bundle = bundle_of(fresh)
    whole = bundle.read_bytes()
    changed = bytearray(whole)
    changed[len(whole) // 2] ^= 1
    for content in (whole[:-1], whole[: len(whole) // 2], bytes(changed)):
        bundle.write_bytes(content)
        assert is_refused(fresh)
        bundle_of(fresh)


def test_an_empty_file_says_that_none_is_wanted(fresh):
    guard(fresh)
    assert is_refused(fresh)
    bundle = bundle_of(fresh)
    bundle.write_bytes(b"")
    assert is_refused(fresh)
    time.sleep(0.5)
    assert bundle.stat().st_size == 0


@pytest.mark.parametrize("make", [os.mkdir, os.mkfifo], ids=["folder", "fifo"])
def test_no_kind_of_file_in_its_place_holds_the_answer(fresh, make):
    guard(fresh)
    assert is_refused(fresh)
    path = bundle_of(fresh)
    path.unlink()
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


def test_many_first_events_at_once_leave_one_whole_bundle(fresh):
    guard(fresh)
    with concurrent.futures.ThreadPoolExecutor(20) as pool:
        assert all(pool.map(lambda _: is_refused(fresh), range(20)))
    bundle_of(fresh)
    limit = time.monotonic() + 20
    while list(fresh.root.glob("bridges/*.new")) and time.monotonic() < limit:
        time.sleep(0.05)
    assert len(list(fresh.root.glob("bridges/bundle.*.bin*"))) == 1
    poison(fresh)
    assert is_refused(fresh)


def test_every_user_may_read_it_whatever_the_umask(fresh):
    guard(fresh)
    command = ["sh", "-c", 'umask 077; exec "$@"', "sh", *fresh.command()]
    subprocess.run(
        command, input=fresh.payload(), capture_output=True, env=fresh.environment, timeout=30
    )
    assert bundle_of(fresh).stat().st_mode & 0o777 == 0o644
