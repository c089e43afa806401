"""Paths in events: text with a few properties, because importing pathlib costs 1.4 bare starts."""


class Path(str):
    """An absolute path as text, accepted wherever a path is.

    Example: `Path("/repo/src/app.py").name == "app.py"`.
    """

    __slots__ = ()

    @property
    def name(self) -> str:
        """The last part, `"app.py"` of `/repo/src/app.py`."""
        return self[self.rfind("/") + 1 :]

    @property
    def parent(self) -> "Path":
        """The folder that holds it; the root is its own parent."""
        cut = self.rfind("/")
        return Path(self[:cut]) if cut > 0 else Path("/")

    @property
    def suffix(self) -> str:
        """The ending with its dot, `".py"`, or "" when there is none."""
        name = self.name
        dot = name.rfind(".")
        return name[dot:] if dot > 0 else ""


def normalise(path: str) -> str:
    """Drop `.` and `//` and resolve `..` by the text alone.

    As `os.path.normpath` does, but that a leading `//` is the root too, as on Linux and macOS.
    """
    parts: list[str] = []
    for part in path.split("/"):
        if part == "..":
            if parts and parts[-1] != "..":
                parts.pop()
            elif not path.startswith("/"):
                parts.append(part)
        elif part and part != ".":
            parts.append(part)
    text = "/".join(parts)
    return "/" + text if path.startswith("/") else text or "."


def absolute(path: str, cwd: str) -> Path:
    """Return `path` as seen from `cwd`, absolute and normalised by the text alone.

    A `cwd` that is not absolute is taken to lie in the root.

    Example: `absolute("../a.txt", "/repo/src") == "/repo/a.txt"`.
    """
    return Path(normalise(path if path.startswith("/") else f"/{cwd}/{path}"))


def is_inside(path: str, folder: str) -> bool:
    """Tell whether `path` is `folder` itself or lies below it; both absolute and normalised."""
    return path == folder or folder == "/" or path.startswith(folder + "/")
