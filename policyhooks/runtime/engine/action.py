"""What a lift is bound to (law 10): one call as named fields, whose every byte counts, and what of it nobody can know.

Loaded only where a liftable rule denies. Fields are framed by length and type, so that no two actions have one text;
nothing is normalised. Lists and arguments keep their order, keys of maps do not have one.
"""

from __future__ import annotations

import posix

from policyhooks.core.json_text import encode
from policyhooks.core.values import Record
from policyhooks.runtime.engine.action_files import Files, unknown_words
from policyhooks.runtime.platform import sha256

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from policyhooks.core.event import Event
    from policyhooks.runtime.engine.selection import LoadedProgram

FORMAT = b"policyhooks-action@v1"
LONGEST = 64 << 10  # of a call that is to be shown on a screen, whole
# What agents write beside a command for people to read: it changes nothing that is done.
PROSE = {"shell.before": frozenset(("description", "explanation"))}


class Action(Record):
    """One call. `unknown` says what of it is only known when it runs; `length` is that of what must be shown."""

    fields: Mapping[str, str] = {}  # name -> value as text, in the order in which they are framed
    files: Sequence[Sequence[object]] = ()  # of the field `files`, for people
    unknown: Sequence[str] = ()

    @property
    def digest(self) -> str:
        """SHA-256 over all fields."""
        hashed = sha256(FORMAT + b"\0")
        for name, value in self.fields.items():
            for part in (name.encode("ascii"), value.encode("utf-8", "surrogatepass")):
                hashed.update(len(part).to_bytes(8, "big") + b"t" + part)
        return str(hashed.hexdigest())

    @property
    def marks(self) -> dict[str, str]:
        """A digest of each field, to say later which one is another."""
        return {
            name: str(sha256(value.encode("utf-8", "surrogatepass")).hexdigest()[:16])
            for name, value in self.fields.items()
        }


def action_of(
    event: Event, programs: Sequence[LoadedProgram], rules: Sequence[str], installation: str, bind: str = "exact"
) -> Action:
    """The call of an event, that these rules deny, as far as `bind` says.

    Raises TypeError or ValueError on what JSON has no word for.
    """
    if bind == "rule":
        return Action(fields=standing(event, programs, rules, installation))
    unknown = unknown_words(event)
    files = Files(event)
    info = event.event
    fields = {
        "installation": installation,
        "uid": str(posix.getuid()),
        "client": event.client,
        "session": event.session.id,
        "agent": told({"in": info.in_subagent, "id": event.payload.get("agent_id", ""), "sub": event.subagent.id}),
        "event": event.native,
        "tool": event.tool.name,
        "server": told([event.mcp.server, event.mcp.identity, event.mcp.command, event.mcp.url]),
        "input": told(input_of(event)),
        "mode": info.permission_mode,
        "folder": told([files.folder(place) for place in (info.cwd, info.workspace, *info.workspaces)]),
        "programs": told([[program.rank, program.digest] for program in programs]),
        "rules": told(sorted(rules)),
        "files": told(files.found),
    }
    if bind == "command":
        from policyhooks.runtime.engine.action_commands import commands_of

        fields["bind"], fields["commands"] = bind, told(commands_of(event.shell))
        fields["input"] = told(without_command(event))
    unknown += files.problems
    if unknown:  # what a person must be told is bound too
        fields["unknown"] = told(unknown)
    return Action(fields=fields, files=files.found, unknown=unknown)


def standing(
    event: Event, programs: Sequence[LoadedProgram], rules: Sequence[str], installation: str
) -> dict[str, str]:
    """What every call has that a lift of rules is for: no word of the agent is among them."""
    info, files = event.event, Files(event)
    return {
        "installation": installation,
        "uid": str(posix.getuid()),
        "client": event.client,
        "session": event.session.id,
        "event": event.native,
        "mode": info.permission_mode,
        "folder": told([files.folder(place) for place in (info.workspace, *info.workspaces)]),
        "programs": told([[program.rank, program.digest] for program in programs]),
        "rules": told(sorted(rules)),
        "bind": "rule",
    }


def without_command(event: Event) -> dict[str, object]:
    """What the call says besides the text of its command."""
    said = input_of(event)
    inputs = {name: value for name, value in event.tool.input.items() if value != event.command}
    prose = PROSE.get(event.name, ())
    return {**said, "command": None, "input": {name: inputs[name] for name in inputs if name not in prose}}


def input_of(event: Event) -> dict[str, object]:
    """What the call says, unmasked and whole, in the words of the client and in ours."""
    prose = PROSE.get(event.name, ())
    file = event.file
    return {
        "input": {name: value for name, value in event.tool.input.items() if name not in prose},
        "command": event.command,
        "dialect": event.dialect,
        "sandbox": event.tool.sandbox,
        "timeout": event.tool.timeout,
        "file": [file.path.raw, file.op, file.content, file.added, file.removed],
        "files": [[one.path.raw, one.op, one.content, one.added, one.removed] for one in event.files],
        "arguments": event.mcp.arguments,
        "web": [event.web.url, event.web.query],
    }


def told(value: object) -> str:
    """A value as JSON with sorted keys."""
    return encode(ordered(value))


def ordered(value: object) -> object:
    if isinstance(value, dict):
        return {name: ordered(value[name]) for name in sorted(value)}
    if isinstance(value, list | tuple):
        return [ordered(inner) for inner in value]
    return value
