"""The place of an explanation: a command is read once for all clients, unless what was read has changed since."""

from __future__ import annotations

from policyhooks.clients.catalog import find
from policyhooks.clients.subject import from_string
from policyhooks.core.event import Event
from policyhooks.core.records import EventInfo
from policyhooks.core.shell_records import Shell
from policyhooks.core.values import but
from policyhooks.inspect.place import sharing
from policyhooks.inspect.session import Deciding
from policyhooks.suite.stage import build_event
from tests.compiler.policy_text import compile_text, policy, rule


class Counting:
    """A reader of commands that counts, and gives views whose problems can grow."""

    def __init__(self) -> None:
        self.read: list[str] = []

    def __call__(self, event: Event) -> Shell:
        self.read.append(event.command or "")
        return Shell(command=event.command or "", problems=[])


def event(client: str, native: str, command: str, cwd: str = "/w/project") -> Event:
    row = find(client, native, "shell.before")
    assert row is not None
    made = build_event(from_string("shell.before", command), row)
    return but(made, event=but(made.event, cwd=cwd))


def test_one_command_of_several_clients_is_read_once() -> None:
    reader = Counting()
    read = sharing(reader)
    seen = [read(event("claude-code", "PreToolUse", "ls")), read(event("cursor", "beforeShellExecution", "ls"))]
    read(event("cursor", "beforeShellExecution", "ls", cwd="/elsewhere"))
    read(event("cursor", "beforeShellExecution", "pwd"))
    assert seen[0] is seen[1]
    assert reader.read == ["ls", "ls", "pwd"]


def test_a_view_that_reached_a_limit_since_is_read_anew() -> None:
    reader = Counting()
    read = sharing(reader)
    first = read(event("claude-code", "PreToolUse", "ls"))
    assert isinstance(first.problems, list)
    first.problems.append("too_deep")
    assert read(event("cursor", "beforeShellExecution", "ls")) is not first
    assert len(reader.read) == 2


def test_only_payloads_of_one_action_share_what_is_read(tmp_path) -> None:
    modules = compile_text(tmp_path, policy([rule()])).modules
    one = Event(command="ls", dialect="bash", event=EventInfo(cwd="/w", workspace="/w"))
    for shared in (True, False):
        read = Deciding(modules, one_action=shared).place("/home/dev").read_shell
        assert read is not None
        assert (read(one) is read(one)) == shared
