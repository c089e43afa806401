"""A set of paths told by globs, and which of them a path reaches on this disk."""

from .globs import WILD, anchored, fits_anywhere, name_fits, parts_fit, quoted, unquoted
from .links import Disk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    Names = tuple[str, ...]

MOST_ENTRIES = 5000
"""How many files a search for the other names of one file may see; about 0.02 s."""

MOST_INSIDE = 100_000
"""How many files a folder may hold that is moved or deleted as a whole; about 0.5 s."""


class Glob:
    """One glob of a set, ready to test.

    `text` is what the user wrote. A glob without a slash is `anywhere`: it is tested against each
    part of a path. A `free` one (written with a leading `!`) takes paths out again.
    """

    __slots__ = ("_fixed", "_wild", "anywhere", "free", "parts", "text")

    def __init__(self, text: str, parts: "Names", free: bool = False, anywhere: bool = False):
        self.text = text
        self.parts = parts
        self.free = free
        self.anywhere = anywhere
        self._fixed = [part for part in parts if WILD.isdisjoint(part)]
        self._wild = len(self._fixed) < len(parts)

    def covers(self, names: "Names", below: "Names") -> bool:
        """Tell whether the path is one the glob means, or lies in a folder that it means.

        A free glob means the very path alone. `below` is the part under the set's root.
        """
        if self.anywhere:
            tested = below[-1:] if self.free else below
            return any(name_fits(self.parts[0], name) for name in tested)
        if not self._wild and not self.free:
            return names[: len(self.parts)] == self.parts
        if any(part not in names for part in self._fixed):
            return False
        return parts_fit(self.parts if self.free else (*self.parts, "**"), names)

    def may_lie_in(self, names: "Names") -> bool:
        """Tell whether the path is a folder on the way to what the glob means."""
        if self.free or self.anywhere or not names:
            return not (names or self.free)
        if not self._wild:
            return len(names) < len(self.parts) and self.parts[: len(names)] == names
        for k, part in enumerate(self.parts[:-1], 1):
            if part != "**" and name_fits(part, names[-1]) and parts_fit(self.parts[:k], names):
                return True
        return False

    @property
    def end(self) -> str:
        """The last part that tells something: of `a/*.pem` and of `a/*.pem/**` it is `*.pem`."""
        return next((part for part in self.parts[::-1] if part != "**"), "*")

    def without_case(self) -> "Glob":
        """Return the glob for names whose letter case does not count."""
        return Glob(self.text, without_case(self.parts), self.free, self.anywhere)

    def base(self) -> "tuple[Names, Names]":
        """Return the names before the first wildcard, and the globs of the rest."""
        if not self._wild:
            return self.parts, ()
        names = tuple(map(unquoted, self.parts))
        ends = (k for k, name in enumerate(names) if name is None)
        cut = next(ends, len(names))
        return tuple(name for name in names[:cut] if name), self.parts[cut:]


def parts_of(path: str) -> "Names":
    """Return the parts of an absolute, normalised path, in the Unicode form that all are told in.

    macOS hands out decomposed names where a config was typed composed.
    """
    if not path.isascii():
        import unicodedata

        path = unicodedata.normalize("NFC", path)
    return tuple(path[1:].split("/")) if path != "/" else ()


def without_case(names: "Names") -> "Names":
    """Return the parts as a file system that ignores letter case compares them."""
    return tuple(name.casefold() for name in names)


class PathSet:
    """Globs in order, the last that fits decides, as the file system of one event sees them.

    `globs` are absolute, start at the home (`~/...`) or at `root`; without a slash they fit at any
    depth (below the root, for paths inside it). A leading `!` takes out again.

    Example: `PathSet([".env.*", "!.env.dist"], "/repo", "/root", Disk()).holding("/repo/.env.x")`.
    """

    __slots__ = ("_disk", "_folded", "_globs", "_roots")

    def __init__(self, globs: "Iterable[str]", root: str, home: str, disk: Disk) -> None:
        self._disk = disk
        self._roots = [parts_of(path) for path in disk.reached_or_text(root)]
        self._globs = [found for text in globs for found in self._ready(text, root, home)]
        self._folded: list[Glob] | None = None

    def _ready(self, text: str, root: str, home: str) -> "list[Glob]":
        bare = text.removeprefix("!")
        free = bare != text
        if fits_anywhere(bare):
            return [Glob(text, parts_of("/" + bare.rstrip("/")), free, anywhere=True)]
        first = Glob(text, parts_of(anchored(bare, root, home)), free)
        return [first, *self._linked(first)]

    def _linked(self, glob: Glob) -> "list[Glob]":
        """Return the glob again for each other folder that its fixed beginning really is."""
        fixed, rest = glob.base()
        path = "/" + "/".join(fixed)
        others = self._in_git(fixed) if ".git" in fixed else []
        if (real := self._disk.real(path)) != path:
            others.append(real)
        return [Glob(glob.text, parts_of(quoted(other)) + rest, glob.free) for other in others]

    def _in_git(self, fixed: "Names") -> "list[str]":
        cut = fixed.index(".git") + 1
        inner = "/".join(fixed[cut:])
        return [f"{git}/{inner}" for git in self._disk.git_folders("/" + "/".join(fixed[:cut]))]

    def holding(self, path: str) -> "Glob | None":
        """Return the glob that a path, absolute and normalised, falls under; else None."""
        names = parts_of(path)
        found = self._last(self._globs, names)
        if found is None and self._disk.ignores_case(path):
            found = self._last(self._without_case(), without_case(names))
        return found

    def _last(self, globs: "list[Glob]", names: "Names") -> "Glob | None":
        below = self._below_root(names)
        found = None
        for glob in globs:
            if glob.free == (found is not None) and glob.covers(names, below):
                found = None if glob.free else glob
        return found

    def _below_root(self, names: "Names") -> "Names":
        for root in self._roots:
            if names[: len(root)] == root:
                return names[len(root) :]
        return names

    def on_the_way(self, path: str) -> "Glob | None":
        """Return a glob that means something inside the path, by the text alone."""
        names, globs = parts_of(path), self._globs
        if self._disk.ignores_case(path):
            names, globs = without_case(names), self._without_case()
        return next((glob for glob in globs if glob.may_lie_in(names)), None)

    def _without_case(self) -> "list[Glob]":
        if self._folded is None:
            self._folded = [glob.without_case() for glob in self._globs]
        return self._folded

    def twin(self, path: str) -> "tuple[str, Glob] | None":
        """Return another name of an existing file that falls under the set, with its glob.

        Looks at the paths that globs without wildcards name, and below the fixed folders of the
        others, the root and the file's own folder, at most MOST_ENTRIES entries.
        """
        if not self._disk.has_twins(path):
            return None
        for other in (
            *self._named(path),
            *self._disk.twins(path, self._folders(path), MOST_ENTRIES),
        ):
            glob = self.holding(other)
            if glob is not None:
                return other, glob
        return None

    def _named(self, path: str) -> "list[str]":
        bases = (glob.base() for glob in self._globs if not glob.anywhere)
        names = ("/" + "/".join(fixed) for fixed, rest in bases if not rest)
        return [name for name in names if self._disk.same_file(name, path)]

    def _folders(self, path: str) -> "list[str]":
        folders = [path.rpartition("/")[0], *("/" + "/".join(root) for root in self._roots)]
        for glob in self._globs:
            fixed, _ = glob.base()
            if fixed and not (glob.free or glob.anywhere):
                folders.append("/" + "/".join(fixed))
        return [folder for folder in folders if self._disk.is_folder(folder)]

    def inside(self, folder: str) -> "tuple[str, Glob] | None":
        """Return something in a folder on disk that falls under the set, with its glob.

        Raises TooManyError when the folder holds more than MOST_INSIDE entries and none so far.
        """
        ends = {glob.end for glob in (*self._globs, *self._without_case()) if not glob.free}
        wild = tuple(end for end in ends if not WILD.isdisjoint(end))
        plain = ends.difference(wild)
        freed = {folder} if _may_end(folder.rpartition("/")[2], plain, wild) else set()
        for count, path in enumerate(self._disk.inside(folder, MOST_INSIDE), 1):
            above, _, name = path.rpartition("/")
            if above in freed or _may_end(name, plain, wild):
                glob = self.holding(path)
                if glob is not None:
                    return path, glob
                freed.add(path)
            if count == MOST_INSIDE:
                raise TooManyError(folder)
        return None


def _may_end(name: str, plain: "set[str]", wild: "Names") -> bool:
    """Tell whether a path of that name may be held where the folder that it lies in is not.

    `plain` and `wild` are the last parts of the globs, as written and without letter case.
    """
    if not name.isascii() or name in plain or (folded := name.casefold()) in plain:
        return True
    return any(name_fits(end, name) or name_fits(end, folded) for end in wild)


class TooManyError(ValueError):
    """A folder holds more than can be looked at while an agent waits."""
