"""What the file system makes of a path: links of both kinds, letter case, folders of git."""

import posix

from ..engine.paths import normalise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

LONGEST = 8192
"""Twice the longest path that Linux opens; a longer one names nothing on any disk."""

MOST_LINKS = 40
"""As many symbolic links as Linux follows in one path; macOS stops at 32."""

_KIND, _LINK, _FOLDER, _FILE = 0o170000, 0o120000, 0o040000, 0o100000


class LinkLoopError(ValueError):
    """A path goes through more links than an operating system follows."""


class Disk:
    """The file system for one event; each path is asked about once.

    Only `reached` raises: what cannot be looked at counts as not there.
    """

    __slots__ = ("_real", "_seen")

    def __init__(self) -> None:
        self._seen: dict[str, posix.stat_result | None] = {}
        self._real = {"": ""}

    def look(self, path: str) -> "posix.stat_result | None":
        """Return the path's own status, of the link where it is one; None when there is nothing."""
        if path not in self._seen:
            try:
                self._seen[path] = posix.lstat(path)
            except (OSError, ValueError):
                self._seen[path] = None
        return self._seen[path]

    def _is(self, path: str, kind: int) -> bool:
        status = self.look(path)
        return status is not None and status.st_mode & _KIND == kind

    def is_folder(self, path: str) -> bool:
        """Tell whether a folder stands there, not a link to one."""
        return self._is(path, _FOLDER)

    def reached(self, path: str) -> list[str]:
        """Return every path that opening this one goes through: it first, the real one last.

        The path is absolute; `..` counts as the system has it, after links. What does not exist
        yet keeps its text. Raises LinkLoopError.
        """
        ways = [normalise(path)]
        if len(path) > LONGEST:
            return ways
        real, links = "", 0
        left = path.split("/")[::-1]
        while left:
            part = left.pop()
            if part == "..":
                real = real[: max(real.rfind("/"), 0)]
            elif part and part != ".":
                here = f"{real}/{part}"
                target = self._target(here)
                if not target:
                    real = here
                    continue
                links += 1
                if links > MOST_LINKS:
                    raise LinkLoopError(path)
                real = "" if target.startswith("/") else real
                left.extend(target.split("/")[::-1])
                ways.append(normalise(f"{real}/{'/'.join(left[::-1])}"))
        ways.append(real or "/")
        return list(dict.fromkeys(ways))

    def reached_or_text(self, path: str) -> list[str]:
        """Return the same, or only the path itself where it goes in circles."""
        try:
            return self.reached(path)
        except LinkLoopError:
            return [normalise(path)]

    def real(self, path: str) -> str:
        """Return where a normalised absolute path really leads; itself where it goes in circles.

        Paths that share folders share the looks at them.
        """
        known = self._real.get(path)
        if known is None:
            folder, _, name = path.rpartition("/")
            known = f"{self.real(folder)}/{name}"
            if self._is(known, _LINK):
                known = self.reached_or_text(known)[-1]
            self._real[path] = known
        return known

    def _target(self, path: str) -> str:
        if not self._is(path, _LINK):
            return ""
        try:
            return posix.readlink(path)
        except OSError:
            return ""

    def ignores_case(self, path: str) -> bool:
        """Tell whether the folder that holds the path takes `A` and `a` for one name.

        Asked of the nearest existing part of the path that has a letter, by its other spelling.
        """
        while path and len(path) <= LONGEST:
            folder, _, name = path.rpartition("/")
            other = name.swapcase()
            if other != name and (status := self.look(path)) is not None:
                twin = self.look(f"{folder}/{other}")
                return twin is not None and (twin.st_dev, twin.st_ino) == _identity(status)
            path = folder
        return False

    def same_file(self, path: str, other: str) -> bool:
        """Tell whether both names are links to one existing file."""
        one, two = self.look(path), self.look(other)
        return one is not None and two is not None and _identity(one) == _identity(two)

    def has_twins(self, path: str) -> bool:
        """Tell whether an existing file has more names than this one."""
        status = self.look(path)
        return status is not None and status.st_mode & _KIND == _FILE and status.st_nlink > 1

    def twins(self, path: str, folders: "list[str]", most: int) -> "Iterator[str]":
        """Yield other names of the file below the folders, nearest levels first."""
        status = self.look(path)
        wanted = status.st_ino if status is not None else -1
        for found, inode in _entries(folders, most):
            if inode == wanted and found != path and self.same_file(found, path):
                yield found

    def inside(self, folder: str, most: int) -> "Iterator[str]":
        """Yield what lies below the folder, nearest levels first, links not followed."""
        return (path for path, _ in _entries([folder], most))

    def git_folders(self, path: str) -> "list[str]":
        """Return the folders of git that a `.git` file stands for: its own, and the shared one.

        Empty when the path is no such file. Git 2.39 writes `gitdir: PATH`, and in a linked
        worktree's own folder a file `commondir`.
        """
        if not self._is(path, _FILE):
            return []
        key, _, named = _first_line(path).partition(": ")
        if key != "gitdir" or not named:
            return []
        own = _from(path.rpartition("/")[0], named)
        shared = _first_line(f"{own}/commondir") if self._is(f"{own}/commondir", _FILE) else ""
        return [own, _from(own, shared)] if shared else [own]


def _identity(status: "posix.stat_result") -> "tuple[int, int]":
    return (status.st_dev, status.st_ino)


def _from(folder: str, path: str) -> str:
    return normalise(path if path.startswith("/") else f"{folder}/{path}")


def _first_line(path: str) -> str:
    try:
        descriptor = posix.open(path, posix.O_RDONLY | posix.O_NONBLOCK | posix.O_CLOEXEC)
    except OSError:
        return ""
    try:
        text = posix.read(descriptor, 8192).decode("utf-8", "surrogateescape")
    except OSError:
        return ""
    finally:
        posix.close(descriptor)
    return text.partition("\n")[0].rstrip("\r")


def _entries(folders: "list[str]", most: int) -> "Iterator[tuple[str, int]]":
    """Yield paths with their inodes, breadth first, at most `most` of them."""
    waiting = list(dict.fromkeys(folders))
    for folder in waiting:
        for path, inode, is_folder in _listed(folder):
            if most <= 0:
                return
            most -= 1
            yield path, inode
            if is_folder:
                waiting.append(path)


def _listed(folder: str) -> "Iterator[tuple[str, int, bool]]":
    try:
        with posix.scandir(folder) as entries:
            for entry in entries:
                yield entry.path, entry.inode(), entry.is_dir(follow_symlinks=False)
    except (OSError, ValueError):
        return
