"""Where snaphook keeps things. The shim fixes HOME and XDG_*; without it the environment counts."""

from .environ import get
from .paths import normalise


def home() -> str:
    """Return the user's home folder: HOME, or the password database's when that is no use.

    A user whom the database does not know (a container's bare uid) is at home in `/`.
    """
    path = get("HOME")
    if path.startswith("/"):
        return normalise(path)
    import posix
    import pwd

    try:
        return pwd.getpwuid(posix.getuid()).pw_dir or "/"
    except KeyError:
        return "/"


def _xdg(variable: str, fallback: str) -> str:
    path = get(variable)
    return f"{normalise(path if path.startswith('/') else f'{home()}/{fallback}')}/snaphook"


def data() -> str:
    """Return the folder of the shim, trust store and plans: `$XDG_DATA_HOME/snaphook`."""
    return _xdg("XDG_DATA_HOME", ".local/share")


def state() -> str:
    """Return the folder of the log, receipts and session stores: `$XDG_STATE_HOME/snaphook`."""
    return _xdg("XDG_STATE_HOME", ".local/state")
