"""The real Codex, headless, against a scripted model."""

from bounded import run
from conversation import Conversation, texts_in
from machine import Machine
from model_server import Json, Turn, call
from openai_model import OpenAIModel

_CONFIG = """\
model_provider = "loopback"
check_for_update_on_startup = false

[analytics]
enabled = false

[model_providers.loopback]
name = "loopback"
base_url = "http://127.0.0.1:9/v1"
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0
supports_websockets = false
"""


class Codex:
    """One kind of client: how it is wired and driven, and what its tools are called."""

    name = "codex"
    wiring = ("codex", "--trust")

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.model = "gpt-5.5"  # has its tools at hand; gpt-6.2-sol calls them from scripts
        (machine.home / ".codex").mkdir()
        (machine.home / ".codex/config.toml").write_text(_CONFIG, "utf-8")

    def converse(self, *turns: Turn, prompt: str = "Please begin.") -> Conversation:
        """Let the client work off the model's turns for one prompt."""
        command = [str(self.machine.clients / "codex"), "exec", "--json", "--skip-git-repo-check"]
        command += ["--dangerously-bypass-approvals-and-sandbox", "-C", str(self.machine.project)]
        command += ["-m", self.model]
        with OpenAIModel(list(turns)) as model:
            command += ["-c", f'model_providers.loopback.base_url="{model.url}/v1"', prompt]
            done = run(command, self.machine.project, self.machine.environment)
        return Conversation(done, model.requests, [_results(body) for body in model.requests])

    def write(self, name: str, content: str) -> Turn:
        """Make a file of the project with the client's own tool for it."""
        lines = "".join(f"+{line}\n" for line in content.splitlines())
        patch = f"*** Begin Patch\n*** Add File: {name}\n{lines}*** End Patch\n"
        return call("apply_patch", patch=patch)

    def shell(self, command: str) -> Turn:
        """Run a command with the client's shell tool."""
        return call("exec_command", cmd=command)


def _results(body: Json) -> list[str]:
    kinds = ("function_call_output", "custom_tool_call_output")
    items = [item for item in body.get("input", []) if item.get("type") in kinds]
    return [" ".join(texts_in(item.get("output"))) for item in items]
