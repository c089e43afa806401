# What the hook path uses of the C module behind `signal`, which makes enums of everything.
from collections.abc import Callable, Iterable
from types import FrameType
from typing import TypeAlias

Handler: TypeAlias = Callable[[int, FrameType | None], object] | int | None

SIGALRM: int
SIGCHLD: int
SIGHUP: int
SIGINT: int
SIGKILL: int
SIGPIPE: int
SIGTERM: int
SIGXFSZ: int
SIG_BLOCK: int
SIG_DFL: int
SIG_IGN: int
SIG_SETMASK: int
ITIMER_PROF: int
ITIMER_REAL: int
ITIMER_VIRTUAL: int

def default_int_handler(signalnum: int, frame: FrameType | None, /) -> object: ...
def getsignal(signalnum: int, /) -> Handler: ...
def pthread_sigmask(how: int, mask: Iterable[int], /) -> set[int]: ...
def set_wakeup_fd(fd: int, /, *, warn_on_full_buffer: bool = True) -> int: ...
def setitimer(which: int, seconds: float, interval: float = 0.0, /) -> tuple[float, float]: ...
def signal(signalnum: int, handler: Handler, /) -> Handler: ...
def valid_signals() -> set[int]: ...
