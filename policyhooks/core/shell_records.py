"""What a shell command is read as, and the paths, hosts and addresses in it: records, declared as records.py says.

They know nothing of the event that carries the command.
"""

from __future__ import annotations

from policyhooks.core.values import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Annotated


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
    guessed: Annotated[bool, "no table knows what is done to it: the op is read, and it may be any other"] = False


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
    file: Annotated[str, "the file that it stands in, where it was read from the disk"] = ""


class CodeSource(Record):
    """Where a shell or an interpreter gets the code that it runs."""

    source: Annotated[
        str,
        "text, file (was there), fresh (newer than the session), written (by this text), descriptor, download,"
        " nothing, unknown",
    ] = ""
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
