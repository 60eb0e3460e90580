"""shell.flows: where data comes from and where it ends up, over pipes, substitutions, variables and files.

An edge says that one command's output reaches another. Sources and sinks are what the program tables and path tags say.
"""

from __future__ import annotations

from policyhooks.core.shell_records import Flow
from policyhooks.shell.pathtext import normalize
from policyhooks.shell.programs.lookup import is_shell_name
from policyhooks.shell.programs.parsed import has_code
from policyhooks.shell.programs.roles import role_of
from policyhooks.shell.walk.reading import Edge

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.walk.commands import Command
    from policyhooks.shell.walk.reading import OfReading

CHANGES = frozenset(("write", "append", "link"))


def flows_of(of: OfReading) -> list[Flow]:
    """The flows of a reading: of that of a view, or of a command."""
    reading = of.reading
    commands = reading.commands
    following: dict[int, dict[tuple[int, str], None]] = {}
    for edge in (*reading.edges, *file_edges(commands)):
        if edge.source and edge.target and edge.source != edge.target:
            following.setdefault(edge.source, {})[edge.target, edge.how] = None
    found: dict[tuple[str, str, int, int], Flow] = {}
    for command in commands:
        kinds = sources_of(command)
        for sink in own_sinks(command, kinds):
            add(found, sink[0], sink[1], command.id, command.id)
        reached = reach(command.id, following)
        for kind in kinds:
            for target, how in reached:
                for sink_kind in sinks_of(commands[target - 1], how):
                    add(found, kind, sink_kind, command.id, target)
        for target, how in following.get(command.id, ()):
            if how == "run":
                add(found, "write", "exec", command.id, target)
    return list(found.values())


def add(found: dict[tuple[str, str, int, int], Flow], source: str, sink: str, start: int, end: int) -> None:
    found[source, sink, start, end] = Flow(source=source, sink=sink, from_=start, to=end, certain=True)


def reach(start: int, following: dict[int, dict[tuple[int, str], None]]) -> set[tuple[int, str]]:
    """Everything that the output of one command reaches, with how it arrives there."""
    reached: set[tuple[int, str]] = set()
    waiting = [start]
    seen = {start}
    while waiting:
        for target, how in following.get(waiting.pop(), ()):
            reached.add((target, how))
            if target not in seen and how != "run":
                seen.add(target)
                waiting.append(target)
    return reached


def sources_of(command: Command) -> list[str]:
    """What the command's output carries."""
    entry = command.parsed.entry
    kinds = []
    output = entry.get("output", "")
    condition = entry.get("output_if", "")
    if output and (not condition or command.parsed.has(condition)):
        kinds.append(output)
    reads = command.reads
    if any("credential" in path.tags for path in reads):
        kinds.append("secret")
    if any(path.norm.startswith(("/dev/tcp/", "/dev/udp/")) for path in reads):
        kinds.append("network")
    if reads:
        kinds.append("file")
    return kinds


def own_sinks(command: Command, kinds: list[str]) -> list[tuple[str, str]]:
    """Flows within one command: it reads a secret and sends it, it fetches and writes."""
    found = []
    if has_code(command):
        from policyhooks.shell.inline.code import code_flows

        found += code_flows(command, is_shell_name)
    if is_network(command):
        # What it prints it has fetched, what it uses it keeps: only what it reads can leave with it.
        if any("credential" in path.tags for path in command.reads):
            found.append(("secret", "network"))
        if "network" in kinds and command.writes:
            found.append(("network", "write"))
    if command.stdin is not None and command.stdin_code and not command.stdin.dynamic and "secret" in kinds:
        found.append(("secret", "exec"))
    return found


def sinks_of(command: Command, how: str) -> list[str]:
    """What happens to data that arrives at a command."""
    sinks = []
    if how == "run":
        return ["exec"]
    if how == "output" and runs_output(command):
        sinks.append("exec")
    if how == "stdin" and (command.stdin_code or fills_code(command)):
        sinks.append("exec")
    if how == "argument" and runs_argument(command):
        sinks.append("exec")
    if is_network(command):
        sinks.append("network")
    if any(path.op in CHANGES for path in command.writes):
        sinks.append("write")
    return sinks


def runs_output(command: Command) -> bool:
    """The inline code that started the command runs text that is not written out."""
    from policyhooks.shell.inline.code import evaluates

    return evaluates(command)


def fills_code(command: Command) -> bool:
    """`xargs -I{} sh -c 'f {}'`: lines of the input become part of code."""
    if not command.stdin_args or not (command.parsed.is_shell or command.parsed.entry.get("kind") == "interpreter"):
        return False
    return any(role_of(role).runs == "code" and "{}" in word.text for role, word, _ in command.parsed.roles)


def runs_argument(command: Command) -> bool:
    """A substitution in its words is run: eval, -c text, a script given by process substitution, a program name."""
    if command.program_dynamic or "runs_words" in command.parsed.entry:
        return True
    return any(word.ids and role_of(role).fed for role, word, _ in command.parsed.roles)


def is_network(command: Command) -> bool:
    entry = command.parsed.entry
    if command.parsed.network or ("network_if" in entry and command.parsed.has(entry["network_if"])):
        return True
    if has_code(command):
        from policyhooks.shell.inline.code import connects

        if connects(command):
            return True
    redirects = command.reading.redirects
    opened = {str(item.target.descriptor) for item in redirects if is_device(item.target.word.text)}
    return bool(opened) and any(
        item.command_id == command.id and (is_device(item.target.word.text) or item.target.word.text in opened)
        for item in redirects
    )


def is_device(text: str) -> bool:
    """bash opens a connection there."""
    return text.startswith(("/dev/tcp/", "/dev/udp/"))


def file_edges(commands: list[Command]) -> list[Edge]:
    """One command writes a file, a later one reads or runs it."""
    edges: list[Edge] = []
    written: dict[str, list[int]] = {}
    for command in commands:
        paths = command.all_paths
        program = normalize(command.program, command.effective_cwd) if "/" in command.program else ""
        edges += [Edge(source=source, target=command.id, how="run") for source in written.get(program, ())]
        for path in paths:
            if path.op == "read" or path.op == "exec":
                for source in written.get(path.norm, ()):
                    how = "run" if path.op == "exec" else "file"
                    edges.append(Edge(source=source, target=command.id, how=how))
        for path in paths:
            if path.op in CHANGES:
                written.setdefault(path.norm, []).append(command.id)
    return edges
