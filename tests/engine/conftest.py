"""Expected cells as data: TSV files whose first fitting row tells a cell's values."""

import pathlib

import pytest

FIXTURES = pathlib.Path(__file__).parent.parent / "fixtures"


class Table:
    """Rows of patterns (`*`, `a|b`) and the values they give; `none` reads as ""."""

    def __init__(self, name):
        lines = (FIXTURES / name).read_text().splitlines()
        columns, *rows = [line.split("\t") for line in lines if line and line[0] != "#"]
        assert all(len(row) == len(columns) for row in rows), f"{name}: ragged rows"
        self.rows = rows
        self.unused = {"\t".join(row) for row in rows}

    def cell(self, *keys):
        """Return the values of the first row whose patterns fit all keys."""
        for row in self.rows:
            if all(map(_fits, row, keys)):
                self.unused.discard("\t".join(row))
                return tuple("" if value == "none" else value for value in row[len(keys) :])
        raise AssertionError(f"no row fits {keys}")


def _fits(pattern, key):
    return pattern == "*" or (key or "none") in pattern.split("|")


@pytest.fixture
def table():
    """Read a table of expected cells by its file name."""
    return Table
