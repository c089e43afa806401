"""Forking a worker: what it keeps open."""

import os
import resource
from pathlib import Path

from snaphook.engine.starting import close_all_but


def open_in_a_child(change=lambda: None):
    """Return which of twelve descriptors are left open in a child that keeps the last two."""
    ours, theirs = os.pipe()
    child = os.fork()
    if child == 0:
        extra = [os.open("/dev/null", os.O_RDONLY) for _ in range(12)]
        change()
        close_all_but(theirs, extra[10], extra[11])
        left = [number for number, fd in enumerate(extra) if is_open(fd)]
        os.write(theirs, repr((left, is_open(0), is_open(2))).encode())
        os._exit(0)
    os.close(theirs)
    told = Path(f"/dev/fd/{ours}").read_text()
    os.close(ours)
    os.waitpid(child, 0)
    return told


def is_open(fd):
    try:
        os.fstat(fd)
    except OSError:
        return False
    return True


def use_up_descriptors():
    """Leave none for listing /dev/fd, which fails then as it does without /proc."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (200, 200))
    try:
        while True:
            os.open("/dev/null", os.O_RDONLY)
    except OSError:
        return


def test_everything_but_the_standard_streams_and_what_is_kept_is_closed():
    assert open_in_a_child() == "([10, 11], True, True)"


def test_it_is_closed_where_open_descriptors_cannot_be_listed_too():
    assert open_in_a_child(use_up_descriptors) == "([10, 11], True, True)"
