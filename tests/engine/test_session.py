"""The session store: exact under processes side by side, private, and never in the way."""

import os
import stat
import subprocess
import sys
import threading
import time

import pytest

from snaphook.engine import session as module
from snaphook.engine.events import UserPromptSubmit
from snaphook.engine.plans import Hook
from snaphook.engine.session import Session


@pytest.fixture
def store(tmp_path):
    return Session(str(tmp_path / "a" / "b"), "handler,entry.json")


def other(store):
    return Session(store._folder, store._file)


def test_values_last_and_have_defaults(store):
    assert store.get("turn") is None
    assert store.get("turn", 7) == 7
    store.set("turn", {"n": [1, None, "ä"]})
    assert other(store).get("turn") == {"n": [1, None, "ä"]}


def test_update_gives_the_new_value(store):
    assert store.update("turn", lambda n: n + 1, 0) == 1
    assert store.update("turn", lambda n: n + 1, 0) == 2


def test_a_change_that_raises_changes_nothing_and_frees_the_store(store):
    store.set("turn", 1)
    with pytest.raises(ZeroDivisionError):
        store.update("turn", lambda n: n / 0)
    with pytest.raises(TypeError):
        store.set("turn", {1})
    assert other(store).update("turn", lambda n: n + 1) == 2


def test_no_count_is_lost_between_processes(store):
    program = (
        "import sys; from snaphook.engine.session import Session\n"
        "for _ in range(40): Session(*sys.argv[1:]).update('n', lambda n: n + 1, 0)"
    )
    command = [sys.executable, "-c", program, store._folder, store._file]
    processes = [subprocess.Popen(command) for _ in range(4)]
    assert [process.wait() for process in processes] == [0] * 4
    assert store.get("n") == 160


def test_only_the_user_can_read_it(store):
    store.set("secret", 1)
    for folder, _, files in os.walk(os.path.dirname(store._folder)):
        assert stat.S_IMODE(os.stat(folder).st_mode) == 0o700
        for file in files:
            assert stat.S_IMODE(os.stat(os.path.join(folder, file)).st_mode) == 0o600


def test_a_store_that_stays_locked_raises_in_bounded_time(store, monkeypatch):
    import fcntl

    monkeypatch.setattr(module, "PATIENCE", 0.1)
    store.set("turn", 1)
    with open(f"{store._folder}/.lock") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        started = time.monotonic()
        with pytest.raises(TimeoutError):
            store.set("turn", 2)
        assert time.monotonic() - started < 1
        assert store.get("turn") == 1


@pytest.mark.parametrize("content", [b"", b"{", b"[1]", b"null", b"\xff\xff"])
def test_a_store_that_cannot_be_read_counts_as_empty(store, content):
    store.set("turn", 1)
    with open(f"{store._folder}/{store._file}", "wb") as file:
        file.write(content)
    assert store.get("turn") is None
    store.set("turn", 2)
    assert store.get("turn") == 2


@pytest.mark.parametrize("name", ["handler,entry.json", ".lock"])
def test_a_fifo_in_its_place_holds_nobody(store, name):
    store.set("turn", 1)
    os.unlink(f"{store._folder}/{name}")
    os.mkfifo(f"{store._folder}/{name}")
    failed = []

    def use():
        try:
            store.set("turn", 2)
        except OSError:
            failed.append(True)

    thread = threading.Thread(target=use, daemon=True)
    thread.start()
    thread.join(5)
    assert failed == [True]


def test_a_link_is_not_followed(store, tmp_path):
    store.set("turn", 1)
    target = tmp_path / "target"
    target.write_text('{"turn": 9}')
    os.unlink(f"{store._folder}/{store._file}")
    os.symlink(target, f"{store._folder}/{store._file}")
    with pytest.raises(OSError):
        store.get("turn")


def of_hook(tmp_path, monkeypatch, session_id="s", **fields):
    monkeypatch.setitem(os.environ, "XDG_STATE_HOME", str(tmp_path))
    import posix

    monkeypatch.setitem(posix.environ, b"XDG_STATE_HOME", os.fsencode(tmp_path))
    event = UserPromptSubmit(provider="claude", session_id=session_id)
    return Session.of_hook(event, Hook(**{"name": "entry", "handler": "prompt_file", **fields}))


def test_stores_are_apart_by_session_entry_and_handler(tmp_path, monkeypatch):
    stores = [
        of_hook(tmp_path, monkeypatch),
        of_hook(tmp_path, monkeypatch, session_id="t"),
        of_hook(tmp_path, monkeypatch, session_id="s/../t"),
        of_hook(tmp_path, monkeypatch, session_id="s" * 5000),
        of_hook(tmp_path, monkeypatch, session_id="s" * 4999),
        of_hook(tmp_path, monkeypatch, name="other"),
        of_hook(tmp_path, monkeypatch, handler="other"),
    ]
    for n, store in enumerate(stores):
        store.set("n", n)
    assert [store.get("n") for store in stores] == list(range(7))
    assert os.listdir(tmp_path) == ["snaphook"]


def test_a_handler_can_read_what_another_has_stored(tmp_path, monkeypatch):
    of_hook(tmp_path, monkeypatch, name="fix", handler="after_edit").set("open", ["a.py"])
    gate = of_hook(tmp_path, monkeypatch, name="fix", handler="fix_first_gate")
    assert gate.of("after_edit") == {"open": ["a.py"]}
    assert gate.of("after") == {}
    elsewhere = of_hook(tmp_path, monkeypatch, session_id="t")
    assert elsewhere.of("after_edit") == {}
