"""The plan for a call: from the cache when nothing has changed, else compiled in a child."""

from ..engine.plans import Plan
from . import guarded, plan_cache
from .discovery import discover


def plan_for(cwd: str, project_dir: str = "") -> Plan:
    """Return the plan for an event's folder and the folder that the provider calls the project's.

    Raises SnaphookError when no plan can be made at all; a broken config file or entry is no
    reason: that is in the plan.

    Example: `plan_for("/repo/src", "/repo").hooks(event)`.
    """
    sources = discover(cwd, project_dir)
    folder = guarded.folder(sources.home, sources.boundaries)
    if folder and guarded.is_closed(folder):
        plan = plan_cache.lookup(f"{folder}/{plan_cache.key_of(sources)}.plan", sources)
        if plan is not None:
            return plan
    from .missed import compile_and_keep

    return compile_and_keep(sources, folder)
