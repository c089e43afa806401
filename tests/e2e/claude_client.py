"""The real Claude Code, headless, against a scripted model."""

import json
from typing import Any

from anthropic_model import AnthropicModel
from bounded import run
from conversation import Conversation, texts_in
from machine import Machine
from model_server import Json, Turn, call


class Claude:
    """One kind of client: how it is wired and driven, and what its tools are called."""

    name = "claude"
    wiring = ("claude",)

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        state = {
            "hasCompletedOnboarding": True,
            "bypassPermissionsModeAccepted": True,
            "customApiKeyResponses": {"approved": ["dummy"], "rejected": []},
            "projects": {str(machine.project): {"hasTrustDialogAccepted": True}},
        }
        (machine.home / ".claude").mkdir()
        (machine.home / ".claude.json").write_text(json.dumps(state), "utf-8")

    def converse(self, *turns: Turn, prompt: str = "Please begin.") -> Conversation:
        """Let the client work off the model's turns for one prompt."""
        command = [str(self.machine.clients / "claude"), "-p", "--verbose"]
        command += ["--output-format", "stream-json"]
        command += ["--permission-mode", "bypassPermissions", "--", prompt]
        with AnthropicModel(list(turns)) as model:
            done = run(command, self.machine.project, self._environment(model.url))
        return Conversation(done, model.requests, [_results(body) for body in model.requests])

    def write(self, name: str, content: str) -> Turn:
        """Make a file of the project with the client's own tool for it."""
        return call("Write", file_path=str(self.machine.project / name), content=content)

    def shell(self, command: str) -> Turn:
        """Run a command with the client's shell tool."""
        return call("Bash", command=command, description="Run it")

    def _environment(self, url: str) -> dict[str, str]:
        return {
            **self.machine.environment,
            "IS_SANDBOX": "1",
            "ANTHROPIC_BASE_URL": url,
            "ANTHROPIC_API_KEY": "dummy",
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
            "CLAUDE_CODE_MAX_RETRIES": "0",
            "DISABLE_AUTOUPDATER": "1",
            "DISABLE_ERROR_REPORTING": "1",
            "DISABLE_TELEMETRY": "1",
        }


def _results(body: Json) -> list[str]:
    blocks: list[Any] = []
    for message in body.get("messages", []):
        content = message.get("content")
        blocks += content if isinstance(content, list) else []
    return [" ".join(texts_in(b.get("content"))) for b in blocks if b.get("type") == "tool_result"]
