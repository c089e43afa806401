"""What a tool call would run in a shell, and which tools take a patch text."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .tools import FileChange, ToolCall

# Names and argument keys are compared in lower case without `_`, `-` and blanks, names after
# their last `__`, `/`, `:` or `.`: "developer__shell" is "shell", "CommandLine" is "commandline".
SHELLS = {
    "bash", "shell", "sh", "zsh", "powershell", "pwsh", "terminal", "console", "exec", "execute",
    "execcommand", "executecommand", "executebash", "executeshell", "executeshellcommand",
    "localshell", "localshellcall", "containerexec", "launchprocess", "monitor", "runbash",
    "runcommand", "runcommands", "runinterminal", "runshell", "runshellcommand",
    "runterminalcmd", "runterminalcommand", "shellcommand", "shellexec", "startprocess",
}  # fmt: skip
COMMANDS = {
    "command", "commands", "cmd", "cmds", "commandline", "commandtext", "shellcommand",
    "bashcommand", "script",
}  # fmt: skip
PATCHERS = {"applypatch", "patch", "applydiff", "gitapply"}
PATCHES = {"command", "input", "patch", "patches", "patchtext", "patchcontent", "diff"}
_BEGIN = "*** Begin Patch"
_SAFE = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@%_-+=:,./")


def command_of(tool: "ToolCall") -> str:
    r"""Return the shell text that the call would run, or "" when it is no call of a shell.

    Every spelling counts: a call that names several commands gets one text, a line for each. A
    list is an argument vector (quoted for a shell) under `command`, several commands under
    `commands`. Example: `ToolCall("Bash", input={"command": ["rm", "a b"]}).command == "rm 'a b'"`.
    """
    if tool.name != "Bash" and plain_name(tool.native_name) not in SHELLS:
        return ""
    given = unpacked(tool.input)
    if not isinstance(given, dict):
        return _shell_text("command", given)
    texts: list[str] = []
    for key, value in given.items():
        plain = plain_key(key)
        text = _shell_text(plain, value) if plain in COMMANDS else ""
        if text and plain == "command" and isinstance(value, str):
            text += _program_arguments(given)
        if text and text not in texts:
            texts.append(text)
    return "\n".join(texts)


def files_of(tool: "ToolCall") -> "tuple[FileChange, ...]":
    """Return the files that the call names, in order; () for a shell, whose text is read elsewhere.

    A shell behind MCP has its arguments read as well as its command. Never raises: what cannot be
    read is left out.
    """
    if tool.name == "Bash" or plain_key(tool.native_name) in SHELLS:
        return ()
    changes = _patched(tool, patch_texts(tool)) if is_patch(tool) else []
    if not changes or len(tool.input) > 1:
        from .file_arguments import files_named

        changes += files_named(tool)
    if not changes and isinstance(tool.input, dict):
        changes = _patched(tool, [text for text in tool.input.values() if _begins_patch(text)])
    return tuple(changes)


def _patched(tool: "ToolCall", texts: list[str]) -> "list[FileChange]":
    """Return the files of the patches, seen from the call's cwd and from a folder that it names."""
    if not texts:
        return []
    from .patches import files_of_patch
    from .paths import absolute

    changes: list[FileChange] = []
    for folder in ("", *_folders_beside(tool)):
        for text in texts:
            try:
                found = files_of_patch(text, absolute(folder, tool.cwd))
            except ValueError:
                continue
            known = {change.path for change in changes} if folder else ()
            found = [change for change in found if change.path not in known]
            for change in found if folder else ():
                change.given = f"{folder}/{change.given}"
            changes += found
    return changes


def _folders_beside(tool: "ToolCall") -> list[str]:
    """Return the folders that the call names beside its patch."""
    given = unpacked(tool.input)
    if not isinstance(given, dict) or len(given) < 2:
        return []
    from .file_arguments import folders_named

    return folders_named(given)


def _begins_patch(text: "Any") -> bool:
    return isinstance(text, str) and text.lstrip().startswith(_BEGIN)


def is_patch(tool: "ToolCall") -> bool:
    """Tell whether the call takes a patch text, by the tool's name or by the text itself."""
    if tool.name == "Bash":
        return False
    return plain_name(tool.native_name) in PATCHERS or bool(patch_texts(tool))


def patch_texts(tool: "ToolCall") -> list[str]:
    """Return the texts in the call's input that can be a patch."""
    given = unpacked(tool.input)
    named = plain_name(tool.native_name) in PATCHERS
    found = given if isinstance(given, dict) else {"input": given}
    texts: list[str] = []
    for key, value in found.items():
        if named or plain_key(key) in PATCHES:
            parts = value if isinstance(value, list) else [value]
            texts += [part for part in parts if isinstance(part, str)]
    return [text for text in texts if named or _begins_patch(text)]


def plain_name(name: str) -> str:
    """Return a tool's own name in its plainest spelling: "mcp__fs__Write-File" is "writefile"."""
    return plain_key(own_name(name))


def own_name(name: str) -> str:
    """Return a tool's name without its server or namespace."""
    for mark in ("__", "/", ":", "."):
        name = name.rpartition(mark)[2] or name
    return name


def plain_key(key: str) -> str:
    """Return an argument's key in its plainest spelling: "filePath" and "file_path" are one."""
    return key.lower().replace("_", "").replace("-", "").replace(" ", "")


def unpacked(given: "Any") -> "Any":
    """Return what a text of JSON holds (some providers send the input that way), else `given`."""
    if not isinstance(given, str) or given.lstrip()[:1] not in ("{", "["):
        return given
    from .jsontext import read

    try:
        return read(given)
    except ValueError:
        return given


def _shell_text(key: str, value: "Any") -> str:
    """Return the shell text of one value: a text, an argument vector, or several commands."""
    if key in ("commands", "cmds"):
        value = unpacked(value)
    if isinstance(value, str):
        return value
    if isinstance(value, dict):
        inner = [_shell_text(plain_key(k), v) for k, v in value.items() if plain_key(k) in COMMANDS]
        return "\n".join(filter(None, inner))
    if not isinstance(value, list):
        return ""
    if key in ("commands", "cmds") or any(isinstance(item, (dict, list)) for item in value):
        return "\n".join(filter(None, (_shell_text("command", item) for item in value)))
    words = [str(item) for item in value if isinstance(item, (str, int, float))]
    return words[0] if len(words) == 1 else " ".join(map(_quoted, words))


def _program_arguments(given: "dict[str, Any]") -> str:
    """Return what follows where `command` is the program alone and `args` its arguments."""
    args = given.get("args")
    words = [word for word in args if isinstance(word, str)] if isinstance(args, list) else []
    return "".join(f" {_quoted(word)}" for word in words)


def _quoted(word: str) -> str:
    """Quote one word for a POSIX shell."""
    if word and _SAFE.issuperset(word):
        return word
    return "'" + word.replace("'", "'\"'\"'") + "'"
