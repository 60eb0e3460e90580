"""The further texts of an event that a program's grams are looked for in, by the names that its index gives them.

A name with FOLDED before it is the text in small letters. Several values (words, paths, hosts) are one text, a value
a line. Whatever is no text reads as none: rules that could fail on it are listed under a key besides.
"""

from __future__ import annotations

from policyhooks.core.matching import event_paths, spellings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from policyhooks.core.event import Event
    from policyhooks.core.shell_records import PathRef

FOLDED = "~"
NULL = ()  # an argument that is there and is null
# Arguments of calls: below these stand fields that a call need not have.
ARGUMENTS = ("mcp.arguments", "tool.input")
# Fields that are one text.
PLAIN = frozenset(
    (
        *("event.branch", "event.cwd", "event.email", "event.model", "event.repo", "event.user", "event.workspace"),
        *("file.path.folded", "file.path.norm", "file.path.raw", "file.path.real", "file.removed"),
        *("mcp.command", "mcp.server", "mcp.tool", "mcp.url"),
        *("notification.title", "notification.type", "session.last_message", "session.source"),
        *("subagent.description", "subagent.task", "subagent.type", "tool.error", "tool.name"),
        *("web.host.name", "web.query"),
    )
)


def text_of(e: Event, name: str) -> str:
    """The text behind a name; one that no table has is an argument's."""
    if name[:1] == FOLDED:
        from policyhooks.core.candidates import TEXTS

        plain = name[1:]
        return (TEXTS[plain](e) if plain in TEXTS else text_of(e, plain)).casefold()
    joined = JOINED.get(name)
    if joined is not None:
        return "\n".join(joined(e))
    value: object = e
    if name in PLAIN:
        for part in name.split("."):
            value = getattr(value, part)
    else:
        value = argument(e, name)
    return value if type(value) is str else ""


def argument(e: Event, name: str) -> object:
    """The argument of a call behind `mcp.arguments.x` or `tool.input.x`; None where there is none."""
    root, field, key = name.split(".", 2)
    known: Mapping[str, object] = getattr(getattr(e, root), field)
    value = known.get(key, known)
    return None if value is known else NULL if value is None else value


def words(e: Event) -> Iterable[str]:
    """Every word of every command, and what they are run by."""
    found: set[str] = set()
    for c in e.shell.commands:
        found.update(c.argv, c.args, c.flags, c.short, c.subs, c.via, c.wrappers, (c.name, c.sub))
    return found


def named_paths(e: Event) -> Iterable[str]:
    """What path matchers compare: in small letters, as written and behind links."""
    return [text for path in event_paths(e) for text in spellings(path)]


def norms(paths: Iterable[PathRef]) -> Iterable[str]:
    return [path.norm for path in paths]


def hosts(e: Event) -> Iterable[str]:
    return [host.name for host in (*e.shell.hosts, *e.mcp.hosts, e.web.host)]


JOINED: Mapping[str, Callable[[Event], Iterable[str]]] = {
    "words": words,
    "paths": named_paths,
    "hosts": hosts,
    "shell.paths": lambda e: norms(e.shell.paths),
    "mcp.paths": lambda e: norms(e.mcp.paths),
}


# ---- arguments as keys ------------------------------------------------------------------------

LONGEST = 200  # characters of a value that is a key
PRESENT, EQUAL, ABSENT, NO_TEXT = "+", "=", "!", "?"  # the first character of a key


def argument_keys(e: Event, wanted: Mapping[str, bool]) -> Iterable[str]:
    """What is true of a call's arguments, of those that rules name; true in `wanted`: rules fail where it is none."""
    found = []
    for name, fails in wanted.items():
        value = argument(e, name)
        if value is not None:
            found.append(PRESENT + name)
        if type(value) is str:
            if len(value) <= LONGEST:
                found.append(f"{EQUAL}{name}={value}")
        elif fails:
            found.append(ABSENT + name)
            if value is not None:
                found.append(NO_TEXT + name)
    return found
