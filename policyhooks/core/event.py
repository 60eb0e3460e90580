"""The canonical event: what a client said, in the words of the policy language.

Built by a client's adapter, read by lowered conditions (`e.shell.commands`, `e.mcp.server`).
It knows neither clients nor rules.
"""

from __future__ import annotations

from policyhooks.core.events import PARENT
from policyhooks.core.records import (
    Compaction,
    EventInfo,
    File,
    Mcp,
    Notification,
    Prompt,
    Session,
    Subagent,
    Tool,
    Web,
)
from policyhooks.core.shell_records import Shell
from policyhooks.core.values import Record, lazy, zero

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Annotated

    from policyhooks.core.own_rows import OwnRows
    from policyhooks.core.program import Memory
    from policyhooks.core.shell_records import PathRef


def _view_of(event: Event) -> Shell:
    return event.read_shell(event) if event.command is not None and event.read_shell is not None else Shell()


def _nothing(event: Event) -> dict[object, tuple[bool, object]]:
    return {}


def _no_memory() -> Memory:
    from policyhooks.core.memory_records import NoMemory

    return NoMemory()


class HeldCommand(Record):
    """A command in the free-form input of a call."""

    text: str = ""
    dialect: str = "bash"
    cwd: str = ""  # as written beside it
    sure: bool = True  # false: only by its look, so that a text that cannot be read is no command
    problem: str = ""  # why the text is not all of it


class Held(Record):
    """What the free-form input of a call holds: of an MCP call, and of a tool that no table knows."""

    paths: Sequence[PathRef] = ()
    commands: Sequence[HeldCommand] = ()
    urls: Sequence[str] = ()  # of an MCP call they stand in `mcp`
    problem: str = ""  # why it was not read whole


class Event(Record):
    """One event. Every root variable of events.ROOTS is an attribute.

    `payload` is the client's own JSON object, `native` its own event name, `name` the canonical one.
    `supplied` holds the dotted names of the fields that this event really carries.
    `command` is the text of a shell command, where the event carries one; `read_shell` turns the
    event into its parsed view and is set by whoever runs rules on it, so that a view that no rule
    asks for is never computed.
    """

    client: str = ""
    native: str = ""
    name: str = "other"
    payload: Mapping[str, object] = {}
    supplied: frozenset[str] = frozenset()
    command: str | None = None
    dialect: str = "bash"
    home: str = ""
    foreign: bool = False  # the entry was written for another client than the one that started it
    derived: bool = False  # a path or command inside another event
    env_file: str = ""  # where the client reads the session's environment from, if it says so
    environ: Mapping[str, str] = {}  # the client's variables; a condition sees those that its file declares
    read_shell: Callable[[Event], Shell] | None = None
    rows: OwnRows | None = None  # what users have described, where a view is read with it
    memory: Memory = zero(_no_memory)  # what is remembered, see runtime/engine/remembering.py

    event: EventInfo = EventInfo()
    session: Session = zero(lambda: Session())
    tool: Tool = zero(lambda: Tool())
    file: File = zero(lambda: File())
    held: Held = zero(lambda: Held())  # what derived events are made of
    files: Sequence[File] = ()  # further files of the same call (patches): each is a derived file event
    mcp: Mcp = zero(lambda: Mcp())
    alike: Sequence[str] = ()  # further names of its server, for restrictions alone: runtime/engine/servers.py
    web: Web = zero(lambda: Web())
    prompt: Prompt = zero(lambda: Prompt())
    subagent: Subagent = zero(lambda: Subagent())
    compaction: Compaction = zero(lambda: Compaction())
    notification: Notification = zero(lambda: Notification())
    text: Annotated[str, "the agent's words, on agent.response and agent.thought, and the text of a notification"] = ""

    shell: Shell = lazy(_view_of)
    memo: dict[object, tuple[bool, object]] = lazy(_nothing)  # values of variables, see matching.once

    @property
    def names(self) -> tuple[str, ...]:
        """The canonical name and its parent's: a rule on the parent sees its children.

        A derived event has only its own: rules on the parent have seen the event that carries it.
        """
        parent = PARENT.get(self.name)
        return (self.name,) if parent is None or self.derived else (self.name, parent)
