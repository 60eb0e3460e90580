"""What compiled data matchers call: commands, paths, servers, hosts and names against an event.

A `match` holds when any value of the event fits. An `unless` (the `cover_` functions) holds only
when there is a value and every one fits, so that one allowed command, path or host never carries
a second one through. core/sparing.py has the case in which `match` names values of the same key.
"""

from __future__ import annotations

from policyhooks.evaluation.globs import components_match, glob_matches

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from policyhooks.core.event import Event
    from policyhooks.core.shell_records import Cmd, Host, PathRef

    Command = tuple[str, tuple[str, ...], tuple[str, ...]]  # name, words, flags
    Pattern = tuple[str, tuple[str, ...]]  # "" absolute, "~" under home, "." under the workspace; components

SUBJECT_PREFIXES = ("file.", "tab.")


def once(e: Event, key: object, compute: object) -> object:
    """A variable's value for this event: computed on first use, its error repeated on later use.

    The key names the program too: policies of one id may stand in several ranks, and none decides by another's values.
    """
    known = e.memo
    if key not in known:
        try:
            known[key] = (True, compute(e))  # type: ignore[operator]
        except Exception as problem:
            known[key] = (False, problem)
            raise
    good, value = known[key]
    if not good:
        raise value  # type: ignore[misc]
    return value


# ---- commands ---------------------------------------------------------------------------------


def any_command(e: Event, patterns: Sequence[Command]) -> bool:
    """Whether some command that would run is one of these, or is run by one of them (`sudo`, `env`)."""
    return runs(e.shell.commands, patterns)


def cover_commands(e: Event, patterns: Sequence[Command]) -> bool:
    """Whether the whole line is understood and every command of it, wrappers included, is one of these.

    Assignments, definitions and files that output goes to are more than the commands say: nothing is spared then.
    """
    return bool(e.shell.commands) and is_bare(e) and all(is_named(c, patterns) for c in e.shell.commands)


def is_bare(e: Event) -> bool:
    """Whether a line is understood and does nothing but run its commands."""
    shell = e.shell
    if not shell.understood or shell.env or shell.defines:
        return False
    return all(redirect.path.norm in ("", "/dev/null") for redirect in shell.redirects)


def is_named(c: Cmd, patterns: Sequence[Command]) -> bool:
    """Whether a command and all that it is wrapped in are among these."""
    return (
        not c.program_dynamic
        and any(command_matches(c, *pattern) for pattern in patterns)
        and all(any(glob_matches(wrapper, name) for name, *rest in patterns if not any(rest)) for wrapper in c.wrappers)
    )


def runs(commands: Sequence[Cmd], patterns: Sequence[Command]) -> bool:
    return any(command_matches(c, *pattern) or is_wrapped_by(c, *pattern) for c in commands for pattern in patterns)


def is_wrapped_by(c: Cmd, name: str, words: Sequence[str], flags: Sequence[str]) -> bool:
    """Whether a program that a matcher names alone runs this command."""
    return not words and not flags and any(glob_matches(wrapper, name) for wrapper in c.wrappers)


def command_matches(c: Cmd, name: str, words: Sequence[str], flags: Sequence[str]) -> bool:
    """Name, sub-commands and canonical flags, in any order."""
    return glob_matches(c.name, name) and words_match(c, words) and all(has_flag(c, flag) for flag in flags)


def words_match(c: Cmd, words: Sequence[str]) -> bool:
    """Sub-commands in order; further words anywhere among the arguments.

    Where the program's sub-commands are not known, the words must stand among the arguments in
    their order, so that an unknown option with a value between them does not hide them.
    """
    known = min(len(c.subs), len(words))
    if any(not glob_matches(sub, word) for sub, word in zip(c.subs, words, strict=False)):
        return False
    if known:
        return all(any(glob_matches(arg, word) for arg in c.args) for word in words[known:])
    rest = iter(c.args)
    return all(any(glob_matches(arg, word) for arg in rest) for word in words)


def has_flag(c: Cmd, flag: str) -> bool:
    """A written or canonical flag, a bundle of short ones (`-rf`), or `--name=value`."""
    if flag in c.flags:
        return True
    if flag.startswith("--"):
        option, equals, value = flag.partition("=")
        return bool(equals) and value in c.opts.get(option, ())
    return all(letter in c.short for letter in flag[1:])


# ---- paths ------------------------------------------------------------------------------------


def event_paths(e: Event) -> Sequence[PathRef]:
    """The paths that an event names: its file, or those of its command or MCP call."""
    if e.name.startswith(SUBJECT_PREFIXES):
        return (e.file.path,)
    if e.command is not None:
        return e.shell.paths
    return e.mcp.paths or ((e.file.path,) if e.file.path.raw else ())


def any_path(e: Event, patterns: Sequence[Pattern]) -> bool:
    """Whether some path of the event, as written or behind links, fits."""
    return names_path(e, event_paths(e), patterns)


def cover_paths(e: Event, patterns: Sequence[Pattern]) -> bool:
    """Whether every path of the event is known and fits, as written and behind links."""
    paths = event_paths(e)
    return bool(paths) and all(is_named_path(e, path, patterns) for path in paths)


def is_named_path(e: Event, path: PathRef, patterns: Sequence[Pattern]) -> bool:
    """Whether a path is known and fits, as written and behind links."""
    texts = spellings(path)
    return (
        not path.dynamic
        and bool(texts)
        and all(any(path_matches(e, text, pattern, False) for pattern in patterns) for text in texts)
    )


def names_path(e: Event, paths: Sequence[PathRef], patterns: Sequence[Pattern]) -> bool:
    return any(
        path_matches(e, text, pattern, path.glob) for path in paths for text in spellings(path) for pattern in patterns
    )


def spellings(path: PathRef) -> list[str]:
    """The case-folded normal and real path, as far as they are known."""
    normal = path.folded or path.norm.casefold()
    real = path.real.casefold()
    return [text for text in ((normal,) if normal == real else (normal, real)) if text]


def path_matches(e: Event, path: str, pattern: Pattern, loose: bool) -> bool:
    """A case-folded path against a compiled pattern; `loose` lets wildcards of the path overlap."""
    anchor, components = pattern
    if anchor:
        root = (e.home or e.shell.home) if anchor == "~" else e.event.workspace
        if not root:
            return False
        components = (*split(root.casefold()), *components)
    return components_match(split(path), components, loose)


def any_workspace(e: Event, patterns: Sequence[Pattern]) -> bool:
    """Whether the event's workspace fits."""
    return bool(e.event.workspace) and any(
        path_matches(e, e.event.workspace.casefold(), pattern, False) for pattern in patterns
    )


def split(path: str) -> tuple[str, ...]:
    return tuple(part for part in path.split("/") if part and part != ".")


# ---- servers, hosts, names --------------------------------------------------------------------


def any_mcp(e: Event, patterns: Sequence[tuple[str, str]]) -> bool:
    """Whether server and tool fit, whatever their case; also by a name that the server took or resembles."""
    return known_mcp(e, patterns) or any(
        glob_matches(e.mcp.tool.casefold(), name.casefold()) and glob_matches(server.casefold(), wanted.casefold())
        for wanted, name in patterns
        for server in e.alike
    )


def known_mcp(e: Event, patterns: Sequence[tuple[str, str]]) -> bool:
    """The same of the server itself, for rules that let calls through."""
    server, tool = e.mcp.server.casefold(), e.mcp.tool.casefold()
    return any(
        glob_matches(server, wanted.casefold()) and glob_matches(tool, name.casefold()) for wanted, name in patterns
    )


def cover_mcp(e: Event, patterns: Sequence[tuple[str, str]]) -> bool:
    """Whether server and tool fit exactly: an approval is not stretched to another spelling."""
    return any(glob_matches(e.mcp.server, server) and glob_matches(e.mcp.tool, tool) for server, tool in patterns)


def event_hosts(e: Event) -> Sequence[Host]:
    """The hosts that an event names: of its address, its command or its MCP call."""
    if e.command is not None:
        return e.shell.hosts
    return (e.web.host,) if e.name == "web.before" or e.web.host.name else e.mcp.hosts


def any_host(e: Event, patterns: Sequence[str]) -> bool:
    """Whether some host of the event fits."""
    return any(host_matches(host, pattern) for host in event_hosts(e) for pattern in patterns)


def cover_hosts(e: Event, patterns: Sequence[str]) -> bool:
    """Whether every host of the event is known and fits."""
    hosts = event_hosts(e)
    return bool(hosts) and all(is_named_host(host, patterns) for host in hosts)


def is_named_host(host: Host, patterns: Sequence[str]) -> bool:
    return not host.dynamic and any(host_matches(host, pattern) for pattern in patterns)


def host_matches(host: Host, pattern: str) -> bool:
    return bool(host.name) and glob_matches(host.name.casefold().rstrip("."), pattern)


def any_glob(value: str, patterns: Sequence[str]) -> bool:
    """Whether a name fits, whatever its case; an empty name fits nothing."""
    folded = value.casefold()
    return bool(value) and any(glob_matches(folded, pattern.casefold()) for pattern in patterns)


def any_exact(value: str, patterns: Sequence[str]) -> bool:
    """Whether a name fits in its own case; an empty name fits nothing."""
    return bool(value) and any(glob_matches(value, pattern) for pattern in patterns)


def any_text(value: str, texts: Sequence[str]) -> bool:
    """Whether one of these (case-folded) texts occurs."""
    folded = value.casefold()
    return any(text in folded for text in texts)
