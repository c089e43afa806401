"""Frames come out as they went in, whatever the pieces, and nothing else comes out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snaphook.engine.frames import LIMIT, Frames, pack

MESSAGES = st.lists(
    st.tuples(
        st.sampled_from(["import", "start", "answer", "crash"]),
        st.integers(0, 99),
        st.none() | st.text(max_size=50),
    ).map(list),
    max_size=8,
)


def taken(frames):
    messages = []
    while (message := frames.take()) is not None:
        messages.append(message)
    return messages


@given(MESSAGES, st.integers(1, 40))
def test_messages_survive_any_cutting_into_pieces(messages, size):
    data = b"".join(map(pack, messages))
    frames, found = Frames(), []
    for start in range(0, len(data), size):
        frames.feed(data[start : start + size])
        found += taken(frames)
    assert found == messages


def test_an_unfinished_frame_is_no_message_yet():
    frames = Frames()
    frames.feed(pack(["start", 0])[:-1])
    assert frames.take() is None


@pytest.mark.parametrize(
    "body",
    [b"", b"[", b"nonsense", b"{}", b"[]", b'["start"]', b'[0,"start"]', b'["start",true]']
    + [b'["start",1.0]', b"\xff\xfe", b"[" * 100_000],
)
def test_a_body_that_is_no_message_is_refused(body):
    frames = Frames()
    frames.feed(len(body).to_bytes(4, "big") + body)
    with pytest.raises(ValueError):
        frames.take()


def test_a_frame_over_the_limit_is_refused_by_its_length_alone():
    frames = Frames()
    frames.feed((LIMIT + 1).to_bytes(4, "big"))
    with pytest.raises(ValueError, match="a frame of 8388609 bytes"):
        frames.take()


def test_messages_before_a_bad_frame_still_count():
    frames = Frames()
    frames.feed(pack(["start", 0]) + b"\xff\xff\xff\xff")
    assert frames.take() == ["start", 0]
    with pytest.raises(ValueError):
        frames.take()


def test_what_json_cannot_hold_or_is_too_long_cannot_be_packed():
    with pytest.raises(TypeError):
        pack(["answer", 0, {1}])
    with pytest.raises(ValueError, match="more than 8388608"):
        pack(["answer", 0, "x" * LIMIT])
    endless = []
    endless.append(endless)
    with pytest.raises(TypeError):
        pack(endless)
