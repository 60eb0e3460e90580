"""The values behind schema.py: one class a record, class attributes as typed zero values.

A field that was never set reads as its zero, so every declared field exists for every event and
an instance costs only what it sets. INVARIANT: instances do not change after they are built.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from policyhooks.evaluation.times import Timestamp

NO_KEYS: Mapping[str, object] = {}


class Record:
    """A value with named, typed fields."""

    def __init__(self, **fields: object) -> None:
        self.__dict__.update(fields)


class PathRef(Record):
    raw: str = ""
    norm: str = ""
    real: str = ""
    folded: str = ""
    op: str = ""
    dynamic: bool = False
    glob: bool = False
    in_workspace: bool = False
    is_workspace_root: bool = False
    tags: Sequence[str] = ()


class Host(Record):
    name: str = ""
    port: int = 0
    scheme: str = ""
    dynamic: bool = False
    is_ip: bool = False


class Url(Record):
    raw: str = ""
    scheme: str = ""
    host: str = ""
    port: int = 0
    path: str = ""
    userinfo: bool = False
    dynamic: bool = False


class Attachment(Record):
    kind: str = ""
    path: str = ""


class Flow(Record):
    source: str = ""
    sink: str = ""
    from_: int = 0  # `from` in conditions: lowering adds the underscore to Python keywords
    to: int = 0
    certain: bool = False


class Code(Record):
    lang: str = ""
    text: str = ""
    dynamic: bool = False
    understood: bool = True  # of what is not there, everything is understood
    imports: Sequence[str] = ()
    calls: Sequence[str] = ()
    strings: Sequence[str] = ()
    command_id: int = 0


class Pkg(Record):
    manager: str = ""
    op: str = ""
    name: str = ""
    version: str = ""
    pinned: bool = False
    source: str = ""
    scripts_disabled: bool = False


class Define(Record):
    kind: str = ""
    name: str = ""
    body: str = ""


class Env(Record):
    name: str = ""
    value: str = ""
    dynamic: bool = False
    scope: str = ""
    command_id: int = 0


class Redirect(Record):
    op: str = ""
    fd: int = 0
    path: PathRef = PathRef()
    here_text: str = ""
    command_id: int = 0


class Cmd(Record):
    id: int = 0
    parent: int = 0
    via: Sequence[str] = ()
    program: str = ""
    name: str = ""
    resolved: str = ""
    program_dynamic: bool = False
    argv: Sequence[str] = ()
    args: Sequence[str] = ()
    flags: Sequence[str] = ()
    short: Sequence[str] = ()
    opts: Mapping[str, Sequence[str]] = {}
    sub: str = ""
    subs: Sequence[str] = ()
    dynamic: bool = False
    dynamic_args: Sequence[int] = ()
    glob: bool = False
    stdin_args: bool = False
    maybe_wrapped: bool = False
    wrappers: Sequence[str] = ()
    elevated: bool = False
    as_user: str = ""
    remote: str = ""
    background: bool = False
    conditional: bool = False
    effective_cwd: str = ""
    reads: Sequence[PathRef] = ()
    writes: Sequence[PathRef] = ()
    deletes: Sequence[PathRef] = ()
    read_only: bool = False
    target_env: str = ""


class Shell(Record):
    command: str = ""
    dialect: str = ""
    cwd: str = ""
    workspace: str = ""
    home: str = ""
    understood: bool = True  # of what is not there, everything is understood
    problems: Sequence[str] = ()
    dynamic: bool = False
    commands: Sequence[Cmd] = ()
    pipelines: Sequence[Sequence[int]] = ()
    defines: Sequence[Define] = ()
    env: Sequence[Env] = ()
    redirects: Sequence[Redirect] = ()
    paths: Sequence[PathRef] = ()
    hosts: Sequence[Host] = ()
    urls: Sequence[Url] = ()
    flows: Sequence[Flow] = ()
    inline_code: Sequence[Code] = ()
    package_ops: Sequence[Pkg] = ()


class EventInfo(Record):
    client: str = ""
    version: str = ""
    native: str = ""
    name: str = ""
    time_ns: int = 0
    cwd: str = ""
    workspace: str = ""
    workspaces: Sequence[str] = ()
    repo: str = ""
    branch: str = ""
    user: str = ""
    os: str = ""
    remote: bool = False
    headless: bool = False
    in_subagent: bool = False
    permission_mode: str = ""
    model: str = ""

    @property
    def time(self) -> Timestamp:
        """The event's time; the module of timestamps loads only for a rule that asks."""
        from policyhooks.evaluation.times import Timestamp

        return Timestamp(self.time_ns)


class Session(Record):
    id: str = ""
    source: str = ""
    reason: str = ""
    status: str = ""
    loop_count: int = 0
    background: bool = False
    mode: str = ""
    last_message: str = ""


class Tool(Record):
    name: str = ""
    input: Mapping[str, object] = NO_KEYS
    use_id: str = ""
    output: str = ""
    error: str = ""
    failure: str = ""
    duration_ms: int = 0


class File(Record):
    path: PathRef = PathRef()
    op: str = ""
    content: str = ""
    added: str = ""
    removed: str = ""
    via: str = ""


class Mcp(Record):
    server: str = ""
    tool: str = ""
    arguments: Mapping[str, object] = NO_KEYS
    command: str = ""
    url: str = ""
    identity: str = ""
    paths: Sequence[PathRef] = ()
    hosts: Sequence[Host] = ()
    urls: Sequence[Url] = ()
    sql: Sequence[str] = ()
    sql_understood: bool = True  # of what is not there, everything is understood


class Web(Record):
    url: str = ""
    host: Host = Host()
    query: str = ""


class Prompt(Record):
    text: str = ""
    attachments: Sequence[Attachment] = ()


class Subagent(Record):
    type: str = ""
    task: str = ""
    model: str = ""


class Judge(Record):
    reason: str = ""


class CommandOutput(Record):
    stdout: str = ""
