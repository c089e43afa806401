"""A scripted model that speaks Anthropic's Messages API, as far as Claude Code asks for it."""

import json

from model_server import Json, ModelHandler, ModelServer, Turn, say


class Handler(ModelHandler):
    """Requests without tools are the client's own small questions and take no turn."""

    def answer(self, path: str, body: Json) -> None:
        if path == "/v1/messages/count_tokens":
            self.send_json(200, {"input_tokens": 100})
        elif path != "/v1/messages":
            self.send_json(404, {"type": "error", "error": {"type": "not_found_error"}})
        elif body.get("tools"):
            number, turn = self.model.take(body)
            self._reply(body, message(turn, f"{number:04d}"))
        else:
            self._reply(body, message(say("ok"), "side"))

    def _reply(self, body: Json, reply: Json) -> None:
        reply["model"] = body.get("model", "model")
        if body.get("stream"):
            self.send_events(events(reply))
        else:
            self.send_json(200, reply)


class AnthropicModel(ModelServer):
    """The server; see ModelServer."""

    handler = Handler


def message(turn: Turn, label: str) -> Json:
    """Return the whole reply as one message object."""
    content: list[Json] = [
        {"type": "tool_use", "id": f"toolu_{label}_{at}", "name": name, "input": arguments}
        for at, (name, arguments) in enumerate(turn.calls)
    ]
    return {
        "id": f"msg_{label}",
        "type": "message",
        "role": "assistant",
        "content": content or [{"type": "text", "text": turn.text or "done"}],
        "stop_reason": "tool_use" if turn.calls else "end_turn",
        "stop_sequence": None,
        "usage": {"input_tokens": 100, "output_tokens": 20},
    }


def events(reply: Json) -> list[Json]:
    """Return the same reply as the events of a stream."""
    listed: list[Json] = [
        {"type": "message_start", "message": {**reply, "content": [], "stop_reason": None}}
    ]
    for index, block in enumerate(reply["content"]):
        if block["type"] == "text":
            start, delta = {**block, "text": ""}, {"type": "text_delta", "text": block["text"]}
        else:
            start = {**block, "input": {}}
            delta = {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
        listed += [
            {"type": "content_block_start", "index": index, "content_block": start},
            {"type": "content_block_delta", "index": index, "delta": delta},
            {"type": "content_block_stop", "index": index},
        ]
    ending = {"stop_reason": reply["stop_reason"], "stop_sequence": None}
    listed.append({"type": "message_delta", "delta": ending, "usage": reply["usage"]})
    return [*listed, {"type": "message_stop"}]
