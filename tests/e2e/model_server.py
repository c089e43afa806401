"""What both model servers share: loopback only, a script of turns, every request kept."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Json = dict[str, Any]


class Turn:
    """One answer of the model: tool calls, or else text that ends its turn."""

    def __init__(self, *calls: tuple[str, Any], text: str = "") -> None:
        self.calls = calls
        self.text = text


def call(tool: str, /, **arguments: Any) -> Turn:
    """A turn with one tool call. A lone `patch` argument makes it a free-form call."""
    return Turn((tool, arguments["patch"] if list(arguments) == ["patch"] else arguments))


def say(text: str) -> Turn:
    """A turn of text."""
    return Turn(text=text)


class ModelServer:
    """A server on 127.0.0.1 in a thread of its own: `with Server(turns) as model: model.url`.

    `requests` are the bodies of the requests that took a turn, in order of arrival. When the script
    has run dry the answer is "done".
    """

    handler: type["ModelHandler"]

    def __init__(self, turns: list[Turn]) -> None:
        self._turns = list(turns)
        self._lock = threading.Lock()
        self.requests: list[Json] = []
        handler = type("Handler", (self.handler,), {"model": self})
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def take(self, body: Json) -> tuple[int, Turn]:
        """Record a request; return its number and the turn that answers it."""
        with self._lock:
            number = len(self.requests)
            self.requests.append(body)
        return number, self._turns[number] if number < len(self._turns) else say("done")

    def __enter__(self) -> "ModelServer":
        self._thread.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class ModelHandler(BaseHTTPRequestHandler):
    """Reading and answering; `answer(path, body)` is the provider's own."""

    model: ModelServer
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments: object) -> None:
        """Keep quiet."""

    def do_HEAD(self) -> None:
        self.send_json(200, {})

    def do_GET(self) -> None:
        found = "/models" in self.path
        self.send_json(200 if found else 404, {"object": "list", "data": [], "models": []})

    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers.get("content-length") or 0))
        self.answer(self.path.split("?")[0], json.loads(raw or b"{}"))

    def answer(self, path: str, body: Json) -> None:
        raise NotImplementedError

    def send_json(self, status: int, body: Json) -> None:
        content = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def send_events(self, events: list[Json]) -> None:
        """Stream server-sent events, each named by its own type."""
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("connection", "close")
        self.end_headers()
        self.close_connection = True
        for event in events:
            self.wfile.write(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode())
            self.wfile.flush()
