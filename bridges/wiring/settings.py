"""One file to change: read, show, back up, write so that nothing is ever half written or lost."""

import difflib
import io
import os
import stat
import time
from pathlib import Path

from ...engine import directories
from ...engine.errors import SnaphookError

NEW_FILE = 0o600


class Change:
    """What shall become of one file. `before` is None where none is; `after` None to remove it.

    `path` is the name that the provider knows; writing goes to `real`, the end of its symlinks.
    `shown` is False for files that are all ours: they have no diff, no backup and a fixed mode.
    `husks` are what stands empty in the user's file and shall stand so again.
    """

    def __init__(self, path: Path, mode: int = NEW_FILE, shown: bool = True) -> None:
        """Read the file. Raises SnaphookError when it is there and cannot be read."""
        self.path = path
        self.real = Path(os.path.realpath(path))
        self.new_mode = mode
        self.shown = shown
        self.husks: dict[str, str] = {}
        self.before = _read(self.real)
        self.after = self.before

    @property
    def text(self) -> str:
        """The file as it is, "" when there is none. Raises SnaphookError when it is no UTF-8."""
        return _decode(self.before or b"", self.path)

    @property
    def planned(self) -> str:
        """The file as it shall be, "" when there shall be none."""
        return _decode(self.after or b"", self.path)

    def become(self, text: str) -> None:
        """Plan the file's new text. Raises SnaphookError for one that is no UTF-8.

        Such is a path of ours with bytes in it that are none: no settings file can name it.
        """
        try:
            self.after = text.encode("utf-8")
        except UnicodeEncodeError as broken:
            near = ascii(text[max(0, broken.start - 40) : broken.end])
            told = f"would hold bytes that are no UTF-8 text, near {near}"
            then = "Nothing was written to it. Install from a path that is UTF-8 text."
            raise SnaphookError(told, str(self.path), then) from broken

    def changes(self) -> bool:
        """Tell whether there is anything to write."""
        return self.before != self.after or self._has_lost_its_mode()

    def _has_lost_its_mode(self) -> bool:
        own = not self.shown and self.before is not None
        return own and stat.S_IMODE(self.real.stat().st_mode) != self.new_mode

    def diff(self) -> str:
        """Return the change as a unified diff."""
        old, new = (_decode(side or b"", self.path) for side in (self.before, self.after))
        lines = difflib.unified_diff(
            _lines(old),
            _lines(new),
            str(self.path) if self.before is not None else "/dev/null",
            str(self.path) if self.after is not None else "/dev/null",
        )
        return "".join(line if line.endswith("\n") else line + "\n" for line in lines)

    def write(self) -> Path | None:
        """Back the old file up and put the new one in its place; return the backup's path.

        Raises SnaphookError, with the file as it was, when somebody else wrote in between or the
        folder cannot be written.
        """
        try:
            self._unchanged()
            backup = self._back_up()
            if self.after is None:
                self.real.unlink()
            else:
                self._replace(self.after)
        except OSError as refused:
            raise SnaphookError(
                f"cannot be written: {refused.strerror}",
                str(refused.filename or self.real),
                "Mend that folder and run the command again.",
            ) from refused
        return backup

    def _back_up(self) -> Path | None:
        if self.before is None or not self.shown:
            return None
        folder = Path(directories.state(), "backups")
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        stamp = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime())
        for attempt in range(1000):
            backup = folder / f"{self.path.name}.{stamp}.{attempt}"
            try:
                _create(backup, self.before, NEW_FILE)
            except FileExistsError:
                continue
            return backup
        raise SnaphookError("has no free name left for a backup", str(folder))

    def _replace(self, content: bytes) -> None:
        self.real.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        making = self.real.with_name(f".{self.real.name}.snaphook-{os.getpid()}")
        try:
            _create(making, content, self.new_mode)
            self._keep_owner_and_mode(making)
            self._unchanged()
            os.replace(making, self.real)
        finally:
            making.unlink(missing_ok=True)
        _sync_folder(self.real.parent)
        if _read(self.real) != content:
            raise SnaphookError(
                "was written by somebody else at the same moment",
                str(self.path),
                "Run the command again.",
            )

    def _keep_owner_and_mode(self, making: Path) -> None:
        if self.before is None:
            return
        old = self.real.stat()
        made = making.stat()
        if (old.st_uid, old.st_gid) != (made.st_uid, made.st_gid):
            os.chown(making, old.st_uid, old.st_gid)
        if self.shown:
            making.chmod(stat.S_IMODE(old.st_mode))

    def _unchanged(self) -> None:
        if _read(self.real) != self.before:
            raise SnaphookError(
                "was changed by somebody else since it was read",
                str(self.path),
                "Nothing was written to it. Run the command again.",
            )


def _read(path: Path) -> bytes | None:
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        return None
    except OSError as refused:
        raise SnaphookError(f"cannot be read: {refused.strerror}", str(path)) from refused
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise SnaphookError("is no regular file", str(path))
    with open(descriptor, "rb") as file:
        return file.read()


def _lines(text: str) -> list[str]:
    """Split at line feeds alone: JSON may hold other line separators as they are."""
    return io.StringIO(text, newline="\n").readlines()


def _decode(content: bytes, path: Path) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as broken:
        line = content.count(b"\n", 0, broken.start) + 1
        raise SnaphookError("is no UTF-8 text", f"{path}:{line}") from broken


def _create(path: Path, content: bytes, mode: int) -> None:
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
    with open(os.open(path, flags, mode), "wb") as file:
        os.fchmod(file.fileno(), mode)
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
