"""Acme's house rules. The entry point names this module; its handlers are the marked functions."""

from snaphook.handlers import PreToolUse, SessionStart, context, deny, handler

SNAPHOOK_SPEC_VERSION = 1


@handler(
    on=PreToolUse,
    tools=["Write", "Edit", "MultiEdit"],
    class_="gate",
    options="snaphook_acme.options:Frozen",
    aliases=["no_edit"],
)
def frozen_files(event: PreToolUse, options):
    """Refuse edits of files that the team has frozen."""
    for file in event.tool.files:
        if file.change != "read" and file.path.name in options.names:
            return deny(f"{file.path.name} is frozen until the release; ask {options.owner}.")
    return None


@handler(on=SessionStart, class_="context", options="snaphook_acme.options:House")
def house_rules(options):
    """Tell the model the house rules, one a line."""
    return context("\n".join(f"- {rule}" for rule in options.rules))
