"""What is installed, for people and as JSON."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Literal, Optional, Union

import pytest
from pydantic import Field

from snaphook.cli.option_types import told_type

Run = Callable[..., "subprocess.CompletedProcess[str]"]

PLUGIN = """
from pydantic import BaseModel, Field
from snaphook.handlers import PreToolUse, handler

class Model(BaseModel):
    names: list[str] = Field(["a"], description="[red]which[/red]")
    limit: int

@handler(on=PreToolUse, tools=["Write"], class_="gate", options="acme_plugin:Model")
def frozen(event, options): ...
"""


@pytest.fixture
def plugin(tmp_path: Path, environment: dict[str, str]) -> Callable[[str], None]:
    """Install a plugin "acme" of that source."""

    def install(source: str) -> None:
        site = tmp_path / "site"
        info = site / "acme_hooks-1.2.dist-info"
        info.mkdir(parents=True, exist_ok=True)
        (site / "acme_plugin.py").write_text(source)
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: acme-hooks\nVersion: 1.2\n")
        (info / "entry_points.txt").write_text("[snaphook.handlers]\nacme = acme_plugin\n")
        environment["PYTHONPATH"] += f":{site}"

    return install


def test_what_ships_is_listed(snaphook: Run) -> None:
    told = json.loads(snaphook("handlers", "--json").stdout)
    assert "path_gate" in [one["name"] for one in told["handlers"]]
    assert [one["name"] for one in told["bridges"]][:2] == ["claude", "codex"]
    assert told["problems"] == []
    out = snaphook("handlers").stdout
    assert "path_gate  gate  PreToolUse" in out
    assert snaphook("engine").stdout == out


def test_a_plugin_is_told_with_its_package_and_options(
    snaphook: Run, plugin: Callable[[str], None]
) -> None:
    plugin(PLUGIN)
    done = snaphook("handlers", "--json")
    (one,) = [one for one in json.loads(done.stdout)["handlers"] if one["name"] == "acme.frozen"]
    assert (one["package"], one["version"], one["class"]) == ("acme-hooks", "1.2", "gate")
    assert (one["events"], one["tools"]) == (["PreToolUse"], ["Write"])
    names, limit = one["options"]
    assert (names["type"], names["default"], names["required"]) == ("list[str]", ["a"], False)
    assert (limit["type"], limit["required"]) == ("int", True)
    out = snaphook("handlers").stdout
    assert "acme.frozen  gate  PreToolUse  on Write  (acme-hooks 1.2)" in out
    assert 'names: list[str] = ["a"]  [red]which[/red]' in out
    assert "limit: int required" in out


@pytest.mark.parametrize(
    "source",
    [
        "1/0",
        "import sys; sys.exit(5)",
        "print('noise'); raise KeyError('\\x1b[2J')",
        "import os; os.write(1, b'noise'); os._exit(0)",
        "import os; os.kill(os.getpid(), 9)",
    ],
)
def test_a_plugin_that_does_not_load_is_a_problem_and_hides_no_other(
    snaphook: Run, plugin: Callable[[str], None], source: str
) -> None:
    plugin(source)
    done = snaphook("handlers", "--json")
    told = json.loads(done.stdout)
    assert done.returncode == 0
    assert snaphook("init").returncode == 0
    assert [problem["package"] for problem in told["problems"]] == ["acme-hooks"]
    assert "path_gate" in [one["name"] for one in told["handlers"]]
    out = snaphook("handlers").stdout
    assert "acme-hooks: " in out
    assert "\x1b" not in out


def test_what_providers_can_do_is_told_event_by_event(snaphook: Run) -> None:
    claude, codex = json.loads(snaphook("handlers", "--providers", "--json").stdout)[:2]
    assert (claude["name"], claude["title"], claude["problem"]) == ("claude", "Claude Code", "")
    assert claude["events"]["PreToolUse"]["ask"] == "yes"
    assert codex["events"]["PreToolUse"]["ask"] == "deny"
    assert claude["events"]["SessionEnd"]["timeout"] == 10.0
    out = snaphook("handlers", "--providers").stdout
    assert "claude  Claude Code 2.1.332" in out
    (line,) = [line for line in out.splitlines() if line.split()[:1] == ["SessionEnd"]][:1]
    assert line.split() == ["SessionEnd", "no", "no", "no", "no", "no", "10"]


@pytest.mark.parametrize("source", ["1/0", "import os; os._exit(0)"])
def test_a_bridge_that_does_not_load_is_told_and_hides_no_other(
    snaphook: Run, plugin: Callable[[str], None], tmp_path: Path, source: str
) -> None:
    plugin(source)
    points = tmp_path / "site" / "acme_hooks-1.2.dist-info" / "entry_points.txt"
    points.write_text("[snaphook.bridges]\nacme = acme_plugin\n")
    done = snaphook("handlers", "--providers", "--json")
    told = {one["name"]: one for one in json.loads(done.stdout)}
    assert told["acme"]["problem"]
    assert told["claude"]["problem"] == ""
    assert told["acme"]["problem"] in snaphook("handlers", "--providers").stdout


def test_an_options_model_that_is_not_there_is_a_problem(
    snaphook: Run, plugin: Callable[[str], None]
) -> None:
    plugin(PLUGIN.replace("acme_plugin:Model", "acme_plugin:Nope"))
    told = json.loads(snaphook("handlers", "--json").stdout)
    assert "acme_plugin:Nope" in told["problems"][0]["what"]
    assert "acme.frozen" in [one["name"] for one in told["handlers"]]


@pytest.mark.parametrize(
    ("annotation", "told"),
    [
        (int, "int"),
        (list[str], "list[str]"),
        (Optional[list[Annotated[str, Field(min_length=1)]]], "list[str] | None"),  # noqa: UP045
        (Union[int, str, None], "int | str | None"),  # noqa: UP007
        (int | None, "int | None"),
        (Literal["a", 1], "'a' | 1"),
        (tuple[int, ...], "tuple[int, ...]"),
        (dict[str, list[Path]], "dict[str, list[Path]]"),
    ],
)
def test_types_are_told_as_people_write_them(annotation: object, told: str) -> None:
    assert told_type(annotation) == told
