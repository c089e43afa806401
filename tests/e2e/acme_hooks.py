"""A third party's handlers, as the scenarios configure them."""

import time

from snaphook.handlers import PreToolUse, Stop, UserPromptSubmit, context, deny, handler


@handler(on=PreToolUse, tools=["Bash"], class_="gate")
def no_network(event):
    """Refuse commands that fetch something."""
    if "curl" in event.tool.command:
        return deny("acme: nothing is fetched from here")
    return None


@handler(on=UserPromptSubmit, class_="context")
def house_rules(event):
    """Tell the model the rules of the house."""
    return context("acme: the paint is still wet")


@handler(on=Stop, class_="gate")
def not_yet(event):
    """Hold the first stop up."""
    return None if event.stop_active else deny("acme: the changelog is missing")


@handler(on=PreToolUse, class_="gate")
def crashing(event):
    """Fall over."""
    raise RuntimeError("acme fell over")


@handler(on=PreToolUse, class_="gate")
def sleeping(event):
    """Never answer in time."""
    time.sleep(30)
