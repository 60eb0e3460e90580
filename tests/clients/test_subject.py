"""What a bare string of a test stands for."""

import pytest

from policyhooks.clients.subject import STRING_FIELDS, Subject, from_string
from policyhooks.core.events import EVENTS

TABLE = [
    ("shell.before", "ls -la", Subject("shell.before", command="ls -la")),
    ("file.read", "/w/a", Subject("file.read", path="/w/a")),
    ("file.write", "/w/a", Subject("file.write", path="/w/a")),
    ("mcp.before", "mail/send", Subject("mcp.before", server="mail", tool="send")),
    ("mcp.before", "a/b/c", Subject("mcp.before", server="a", tool="b/c")),
    ("web.before", "https://x", Subject("web.before", url="https://x")),
    ("prompt.submit", "hi", Subject("prompt.submit", text="hi")),
    ("subagent.start", "do it", Subject("subagent.start", task="do it")),
    ("agent.stop", "done", Subject("agent.stop", last_message="done")),
    ("session.start", "resume", Subject("session.start", source="resume")),
]


@pytest.mark.parametrize(("event", "text", "want"), TABLE)
def test_strings(event: str, text: str, want: Subject) -> None:
    assert from_string(event, text) == want
    assert from_string(event, text).title == text


@pytest.mark.parametrize("text", ["mail", "/send", "mail/", ""])
def test_an_mcp_call_needs_server_and_tool(text: str) -> None:
    with pytest.raises(ValueError, match="server/tool"):
        from_string("mcp.before", text)


def test_every_event_has_a_string_form() -> None:
    assert set(STRING_FIELDS) == set(EVENTS)


@pytest.mark.parametrize(
    ("subject", "op"),
    [
        (Subject("file.read", path="x"), "read"),
        (Subject("file.write", path="x"), "write"),
        (Subject("file.write", path="x", op="delete"), "delete"),
        (Subject("file.edited", path="x"), "edit"),
    ],
)
def test_file_operations(subject: Subject, op: str) -> None:
    assert subject.file_op == op
