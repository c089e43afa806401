"""The environment as the process was started with it."""

import os
import subprocess
import sys

CODE = "from snaphook.engine.environ import get; print(ascii((get('A'), get('B'), get('C', 'x'))))"


def told(**variables):
    path = os.pathsep.join(entry for entry in sys.path if entry)
    run = subprocess.run(
        [sys.executable, "-c", CODE],
        env={b"PYTHONPATH": path.encode(), **{k.encode(): v for k, v in variables.items()}},
        capture_output=True,
        check=True,
    )
    return eval(run.stdout)  # a tuple that ascii() wrote


def test_a_variable_is_read_as_text():
    assert told(A=b"x y", B=b"") == ("x y", "", "x")


def test_a_missing_one_has_its_default():
    assert told() == ("", "", "x")


def test_bytes_that_are_no_utf8_survive():
    a, b, _ = told(A=b"\xff/a", B="ä".encode())
    assert a.encode("utf-8", "surrogateescape") == b"\xff/a"
    assert b == "ä"
