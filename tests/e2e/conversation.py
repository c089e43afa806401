"""What was said between a client and the model, and what the client left."""

from collections.abc import Iterator
from typing import Any

from bounded import Finished


class Conversation:
    """`requests` are the bodies that reached the model; `results` the tool results in each."""

    def __init__(
        self, done: Finished, requests: list[dict[str, Any]], results: list[list[str]]
    ) -> None:
        self.done = done
        self.requests = requests
        self.results = results

    def told(self) -> str:
        """Return the tool results of the last request as one text."""
        return "\n".join(self.results[-1]) if self.results else ""

    def heard(self, text: str) -> list[int]:
        """Return the numbers of the requests in which the text reached the model."""
        return [
            number
            for number, body in enumerate(self.requests)
            if any(text in found for found in texts_in(body))
        ]

    def __repr__(self) -> str:
        """Tell what a failing test needs to be understood."""
        told = "\n".join(f"{number}: {results}" for number, results in enumerate(self.results))
        output = f"{self.done.stdout[-3000:]}\n{self.done.stderr[-3000:]}"
        return f"exit {self.done.code}, {len(self.requests)} requests\n{told}\n{output}"


def texts_in(value: Any) -> Iterator[str]:
    """Return all texts inside a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from texts_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from texts_in(inner)
