"""What the rules of a program came to over calls of the past: those that never fired, or never for good."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from policyhooks.clients.past_calls import RAN
from policyhooks.core.program import Rule
from policyhooks.core.verdict import Decision
from policyhooks.history.past_events import PastEvent
from policyhooks.runtime.engine.selection import LoadedProgram

# Events that come before a call: of these transcripts tell.
BEFORE = frozenset(
    "tool.before shell.before mcp.before file.read file.write web.before subagent.start".split()  # noqa: SIM905
)
LEAST = 3  # questions that a rule must have put before it is said to annoy
FEWEST_DAYS = 2


@dataclass
class Asked:
    """A rule's questions, and how many of the calls ran all the same."""

    questions: int = 0
    ran: int = 0
    days: set[str] = field(default_factory=set)


@dataclass
class RuleUses:
    """It grows while calls are decided."""

    fired: set[str] = field(default_factory=set)
    excepted: set[tuple[str, str]] = field(default_factory=set)
    asked: dict[str, Asked] = field(default_factory=dict)

    def add(self, past: PastEvent, decision: Decision) -> None:
        """What came of one call."""
        for result in decision.results:
            if result.outcome != "fired":
                continue
            self.fired.add(result.rule.id)
            for exception in result.rule.exceptions:
                if f"exception {exception.id}" in result.why.split(", "):
                    self.excepted.add((result.rule.id, exception.id))
        if decision.verdict == "ask":
            for rule in decision.rules:
                asked = self.asked.setdefault(rule, Asked())
                asked.questions += 1
                asked.ran += past.state == RAN
                asked.days.add(past.at[:10])

    def annoying(self) -> dict[str, Asked]:
        """Rules whose every question was answered with yes."""
        return {
            rule: asked
            for rule, asked in sorted(self.asked.items())
            if asked.questions == asked.ran >= LEAST and len(asked.days) >= FEWEST_DAYS
        }


def rules_of(programs: Sequence[LoadedProgram]) -> Iterator[Rule]:
    """Every rule of programs."""
    for program in programs:
        count, size = program.index.get("RULE_COUNT"), program.index.get("BUCKET_SIZE")
        assert isinstance(count, int)
        assert isinstance(size, int)
        for bucket in range((count + size - 1) // size):
            rules = program.load(f"bucket_{bucket:03d}")["RULES"]
            assert isinstance(rules, dict)
            yield from rules.values()


def silent(rules: Sequence[Rule], uses: RuleUses) -> list[str]:
    """Rules that never fired, of those that decide before a call and ask nobody outside."""
    return sorted(
        rule.id
        for rule in rules
        if rule.id not in uses.fired
        and rule.mode != "disabled"
        and rule.kind == "effect"
        and (not rule.events or BEFORE & set(rule.events))
    )


def unused(rules: Sequence[Rule], uses: RuleUses) -> list[tuple[str, str]]:
    """Exceptions that lowered nothing, with their rules."""
    return sorted(
        (rule.id, exception.id)
        for rule in rules
        for exception in rule.exceptions
        if (rule.id, exception.id) not in uses.excepted and rule.kind == "effect"
    )
