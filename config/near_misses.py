"""Files that look as if they were meant to be read, and never are."""

import os

from .problems import Problem, nearest

KNOWN = ("hooks.json", "hooks.local.json", "hooks.schema.json", "alerts.json")


def near_misses(root: str) -> list[Problem]:
    """Return a warning for each file under `root` that is nearly a config file.

    Such as `.aipass/hook.json`, `.aipass/Hooks.json`, `.aipass/hooks.json.txt`, and anything in a
    folder `.aipass/hooks.d`.
    """
    found: list[Problem] = []
    for name in _names(root):
        if name.lower() == ".aipass" and name != ".aipass":
            found.append(_warning(f"{root}/{name}", ".aipass"))
    folder = f"{root}/.aipass"
    for name in _names(folder):
        path = f"{folder}/{name}"
        if os.path.isdir(path) and nearest(name, ["hooks", "hooks.d"]):
            found += [_warning(f"{path}/{inner}", "") for inner in _names(path)]
        elif _meant(name):
            found.append(_warning(path, _meant(name)))
    return found


def _meant(name: str) -> str:
    """Return the config file's name that a file name nearly is, "" for none."""
    if name in KNOWN or name.endswith((".new", "~", ".swp", ".bak", ".orig", ".old")):
        return ""
    stem = name.lower()
    for ending in (".txt", ".jsonc", ".json5", ".yaml", ".yml", ".toml"):
        stem = stem.removesuffix(ending)
    stem = stem if stem.endswith(".json") else f"{stem}.json"
    if not stem.startswith(("hook", ".hook", "hoks", "hoo")):
        return ""
    return nearest(stem, ["hooks.json", "hooks.local.json"])


def _warning(path: str, meant: str) -> Problem:
    then = f"did you mean {meant}?" if meant else "put its entries into .aipass/hooks.json"
    return Problem(path, 0, 0, f"{path} is not read", then, "warning")


def _names(folder: str) -> list[str]:
    try:
        return sorted(os.listdir(folder))
    except (OSError, ValueError):
        return []
