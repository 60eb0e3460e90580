"""Which MCP server a call really reaches: by its command line or address, through the `servers` of the Configs.

INVARIANT: rules see the servers of their own program and of higher ranks, and no others: what a lower rank calls a
server hides nothing from a higher one. An approval (`unless`, allow, `mcp.server`) needs the server itself; a
restriction (`match`) also holds for what took its name or resembles it.
"""

from __future__ import annotations

from policyhooks.core.values import Record, but

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from policyhooks.core.event import Event
    from policyhooks.core.records import Mcp
    from policyhooks.runtime.engine.selection import LoadedProgram

    # Name -> address and command line, in their one spelling each; empty where the Config has none.
    Servers = Mapping[str, tuple[str, str]]
    Seen = tuple[Event, Sequence[LoadedProgram]]

FEATURE = "servers"  # of a program whose Config names some
NOT = "!"  # before a name that another server took; no server of a Config can be called so
# What makes an address mean something else to some reader: such a one is compared as it is written.
_ODD = ("%", "\\", "//", "/.", "#")
_QUOTING = str.maketrans(dict.fromkeys("\"'`;&|()<>$\\", " "))


class Recognized(Record):
    """What the tables make of a call's server. `how`: name, same, taken, or nothing where they do not know it."""

    server: str
    how: str = ""
    entry: tuple[str, str] = ("", "")
    alike: tuple[str, ...] = ()  # further names under which it is restricted


def normal_address(url: str) -> str:
    """An address in its one spelling: small scheme and host, no default port, no slash at the end."""
    from policyhooks.shell.view.hosts import PORTS, read_url

    found, host = read_url(url)
    plain = url.isascii() and url.isprintable() and " " not in url and "@" not in url[: len(url) - len(found.path)]
    if not plain or not found.host or host.dynamic or any(mark in found.path for mark in _ODD):
        return url
    port = "" if found.port in (0, PORTS.get(found.scheme)) else f":{found.port}"
    name = f"[{found.host}]" if ":" in found.host else found.host
    path = found.path if "?" in found.path else found.path.rstrip("/")
    return f"{found.scheme}://{name}{port}{path}"


def normal_command(line: str) -> str:
    """A command line with single blanks. Quotes stay: what a shell would make of them is not guessed."""
    return " ".join(line.split())


def identity_of(mcp: Mcp, entry: tuple[str, str] = ("", "")) -> str:
    """A digest of what runs, and the tool: of the known server, else of command line or address, else of the name."""
    from policyhooks.runtime.platform import sha256

    told: tuple[str, ...] = ("name", mcp.server)
    if any(entry):
        told = ("server", *entry)
    elif mcp.command or mcp.url:
        told = ("runs", normal_address(mcp.url) if mcp.url else "", normal_command(mcp.command))
    text = "".join([f"{len(part)}:{part}" for part in told])
    return f"{sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()[:32]}/{mcp.tool}"


def recognized(seen: Sequence[Seen], programs: Sequence[LoadedProgram]) -> list[Seen]:
    """The event as programs see its server, with those that see it so, each group in its order."""
    found: list[Seen] = []
    for event, group in seen:
        alike: list[tuple[Servers, list[LoadedProgram]]] = []
        for program in group:
            known = known_to(program, programs)
            members = next((members for servers, members in alike if servers == known), None)
            if members is None:
                alike.append((known, [program]))
            else:
                members.append(program)
        found.extend([(seen_with(event, known), members) for known, members in alike])
    return found


def known_to(program: LoadedProgram, programs: Sequence[LoadedProgram]) -> Servers:
    """The servers that a program's rules know; where two have a name or a server, the higher rank counts."""
    known: dict[str, tuple[str, str]] = {}
    above = [one for one in programs if one.rank < program.rank or one is program]
    for one in sorted(above, key=lambda other: other.rank):
        for name, entry in servers_of(one).items():
            if not any(entry == other or name == said for said, other in known.items()):
                known[name] = entry
    return known


def servers_of(program: LoadedProgram) -> Servers:
    """The servers that a program's Config names."""
    if FEATURE not in program.index.get("FEATURES", ()):  # type: ignore[operator]
        return {}
    return program.index["OPTIONS"][FEATURE]  # type: ignore[index,no-any-return]


def seen_with(event: Event, known: Servers) -> Event:
    """The event with its server as these tables have it."""
    found = recognize(event.mcp, known)
    if not found.how and not found.alike:
        return event
    mcp = but(event.mcp, server=found.server, identity=identity_of(event.mcp, found.entry))
    return but(event, mcp=mcp, alike=found.alike)


def recognize(mcp: Mcp, known: Servers) -> Recognized:
    """What the tables make of a call's server. A client that tells the name alone is taken at its word."""
    address, command = normal_address(mcp.url) if mcp.url else "", normal_command(mcp.command)
    if not address and not command:
        how = "name" if mcp.server in known else ""
        return Recognized(server=mcp.server, how=how, entry=known.get(mcp.server, ("", "")))
    named = mcp.server not in (mcp.url, mcp.command)
    for name, (at, line) in known.items():
        if (not address or address == at) and (not command or command == line):
            other = (mcp.server,) if named and mcp.server != name else ()
            return Recognized(server=name, how="same", entry=(at, line), alike=other)
    alike = tuple([name for name, (at, line) in known.items() if resembles(mcp, at, line)])
    taken = next((name for name in known if name.casefold() == mcp.server.casefold()), "")
    if taken:
        return Recognized(server=NOT + taken, how="taken", alike=(*dict.fromkeys((mcp.server, *alike)),))
    return Recognized(server=mcp.server, alike=alike)


def resembles(mcp: Mcp, address: str, command: str) -> bool:
    """Whether a server is like a known one: on its host, or with its package or script in the command line."""
    if mcp.url and address:
        from policyhooks.shell.view.hosts import read_url

        if read_url(mcp.url)[1].name == read_url(address)[1].name:
            return True
    if not (mcp.command and command):
        return False
    program, *rest = command.translate(_QUOTING).split()
    telling = [unversioned(word) for word in rest if not word.startswith("-")] or [unversioned(program)]
    words = [unversioned(word) for word in mcp.command.translate(_QUOTING).split()]
    return all(any(word == one or word.endswith("/" + one) for word in words) for one in telling)


def unversioned(word: str) -> str:
    """A package, image or path without its version, in small letters."""
    word = word.casefold().removeprefix("./").partition("==")[0]
    at = word.rfind("@")
    word = word[:at] if at > 0 else word
    name, colon, tag = word.rpartition(":")
    return name if colon and "/" in name and "/" not in tag else word
