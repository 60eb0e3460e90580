"""The virtual place: which client's event carries a test, and what it holds."""

import pytest

from policyhooks.clients.catalog import find
from policyhooks.clients.facts import HOME, WORKSPACE
from policyhooks.clients.subject import Subject, from_string
from policyhooks.suite.stage import build_event, choose_row, unknown_fields


@pytest.mark.parametrize(
    ("event", "effect", "clients", "natives", "want"),
    [
        ("shell.before", "deny", (), (), ("claude-code", "PreToolUse")),
        ("shell.before", "ask", ("cursor",), (), ("cursor", "beforeShellExecution")),
        ("shell.before", "rewrite", ("cursor",), (), ("cursor", "preToolUse")),
        ("shell.before", "deny", (), ("cursor.beforeShellExecution",), ("cursor", "beforeShellExecution")),
        ("file.write", "ask", (), (), ("claude-code", "PreToolUse")),
        ("file.write", "ask", ("cursor",), (), ("cursor", "preToolUse")),
        ("tab.read", "deny", (), (), ("cursor", "beforeTabFileRead")),
        ("tab.read", "deny", ("claude-code",), (), None),
        ("mcp.after", "redact", ("cursor",), (), ("cursor", "postToolUse")),
    ],
)
def test_the_row_that_carries_a_test(
    event: str, effect: str, clients: tuple[str, ...], natives: tuple[str, ...], want: tuple[str, str] | None
) -> None:
    row = choose_row(event, effect, clients=clients, natives=natives)
    assert (None if row is None else (row.client, row.native)) == want


def event_of(subject: Subject, client: str = "claude-code", native: str = "PreToolUse", **roots: dict[str, object]):
    row = find(client, native, subject.event)
    assert row is not None
    return build_event(subject, row, roots)


def test_the_place_is_virtual() -> None:
    event = event_of(from_string("shell.before", "ls"))
    assert (event.event.cwd, event.event.workspace, event.home) == (WORKSPACE, WORKSPACE, HOME)
    assert (event.event.user, event.event.os, event.event.repo) == ("dev", "linux", "")
    assert event.command == "ls"


def test_a_case_sets_fields_of_its_own() -> None:
    event = event_of(
        from_string("shell.before", "ls"), event={"branch": "main", "workspace": "/srv"}, session={"mode": "ask"}
    )
    assert (event.event.branch, event.event.workspace, event.session.mode) == ("main", "/srv", "ask")
    assert {"event.branch", "session.mode"} <= event.supplied


def test_a_subject_that_no_payload_carries_is_assembled() -> None:
    subject = Subject("subagent.stop", last_message="done")
    event = event_of(subject, "cursor", "subagentStop")
    assert (event.name, event.session.last_message) == ("subagent.stop", "done")
    deleted = event_of(Subject("file.write", path="/w/project/a", op="delete"))
    assert (deleted.file.op, deleted.file.path.raw) == ("delete", "/w/project/a")


@pytest.mark.parametrize(
    ("roots", "unknown"),
    [
        ({"event": {"branch": "x"}}, []),
        ({"event": {"brunch": "x"}}, ["event.brunch"]),
        ({"tool": {"x": 1}}, ["tool.x"]),
    ],
)
def test_unknown_fields(roots: dict[str, dict[str, object]], unknown: list[str]) -> None:
    assert unknown_fields(roots) == unknown
