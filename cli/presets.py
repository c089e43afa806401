"""What `init` writes: for each preset the entries in their order, by event."""

from typing import Any

Entries = dict[str, dict[str, dict[str, Any]]]
"""Event -> name -> entry, as in hooks.json."""

MINIMAL: Entries = {
    "PreToolUse": {
        "rm_gate": {"handler": "rm_gate"},
        "path_gate": {"handler": "path_gate"},
    },
}

STANDARD: Entries = {
    "UserPromptSubmit": {
        "secret_gate": {"handler": "secret_gate"},
        "persistent_alert": {"handler": "persistent_alert"},
    },
    "PreToolUse": {
        **MINIMAL["PreToolUse"],
        "git_gate": {"handler": "git_gate", "options": {"level": "destructive"}},
        "secret_gate": {"handler": "secret_gate"},
    },
    "PostToolUse": {"after_edit": {"handler": "after_edit"}},
    "Stop": {"notify": {"handler": "notify"}},
}

STRICT: Entries = {
    **STANDARD,
    "PreToolUse": {
        **STANDARD["PreToolUse"],
        "git_gate": {"handler": "git_gate", "options": {"level": "writes"}},
        "sealed_gate": {"handler": "sealed_gate"},
        "fix_first_gate": {"handler": "fix_first_gate"},
    },
    "Stop": {"stop_gate": {"handler": "stop_gate"}, **STANDARD["Stop"]},
    "SubagentStop": {"stop_gate": {"handler": "stop_gate"}},
}

PRESETS = {"minimal": MINIMAL, "standard": STANDARD, "strict": STRICT}


def chosen(preset: str, installed: set[str]) -> tuple[Entries, list[str]]:
    """Return the preset's entries whose handler is installed, and the names of those left out.

    Example: `chosen("minimal", {"path_gate"})[1] == ["rm_gate"]`.
    """
    kept: Entries = {}
    missing: dict[str, None] = {}
    for event, entries in PRESETS[preset].items():
        for name, entry in entries.items():
            if entry["handler"] in installed:
                kept.setdefault(event, {})[name] = entry
            else:
                missing[name] = None
    return kept, list(missing)


def shortfall(preset: str, installed: set[str]) -> str:
    """Say how much less the preset guards here than its name promises, and which one equals it."""
    entries, missing = chosen(preset, installed)
    kept = {name for hooks in entries.values() for name in hooks}
    told = f"preset {preset}: {len(kept)} of its {len(kept) + len(missing)} hooks could be written"
    equal = next(name for name in PRESETS if chosen(name, installed)[0] == entries)
    return told + (f"; here it guards no more than preset {equal}" if equal != preset else "")
