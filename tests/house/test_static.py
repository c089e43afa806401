"""Formatter, linters, type checkers and layer contracts are clean."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TOOLS = Path(sys.executable).parent


def run(*command: str) -> None:
    result = subprocess.run(
        [str(TOOLS / command[0]), *command[1:]],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stdout + result.stderr


def test_the_code_is_formatted() -> None:
    run("ruff", "format", "--check", ".")


def test_the_linter_finds_nothing() -> None:
    run("ruff", "check", ".")


@pytest.mark.timeout(300)
def test_mypy_is_strict_and_clean() -> None:
    run("mypy")


@pytest.mark.timeout(300)
def test_pyright_is_clean() -> None:
    run("pyright")


def test_nothing_imports_sideways_or_up() -> None:
    run("lint-imports")
