import pytest

from snaphook.config.event_names import meant_event
from snaphook.engine.events import KINDS


@pytest.mark.parametrize(
    ("key", "meant"),
    [
        ("PreToolUze", "PreToolUse"),
        ("preToolUse", "PreToolUse"),
        ("pre_tool_use", "PreToolUse"),
        ("PretoolUse", "PreToolUse"),
        ("PerToolUse", "PreToolUse"),
        ("PostToolUsed", "PostToolUse"),
        ("Stopp", "Stop"),
        ("stop", "Stop"),
        ("Sotp", "Stop"),
        ("SubAgentStop", "SubagentStop"),
        ("SessionStarted", "SessionStart"),
        ("Notifications", "Notification"),
        ("BeforeTool", "PreToolUse"),
        ("AfterTool", "PostToolUse"),
        ("BeforeAgent", "UserPromptSubmit"),
        ("AfterAgent", "Stop"),
        ("PreCompress", "PreCompact"),
        ("beforeSubmitPrompt", "UserPromptSubmit"),
        ("userPromptSubmitted", "UserPromptSubmit"),
        ("tool.execute.before", "PreToolUse"),
    ],
)
def test_a_near_name_or_another_providers_means_a_canonical_event(key, meant):
    assert meant_event(key) == meant


@pytest.mark.parametrize("name", list(KINDS))
def test_canonical_names_mean_themselves(name):
    assert meant_event(name) == name


@pytest.mark.parametrize(
    "key",
    ["FileChanged", "BeforeModel", "AfterModel", "PostToolBatch", "WorktreeCreate", "TeammateIdle",
     "TaskCompleted", "InstructionsLoaded", "Setup", "Elicitation", "PermissionDenied", "Start",
     "CwdChanged", "", "x" * 5000],
)  # fmt: skip
def test_other_native_events_keep_their_own_name(key):
    assert meant_event(key) == ""
