"""What rules see of the past of a session, and what an event adds to it (law 11).

Loaded only where a program declares facts. Where they are kept is asked of `outside`; what a fact is worth is
fact_values.py's. INVARIANT: a fact belongs to the rank, policy and name that declare it; a program reads its own.
"""

from __future__ import annotations

from policyhooks.core.memory_records import UnknownMemory
from policyhooks.core.program import Fact
from policyhooks.core.values import Record, build, but
from policyhooks.core.verdict import Decision
from policyhooks.runtime.engine.fact_feeding import HAPPENED, feeds_of, is_left, succeeded, use_of
from policyhooks.runtime.engine.fact_values import Given, add, live, saturated, value_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import Any

    from policyhooks.core.event import Event
    from policyhooks.core.program import Load
    from policyhooks.runtime.engine.fact_values import Entry
    from policyhooks.runtime.engine.selection import LoadedProgram
    from policyhooks.runtime.ports.outside_world import Outside

    Sights = Sequence[tuple[Event, Sequence[LoadedProgram]]]

SESSION, WORKSPACE = "", "workspace"
FUNCTIONS = "facts_000"
# Facts on these may be fed by what an event carries.
CARRIED = ("file.read", "file.write", "file.edited", "shell.before", "web.before")


class Kept(Record):
    """What is kept under one key. `unknown` says why nobody can tell."""

    version: int = 0
    seen: int = 0  # the last moment that was written, in nanoseconds: no clock goes back behind it
    facts: Mapping[str, Entry] = {}
    labels: Mapping[str, Mapping[str, int]] = {}  # of a workspace: fact, session, when it was put there last
    unknown: str = ""
    new: bool = True  # nothing was ever written


class Named(Record):
    """A fact with the name under which it is kept."""

    ident: str = ""
    fact: Fact = Fact()
    program: LoadedProgram


def remember(event: Event, programs: Sequence[LoadedProgram], outside: Outside) -> Event:
    """The event with what its programs may ask of the past."""
    return Recall(programs, outside).attached(event)


class Recall:
    """The memory of one event. Nothing is read before a condition asks, nothing is written here."""

    __slots__ = ("event", "known", "named", "numbers", "outside", "own", "used")

    def __init__(self, programs: Sequence[LoadedProgram], outside: Outside) -> None:
        self.outside = outside
        self.named: dict[tuple[Load, str], Named] = {}
        self.numbers: dict[tuple[Load, int], Named] = {}
        for program in sorted(programs, key=lambda one: one.rank):
            for name, told in (program.facts or {"facts": {}})["facts"].items():
                fact = build(Fact, told)
                one = Named(ident=f"{program.rank} {name} {fact.kind}", fact=fact, program=program)
                self.named[program.load, name] = self.numbers[program.load, fact.number] = one
        self.known: dict[str, Kept] = {}
        self.used: dict[tuple[str, str], Entry | None] = {}  # entries that an answer rests on, as they were
        self.own: dict[str, tuple[Named, Given]] = {}

    def attached(self, event: Event) -> Event:
        """An event that asks here; what is known of it already stays."""
        self.event = event
        made: Event = build(type(event), {**event.__dict__, "memory": self})
        return made

    def beside(self, event: Event) -> Event:
        """Another event of the same call, with a memory of its own: what it adds is not what this one adds."""
        other = Recall((), self.outside)
        other.named, other.numbers, other.known = self.named, self.numbers, self.known
        return other.attached(event)

    @property
    def now(self) -> int:
        """When this is, in nanoseconds, by a clock that never goes back."""
        return max(self.event.event.time_ns, *(kept.seen for kept in self.known.values()), 0)

    def kept(self, scope: str) -> Kept:
        """What is kept, read once."""
        if scope not in self.known:
            self.known[scope] = self.outside.recall(self.event, scope)
        return self.known[scope]

    def fact(self, program: Load | None, name: str) -> Record:
        """What conditions see. Raises UnknownMemory where that may not be taken for nothing."""
        one = self.find(program, name)
        entry = self.entry_of(one)
        fact = one.fact
        if not fact.relaxes and one.ident in self.own and not fact.denied:
            entry = add(fact, entry, self.own[one.ident][1], self.now)
        return value_of(fact, entry, self.outside.digest)

    def entry_of(self, one: Named) -> Entry:
        """What is kept of a fact now. Of one that relaxes, what nobody knows is nothing."""
        kept = self.kept(one.fact.scope)
        if kept.unknown:
            if one.fact.relaxes:
                return {}
            raise UnknownMemory(f"what is remembered is not known: {kept.unknown}")
        entry = kept.facts.get(one.ident)
        self.used[one.fact.scope, one.ident] = entry
        return live(one.fact, entry, self.now)

    def find(self, program: Load | None, name: str) -> Named:
        """The fact of a program; for an explanation, which has none, that of the highest rank."""
        if program is not None:
            found = self.named.get((program, name))
        else:
            found = next((one for (_, known), one in self.named.items() if known == name), None)
        if found is None:
            raise UnknownMemory("there is no such fact")
        return found

    def collect(self, sights: Sights) -> None:
        """What the event adds, as the programs see it: rules that only tighten see it at once."""
        self.own = {}
        for seen, group in sights:
            asked = [program for program in group if program.facts is not None]
            for program in asked:
                self.collect_from(seen, program)
            if asked and (seen.files or seen.command is not None or "held" in seen.__dict__):
                self.collect_inside(seen, asked)

    def collect_inside(self, seen: Event, programs: Sequence[LoadedProgram]) -> None:
        wanted = [one for one in programs if any(name in feeds_of(one) for name in CARRIED)]
        if not wanted:
            return
        from policyhooks.runtime.engine.inner_events import derived_events

        if seen.files or seen.name.endswith(".before"):
            for part, program in derived_events(seen, wanted):
                self.collect_from(part, program)

    def collect_from(self, event: Event, program: LoadedProgram) -> None:
        numbers = {number for name in event.names for number in feeds_of(program).get(name, ())}
        if not numbers:
            return
        functions = program.load(FUNCTIONS)
        for number in sorted(numbers):
            one = self.numbers[program.load, number]
            given = self.given(one.fact, functions, event)
            if given is None:
                continue
            if one.ident in self.own and one.fact.kind == "set":
                before = self.own[one.ident][1]
                given = Given(given.at, [*before.members, *given.members], open_=before.open or given.open)
            self.own[one.ident] = one, given

    def given(self, fact: Fact, functions: Mapping[str, Any], event: Event) -> Given | None:
        """What an event adds to a fact. What fails is never "nothing" where more facts are stricter."""
        if fact.relaxes and not succeeded(event):
            return None
        now = self.now
        number = fact.number
        try:
            feeds = functions.get(f"feeds_{number}")
            if feeds is not None and feeds(event) is not True:
                return None
            value: Any = functions[f"value_{number}"](event) if f"value_{number}" in functions else None
        except Exception:  # noqa: BLE001 - see above
            return None if fact.relaxes else Given(now, open_=fact.kind == "set", use=use_of(event))
        if fact.kind == "set":
            return self.members(fact, value, now) if value else None
        if fact.kind == "latest":
            return Given(int(value.ns)) if value is not None else None
        return Given(now, use=use_of(event))

    def members(self, fact: Fact, value: str | Sequence[str], now: int) -> Given | None:
        """The text or texts that are added; without a key, something that nobody knows."""
        texts = [value] if isinstance(value, str) else value[: fact.most + 1]
        try:
            return Given(now, [self.outside.digest(str(text)) for text in texts])
        except OSError:
            return None if fact.relaxes else Given(now, open_=True)

    def deed(self, decision: Decision) -> list[tuple[Named, Given]]:
        """What a decided event leaves behind."""
        if not self.own:
            return []
        denied = decision.verdict == "deny"
        happened = self.event.name in HAPPENED
        leaves = [pair for pair in self.own.values() if is_left(pair[0].fact, denied, happened)]
        counts = any(one.fact.kind == "count" for one, _ in leaves)
        if counts and decision.verdict != "deny" and self.outside.is_told_again(self.event):
            leaves = [pair for pair in leaves if pair[0].fact.kind != "count"]
        return leaves

    def grown(
        self, leaves: Sequence[tuple[Named, Given]], kept_of: Callable[[str], Kept], fits: Callable[[Kept], bool]
    ) -> dict[str, Kept]:
        """What is kept under each scope once the event has left behind what it does."""
        grown: dict[str, Kept] = {}
        for scope, ident, fact, given in self.changes(leaves):
            kept = grown.get(scope) or kept_of(scope)
            if kept.unknown and not kept.new:
                continue  # nothing makes known again what was lost: a person clears it
            now = max(given.at if fact.kind != "latest" else 0, self.event.event.time_ns, kept.seen)
            entry = add(fact, kept.facts.get(ident), given, now)
            made = but(kept, facts={**kept.facts, ident: entry}, seen=now)
            if not fits(made):
                small = saturated(kept.facts.get(ident), entry)
                made = but(kept, facts={**kept.facts, ident: small}, seen=now)
            grown[scope] = made
        return grown

    def changes(self, leaves: Sequence[tuple[Named, Given]]) -> Iterator[tuple[str, str, Fact, Given]]:
        """Scope, name, fact and what is added, for whoever keeps it."""
        for one, given in leaves:
            yield one.fact.scope, one.ident, one.fact, given
