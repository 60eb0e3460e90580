"""The catalog: what each client's native event supplies, can express, and how it is answered.

One table in code, a data module a client, so that the hook loads only its own client's rows.
Checker, adapters, documentation and `policyhooks clients` read it. It knows no rules.
"""

from __future__ import annotations

from policyhooks.clients.registry import CLIENTS, tables_of
from policyhooks.core import records, shell_records
from policyhooks.core.events import ROOTS
from policyhooks.core.values import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from policyhooks.core.event import Event

    # (fields, optional fields, effects, deny form, what ask becomes, evidence); see cursor/events.py
    RowData = tuple[str, str, str, str, str, str]

# Fields that the hook itself fills for every event of every client.
ALWAYS = (
    "event.client event.native event.name event.time event.cwd event.workspace event.workspaces"
    " event.repo event.branch event.own_branch event.linked_worktree event.container event.user event.os event.ci"
)
_VOUCHED_BY_MACHINE = frozenset(
    ("event.client", "event.native", "event.name", "event.time", "event.user", "event.os", "event.container")
)
# An agent that may edit files or run git can make these say anything.
_VOUCHED_BY_WORKSPACE = frozenset(
    ("event.repo", "event.branch", "event.own_branch", "event.linked_worktree", "file.content", "subagent.branch")
)
# What the agent says of itself.
_VOUCHED_BY_AGENT = frozenset(("tool.agent_message", "subagent.description"))

# The evidence of a native event that no table knows.
UNKNOWN = "unknown event"

# The deny form of an event whose action cannot be stopped any more, but whose result can be kept back.
WITHHOLD = "withhold"

# How a deny is given, by name. Adapters implement the words of the row's form.
DENY_FORMS: dict[str, str] = {
    "none": "the event cannot deny",
    "tool": "exit 2, reason on stderr, the client's deny JSON",
    "block": 'exit 2, reason on stderr, {"decision": "block"}',
    "exit": "exit 2 and the reason on stderr; the event reads no JSON",
    "json": "the client's deny JSON on exit 0; exit 2 would not deny",
    WITHHOLD: "the action has happened; its result is replaced by the reason",
}


class Row(Record):
    """One client x native event x canonical event."""

    client: str
    native: str
    event: str
    fields: frozenset[str]  # always supplied, dotted names of fields
    optional: frozenset[str]  # supplied by some versions, tools or calls
    effects: frozenset[str]  # what this event can express; `ask` only where it really asks in some mode
    deny: str  # of DENY_FORMS
    ask: Mapping[str, str]  # permission mode or "*" -> ask, deny, specific (left to the specific event), none
    blocks: bool  # a deny keeps the action from happening
    withholds: bool  # the action has happened, but its result can be kept from the agent
    evidence: str  # run, code, source, docs, seed, public: the weakest thing it rests on

    @property
    def vouched(self) -> dict[str, str]:
        """Who vouches for each field: client, machine, workspace or agent."""
        return {name: vouches_for(name) for name in sorted(self.fields | self.optional)}

    def ask_becomes(self, permission_mode: str) -> str:
        """What `ask` turns into under a permission mode: ask, deny, specific or none."""
        return self.ask.get(permission_mode) or self.ask["*"]


_found: dict[tuple[str, str, str], Row | None] = {}  # rows that were built: an event asks for its own several times


def vouches_for(field: str) -> str:
    """Who vouches for a field's value: client, machine, workspace or agent."""
    if field in _VOUCHED_BY_MACHINE:
        return "machine"
    if field in _VOUCHED_BY_AGENT:
        return "agent"
    return "workspace" if field in _VOUCHED_BY_WORKSPACE else "client"


def _table(client: str) -> Mapping[str, Mapping[str, RowData]]:
    return tables_of(client)[0]


def natives(client: str) -> tuple[str, ...]:
    """The native events of a client, in the order of its table."""
    return tuple(_table(client))


def denies(client: str, native: str) -> bool:
    """Whether a native event has a deny form, for the fail answer: no row is built for it."""
    return any(data[3] != "none" for data in _table(client).get(native, {}).values())


def required(client: str, native: str) -> tuple[str, ...]:
    """What a payload must hold to be decided: several names of one field as `new|old`, one that may be null as `name?`.

    On an event that can be stopped that is what would be judged, and who speaks; elsewhere it is the
    event's own name. Everything else may be missing: its field has its zero and is not `supplied`.
    """
    table, needed = tables_of(client)[:2]
    own = needed.get(native, "") if native in table else needed.get("unknown", "")
    return tuple(f"{needed.get('*', '')} {own}".split())


def specific(client: str, native: str, event: str) -> str:
    """The event of its own that the same call fires next, where an ask is left to it; else nothing."""
    return tables_of(client)[2].get((native, event), "")


def natives_with_files() -> frozenset[str]:
    """The native events of all clients whose payloads may hold whole files or whole outputs."""
    return frozenset([native for client in CLIENTS for native in tables_of(client)[3]])


def natives_that_withhold() -> frozenset[str]:
    """The native events of all clients that keep a result back by an answer, not by a block."""
    return frozenset([native for client in CLIENTS for native in natives(client) if withheld_events(client, native)])


def withheld_events(client: str, native: str) -> tuple[str, ...]:
    """The canonical events of a native event whose results can be withheld; none where it cannot withhold."""
    return tuple(event for event, data in _table(client).get(native, {}).items() if data[3] == WITHHOLD)


def find(client: str, native: str, event: str) -> Row | None:
    """The row of one client x native x canonical event; None where the client has no such pair.

    A native event that the table does not know passes: its row is that of `other`, without effects.
    """
    key = (client, native, event)
    if key not in _found:
        by_event = _table(client).get(native)
        if by_event is None:
            _found[key] = _unknown(client, native) if event == "other" and client in CLIENTS else None
        else:
            data = by_event.get(event)
            _found[key] = None if data is None else _row(client, native, event, data)
    return _found[key]


def row_of(event: Event) -> Row | None:
    """The row of an event."""
    return find(event.client, event.native, event.name)


def rows(client: str | None = None, event: str | None = None, native: str | None = None) -> list[Row]:
    """Every row that fits, in the order of the tables."""
    return [
        _row(one, name, canonical, data)
        for one in CLIENTS
        if client in (None, one)
        for name, by_event in _table(one).items()
        if native in (None, name)
        for canonical, data in by_event.items()
        if event in (None, canonical)
    ]


def _unknown(client: str, native: str) -> Row:
    return _row(client, native, "other", ("", "", "", "none", "none", UNKNOWN))


def _row(client: str, native: str, event: str, data: RowData) -> Row:
    fields, optional, effects, deny, ask, evidence = data
    return Row(
        client=client,
        native=native,
        event=event,
        fields=expand(f"{ALWAYS} {fields}"),
        optional=expand(optional),
        effects=frozenset(effects.split()),
        deny=deny,
        ask=_read_ask(ask),
        blocks=deny in ("tool", "block", "exit", "json"),
        withholds=deny == WITHHOLD,
        evidence=evidence,
    )


# The fields of every root that is a record; an image has them as data.
_KINDS = {**vars(records), **vars(shell_records)}
DECLARED = {
    root: [field for field in vars(_KINDS[kind]) if field[0] != "_"] for root, kind in ROOTS.items() if kind in _KINDS
}


def expand(names: str) -> frozenset[str]:
    """Field names from a table cell: `shell.*` stands for every field of the record."""
    found: list[str] = []
    for name in names.split():
        if name.endswith(".*"):
            root = name[:-2]
            found.extend([f"{root}.{field}" for field in DECLARED[root]])
        else:
            found.append(name)
    return frozenset(found)


def _read_ask(cell: str) -> dict[str, str]:
    """`ask bypassPermissions=deny` -> {"*": "ask", "bypassPermissions": "deny"}."""
    default, *modes = cell.split()
    ask = {"*": default}
    for mode in modes:
        name, _, becomes = mode.partition("=")
        ask[name] = becomes
    return ask
