"""A scripted model that speaks OpenAI's Responses API, as far as Codex asks for it."""

import json
from typing import Any

from model_server import Json, ModelHandler, ModelServer, Turn


class Handler(ModelHandler):
    """Every request for a response takes a turn."""

    def answer(self, path: str, body: Json) -> None:
        if path.rstrip("/").endswith("/responses"):
            number, turn = self.model.take(body)
            self.send_events(events(turn, f"{number:04d}"))
        else:
            self.send_json(404, {"error": {"message": "not found"}})


class OpenAIModel(ModelServer):
    """The server; see ModelServer."""

    handler = Handler


def events(turn: Turn, label: str) -> list[Json]:
    """Return one response as the events of a stream."""
    response = {"id": f"resp_{label}"}
    items = [_call(f"{label}_{at}", *made) for at, made in enumerate(turn.calls)]
    items = items or [_text(label, turn.text or "done")]
    listed: list[Json] = [{"type": "response.created", "response": response}]
    for index, item in enumerate(items):
        listed.append({"type": "response.output_item.added", "output_index": index, "item": item})
        listed.append({"type": "response.output_item.done", "output_index": index, "item": item})
    usage = {
        "input_tokens": 100,
        "input_tokens_details": {"cached_tokens": 0},
        "output_tokens": 20,
        "output_tokens_details": {"reasoning_tokens": 0},
        "total_tokens": 120,
    }
    done = {**response, "status": "completed", "usage": usage, "output": items}
    return [*listed, {"type": "response.completed", "response": done}]


def _call(label: str, name: str, arguments: Any) -> Json:
    if isinstance(arguments, str):
        free = {"type": "custom_tool_call", "id": f"ctc_{label}", "call_id": f"call_{label}"}
        return {**free, "name": name, "input": arguments}
    item = {"type": "function_call", "id": f"fc_{label}", "call_id": f"call_{label}"}
    return {**item, "name": name, "arguments": json.dumps(arguments)}


def _text(label: str, text: str) -> Json:
    content = [{"type": "output_text", "text": text, "annotations": []}]
    return {"type": "message", "id": f"msg_{label}", "role": "assistant", "content": content}
