"""One reason to change a file: short files, short functions, names that say something."""

import ast
from pathlib import Path
from statistics import median

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("bridges", "cli", "config", "engine", "handlers", "logs")
MODULES = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))
DRAWERS = {"util", "utils", "helpers", "common", "misc", "types", "base", "shared"}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_file_is_longer_than_300_lines(path: Path) -> None:
    assert len(path.read_text().splitlines()) <= 300


def test_the_median_file_stays_near_100_lines() -> None:
    lengths = [len(path.read_text().splitlines()) for path in MODULES if path.name != "__init__.py"]
    assert median(lengths) <= 130


def test_functions_stay_short() -> None:
    functions = [
        node.end_lineno - node.lineno + 1
        for path in MODULES
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef) and node.end_lineno
    ]
    assert median(functions) <= 12


def test_no_file_is_a_drawer() -> None:
    assert [str(path) for path in MODULES if path.stem in DRAWERS] == []


def test_every_module_says_what_it_is_for() -> None:
    silent = [str(path) for path in MODULES if not ast.get_docstring(ast.parse(path.read_text()))]
    assert silent == []
