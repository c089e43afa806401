"""What a handler answers."""

import pytest

from snaphook.engine.paths import Path
from snaphook.engine.verdicts import (
    DECISIONS,
    Verdict,
    allow,
    ask,
    context,
    deny,
    message,
    rewrite,
)

MADE = [
    (allow(), ("allow", "", "", "", None)),
    (allow("fine"), ("allow", "fine", "", "", None)),
    (ask("sure?"), ("ask", "sure?", "", "", None)),
    (deny("no"), ("deny", "no", "", "", None)),
    (context("the rules"), ("", "", "the rules", "", None)),
    (message("done"), ("", "", "", "done", None)),
    (rewrite({"command": "ls"}), ("", "", "", "", {"command": "ls"})),
    (rewrite({"command": "ls"}, "safer"), ("", "safer", "", "", {"command": "ls"})),
    (Verdict("deny", "no", "c", "m", {}), ("deny", "no", "c", "m", {})),
]


@pytest.mark.parametrize(("verdict", "expected"), MADE)
def test_each_maker_fills_its_part(verdict, expected):
    assert (
        verdict.decision,
        verdict.reason,
        verdict.context,
        verdict.message,
        verdict.updated_input,
    ) == expected


def test_decisions_go_from_no_opinion_to_the_strictest():
    assert DECISIONS == ("", "allow", "ask", "deny")


@pytest.mark.parametrize("decision", ["block", "approve", "Deny", None, 1, ["deny"]])
def test_another_decision_is_refused(decision):
    with pytest.raises(ValueError, match="a decision is allow, ask, deny or empty"):
        Verdict(decision)


@pytest.mark.parametrize("field", ["reason", "context", "message"])
@pytest.mark.parametrize("text", [None, 5, b"x", ["x"]])
def test_a_text_must_be_text(field, text):
    with pytest.raises(TypeError, match=f"{field} must be text, not {type(text).__name__}"):
        Verdict(**{field: text})


@pytest.mark.parametrize("given", ["ls", [("command", "ls")], 5])
def test_an_updated_input_must_be_a_dict(given):
    with pytest.raises(TypeError, match="updated_input must be a dict"):
        Verdict(updated_input=given)


def test_verdicts_are_equal_by_what_they_say():
    assert deny("no") == Verdict("deny", "no")
    assert deny("no") != deny("yes")
    assert deny("no") != "no"
    with pytest.raises(TypeError):
        hash(deny("no"))


def test_a_verdict_shows_what_it_says():
    assert repr(deny("no")) == "Verdict(decision='deny', reason='no')"
    assert repr(Verdict()) == "Verdict()"


class Sly(str):
    """Text that is not what it makes of itself."""

    def __str__(self):
        return "something else"

    def __eq__(self, other):
        return True

    __hash__ = str.__hash__
    __getitem__ = __format__ = encode = None


def test_texts_of_other_classes_become_plain_ones():
    verdict = Verdict(Sly("deny"), Sly("why"), Path("/a"), Sly("m"))
    said = (verdict.decision, verdict.reason, verdict.context, verdict.message)
    assert said == ("deny", "why", "/a", "m")
    assert {type(text) for text in said} == {str}


def test_no_class_of_text_makes_another_decision():
    with pytest.raises(ValueError, match="a decision is allow, ask, deny or empty"):
        Verdict(Sly("perhaps"))
