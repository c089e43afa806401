"""What one hook must not leave behind for the next one in the same worker."""

import _signal
import posix
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

_SIGNALS = tuple(sorted(_signal.valid_signals()))
_TIMERS = (_signal.ITIMER_REAL, _signal.ITIMER_VIRTUAL, _signal.ITIMER_PROF)

# Taken before any handler is imported: a handler may replace them in their modules.
_getcwd, _chdir, _umask = posix.getcwd, posix.chdir, posix.umask
_putenv, _unsetenv, _environ = posix.putenv, posix.unsetenv, posix.environ
_getsignal, _setsignal = _signal.getsignal, _signal.signal
_settrace, _setprofile = sys.settrace, sys.setprofile
_setmask, _settimer = _signal.pthread_sigmask, _signal.setitimer


class Surroundings:
    """The state of the process as it is now; `restore` brings it back.

    That is cwd, umask, environment, `sys.path`, recursion limit, trace and profile functions,
    signal dispositions and mask, interval timers, and the standard streams, whose buffers are
    flushed. What a handler changed behind Python's back, by a C call of its own, is not seen.
    """

    def __init__(self) -> None:
        self._cwd = _here()
        self._umask = _umask(0o77)
        _umask(self._umask)
        self._signals = [*map(_getsignal, _SIGNALS)]
        self._recursion = sys.getrecursionlimit()
        self._streams = [_usable(sys.stdout, 1), _usable(sys.stderr, 2)]
        self._stdin = sys.stdin
        self.accept_imports()

    def accept_imports(self) -> None:
        """Take what the handlers' modules did to `sys.path` and the environment as the rule."""
        self._path = sys.path
        self._path_entries = list(sys.path)
        self._environ = dict(_environ)

    def restore(self) -> None:
        """Put everything back as it was."""
        self._restore_signals()
        self._restore_environ()
        self._restore_cwd()
        _umask(self._umask)
        sys.path = self._path
        if sys.path != self._path_entries:
            sys.path[:] = self._path_entries
        sys.setrecursionlimit(self._recursion)
        _settrace(None)
        _setprofile(None)
        self._restore_streams()

    def _restore_signals(self) -> None:
        if [*map(_getsignal, _SIGNALS)] != self._signals:
            for index, number in enumerate(_SIGNALS):
                before = self._signals[index]
                if before is not None and _getsignal(number) is not before:
                    _setsignal(number, before)
        for timer in _TIMERS:
            _settimer(timer, 0)
        _setmask(_signal.SIG_SETMASK, ())

    def _restore_cwd(self) -> None:
        try:
            _chdir(self._cwd)
        except OSError:
            _chdir("/")  # the folder is deleted

    def _restore_environ(self) -> None:
        if _environ == self._environ:
            return
        for name in [name for name in _environ if name not in self._environ]:
            del _environ[name]
            _unsetenv(name)
        for name, value in self._environ.items():
            if _environ.get(name) != value:
                _environ[name] = value
                _putenv(name, value)

    def _restore_streams(self) -> None:
        for stream in self._streams:
            try:
                stream.flush()
            except (OSError, ValueError):
                pass  # the handler closed it, and a new one takes its place
        self._streams = [_usable(stream, fd) for fd, stream in enumerate(self._streams, 1)]
        sys.stdout, sys.stderr = self._streams
        sys.stdin = self._stdin


def _here() -> str:
    try:
        return _getcwd()
    except OSError:
        return "/"  # the folder is deleted, and there is no way back into it


def _usable(stream: "TextIO | None", fd: int) -> "TextIO":
    try:
        if stream is not None and not stream.closed:
            return stream
    except ValueError:
        pass  # its buffer was taken from it
    return open(fd, "w", encoding="utf-8", errors="backslashreplace", closefd=False)
