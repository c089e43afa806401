"""The real clients: wanted with SNAPHOOK_TEST_CLIENTS=1, and then never skipped."""

import json
import os
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

from claude_client import Claude  # noqa: E402
from codex_client import Codex  # noqa: E402
from installation import install  # noqa: E402
from machine import Machine  # noqa: E402

WANTED = "SNAPHOOK_TEST_CLIENTS"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if os.environ.get(WANTED) == "1":
        return
    skip = pytest.mark.skip(reason=f"real clients: run ./setup.sh test --clients ({WANTED}=1)")
    for item in items:
        if item.get_closest_marker("clients") and HERE in item.path.parents:
            item.add_marker(skip)


@pytest.fixture(scope="session")
def clients() -> Path:
    """The folder with the clients' programs, put there by clients.sh."""
    versions = json.loads((HERE / "clients.json").read_text("utf-8"))
    node, claude, codex = (
        versions[name] for name in ("node", "@anthropic-ai/claude-code", "@openai/codex")
    )
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    root = Path(os.environ.get("SNAPHOOK_CLIENTS") or cache / "snaphook/clients")
    folder = root / f"node-{node}+claude-{claude}+codex-{codex}"
    assert (folder / "complete").exists(), f"{folder} is missing: run tests/e2e/clients.sh"
    return folder / "bin"


@pytest.fixture(scope="session")
def snaphook(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The command of a snaphook that was installed from its wheel."""
    return install(tmp_path_factory.mktemp("installation"))


@pytest.fixture
def machine(tmp_path: Path, snaphook: list[str], clients: Path) -> Machine:
    """A user's machine with nothing wired yet."""
    return Machine(tmp_path, snaphook, clients)


@pytest.fixture(params=[Claude, Codex], ids=["claude", "codex"])
def client(request: pytest.FixtureRequest, machine: Machine) -> Claude | Codex:
    """Each client in turn, on a fresh machine."""
    return request.param(machine)
