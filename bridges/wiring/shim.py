"""The command that the providers' settings name: a small sh script that outlives upgrades.

    $XDG_DATA_HOME/snaphook/bin/snaphook-hook PROVIDER EVENT

It fixes the folders and the PATH of install time, drops the variables with which a repository's
settings could steer the hook, starts this installation's Python on the stub and waits. When that
Python is gone, is killed or gives no answer, it says so in the provider's own form and lets the
call pass, or refuses tool calls where the provider was installed with `--strict`.
"""

import json
import os
import re
import shlex
import signal
import sys
from pathlib import Path

from ...engine import directories
from ...engine.errors import SnaphookError

NAME = "snaphook-hook"
_WIRED = "# wired: "
_FACTS = ("settings", "strict")
# What cannot be caught, then what stops a process or does nothing to it.
_SPARED = ("KILL", "STOP", "TSTP", "TTIN", "TTOU", "CHLD", "CONT", "URG", "WINCH", "INFO")

# Only builtins on the way to the answer: a process more would cost as much as Python's own start.
# `unset -f` first: where sh is bash, exported functions could stand in for them.
_SCRIPT = """#!/bin/sh
# Written by `snaphook install`. PROVIDER EVENT, with the provider's JSON on stdin.
@WIRED@
unset -f printf test
unset LD_PRELOAD LD_AUDIT LD_LIBRARY_PATH LD_DEBUG LD_DEBUG_OUTPUT LD_PROFILE LD_SHOW_AUXV
unset DYLD_INSERT_LIBRARIES DYLD_LIBRARY_PATH DYLD_FRAMEWORK_PATH BASH_ENV ENV IFS
unset SNAPHOOK_EVENT SNAPHOOK_HOOK SNAPHOOK_SESSION_ID SNAPHOOK_CALL SNAPHOOK_PROJECT_DIR
unset SNAPHOOK_PROVIDER SNAPHOOK_PROFILE
unset PYTHONEXECUTABLE __PYVENV_LAUNCHER__
@FIXED@
python=@PYTHON@
stub=@STUB@
for signal in @SIGNALS@; do trap : "$signal"; done 2>/dev/null
if test -x "$python" && test -r "$stub"; then
    answer=$("$python" -I -S "$stub" "$@")
    status=$?
    case $status in
        0 | 2)
            printf %s "$answer"
            exit $status
            ;;
    esac
    if test -n "$answer"; then
        printf %s "$answer"
        exit 0
    fi
    told="snaphook ended without an answer (status $status)"
else
    told=@GONE@
fi
settings='' strict=''
case $1 in
@PROVIDERS@
esac
told="$told, so no hook of yours judged this $2. Install snaphook again"
test -z "$settings" || told="$told, or take its entries out of $settings"
case $strict.$1.$2 in
    yes.claude.PreToolUse)
        printf %s '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny",'
        printf '"permissionDecisionReason":"%s"}}' "$told"
        printf '%s\\n' "snaphook cannot run" >&2
        exit 2
        ;;
    yes.codex.PreToolUse)
        printf %s '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny",'
        printf '"permissionDecisionReason":"%s"}}' "$told"
        ;;
    yes.claude.PermissionRequest | yes.codex.PermissionRequest)
        printf %s '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":'
        printf '{"behavior":"deny","message":"%s"}}}' "$told"
        ;;
    yes.*.PreToolUse | yes.*.PermissionRequest)
        printf '%s\\n' "$told" >&2
        exit 2
        ;;
    *.claude.PreCompact | *.SessionEnd) ;;
    *.claude.* | *.codex.*) printf '{"systemMessage":"%s"}' "$told" ;;
    *) printf '%s\\n' "$told" >&2 ;;
esac
exit 0
"""


def path() -> Path:
    """Return where the shim lies: `$XDG_DATA_HOME/snaphook/bin/snaphook-hook`."""
    return Path(directories.data(), "bin", NAME)


def wired(shim: Path) -> dict[str, dict[str, object]]:
    """Read from a shim which providers it was written for: name -> {"settings", "strict"}.

    Raises SnaphookError where something stands in its way.
    """
    try:
        lines = shim.read_text("utf-8", "surrogateescape").splitlines()
    except FileNotFoundError:
        return {}
    except OSError as refused:
        then = "Look at what is there, and move it away."
        raise SnaphookError(f"cannot be read: {refused.strerror}", str(shim), then) from refused
    found = next((line for line in lines if line.startswith(_WIRED)), _WIRED + "{}")
    try:
        providers = json.loads(found[len(_WIRED) :])
        return {name: {key: facts[key] for key in _FACTS} for name, facts in providers.items()}
    except (ValueError, AttributeError, KeyError, TypeError):  # not as we wrote it: as good as none
        return {}


def script(providers: dict[str, dict[str, object]]) -> bytes:
    """Write the shim for this installation and environment as bytes, ready for mode 0755.

    `providers` is what `wired` returns, brought up to date. Paths may hold spaces and quotes.
    """
    python, stub = sys.executable, str(Path(__file__).parents[1] / "stub.py")
    gone = f"snaphook is not where it was installed ({python} or {stub} is gone)"
    parts = {
        "WIRED": _WIRED + json.dumps(providers, sort_keys=True),
        "FIXED": "\n".join(_export(name, value) for name, value in _fixed().items()),
        "SIGNALS": " ".join(map(str, deadly_signals())),
        "PYTHON": shlex.quote(python),
        "STUB": shlex.quote(stub),
        "GONE": shlex.quote(_inside_json(gone)),
        "PROVIDERS": "\n".join(_provider(name, facts) for name, facts in providers.items()),
    }
    text = re.sub(r"@([A-Z]+)@", lambda found: parts[found[1]], _SCRIPT)
    return text.encode("utf-8", "surrogateescape")


def deadly_signals() -> list[int]:
    """Return this machine's signals that end a process unless it catches them, by number.

    By number, since no two shells know the same names, and none of them all.
    """
    spared = {getattr(signal, f"SIG{name}", None) for name in _SPARED}
    return sorted(int(number) for number in signal.valid_signals() - spared)


def _fixed() -> dict[str, str]:
    home = directories.home()
    fixed = {"HOME": home, "PATH": _search_path()}
    for name, fallback in (
        ("XDG_CONFIG_HOME", ".config"),
        ("XDG_DATA_HOME", ".local/share"),
        ("XDG_STATE_HOME", ".local/state"),
    ):
        value = os.environ.get(name, "")
        fixed[name] = value if value.startswith("/") else f"{home}/{fallback}"
    if os.environ.get("LD_LIBRARY_PATH"):
        fixed["LD_LIBRARY_PATH"] = os.environ["LD_LIBRARY_PATH"]
    return fixed


def _search_path() -> str:
    """Keep the absolute folders: a relative one would be the repository's own."""
    folders = [part for part in os.environ.get("PATH", "").split(":") if part.startswith("/")]
    return ":".join(folders) or "/usr/local/bin:/usr/bin:/bin"


def _export(name: str, value: str) -> str:
    return f"export {name}={shlex.quote(value)}"


def _provider(name: str, facts: dict[str, object]) -> str:
    settings = shlex.quote(_inside_json(str(facts["settings"])))
    return f"    {name}) settings={settings} strict={'yes' if facts['strict'] else ''} ;;"


def _inside_json(text: str) -> str:
    return json.dumps(text)[1:-1]
