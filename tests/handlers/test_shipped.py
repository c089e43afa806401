"""The plugin that holds what ships, and what its hot modules cost to import."""

import importlib
import pathlib
import subprocess
import sys

import pytest

from snaphook.handlers import shipped

HEAVY = "os re json typing dataclasses pathlib subprocess enum functools collections fnmatch glob"
TREE = pathlib.Path(__file__).parents[2]


@pytest.mark.parametrize("name", shipped.__all__)
def test_every_shipped_handler_is_marked_under_its_own_name(name):
    declaration = getattr(shipped, name).snaphook_handler
    assert declaration.name == name
    assert declaration.class_ == "gate"


@pytest.mark.parametrize("name", shipped.__all__)
def test_every_options_model_can_be_loaded_by_the_name_it_is_given(name):
    module, _, model = getattr(shipped, name).snaphook_handler.options.partition(":")
    assert getattr(importlib.import_module(module), model).model_json_schema()["properties"]


@pytest.mark.parametrize("name", shipped.__all__)
def test_every_handler_and_option_is_documented(name):
    module, _, model = getattr(shipped, name).snaphook_handler.options.partition(":")
    text = (TREE / "docs" / "handlers" / f"{name}.md").read_text()
    for option in getattr(importlib.import_module(module), model).model_fields:
        assert f"`{option}`" in text


@pytest.mark.parametrize("module", ["gates.path_gate", "gates.rules"])
def test_importing_a_gate_imports_no_heavy_module(module):
    code = (
        "import sys, types; package = types.ModuleType('snaphook');"
        f"package.__path__ = [{str(TREE)!r}]; sys.modules['snaphook'] = package;"
        f"import snaphook.handlers.{module}; print(*sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code], check=True, capture_output=True, text=True
    )
    assert not set(HEAVY.split()) & set(done.stdout.split())
