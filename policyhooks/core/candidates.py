"""Which rules can fire on an event: reads a program's index, knows nothing of what rules do.

Answers a superset: a rule that is left out cannot match, a rule that is named may still not.
"""

from __future__ import annotations

from policyhooks.core.checksum import MANY, crc32
from policyhooks.core.matching import event_paths

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from policyhooks.core.event import Event
    from policyhooks.core.program import Load, Namespace

    Keys = Mapping[str, tuple[int, ...]]

GRAM = 4
# Up to so many grams, searching the text for each is cheaper than cutting the text into windows.
FEW_GRAMS = 64
# The part under which every path pattern is listed, for paths that hold wildcards themselves.
WILD = "*"
# Lists of an event that are worth an index key when they hold something.
LIST_TRAITS = (
    "shell.problems",
    "shell.defines",
    "shell.env",
    "shell.redirects",
    "shell.paths",
    "shell.hosts",
    "shell.urls",
    "shell.flows",
    "shell.inline_code",
    "shell.package_ops",
    "mcp.paths",
    "mcp.hosts",
    "mcp.urls",
    "mcp.sql",
)
# Fields of a command that are worth one when they are true or hold something.
COMMAND_TRAITS = (
    "elevated",
    "program_dynamic",
    "maybe_wrapped",
    "background",
    "via",
    "wrappers",
    "reads",
    "writes",
    "deletes",
)
# Lists of a command whose texts are keys by themselves, as is its `sub`.
WORD_LISTS = ("argv", "args", "flags", "short", "subs", "via")


def candidates(load: Load, e: Event, names: Sequence[str] | None = None) -> list[int]:
    """The numbers of the rules that can fire on this event (under these names of it), ascending."""
    index = load("index")
    always: Keys = index["ALWAYS"]  # type: ignore[assignment]
    kinds: Mapping[str, tuple[str, ...]] = index["KINDS"]  # type: ignore[assignment]
    grams: Mapping[str, tuple[tuple[str, str], ...]] = index["GRAMS"]  # type: ignore[assignment]
    whole: Keys | None = None if index["SHARDS"] else index["KEYS"]  # type: ignore[assignment]
    found: set[int] = set()
    for name in e.names if names is None else names:
        found.update(always.get(name, ()))
        for kind in kinds.get(name, ()):
            if kind == "gram":
                continue
            values = [*VALUES[kind](e)] if kind in VALUES else values_of(load, e, kind)
            for value in values:
                key = f"{name} {kind}:{value}"
                found.update((keys_of(load, key, len(values)) if whole is None else whole).get(key, ()))
        for field, module in grams.get(name, ()):
            text = TEXTS[field](e) if field in TEXTS else text_of(e, field)
            known = load(module)
            found.update(find_grams(known["GRAMS"], text) if "GRAMS" in known else find_in_row(known, text))  # type: ignore[arg-type]
    if found and min(found) < 0:
        from policyhooks.core.second_index import resolve

        found = resolve(load, e, found)
    return sorted(found)


def values_of(load: Load, e: Event, kind: str) -> list[str]:
    """The values of a kind of key that few programs use."""
    from policyhooks.core.event_texts import argument_keys

    return [*argument_keys(e, load("arguments")["NAMES"])]  # type: ignore[arg-type]


def find_in_row(module: Namespace, text: str) -> set[int]:
    """The rules of grams that stand in one row."""
    from policyhooks.core.second_index import find_packed

    return find_packed(module["ROW"], module["NUMBERS"], text)  # type: ignore[arg-type]


def text_of(e: Event, field: str) -> str:
    """A text that few programs search."""
    from policyhooks.core.event_texts import text_of as further

    return further(e, field)


_asked = [0]  # keys of this process: a command with a thousand paths is a thousand events


def keys_of(load: Load, key: str, count: int) -> Keys:
    """The part of a divided key table that holds a key, which is one of so many."""
    shards: int = load("index")["SHARDS"]  # type: ignore[assignment]
    data = key.encode("utf-8", "surrogatepass")
    _asked[0] += 1
    if count < MANY and _asked[0] < MANY:
        number = crc32(data)
    else:
        from binascii import crc32 as faster

        number = faster(data)
    return load(f"keys_{number % shards:02d}")["KEYS"]  # type: ignore[return-value]


def find_grams(table: Keys, text: str) -> set[int]:
    """The rules of those grams that occur in a text."""
    if len(table) <= FEW_GRAMS:
        present: Iterable[str] = [gram for gram in table if gram in text]
    else:
        windows = {text[at : at + GRAM] for at in range(len(text) - GRAM + 1)}
        present = windows & table.keys() if len(windows) < len(table) else [gram for gram in table if gram in windows]
    return {number for gram in present for number in table[gram]}


def tool_names(e: Event) -> Iterable[str]:
    return (e.tool.name.casefold(),)


def command_names(e: Event) -> Iterable[str]:
    names = {command.name for command in e.shell.commands}
    # Conditions may ask for a name in small letters.
    names.update([name.lower() for name in names])
    for command in e.shell.commands:
        names.update(command.wrappers)
    return names


def command_words(e: Event) -> Iterable[str]:
    words: set[str] = set()
    for command in e.shell.commands:
        words.update(command.argv, command.args, command.flags, command.short, command.subs, command.via)
        words.add(command.sub)
        for values in command.opts.values():
            words.update(values)
    words.update([word.lower() for word in words])
    words.update([stem(word) for word in words if "-" in word or ":" in word])
    return words


def stem(word: str) -> str:
    """What stands before the first dash or colon, with it: `delete-` of `delete-bucket`, `db:` of `db:drop`."""
    ends = [end for end in (word.find("-", 1), word.find(":")) if end > 0]
    return word[: min(ends) + 1] if ends else word


def server_names(e: Event) -> Iterable[str]:
    return (e.mcp.server.casefold(), *[name.casefold() for name in e.alike])


def path_parts(e: Event) -> Iterable[str]:
    found: set[str] = set()
    for path in event_paths(e):
        found.update((path.folded or path.norm.casefold()).split("/"), path.real.casefold().split("/"))
        if not path.norm.isascii():
            found.update(path.norm.casefold().split("/"))
        # Wildcards of the path itself may stand for any component.
        if path.glob:
            found.add(WILD)
    return found


def host_names(e: Event) -> Iterable[str]:
    found = set()
    for host in (*e.shell.hosts, *e.mcp.hosts, e.web.host):
        name = host.name.casefold().rstrip(".")
        while name:
            found.add(name)
            name = name.partition(".")[2]
    return found


def command_starts(e: Event) -> Iterable[str]:
    return {command.name[:2] for command in e.shell.commands}


def environment_names(e: Event) -> Iterable[str]:
    return {one.name for one in e.shell.env}


def path_tags(e: Event) -> Iterable[str]:
    return {tag for path in (e.file.path, *e.shell.paths, *e.mcp.paths) for tag in path.tags}


def traits(e: Event) -> Iterable[str]:
    """What is true of an event, of the traits that rules are listed under."""
    shell, mcp = e.shell, e.mcp
    found = [] if shell.understood else ["!shell.understood"]
    for trait in LIST_TRAITS:
        root, _, field = trait.partition(".")
        if getattr(shell if root == "shell" else mcp, field):
            found.append(trait)
    for flow in shell.flows:
        found.append(f"shell.flows.source={flow.source}")
        found.append(f"shell.flows.sink={flow.sink}")
    commands = shell.commands
    found.extend(f"command.{field}" for field in COMMAND_TRAITS if any(getattr(one, field) for one in commands))
    return found


VALUES: Mapping[str, Callable[[Event], Iterable[str]]] = {
    "tool": tool_names,
    "command": command_names,
    "word": command_words,
    "server": server_names,
    "part": path_parts,
    "host": host_names,
    "start": command_starts,
    "env": environment_names,
    "tag": path_tags,
    "trait": traits,
}

# The raw texts that are searched for grams.
TEXTS: Mapping[str, Callable[[Event], str]] = {
    # As conditions see it; a command that nobody has read yet need not be read for this.
    "shell.command": lambda e: e.shell.command if "shell" in e.__dict__ else e.command or "",
    "prompt.text": lambda e: e.prompt.text,
    "file.content": lambda e: e.file.content,
    "file.added": lambda e: e.file.added,
    "tool.output": lambda e: e.tool.output,
    "web.url": lambda e: e.web.url,
    "text": lambda e: e.text,
}
