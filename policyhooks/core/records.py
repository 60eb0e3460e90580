"""The values that a condition sees: one class a record, one declaration a field.

A declaration says everything about its field: name, type, what it is (the note of the reference) and its zero.
schema.py reads types and notes from here; a field without a note is our own and no condition sees it. A field that
was never set reads as its zero, so every declared field exists for every event and an instance costs what it sets.
Those of a command's view stand in shell_records.py.
"""

from __future__ import annotations

from policyhooks.core.shell_records import Host, PathRef
from policyhooks.core.values import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Annotated

    from policyhooks.core.shell_records import Url
    from policyhooks.evaluation.times import Timestamp

NO_KEYS: Mapping[str, object] = {}


class Attachment(Record):
    """A file or rule sent along with a prompt."""

    kind: Annotated[str, "file or rule"] = ""
    path: Annotated[str, "its path"] = ""


class EventInfo(Record):
    """Where the event comes from."""

    client: Annotated[str, "the client that started the hook: cursor, claude-code, ..."] = ""
    version: Annotated[str, "its version, where it says so"] = ""
    native: Annotated[str, "its own name of the event"] = ""
    name: Annotated[str, "the canonical name of the event"] = ""
    time_ns: int = 0

    @property
    def time(self) -> Annotated[Timestamp, "when the hook was started"]:
        """The module of timestamps loads only for a rule that asks."""
        from policyhooks.evaluation.times import Timestamp

        return Timestamp(self.time_ns)

    cwd: Annotated[str, "the working directory"] = ""
    workspace: Annotated[str, "the project folder"] = ""
    workspaces: Annotated[Sequence[str], "every folder of the workspace"] = ()
    repo: Annotated[str, "the repository's remote, as `host/owner/name`"] = ""
    branch: Annotated[str, "the checked-out branch"] = ""
    own_branch: Annotated[bool, "the branch is neither the remote's default nor one that many work on"] = False
    linked_worktree: Annotated[bool, "the project folder is a linked worktree of a repository outside of it"] = False
    container: Annotated[str, "docker, podman or kubernetes, as files tell that only root can make"] = ""
    user: Annotated[str, "the account on the machine"] = ""
    email: Annotated[str, "the address of the client's account, where it says so"] = ""
    os: Annotated[str, "linux, darwin or windows"] = ""
    remote: Annotated[bool, "the agent runs on another machine than the person sits at"] = False
    headless: Annotated[bool, "nobody is there to answer a question"] = False
    ci: Annotated[bool, "the client runs in a pipeline, as the variables that it was started with say"] = False
    in_subagent: Annotated[bool, "the event comes from a subagent"] = False
    permission_mode: Annotated[str, "the client's permission mode, in its own words"] = ""
    model: Annotated[str, "the agent's model"] = ""


class Session(Record):
    """The conversation that the event belongs to."""

    id: Annotated[str, "the conversation's id"] = ""
    source: Annotated[str, "how it began, or what asked for a compaction"] = ""
    reason: Annotated[str, "why it ended"] = ""
    status: Annotated[str, "how the turn ended: completed, aborted, error"] = ""
    loop_count: Annotated[int, "how often the agent was already sent on"] = 0
    background: Annotated[bool, "a background agent"] = False
    mode: Annotated[str, "the client's mode: agent, ask, edit"] = ""
    last_message: Annotated[str, "the agent's last words, on stop events"] = ""
    turn: Annotated[str, "the id of the turn: everything that one prompt has set off"] = ""
    transcript: Annotated[str, "the file in which the client keeps the conversation"] = ""
    duration_ms: Annotated[int, "how long it lasted, at its end"] = 0
    error: Annotated[str, "the error that ended it"] = ""
    thought_ms: Annotated[int, "how long the agent thought, on agent.thought"] = 0


class Tool(Record):
    """The tool call, in the client's own words."""

    name: Annotated[str, "the tool's name"] = ""
    input: Annotated[Mapping[str, object], "its arguments; keys may be absent"] = NO_KEYS
    use_id: Annotated[str, "the id of this call"] = ""
    output: Annotated[str, "its output as text, after the call"] = ""
    error: Annotated[str, "its error, after a failed call"] = ""
    failure: Annotated[str, "the kind of failure: error, timeout, permission_denied"] = ""
    duration_ms: Annotated[int, "how long it ran"] = 0
    interrupted: Annotated[bool, "a person ended it, after a failed call"] = False
    sandbox: Annotated[bool, "a command that runs inside the client's sandbox; false: outside, or not said"] = False
    timeout: Annotated[int, "the time that the call is given, in the client's own unit"] = 0
    agent_message: Annotated[str, "what the agent says about the call: its own word, for which nobody vouches"] = ""


class Edit(Record):
    """One replacement inside a file, with its place where the client tells it."""

    removed: Annotated[str, "the text that goes"] = ""
    added: Annotated[str, "the text that comes"] = ""
    start_line: Annotated[int, "where it begins: the line, or 0 where it is not told"] = 0
    start_column: Annotated[int, "where it begins: the column"] = 0
    end_line: Annotated[int, "where it ends: the line"] = 0
    end_column: Annotated[int, "where it ends: the column"] = 0
    old_line: Annotated[str, "the whole line before"] = ""
    new_line: Annotated[str, "the whole line after"] = ""


class File(Record):
    """The file of an event, or of a path inside a command or an MCP argument."""

    path: Annotated[PathRef, "the path"] = PathRef()
    op: Annotated[str, "read, write, edit or delete"] = ""
    content: Annotated[str, "the content that is read or written, where the client sends it"] = ""
    added: Annotated[str, "the text that an edit adds"] = ""
    removed: Annotated[str, "the text that an edit removes"] = ""
    via: Annotated[str, "how the file is reached: tool, shell or mcp"] = ""
    edits: Annotated[Sequence[Edit], "the replacements one by one, where the client lists them"] = ()


class Mcp(Record):
    """A call of an MCP server's tool."""

    server: Annotated[str, "its name, as the Config's `servers` have it; `!name` where another took it"] = ""
    tool: Annotated[str, "the tool's name"] = ""
    arguments: Annotated[Mapping[str, object], "the call's arguments; keys may be absent"] = NO_KEYS
    command: Annotated[str, "the command that started the server, where the client says so"] = ""
    url: Annotated[str, "the server's address, where the client says so"] = ""
    identity: Annotated[str, "a digest of server and tool; of what runs, where that is known"] = ""
    paths: Annotated[Sequence[PathRef], "paths found in the arguments"] = ()
    hosts: Annotated[Sequence[Host], "hosts found in the arguments"] = ()
    urls: Annotated[Sequence[Url], "addresses found in the arguments"] = ()
    sql: Annotated[Sequence[str], "SQL statements in the arguments, a text each: no comments, single blanks"] = ()
    sql_understood: Annotated[bool, "whether all SQL in the arguments could be cut into statements"] = True
    understood: Annotated[bool, "false when too many, too long, or with JSON or patches that cannot be read"] = True


class Web(Record):
    """A page that the agent wants to fetch, or a search."""

    url: Annotated[str, "the address"] = ""
    host: Annotated[Host, "its host"] = Host()
    query: Annotated[str, "the search words, or what to look for on the page"] = ""


class Prompt(Record):
    """What the person sends."""

    text: Annotated[str, "the text"] = ""
    attachments: Annotated[Sequence[Attachment], "what is sent along"] = ()


class Subagent(Record):
    """An agent that the agent wants to start, or that has ended."""

    type: Annotated[str, "its type"] = ""
    task: Annotated[str, "what it is to do"] = ""
    model: Annotated[str, "its model"] = ""
    id: Annotated[str, "its id"] = ""
    parent: Annotated[str, "the id of the conversation that starts it"] = ""
    parallel: Annotated[bool, "it works beside others"] = False
    branch: Annotated[str, "the branch that it works on"] = ""
    description: Annotated[str, "what it is for, in a few words of the agent's"] = ""
    transcript: Annotated[str, "the file with its own conversation"] = ""
    messages: Annotated[int, "how many messages it took, at its end"] = 0
    tool_calls: Annotated[int, "how many tools it called, at its end"] = 0
    modified_files: Annotated[Sequence[str], "the files that it changed, as the client tells them"] = ()
    duration_ms: Annotated[int, "how long it ran, at its end"] = 0


class Compaction(Record):
    """A conversation that is about to be shortened. What asked for it is `session.source`."""

    percent: Annotated[int, "how full the context is, in percent"] = 0
    tokens: Annotated[int, "how many tokens it holds"] = 0
    window: Annotated[int, "how many tokens fit"] = 0
    messages: Annotated[int, "how many messages there are"] = 0
    summarized: Annotated[int, "how many of them are summarized"] = 0
    first: Annotated[bool, "the first time in this conversation"] = False
    instructions: Annotated[str, "what the person wants to be kept"] = ""


class Notification(Record):
    """What the client tells the person. Its words are `text`."""

    type: Annotated[str, "the kind, in the client's own words"] = ""
    title: Annotated[str, "its title"] = ""


class Judge(Record):
    """What a judge said; only in messages of prompt rules."""

    reason: Annotated[str, "its reason, on one line"] = ""


class CommandOutput(Record):
    """What an outside command said; only in messages of command rules."""

    stdout: Annotated[str, "what it wrote, on one line"] = ""
