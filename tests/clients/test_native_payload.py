"""Native payloads: the adapters read from them what was put into them."""

import json

import pytest

from policyhooks.clients.catalog import Row, rows
from policyhooks.clients.native_payload import WRITERS, native_payload
from policyhooks.clients.registry import adapter_for
from policyhooks.clients.subject import Subject, from_string
from policyhooks.errors import UsageError
from tests.support.shared import shared

# Rows that the clients of our writers have and that no subject stands for.
UNWRITTEN = {("claude-code", "UserPromptExpansion"), ("cursor", "subagentStop")}
TERMINAL = ("codex", "gemini-cli", "copilot-cli")  # of these: calls before they are made, and prompts
ROWS = [
    row
    for client in WRITERS
    for row in rows(client=client)
    if row.event != "other"
    and (row.client, row.native) not in UNWRITTEN
    and (
        row.client not in TERMINAL or row.native in ("PreToolUse", "BeforeTool", "preToolUse") or "prompt" in row.event
    )
]


def subject_of(event: str) -> Subject:
    if event == "file.edited":
        return Subject(event, path="/w/project/a", content="text")
    if event.endswith(".after") and event != "tool.after":
        return Subject(event, command="ls", server="s" * event.startswith("mcp"), tool="t", output="out")
    return from_string(event, "Calendar" if event == "tool.before" else "some/thing")


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.client}-{row.native}-{row.event}")
def test_every_row_can_be_sent_and_read_back(row: Row) -> None:
    native, payload = native_payload(row.client, subject_of(row.event), native=row.native)
    assert native == row.native
    assert payload.get("hook_event_name", native) == native
    json.dumps(payload)
    assert adapter_for(row.client).parse(native, payload, {}).name == row.event


CALLS = [
    (Subject("shell.before", command="git push"), "shell.command", "git push"),
    (Subject("file.read", path="/w/a"), "file.path.raw", "/w/a"),
    (Subject("file.write", path="/w/a", content="x"), "file.content", "x"),
    (Subject("mcp.before", server="mail", tool="send", arguments={"to": "a"}), "mcp.arguments", {"to": "a"}),
    (Subject("mcp.before", server="mail", tool="send"), "mcp.server", "mail"),
    (Subject("mcp.before", server="mail", tool="send"), "mcp.tool", "send"),
    (Subject("web.before", url="https://x/"), "web.url", "https://x/"),
    (Subject("prompt.submit", text="hi"), "prompt.text", "hi"),
    (Subject("subagent.start", task="look"), "subagent.task", "look"),
]


MISSING = {("codex", "web.before"), ("gemini-cli", "subagent.start")}


@pytest.mark.parametrize("client", WRITERS)
@pytest.mark.parametrize(("subject", "field", "value"), CALLS, ids=lambda one: str(one)[:20])
def test_what_was_put_in_is_read(client: str, subject: Subject, field: str, value: object) -> None:
    if (client, subject.event) in MISSING or (client == "codex" and field == "file.content"):
        pytest.skip(f"{client} does not send this")
    event = adapter_for(client).parse(*native_payload(client, subject), {})
    found: object = event.command if field == "shell.command" else event
    for name in field.split(".") if field != "shell.command" else ():
        found = getattr(found, name)
    assert found == value


@pytest.mark.parametrize(
    ("client", "event"), [("claude-code", "tab.read"), ("cursor", "notification"), ("nobody", "file.read")]
)
def test_what_a_client_does_not_have(client: str, event: str) -> None:
    with pytest.raises(UsageError):
        native_payload(client, from_string(event, "x"))


@pytest.mark.parametrize(
    ("name", "subject"),
    [
        ("PreToolUse-Bash", Subject("shell.before", command="x")),
        ("PreToolUse-Read", Subject("file.read", path="x")),
        ("PreToolUse-Write-acceptEdits", Subject("file.write", path="x")),
        ("PreToolUse-WebFetch", Subject("web.before", url="x")),
        ("PreToolUse-Agent", Subject("subagent.start", task="x")),
        ("UserPromptSubmit", Subject("prompt.submit", text="x")),
        ("SessionStart", Subject("session.start")),
    ],
)
def test_shapes_are_those_of_recorded_payloads(name: str, subject: Subject) -> None:
    recorded = json.loads((shared("payloads") / "claude-code-2.1.325" / f"{name}.json").read_text())
    native, written = native_payload("claude-code", subject)
    assert native == recorded["hook_event_name"]
    assert set(written) - set(recorded) <= {"permission_mode"}
    if "tool_input" in recorded:
        assert recorded["tool_name"] == written["tool_name"]
        assert set(written["tool_input"]) <= set(recorded["tool_input"]) | {"description", "prompt"}  # type: ignore[arg-type]
