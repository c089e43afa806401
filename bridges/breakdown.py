"""The answer when snaphook itself breaks: never an allow by accident, never a lock-out for nothing.

Only PreToolUse and PermissionRequest are refused, and only where a config asks for hooks at all;
everywhere else the user gets a line and the agent goes on.
"""

import posix
import time

from ..engine.errors import SnaphookError
from ..engine.plans import Hook
from .bridge import Reply
from .output import sendable

REFUSABLE = ("PreToolUse", "PermissionRequest")


def reply_to(error: BaseException, argv: list[str]) -> Reply:
    """Answer in place of the engine; argv is [PROVIDER, EVENT] as wired."""
    note(error, argv)
    what = told(error)
    event_name = argv[1] if len(argv) > 1 else ""
    if event_name in REFUSABLE and is_guarded(argv):
        return refusal(argv, what)
    return Reply("", what + "\n", 0)


def told(error: BaseException) -> str:
    """Say what keeps snaphook from judging: what the user can mend, or a fault of its own."""
    if isinstance(error, SnaphookError):
        return f"snaphook cannot judge this call: {describe(error)}"
    return f"snaphook itself failed: {describe(error)}; `snaphook log` keeps this"


def describe(error: BaseException) -> str:
    """Name the error in one line: its words if it is for people, else its type and its place."""
    if isinstance(error, SnaphookError):
        place = f"{error.where}: " if error.where else ""
        way_on = f"; {error.then}" if error.then else ""
        return " ".join(f"{place}{error.what}{way_on}".split())[:500]
    place = ""
    trace = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        place = f" ({code.co_filename.rsplit('/', 1)[-1]}:{trace.tb_lineno})"
        trace = trace.tb_next
    return f"{type(error).__name__}: {error}{place}"[:500].replace("\n", " ")


def is_guarded(argv: list[str]) -> bool:
    """Tell whether a hook that fails closed is configured for the event here.

    Where even the plan cannot be had, any config file that applies counts as one.
    """
    cwd, project = working_folder(), project_folder(argv)
    try:
        from ..config.find import plan_for

        plan = plan_for(cwd, project or cwd)
    except Exception:  # the very thing that broke may break again
        return has_config(cwd, project)
    hooks = plan.events.get(argv[1], [])
    return bool(plan.broken) or any(fails_closed(Hook(**fields), argv[1]) for fields in hooks)


def fails_closed(hook: Hook, event_name: str) -> bool:
    """Tell whether the hook refuses when it fails; the built-in layer does not count here."""
    from ..engine.failures import closes
    from ..engine.kinds import kind_of

    if hook.layer == "builtin" or hook.state != "on":
        return False
    return closes(hook, "crash", kind_of(event_name)())


def has_config(*places: str) -> bool:
    """Tell whether a hooks.json exists in one of the folders, above it, or in the home folder."""
    from ..engine.directories import home

    folders = []
    for folder in places:
        folders.append(folder)
        while folder not in ("/", ""):
            folder = folder[: folder.rfind("/")]
            folders.append(folder)
    try:
        folders.append(home())
    except KeyError:  # this user has no home at all
        pass
    return any(_exists(f"{folder}/.aipass/hooks.json") for folder in folders)


def working_folder() -> str:
    """Return the working folder, or what it was called before it was deleted."""
    from ..engine.environ import get

    try:
        return posix.getcwd()
    except OSError:
        return get("PWD", "/")


def project_folder(argv: list[str]) -> str:
    """Return where the provider says its project is, "" where it cannot be told."""
    try:
        from .registry import load

        return load(argv[0]).parse({}, argv[1:]).project_dir
    except BaseException:  # a broken bridge must not cost the refusal, even one that exits
        return ""


def _exists(path: str) -> bool:
    try:
        posix.lstat(path)
    except OSError:
        return False
    return True


def refusal(argv: list[str], reason: str) -> Reply:
    """Refuse in the provider's words, or by exit 2 and stderr, which every provider obeys."""
    from ..engine.kinds import kind_of
    from ..engine.runs import Outcome

    try:
        from .registry import load

        event = kind_of(argv[1])(provider=argv[0])
        outcome = Outcome("deny", reason, refused_by="snaphook")
        return sendable(load(argv[0]).render(event, outcome))
    except BaseException:  # a broken bridge must not cost the refusal, even one that exits
        return Reply("", reason + "\n", 2)


def note(error: BaseException, argv: list[str]) -> None:
    """Leave the fault in the log, where the log still works."""
    try:
        from ..logs.record import timestamp
        from ..logs.writer import append

        provider, event_name = [*argv, "", ""][:2]
        fault = {"provider": provider, "event": event_name, "failure": "breakdown"}
        append([{"ts": timestamp(time.time()), **fault, "reason": describe(error)}])
    except Exception:  # nothing is left to tell it with
        pass
