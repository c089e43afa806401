"""A home and a project in a temporary folder, and what snaphook makes of them."""

import json
import os
import posix
from pathlib import Path

import pytest

from snaphook.config.compile import Compiled, compile_here
from snaphook.config.discovery import discover
from snaphook.config.problems import Problem
from snaphook.config.validate import problems_of
from snaphook.engine.plans import Hook, Plan

PLUGIN = """
from snaphook.handlers import PreToolUse, SessionStart, handler

@handler(on=PreToolUse, tools=["Bash"], class_="gate", options="acme_options:Options")
def no_prod(event, options): ...

@handler(on=PreToolUse, class_="gate-advisory")
def style(event): ...

@handler(on=[PreToolUse, SessionStart], class_="observe", aliases=["watch"], background=True)
def watcher(event): ...

@handler(class_="context")
def hints(event): ...
"""
OPTIONS = """
from pydantic import BaseModel

class Options(BaseModel):
    level: int = 1
    names: list[str] = ["a"]
"""


class World:
    """Real folders; nothing in them is faked."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.home = folder / "home"
        self.project = folder / "project"
        self.site = folder / "site-packages"
        for made in (self.home, self.project / ".git", self.site):
            made.mkdir(parents=True)

    def write(self, content: object, folder: Path | None = None) -> Path:
        """Write the hooks.json of a folder, the project's by default: JSON, or text as it is."""
        path = (folder or self.project) / ".aipass" / "hooks.json"
        path.parent.mkdir(exist_ok=True)
        path.write_text(content if isinstance(content, str) else json.dumps(content))
        return path

    def user(self, content: object) -> Path:
        return self.write(content, self.home)

    def plugin(self, name: str, code: str, **modules: str) -> None:
        """Install a distribution `snaphook-NAME` with one plugin; modules are more files."""
        metadata = self.site / f"snaphook_{name}-1.0.dist-info"
        metadata.mkdir()
        (metadata / "METADATA").write_text(
            f"Metadata-Version: 2.1\nName: snaphook-{name}\nVersion: 1.0\n"
        )
        (metadata / "entry_points.txt").write_text(
            f"[snaphook.handlers]\n{name} = snaphook_{name}\n"
        )
        for module, text in {f"snaphook_{name}": code, **modules}.items():
            (self.site / f"{module}.py").write_text(text)

    def compiled(self, cwd: Path | None = None, project_dir: str = "") -> Compiled:
        return compile_here(discover(str(cwd or self.project), project_dir))

    def plan(self, cwd: Path | None = None, project_dir: str = "") -> Plan:
        return self.compiled(cwd, project_dir).plan

    def problems(self, cwd: Path | None = None) -> list[Problem]:
        return problems_of(str(cwd or self.project))

    def hook(self, name: str, event: str = "PreToolUse") -> Hook:
        (hook,) = [hook for hook in self.hooks(event) if hook.name == name]
        return hook

    def hooks(self, event: str = "PreToolUse", cwd: Path | None = None) -> list[Hook]:
        return [Hook(**fields) for fields in self.plan(cwd).events.get(event, ())]


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    made = World(Path(os.path.realpath(tmp_path)))
    monkeypatch.setitem(posix.environ, b"HOME", str(made.home).encode())
    monkeypatch.delitem(posix.environ, b"XDG_DATA_HOME", raising=False)
    monkeypatch.syspath_prepend(str(made.site))
    return made


@pytest.fixture
def acme(world: World, monkeypatch: pytest.MonkeyPatch) -> World:
    """A world with a third-party plugin in it."""
    import sys

    world.plugin("acme", PLUGIN, acme_options=OPTIONS)
    for module in ("snaphook_acme", "acme_options"):
        monkeypatch.delitem(sys.modules, module, raising=False)
    return world
