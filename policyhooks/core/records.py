"""The values that a condition sees: one class a record, one declaration a field.

A declaration says everything about its field: name, type, what it is (the note of the reference) and its zero.
schema.py reads types and notes from here; a field without a note is our own and no condition sees it. A field that
was never set reads as its zero, so every declared field exists for every event and an instance costs what it sets.
"""

from __future__ import annotations

from policyhooks.core.values import Record, build, but, current, lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Annotated

    from policyhooks.evaluation.times import Timestamp

__all__ = ["Record", "build", "but", "current", "lazy"]

NO_KEYS: Mapping[str, object] = {}


class PathRef(Record):
    """A path, as written and as it comes out."""

    raw: Annotated[str, "as written"] = ""
    norm: Annotated[str, "absolute, without `.` and `..`"] = ""
    real: Annotated[str, "after links are resolved"] = ""
    folded: Annotated[str, "in lower case and normal form, for comparing on file systems that fold case"] = ""
    op: Annotated[str, "read, use (identity, settings, attributes), write, append, delete, chmod, link, exec"] = ""
    dynamic: Annotated[bool, "only known when it runs"] = False
    glob: Annotated[bool, "has a wildcard"] = False
    in_workspace: Annotated[bool, "inside the project"] = False
    is_workspace_root: Annotated[bool, "the project's own folder, or above"] = False
    tags: Annotated[Sequence[str], "what it is known for: credential, agent_config, ..."] = ()


class Host(Record):
    """A host that would be reached."""

    name: Annotated[str, "the name"] = ""
    port: Annotated[int, "the port, or 0"] = 0
    scheme: Annotated[str, "the scheme"] = ""
    dynamic: Annotated[bool, "only known when it runs"] = False
    is_ip: Annotated[bool, "an address of digits"] = False


class Url(Record):
    """An address that would be reached."""

    raw: Annotated[str, "as written"] = ""
    scheme: Annotated[str, "the scheme"] = ""
    host: Annotated[str, "the host"] = ""
    port: Annotated[int, "the port, or 0"] = 0
    path: Annotated[str, "the path"] = ""
    userinfo: Annotated[bool, "it carries a user name or password"] = False
    dynamic: Annotated[bool, "only known when it runs"] = False


class Attachment(Record):
    """A file or rule sent along with a prompt."""

    kind: Annotated[str, "file or rule"] = ""
    path: Annotated[str, "its path"] = ""


class Flow(Record):
    """Data that goes from one place to another inside a command."""

    source: Annotated[str, "network, secret, decode, file or stdin"] = ""
    sink: Annotated[str, "exec, network or write"] = ""
    # `from` in conditions: lowering adds the underscore to Python keywords.
    from_: Annotated[int, "the command it leaves"] = 0
    to: Annotated[int, "the command it reaches"] = 0
    certain: Annotated[bool, "false when it may flow"] = False


class Code(Record):
    """Code in another language inside a command (`python -c ...`)."""

    lang: Annotated[str, "python, node, perl, ..."] = ""
    text: Annotated[str, "the code"] = ""
    dynamic: Annotated[bool, "some of it is only known when it runs"] = False
    understood: Annotated[bool, "false when it could not be read for certain"] = True
    imports: Annotated[Sequence[str], "modules it imports"] = ()
    calls: Annotated[Sequence[str], "functions it calls"] = ()
    strings: Annotated[Sequence[str], "its string literals"] = ()
    command_id: Annotated[int, "the command that runs it"] = 0


class CodeSource(Record):
    """Where a shell or an interpreter gets the code that it runs."""

    source: Annotated[str, "text, file (was there), written (by this text), descriptor, download, nothing, unknown"] = (
        ""
    )
    path: Annotated[str, "the file, where it is one"] = ""
    descriptor: Annotated[int, "the descriptor that it is read from, or -1"] = -1
    read: Annotated[bool, "the code is known, and what it runs is listed"] = False


class Pkg(Record):
    """What a package manager would do."""

    manager: Annotated[str, "npm, pip, cargo, ..."] = ""
    op: Annotated[str, "install, remove, publish, run, ..."] = ""
    name: Annotated[str, "the package"] = ""
    version: Annotated[str, "the version asked for"] = ""
    pinned: Annotated[bool, "an exact version"] = False
    source: Annotated[str, "registry, url, git or path"] = ""
    scripts_disabled: Annotated[bool, "install scripts are off"] = False


class Define(Record):
    """A function, alias or hash that a command defines."""

    kind: Annotated[str, "function, alias or hash"] = ""
    name: Annotated[str, "its name"] = ""
    body: Annotated[str, "its body"] = ""


class Env(Record):
    """An environment variable that a command sets."""

    name: Annotated[str, "the variable"] = ""
    value: Annotated[str, "its value"] = ""
    dynamic: Annotated[bool, "the value is only known when it runs"] = False
    scope: Annotated[str, "prefix, export or env_wrapper"] = ""
    command_id: Annotated[int, "the command it is set for"] = 0


class Redirect(Record):
    """A redirection."""

    op: Annotated[str, "the operator"] = ""
    fd: Annotated[int, "the descriptor"] = 0
    path: Annotated[PathRef, "the file"] = PathRef()
    here_text: Annotated[str, "the text of a here-document"] = ""
    command_id: Annotated[int, "the command"] = 0


class Cmd(Record):
    """One program that would run."""

    id: Annotated[int, "its number"] = 0
    parent: Annotated[int, "the number of the command that starts it, or -1"] = 0
    via: Annotated[Sequence[str], "how it is reached: pipe, cmdsub, bash -c, xargs, ..."] = ()
    program: Annotated[str, "the program as written"] = ""
    name: Annotated[str, "the program's name, without its folder"] = ""
    resolved: Annotated[str, "the program's path, where it was written or found"] = ""
    program_dynamic: Annotated[bool, "the program is only known when it runs"] = False
    argv: Annotated[Sequence[str], "all words"] = ()
    args: Annotated[Sequence[str], "the words that are no options, without sub-commands"] = ()
    flags: Annotated[Sequence[str], "the options, as written and in their canonical long form"] = ()
    short: Annotated[Sequence[str], "single letters of bundled options"] = ()
    opts: Annotated[Mapping[str, Sequence[str]], "the values of options"] = {}
    sub: Annotated[str, "the first sub-command"] = ""
    subs: Annotated[Sequence[str], "all sub-commands"] = ()
    dynamic: Annotated[bool, "some word is only known when it runs"] = False
    dynamic_args: Annotated[Sequence[int], "which words are only known when it runs"] = ()
    glob: Annotated[bool, "a word has a wildcard"] = False
    stdin_args: Annotated[bool, "more words come from stdin (xargs)"] = False
    maybe_wrapped: Annotated[bool, "it may start another program that cannot be seen"] = False
    wrappers: Annotated[Sequence[str], "the programs around it: sudo, env, timeout, ..."] = ()
    elevated: Annotated[bool, "it runs with more rights (sudo, doas, ...)"] = False
    as_user: Annotated[str, "the account it runs as"] = ""
    remote: Annotated[str, "the machine or container it runs on"] = ""
    background: Annotated[bool, "it runs in the background"] = False
    conditional: Annotated[bool, "it runs only under a condition"] = False
    effective_cwd: Annotated[str, "the folder it runs in, after `cd`"] = ""
    reads: Annotated[Sequence[PathRef], "the paths it reads"] = ()
    writes: Annotated[Sequence[PathRef], "the paths it writes"] = ()
    deletes: Annotated[Sequence[PathRef], "the paths it deletes"] = ()
    inert: Annotated[bool, "its program, with these words, is known to change nothing"] = False
    read_only: Annotated[bool, "inert, and no redirection, variable, wrapper or place of its own changes that"] = False
    code: Annotated[Sequence[CodeSource], "where its code comes from, of a shell or an interpreter"] = ()
    target_env: Annotated[str, "the environment it is pointed at: prod, staging, ..."] = ""


class Shell(Record):
    """The parsed view of a shell command."""

    command: Annotated[str, "the text of the command"] = ""
    dialect: Annotated[str, "bash, posix, zsh, powershell"] = ""
    cwd: Annotated[str, "the working directory"] = ""
    workspace: Annotated[str, "the project folder"] = ""
    home: Annotated[str, "the home folder"] = ""
    # Of what is not there, everything is understood.
    understood: Annotated[bool, "false when any part could not be read for certain: ask"] = True
    problems: Annotated[Sequence[str], "why it was not understood: words such as parse_error, odd_char, too_long"] = ()
    read_only: Annotated[bool, "understood, something runs, nothing is written, assigned, sent or secret"] = False
    dynamic: Annotated[bool, "some word is only known when it runs"] = False
    commands: Annotated[Sequence[Cmd], "every program that would run, also in wrappers, substitutions, code"] = ()
    pipelines: Annotated[Sequence[Sequence[int]], "the pipelines, as ids of commands"] = ()
    defines: Annotated[Sequence[Define], "functions and aliases it defines"] = ()
    env: Annotated[Sequence[Env], "environment variables it sets"] = ()
    redirects: Annotated[Sequence[Redirect], "redirections"] = ()
    paths: Annotated[Sequence[PathRef], "every path it would touch"] = ()
    hosts: Annotated[Sequence[Host], "every host it would reach"] = ()
    urls: Annotated[Sequence[Url], "every address it would reach"] = ()
    flows: Annotated[Sequence[Flow], "data that flows: network to exec, secret to network, ..."] = ()
    inline_code: Annotated[Sequence[Code], "code in other languages"] = ()
    package_ops: Annotated[Sequence[Pkg], "what package managers would do"] = ()


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
    user: Annotated[str, "the account on the machine"] = ""
    email: Annotated[str, "the address of the client's account, where it says so"] = ""
    os: Annotated[str, "linux, darwin or windows"] = ""
    remote: Annotated[bool, "the agent runs on another machine than the person sits at"] = False
    headless: Annotated[bool, "nobody is there to answer a question"] = False
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

    server: Annotated[str, "the server's name"] = ""
    tool: Annotated[str, "the tool's name"] = ""
    arguments: Annotated[Mapping[str, object], "the call's arguments; keys may be absent"] = NO_KEYS
    command: Annotated[str, "the command that started the server, where the client says so"] = ""
    url: Annotated[str, "the server's address, where the client says so"] = ""
    identity: Annotated[str, "a digest of command or address: what the name cannot fake"] = ""
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
