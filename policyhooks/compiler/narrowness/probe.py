"""A rule alone, compiled as it will run, and whether it allows what an agent wishes.

Events are made as the clients make them, in a virtual place; nothing of the disk is looked at. What a command says is
read once for all rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from policyhooks.clients.catalog import Row as CatalogRow
from policyhooks.clients.errors import MalformedPayload
from policyhooks.clients.facts import HOME, payloads_of
from policyhooks.clients.native_payload import native_payload
from policyhooks.clients.registry import adapter_for
from policyhooks.clients.subject import USER, Subject
from policyhooks.compiler.emit.options import options_of
from policyhooks.compiler.emit.program import emit
from policyhooks.compiler.narrowness.wish import Wish
from policyhooks.compiler.plan import PlannedRule
from policyhooks.compiler.tables.programs import Row
from policyhooks.core.event import Event
from policyhooks.core.own_rows import OwnRows
from policyhooks.core.program import rank_of, source_loader
from policyhooks.core.records import EventInfo
from policyhooks.core.shell_records import Shell
from policyhooks.core.values import build, but
from policyhooks.errors import UsageError
from policyhooks.runtime.engine.completing import MachineView, fill
from policyhooks.runtime.engine.deciding import decide
from policyhooks.runtime.engine.selection import open_program
from policyhooks.runtime.ports.outside_world import Outside
from policyhooks.shell.syntax.parser import Parser
from policyhooks.shell.syntax.shfmt_place import locate
from policyhooks.shell.view.shell import read

LAYER = "managed"
NOON = 1_788_264_000_000_000_000  # a fixed time, so that rules that look at the clock are judged alike every day
# Generous: a busy machine must not turn a readable command into one that is not understood.
PARSER_LIMIT_S = 10.0
# What makes a file one that nobody means to allow, by what is done to it.
SECRET = frozenset(("credential", "shell_history", "policy_state"))
PROTECTED = SECRET | frozenset(
    ("agent_config", "autoload", "ci_config", "git_config", "git_hook", "ide_exec", "persistence", "policy_engine",
     "privilege", "system")
)  # fmt: skip

Setting = Mapping[str, object]  # fields of `event`


class Readings:
    """Commands that were read: each once, whichever rule asks, and what the users' own rows say of programs."""

    def __init__(self, rows: Mapping[str, Row]) -> None:
        self.rows = rows
        self.parser = Parser(locate(), PARSER_LIMIT_S)
        self.known: dict[tuple[object, ...], tuple[Shell, OwnRows | None]] = {}

    def read(self, event: Event) -> Shell:
        """The view of an event's command."""
        info, rows = event.event, event.rows
        cwd = info.cwd or info.workspace
        key = (event.command, event.dialect, cwd, info.workspace, event.home, rows is None)
        if key not in self.known:
            shell = read(
                event.command or "",
                dialect=event.dialect,
                cwd=cwd,
                workspace=info.workspace,
                home=event.home,
                resolve_links=False,
                parser=self.parser,
                rows=rows,
            )
            self.known[key] = (shell, rows)
        shell, first = self.known[key]
        if rows is not None and first is not None:
            rows.asked |= first.asked  # who shares a view has asked what it asked
        return shell


class Probe:
    """One rule, acting, without exceptions: they only lower, and end."""

    def __init__(self, rule: PlannedRule, readings: Readings, settings: Sequence[Setting]) -> None:
        acting = replace(rule, mode="enforce", rollout=100, waivers=())
        emitted = emit([acting], (), LAYER, options_of(None, LAYER, asked=True), readings.rows)
        self.program = open_program(source_loader(emitted.modules), rank_of(LAYER))
        self.place = MachineView(read_shell=readings.read, links=False)
        self.outside = Outside("", "", {}, self.place)
        self.rows = sorted(
            (row for row in rule.rows if "allow" in row.effects),
            key=lambda row: (payloads_of(row.client).TRIED, row.client, row.native, row.event),
        )
        self.settings = settings
        self.tried = 0

    @property
    def kinds(self) -> list[str]:
        """The canonical events on which the rule can allow."""
        return list(dict.fromkeys(row.event for row in self.rows))

    def allows(self, wish: Wish) -> bool:
        """Whether some client's event for it is allowed, in some setting."""
        return any(
            self.tries(wish, row, setting)
            for row in self.rows
            if row.event == wish.subject.event
            for setting in self.settings
        )

    def tries(self, wish: Wish, row: CatalogRow, setting: Setting) -> bool:
        event = send(wish.subject, row, setting)
        if event is None:
            return False
        self.tried += 1
        event = fill(event, self.place)
        if wish.does and is_harmless(event):
            return False  # it only looked like more
        return decide(event, [self.program], budget=0.0, outside=self.outside).verdict == "allow"


def send(subject: Subject, row: CatalogRow, setting: Setting) -> Event | None:
    """The event as the row's client would send it, in the virtual place; None where it has no such event."""
    try:
        native, payload = native_payload(row.client, subject, native=row.native)
        event = adapter_for(row.client).parse(native, payload, {})
    except (UsageError, MalformedPayload):
        return None
    if event.name != row.event:
        return None
    info = {**event.event.__dict__, "time_ns": NOON, "user": USER, "os": "linux", **setting}
    return but(event, event=build(EventInfo, info), home=HOME)


def is_harmless(event: Event) -> bool:
    """A command that only reads after all, or a file that anybody may have."""
    if event.command is not None:
        return event.shell.read_only
    if not event.file.path.raw:
        return False
    tags = PROTECTED if event.file.op != "read" else SECRET
    return tags.isdisjoint(event.file.path.tags)
