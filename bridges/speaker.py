"""Who really speaks: a provider that runs another one's hooks is told by its own marker.

Plugins' `hooks.json` files have one shape for Claude Code and Codex, so that either client runs
commands that were wired for the other. Only names in MARKERS are ever corrected, and only by a
field that the wired provider never sends.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MARKERS = {"claude": "prompt_id", "codex": "turn_id"}
"""Provider -> a payload field of its own, on events around a turn (seen with Claude Code 2.1.332
and Codex 0.171; Claude Code's MessageDisplay has both)."""


def speaker(payload: "dict[str, Any]", wired: str) -> str:
    """Return the provider that the payload comes from: `wired`, unless it bears another's marker.

    Example: `speaker({"turn_id": "1"}, "claude") == "codex"`.
    """
    if wired not in MARKERS or MARKERS[wired] in payload:
        return wired
    for name, marker in MARKERS.items():
        if marker in payload:
            return name
    return wired
