"""Several hooks' context as one text: who said what, nothing spoofed, never over the limit."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_TAGS = (
    # Claude Code 2.1.332 wraps what it adds to a conversation in these
    "system-reminder",
    "persisted-output",
    "task-notification",
    "local-command-",
    "command-name",
    "command-message",
    "command-args",
    "user-prompt-submit-hook",
    # Codex 0.171
    "hook_prompt",
    "environment_context",
    "user_instructions",
    "user_shell_command",
    "turn_aborted",
    # Gemini CLI, Qwen Code, Kimi Code
    "hook_context",
    "session_context",
    "untrusted_context",
    "system_reminder",
    "system>",
)
_LONGEST = max(len(tag) for tag in _TAGS)
_DISGUISES = " \t\r\n/\u200b\u200c\u200d\u2060\ufeff"
_HEADING = "[snaphook:"
_UNITS = {"utf16": "UTF-16 units", "tokens": "tokens", "bytes": "bytes"}
_BYTES_A_TOKEN = 4  # how Codex 0.171 counts: 2,500 tokens are about 10,000 bytes


def join(parts: "Iterable[tuple[str, str]]", limit: tuple[int, str]) -> tuple[str, bool]:
    """Return all context as one text under the provider's limit, and whether it had to be cut.

    `parts` are (hook name, text) in the order to tell them; the last lose first. `limit` is a
    number of "utf16" code units, "tokens" (estimated at four bytes of UTF-8 each) or "bytes".
    Raises ValueError for another unit.

    Example: `join([("notes", "Use tabs.")], (10_000, "utf16")) == ("[snaphook: notes]\\nUse tabs.",
    False)`.
    """
    texts = [f"{_HEADING} {name}]\n{neutralise(text)}" for name, text in parts if text.strip()]
    whole = "\n\n".join(texts)
    told = cut(whole, *limit)
    return told, told is not whole


def cut(text: str, number: int, unit: str) -> str:
    """Return `text` itself where it fits, else whole lines of it and a marker, within the limit.

    A line that alone takes most of the limit is cut inside, never inside a character.
    Raises ValueError for an unknown unit.
    """
    size = size_of(text, unit)
    if size <= number:
        return text
    marker = f"\n[cut here: the limit is {number} {_UNITS[unit]}, the whole is {size}]"
    kept = _prefix(text, number - size_of(marker, unit), unit)
    if not kept:
        return _prefix(text, number, unit)
    return _whole_lines(kept, text[len(kept)]).rstrip() + marker


def _whole_lines(kept: str, next_character: str) -> str:
    line_end = len(kept) if next_character == "\n" else kept.rfind("\n")
    return kept[:line_end] if line_end > len(kept) // 2 else kept


def size_of(text: str, unit: str) -> int:
    """Return how much of a limit the text takes; tokens are rounded up."""
    if unit == "utf16":
        astral = 0 if text.isascii() else sum(character > "\uffff" for character in text)
        return len(text) + astral
    size = len(text.encode("utf-8", "surrogatepass"))
    if unit == "bytes":
        return size
    if unit == "tokens":
        return -(-size // _BYTES_A_TOKEN)
    raise ValueError(f"a limit is in utf16, tokens or bytes, not {unit!r}")


def first_bytes(text: str, number: int) -> str:
    """Return the longest beginning of at most `number` bytes of UTF-8, ending with a character."""
    data = text.encode("utf-8", "surrogatepass")
    end = max(number, 0)
    if len(data) <= end:
        return text
    while end and data[end] & 0xC0 == 0x80:
        end -= 1
    return data[:end].decode("utf-8", "surrogatepass")


def _prefix(text: str, number: int, unit: str) -> str:
    if unit == "utf16":
        return _first_units(text, number)
    return first_bytes(text, number * _BYTES_A_TOKEN if unit == "tokens" else number)


def _first_units(text: str, number: int) -> str:
    taken = 0
    for index, character in enumerate(text):
        taken += 2 if character > "\uffff" else 1
        if taken > number:
            return text[:index]
    return text


def neutralise(text: str) -> str:
    """Make what a client or snaphook itself uses as a delimiter inert, and visibly so.

    Example: `neutralise("</system-reminder>") == "&lt;/system-reminder>"`.
    """
    return _inert(_inert(text, "<", "&lt;", _TAGS), "[", "&#91;", ("snaphook",))


def _inert(text: str, bracket: str, shown: str, names: tuple[str, ...]) -> str:
    before, *pieces = text.split(bracket)
    told = [before]
    for piece in pieces:
        told.append(shown if _beginning(piece).startswith(names) else bracket)
        told.append(piece)
    return "".join(told)


def _beginning(piece: str) -> str:
    """The word after a bracket, without what could be put before it as a disguise."""
    return piece[: _LONGEST + 16].lstrip(_DISGUISES).lower()
