"""Looks for an event that a rule allows and nobody meant to allow. Deterministic, and bounded by a number of events."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from policyhooks.cel.check import Checked
from policyhooks.cel.names import dotted
from policyhooks.cel.nodes import Binary, Logical, Node
from policyhooks.clients.subject import Subject
from policyhooks.compiler.narrowness.calls import plain_calls, wide_calls
from policyhooks.compiler.narrowness.clues import Clues, constant_of, read_clues
from policyhooks.compiler.narrowness.commands import ALONE, AROUND, SLIGHT, enlarged, plain_commands, with_other_words
from policyhooks.compiler.narrowness.probe import Probe, Readings
from policyhooks.compiler.narrowness.settings import settings_of
from policyhooks.compiler.narrowness.wish import Wish
from policyhooks.compiler.plan import PlannedRule
from policyhooks.compiler.scope import Scope
from policyhooks.shell.programs.lookup import describe
from policyhooks.shell.programs.parsed import find_sub

MOST_SEEDS = 5  # commands of a rule to which something is added
# The kinds of calls whose harm is known here; of another kind nothing is said.
COMMANDS = ("shell.before", "permission.request")
CALLS = ("file.read", "tab.read", "file.write", "mcp.before", "web.before", "tool.before")
# A question for leave may be about any call.
ASKED_FOR = ("file.read", "file.write", "mcp.before", "web.before")


@dataclass(frozen=True)
class Findings:
    """What was found of a rule: an event that it should not allow, or that no event was found that it does."""

    wide: Wish | None = None
    slight: Wish | None = None
    fired: bool = True
    tried: int = 0


def examine(rule: PlannedRule, readings: Readings) -> Findings:
    """What an allow rule allows beyond what it says."""
    if rule.when is not None and is_closed(rule.when.node, rule.when, rule.scope):
        return Findings()
    clues = read_clues(rule)
    probe = Probe(rule, readings, settings_of(clues))
    return Search(rule, clues, probe).run()


def is_closed(node: Node, checked: Checked, scope: Scope) -> bool:
    """Whether a condition needs `shell.read_only`, or is true for commands that are written out only."""
    if isinstance(node, Logical):
        need = any if node.operator == "&&" else all
        return need(is_closed(operand, checked, scope) for operand in node.operands)
    if dotted(node) == ("shell", "read_only"):
        return True
    if isinstance(node, Binary) and node.operator in ("==", "in"):
        sides = (
            ((node.left, node.right), (node.right, node.left)) if node.operator == "==" else ((node.left, node.right),)
        )
        return any(
            dotted(field) == ("shell", "command") and constant_of(value, checked, scope) is not None
            for field, value in sides
        )
    reference = checked.references.get(node)
    variable = scope.variables.get(reference.name) if reference is not None else None
    return variable is not None and is_closed(variable.checked.node, variable.checked, variable.scope)


class Search:
    """One rule's search."""

    def __init__(self, rule: PlannedRule, clues: Clues, probe: Probe) -> None:
        self.rule, self.clues, self.probe = rule, clues, probe
        self.fired = False

    def run(self) -> Findings:
        """The first event of each kind of finding."""
        wide = next((wish for wish in self.wishes() if self.probe.allows(wish)), None)
        slight = None if wide is not None else next((wish for wish in self.slight() if self.probe.allows(wish)), None)
        known = any(kind in (*COMMANDS, *CALLS) for kind in self.probe.kinds)
        return Findings(wide, slight, self.fired or wide is not None or not known, self.probe.tried)

    def wishes(self) -> Iterator[Wish]:
        """What nobody means to allow, what is likeliest first."""
        for kind in self.probe.kinds:
            if kind in COMMANDS:
                yield from self.wide_commands(kind)
        for kind, event in self.calls():
            for wish in wide_calls(kind, self.clues):
                yield Wish(retold(wish.subject, event), wish.does, wish.mend)
            self.fired = self.fired or any(
                self.probe.allows(Wish(retold(subject, event))) for subject in plain_calls(kind, self.clues)
            )

    def calls(self) -> Iterator[tuple[str, str]]:
        """The kinds of calls to make, and the events that carry them."""
        for event in self.probe.kinds:
            if event in CALLS:
                yield event, event
            elif event == "permission.request":
                yield from ((kind, event) for kind in ASKED_FOR)

    def wide_commands(self, kind: str) -> Iterator[Wish]:
        for text, does, mend in ALONE:
            yield Wish(Subject(kind, command=text), does, mend)
        seeds = self.seeds(kind)
        for seed in seeds:
            for text, does, mend in (*enlarged(seed, AROUND), *with_other_words(seed, writing_options(seed))):
                yield Wish(Subject(kind, command=text), does, mend)

    def slight(self) -> Iterator[Wish]:
        seeds = [(kind, seed) for kind in self.probe.kinds if kind in COMMANDS for seed in self.seeds(kind)]
        for kind, seed in seeds:
            for text, does, mend in enlarged(seed, SLIGHT):
                yield Wish(Subject(kind, command=text), does, mend)

    def seeds(self, kind: str) -> list[str]:
        """Commands that the rule allows as they are: of different programs before those of the same."""
        found: dict[str, list[str]] = {}
        for text in plain_commands(self.clues, tested_commands(self.rule)):
            if self.probe.allows(Wish(Subject(kind, command=text))):
                self.fired = True
                found.setdefault(text.split()[0], []).append(text)
        ordered = [texts[turn] for turn in range(2) for texts in found.values() if turn < len(texts)]
        return ordered[:MOST_SEEDS]


def retold(subject: Subject, event: str) -> Subject:
    """The subject as another event carries it: the tool tells what the event does not."""
    if event == subject.event:
        return subject
    named = {"tool_name": "Read", "tool_input": {"file_path": subject.path}} if subject.event == "file.read" else {}
    return Subject(**{**vars(subject), "event": event, **named})


def tested_commands(rule: PlannedRule) -> list[str]:
    """Commands that the rule's own tests expect to be allowed."""
    tests = rule.model.tests
    if tests is None:
        return []
    cases = [case.shell for case in tests.cases if case.expect == "allow" and isinstance(case.shell, dict)]
    written = [case["command"] for case in cases if isinstance(case.get("command"), str)]
    return [*getattr(tests, "allow", ()), *map(str, written)]


def writing_options(command: str) -> list[str]:
    """Options of a command's program, or of its sub-command, that name a file to write."""
    words = command.split()
    entry = describe(words[0].rpartition("/")[2]) if words else {}
    found = []
    for word in (*words[1:3], ""):
        for option in str(entry.get("options", "")).split():
            names, _, role = option.partition("=")
            if role.startswith("write"):
                found.append(names.split("|")[-1])
        subs = entry.get("sub")
        inner = find_sub(subs, word) if isinstance(subs, dict) and word else None
        if inner is None:
            break
        entry = inner
    return found
