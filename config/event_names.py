"""Which event a key of hooks.json means: canonical, nearly canonical, or a provider's own."""

from ..engine.events import KINDS

FOREIGN = {
    "beforetool": "PreToolUse",
    "aftertool": "PostToolUse",
    "beforeagent": "UserPromptSubmit",
    "afteragent": "Stop",
    "precompress": "PreCompact",
    "beforesubmitprompt": "UserPromptSubmit",
    "userpromptsubmitted": "UserPromptSubmit",
    "beforeshellexecution": "PreToolUse",
    "beforemcpexecution": "PreToolUse",
    "beforereadfile": "PreToolUse",
    "afterfileedit": "PostToolUse",
    "aftershellexecution": "PostToolUse",
    "aftermcpexecution": "PostToolUse",
    "erroroccurred": "StopFailure",
    "toolexecutebefore": "PreToolUse",
    "toolexecuteafter": "PostToolUse",
    "pretool": "PreToolUse",
    "posttool": "PostToolUse",
    "userprompt": "UserPromptSubmit",
    "precompaction": "PreCompact",
}
"""Names of other providers and tools, folded, with the canonical event they mean."""


def meant_event(key: str) -> str:
    """Return the canonical name that a key is or nearly is; "" for an event of its own.

    Example: `meant_event("PreToolUze") == meant_event("BeforeTool") == "PreToolUse"`, and
    `meant_event("FileChanged") == ""`.
    """
    if key in KINDS:
        return key
    folded = "".join(character for character in key.lower() if character.isalnum())
    if folded in FOREIGN:
        return FOREIGN[folded]
    for name in KINDS:
        if _distance(folded, name.lower(), _slips(name)) <= _slips(name):
            return name
    return ""


def _slips(name: str) -> int:
    """How many letters of a name may be wrong: short names have near neighbours of their own."""
    return 2 if len(name) >= 8 else 1


def _distance(first: str, second: str, enough: int) -> int:
    """Count insertions, deletions, replacements and swaps of neighbours, up to about `enough`."""
    if abs(len(first) - len(second)) > enough:
        return enough + 1
    before: list[int] = []
    row = list(range(len(second) + 1))
    for i, letter in enumerate(first, 1):
        older, before, row = before, row, [i]
        for j, other in enumerate(second, 1):
            best = min(before[j] + 1, row[-1] + 1, before[j - 1] + (letter != other))
            if i > 1 and j > 1 and letter == second[j - 2] and first[i - 2] == other:
                best = min(best, older[j - 2] + 1)
            row.append(best)
    return row[-1]
