"""Which rules of a program an event concerns: by the index, then by mode, client and roll-out (law 1).

It knows how programs are laid out (core/program.py) and nothing of conditions.
"""

from __future__ import annotations

from policyhooks.core.candidates import candidates
from policyhooks.core.program import LOWEST, READS, UNDERSTOOD
from policyhooks.core.values import Record, but
from policyhooks.errors import EnvironmentBroken

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from policyhooks.core.event import Event
    from policyhooks.core.own_rows import RowStore
    from policyhooks.core.program import Load, Namespace, Rule


class LoadedProgram(Record):
    """A program with its index at hand; the other modules load through `load` when an event needs them."""

    load: Load
    index: Namespace
    rank: int = LOWEST  # position in core/program.py's RANKS
    digest: str = ""
    delegates: tuple[str, ...] = ()  # globs of rule ids that the managed rank lets loosen or modify
    rows: RowStore | None = None  # what its policies describe of programs
    facts: Mapping[str, Any] | None = None  # what they remember: MEMORY of its index
    lifts: bool = False  # some rule lets its deny be lifted


def open_program(load: Load, rank: int) -> LoadedProgram:
    """The program behind `load`, with the rank that its activation gave it. Raises EnvironmentBroken."""
    index = load("index")
    if index.get("FORMAT") not in READS or index.get("FEATURES"):
        check_format(index)
        rows, facts = rows_of(load, index), facts_of(index)
        lifts = "lifts" in index.get("FEATURES", ())  # type: ignore[operator]
        return LoadedProgram(
            load=load, index=index, rank=rank, digest=str(index["DIGEST"]), rows=rows, facts=facts, lifts=lifts
        )
    return LoadedProgram(load=load, index=index, rank=rank, digest=str(index["DIGEST"]))


def rows_of(load: Load, index: Namespace) -> RowStore | None:
    """The rows of users that a program carries; none where it does not say so."""
    from policyhooks.core.own_rows import FEATURE, RowStore

    return RowStore(load) if FEATURE in index.get("FEATURES", ()) else None  # type: ignore[operator]


def facts_of(index: Namespace) -> Mapping[str, Any] | None:
    """What a program remembers; none where it does not say so."""
    return index["MEMORY"] if "memory" in index.get("FEATURES", ()) else None  # type: ignore[operator,return-value]


def check_format(index: Namespace) -> None:
    """Raises EnvironmentBroken on a program that this engine cannot run as it was meant."""
    found = index.get("FORMAT")
    if found not in READS:
        newer = isinstance(found, int) and found > READS[-1]
        hint = "use the policyhooks that made it, or a newer one" if newer else "run `policyhooks install`"
        known = " and ".join(map(str, READS))
        raise EnvironmentBroken(f"the program has format `{found}`; this policyhooks reads {known}", hint)
    features: Iterable[str] = index.get("FEATURES", ())  # type: ignore[assignment]
    unknown = sorted({str(name) for name in features} - set(UNDERSTOOD))
    if unknown:
        hint = "use the policyhooks that made it, or a newer one"
        raise EnvironmentBroken(f"the program uses `{unknown[0]}`, which this policyhooks does not know", hint)


def has_rules_on(program: LoadedProgram, names: Iterable[str]) -> bool:
    """Whether any rule could see an event of one of these canonical names, or any fact be fed by one."""
    index = program.index
    for table in ("ALWAYS", "KINDS", "GRAMS"):
        events: Mapping[str, object] = index[table]  # type: ignore[assignment]
        if any(name in events for name in names):
            return True
    return program.facts is not None and any(name in program.facts["feeds"] for name in names)


def select(program: LoadedProgram, event: Event, machine: str) -> list[tuple[Rule, Namespace]]:
    """The rules to evaluate for an event, each with the namespace of its functions, by rule number."""
    found = []
    load = program.load
    size: int = program.index["BUCKET_SIZE"]  # type: ignore[assignment]
    for number in candidates(load, event):
        namespace = load(f"bucket_{number // size:03d}")
        rule: Rule = namespace["RULES"][number]  # type: ignore[index]
        if concerns(rule, event) and (rule.rollout >= 100 or rolled_out(rule, machine)):
            delegated = False
            if program.delegates:
                from policyhooks.runtime.engine.delegation import is_delegated

                delegated = is_delegated(rule, program.delegates)
            # INVARIANT: rank and delegation come from above; what a program's text says of them does not count.
            found.append((but(rule, rank=program.rank, delegated=delegated), namespace))
    return found


def concerns(rule: Rule, event: Event) -> bool:
    """The cheap part of match: mode, clients, native events."""
    if rule.mode == "disabled" or (rule.clients and event.client not in rule.clients):
        return False
    natives = rule.natives
    return not natives or event.native in natives or f"{event.client}.{event.native}" in natives


def rolled_out(rule: Rule, machine: str) -> bool:
    """Whether this machine is among the rule's percentage: stable for a machine and a rule."""
    from policyhooks.runtime.platform import sha256

    digest = sha256(f"{machine}\0{rule.id}".encode()).digest()
    return int.from_bytes(digest[:4], "big") % 100 < rule.rollout
