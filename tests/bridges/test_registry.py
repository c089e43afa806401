"""Which module answers for which provider word."""

import os

import pytest

from snaphook.bridges import claude, codex
from snaphook.bridges.registry import load, read_table, table_path
from snaphook.engine.errors import SnaphookError


@pytest.fixture
def table(tmp_path, monkeypatch):
    monkeypatch.setitem(os.environb, b"XDG_DATA_HOME", os.fsencode(tmp_path))
    monkeypatch.setattr("posix.environ", {b"XDG_DATA_HOME": os.fsencode(tmp_path)})
    path = tmp_path / "snaphook" / "bin" / "bridges.table"
    path.parent.mkdir(parents=True)
    assert table_path() == str(path)
    return path


def test_ours_need_no_table():
    assert load("claude") is claude
    assert load("codex") is codex


def test_an_unknown_provider_is_an_error_with_a_way_on(table):
    with pytest.raises(SnaphookError) as caught:
        load("acme")
    assert caught.value.what == "there is no bridge for 'acme'"
    assert caught.value.where == str(table)
    assert "snaphook install" in caught.value.then


@pytest.mark.parametrize("source", ["import no_such_module", "1 +", "raise RuntimeError('broken')"])
def test_a_bridge_that_does_not_import_is_an_error_with_its_reason(table, tmp_path, source):
    name = f"broken_{abs(hash(source))}"
    (tmp_path / f"{name}.py").write_text(source)
    table.write_text(f"acme\t{name}\t{tmp_path}\n")
    with pytest.raises(SnaphookError, match="does not import"):
        load("acme")


def test_no_line_of_the_table_replaces_a_bridge_of_ours(table):
    table.write_text("claude\tevil\t/tmp\nacme\tacme_bridge\t/opt/x\n")
    assert read_table(str(table)) == {"acme": ("acme_bridge", "/opt/x")}


@pytest.mark.parametrize("line", ["", "acme", "acme\tx", "acme\tx\trelative", "a\tb\t/c\td"])
def test_lines_of_another_form_are_passed_over(table, line):
    table.write_text(f"{line}\nother\tmodule\t/opt\n")
    assert read_table(str(table)) == {"other": ("module", "/opt")}


def test_a_fifo_in_the_tables_place_holds_nobody(table):
    os.mkfifo(table)
    assert read_table(str(table)) == {}


@pytest.mark.parametrize("mode", [0o666, 0o646])
def test_a_table_that_everybody_may_write_is_not_read(table, mode):
    table.write_text("acme\tacme_bridge\t/opt\n")
    table.chmod(mode)
    assert read_table(str(table)) == {}


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can make a file of another user")
def test_a_table_of_another_user_is_not_read(table):
    table.write_text("acme\tacme_bridge\t/opt\n")
    os.chown(table, 65534, 65534)
    assert read_table(str(table)) == {}


def test_no_table_is_an_empty_one(table):
    assert read_table(str(table)) == {}
