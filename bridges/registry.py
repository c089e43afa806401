"""Which bridges there are: ours by a literal table, others by entry points and the shim's table.

The hook path reads only tables. Entry points are looked up when a person lists bridges and when
`install` writes the table beside the shim: lines of name, module and the directory that holds it.
"""

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .bridge import Bridge
    from .discovery import Installed

BUILT_IN = {"claude": "snaphook.bridges.claude", "codex": "snaphook.bridges.codex"}
GROUP = "snaphook.bridges"


def table_path() -> str:
    """Return where `install` notes the bridges of other packages, beside the shim."""
    from ..engine.directories import data

    return f"{data()}/bin/bridges.table"


def load(name: str) -> "Bridge":
    """Return the bridge module for the provider word of a wired command, such as "claude".

    Raises SnaphookError for a word that neither we nor the table know, and for a bridge of the
    table whose module cannot be imported.
    """
    if name in BUILT_IN:
        return _module(BUILT_IN[name])
    return _foreign(name)


def _foreign(name: str) -> "Bridge":
    from ..engine.errors import SnaphookError

    module, directory = read_table(table_path()).get(name, ("", ""))
    if not module:
        raise SnaphookError(
            f"there is no bridge for {name!r}",
            table_path(),
            "`snaphook handlers --providers` lists the bridges; `snaphook install` notes them here",
        )
    if directory not in sys.path:
        sys.path.append(directory)  # last, so that it can stand in for nothing
    try:
        return _module(module)
    except Exception as error:
        what = f"the bridge for {name!r} does not import: {type(error).__name__}: {error}"
        raise SnaphookError(
            what, table_path(), f"reinstall the package that brings {module}"
        ) from error


def _module(name: str) -> "Bridge":
    __import__(name)
    return sys.modules[name]  # pyright: ignore[reportReturnType]


def read_table(path: str) -> dict[str, tuple[str, str]]:
    """Return name -> (module, directory); lines of another form are passed over."""
    from .guarded import read_guarded

    table = {}
    for line in read_guarded(path).decode("utf-8", "surrogateescape").splitlines():
        parts = line.split("\t")
        if len(parts) == 3 and parts[0] not in BUILT_IN and parts[2].startswith("/"):
            table[parts[0]] = (parts[1], parts[2])
    return table


def installed() -> "list[Installed]":
    """Return our bridges, then those of installed packages by name; imports none of them. Slow."""
    from .discovery import Installed, of_packages

    ours = [Installed(name, module) for name, module in BUILT_IN.items()]
    return ours + of_packages()
