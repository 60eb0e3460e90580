"""What a measurement of coverage came to: counts, and remarks on single calls, those that are alike together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from policyhooks.history.coverage.flights import Call, Group, Remark, Watch
from policyhooks.history.coverage.gap_causes import Seen, other_versions
from policyhooks.history.safe_files import Skipped

# What became of a call.
COVERED, UNCOVERED, AMBIGUOUS = "covered", "uncovered", "ambiguous"
NOT_RUN, UNFINISHED = "not_run", "unfinished"
EARLIER, OUTSIDE, UNDATED = "earlier", "outside", "undated"
MEASURED = (COVERED, UNCOVERED, AMBIGUOUS)
STATES = (*MEASURED, NOT_RUN, UNFINISHED, EARLIER, OUTSIDE, UNDATED)
# What else can be wrong with one.
LATE, DUPLICATE, IGNORED = "late", "duplicate", "ignored"
FAULTS = (UNCOVERED, IGNORED, LATE)  # these fail; what may have been all right does not
KINDS = (*FAULTS, DUPLICATE, AMBIGUOUS)
MOST_REMARKS = 10_000
EXAMPLES = 3
SAID = (
    "Transcripts are written by the user that is checked, so this measures accidents and faults of clients:"
    " a finding is evidence, no finding is not."
)


@dataclass(frozen=True)
class Sort:
    """What remarks have in common."""

    kind: str
    cause: str
    client: str
    version: str
    tool: str
    agent: bool
    mode: str
    watch: int  # its number


@dataclass
class Coverage:
    """It grows while calls are compared."""

    watches: list[Watch]
    states: Counter[str] = field(default_factory=Counter)
    by: dict[str, dict[str, Counter[str]]] = field(
        default_factory=lambda: {name: {} for name in ("client", "version", "tool", "agent", "mode")}
    )
    kinds: Counter[str] = field(default_factory=Counter)
    groups: dict[Sort, Group] = field(default_factory=dict)
    versions: dict[Sort, set[str]] = field(default_factory=dict)
    remarks: list[Remark] = field(default_factory=list)
    unlisted: int = 0
    sessions: set[str] = field(default_factory=set)
    skipped: Skipped = field(default_factory=Skipped)
    first: str = ""
    last: str = ""

    def count(self, call: Call, state: str) -> None:
        """A call, once."""
        self.states[state] += 1
        self.sessions.add(f"{call.client} {call.session}")
        self.first = min(self.first or call.at, call.at or self.first)
        self.last = max(self.last, call.at)
        words = {
            "client": call.client,
            "version": f"{call.client} {call.version or '(not told)'}",
            "tool": call.tool,
            "agent": "sub-agent" if call.agent else "main",
            "mode": call.mode or "(not told)",
        }
        for name, word in words.items():
            self.by[name].setdefault(word, Counter())[state] += 1

    def add(self, remark: Remark, seen: Seen) -> None:
        """Something about a call."""
        call = remark.call
        sort = Sort(
            remark.kind,
            remark.cause,
            call.client,
            call.version,
            call.tool,
            bool(call.agent),
            call.mode,
            self.watches.index(remark.watch),
        )
        group = self.groups.setdefault(sort, Group(watch=remark.watch))
        self.versions[sort] = other_versions(call, seen)
        self.kinds[remark.kind] += 1
        group.count += 1
        group.first = min(group.first or call.at, call.at)
        group.last = max(group.last, call.at)
        if len(group.examples) < EXAMPLES:
            group.examples.append(call)
        if len(self.remarks) < MOST_REMARKS:
            self.remarks.append(remark)
        else:
            self.unlisted += 1

    @property
    def calls(self) -> int:
        return sum(self.states.values())

    @property
    def measured(self) -> int:
        """The calls that ran while an installation was there for them."""
        return sum(self.states[state] for state in MEASURED)

    @property
    def faults(self) -> int:
        return sum(self.kinds[kind] for kind in FAULTS)

    def sorted_groups(self) -> list[tuple[Sort, Group]]:
        """The worst first."""
        return sorted(self.groups.items(), key=lambda one: (KINDS.index(one[0].kind), -one[1].count, one[0].tool))

    def as_json(self) -> Mapping[str, object]:
        """The figures as plain values; `findings` are told by whoever knows what to do about them."""
        return {
            "calls": self.calls,
            "sessions": len(self.sessions),
            "first": self.first,
            "last": self.last,
            "measured": self.measured,
            **{state: self.states[state] for state in STATES},
            **{kind: self.kinds[kind] for kind in (IGNORED, LATE, DUPLICATE)},
            **{
                f"by_{name}": {word: dict(sorted(counts.items())) for word, counts in sorted(found.items())}
                for name, found in self.by.items()
            },
            "skipped": dict(sorted(self.skipped.items())),
            "unlisted": self.unlisted,
            "remarks": [_told(one) for one in self.remarks],
        }


def _told(remark: Remark) -> dict[str, object]:
    call = remark.call
    return {
        "kind": remark.kind,
        "cause": remark.cause,
        "client": call.client,
        "version": call.version,
        "tool": call.tool,
        "agent": call.agent,
        "mode": call.mode,
        "session": call.session,
        "use_id": call.use_id,
        "at": call.at,
        "installation": remark.watch.file,
        "source": call.source,
        "line": call.line,
    }
