"""The pages of docs/handlers and the README say what the code does."""

import json
import os
import pathlib
import subprocess
import sys
import typing

import pytest
from pydantic import BaseModel

from snaphook.engine.events import PreToolUse
from snaphook.engine.options import Options
from snaphook.engine.tools import ToolCall
from snaphook.handlers import pathsets
from snaphook.handlers.gates.path_gate import DEFAULT_PROTECTED, path_gate
from snaphook.handlers.gates.path_gate_options import PathGateOptions
from snaphook.handlers.gates.rules import rules
from snaphook.handlers.gates.rules_options import Rule, RulesOptions, RuleTest

ROOT = pathlib.Path(__file__).parents[2]
PAGES = {
    name: (ROOT / "docs" / "handlers" / f"{name}.md").read_text() for name in ("path_gate", "rules")
}
README = (ROOT / "README.md").read_text()
MODELS = {"path_gate": (PathGateOptions,), "rules": (RulesOptions, Rule, RuleTest)}


def block(text: str, language: str, holding: str = "") -> str:
    found = [part.partition("```")[0] for part in text.split(f"```{language}\n")[1:]]
    return next(part for part in found if holding in part)


def example(name: str) -> dict[str, typing.Any]:
    """The options of the example on a handler's page."""
    entry = json.loads("{" + block(PAGES[name], "json") + "}")["PreToolUse"][name]
    assert entry["handler"] == name
    options: dict[str, typing.Any] = entry["options"]
    return options


def ready(model: type[BaseModel], options: dict[str, typing.Any]) -> Options:
    place = {"root": "/nowhere/project", "home": "/nowhere"}
    return Options(model.model_validate(options, context=place).model_dump())


def write(path: str, text: str = "x") -> PreToolUse:
    call = ToolCall("Write", input={"file_path": path, "content": text}, cwd="/nowhere/project")
    return PreToolUse(cwd="/nowhere/project", project_dir="/nowhere/project", tool=call)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_tells_every_option(name: str) -> None:
    for model in MODELS[name]:
        for option in model.model_fields:
            assert f"`{option}`" in PAGES[name], (model, option)


def test_the_page_tells_the_whole_default_set_and_the_limits() -> None:
    page = PAGES["path_gate"]
    for glob in DEFAULT_PROTECTED:
        name = glob.removeprefix("~/").removeprefix("!.env.*").removeprefix("!.env")
        if not glob.startswith(("/**/", ".git")):
            assert f"`{name}`" in page or f"`{glob}`" in page, glob
    assert f"{pathsets.MOST_ENTRIES:,} entries" in page
    assert f"{pathsets.MOST_INSIDE:,} entries" in page


@pytest.mark.parametrize(
    ("path", "refused"),
    [
        (".env.local", True),
        ("src/.env.example", False),
        ("config/prod.yaml", True),
        ("secrets/a/b", True),
        ("src/a.py", False),
        ("other/a.py", True),
        ("/tmp/a.py", False),
    ],
)
def test_the_example_of_path_gate_does_what_it_shows(path: str, refused: bool) -> None:
    verdict = path_gate(write(path), ready(PathGateOptions, example("path_gate")))
    assert (verdict is not None) is refused


def test_the_example_of_rules_does_what_it_shows() -> None:
    options = ready(RulesOptions, example("rules"))
    generated = rules(write("src/gen/a.txt"), options)
    assert generated is not None
    assert (generated.decision, generated.reason.partition(":")[0]) == ("deny", "generated")
    printed = rules(write("src/a.py", "print(1)"), options)
    assert printed is not None
    assert (printed.decision, printed.message) == (
        "",
        "no_print: a print was written; the project logs",
    )
    assert rules(write("tests/a.py", "print(1)"), options) is None
    assert rules(write("src/a.py", "fingerprint(1)"), options) is None


def test_the_readmes_hooks_json_is_valid() -> None:
    hooks = json.loads(block(README, "json"))["hooks"]
    options = ready(PathGateOptions, hooks["PreToolUse"]["path_gate"]["options"])
    assert path_gate(write("config/prod.yaml"), options) is not None
    assert path_gate(write("config/dev.yaml"), options) is None


def test_the_readmes_handler_works_as_printed(tmp_path: pathlib.Path) -> None:
    (tmp_path / "house_hooks.py").write_text(block(README, "python"))
    metadata = tmp_path / "acme-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: acme\nVersion: 1.0\n")
    points = block(README, "toml").replace(
        'project.entry-points."snaphook.handlers"', "snaphook.handlers"
    )
    (metadata / "entry_points.txt").write_text(points.replace('"', ""))
    code = """
from snaphook.engine.registry import load
from snaphook.engine.tools import ToolCall
from snaphook.handlers import PreToolUse
import house_hooks
registry = load()
one = registry.find("house.no_force_push")
assert not registry.problems, registry.problems
assert (one.declaration.class_, one.declaration.tools) == ("gate", ("Bash",))
def say(command):
    return house_hooks.no_force_push(PreToolUse(tool=ToolCall("Bash", input={"command": command})))
print(say("git push --force").decision, say("git push"))
"""
    paths = [str(tmp_path), os.environ.get("PYTHONPATH", "")]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, paths))}
    told = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, timeout=60
    )
    assert (told.stdout, told.stderr) == ("deny None\n", "")
