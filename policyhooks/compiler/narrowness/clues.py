"""What a rule compares with, taken from its words: the texts that an event must hold for the rule to fire.

It collects and does not judge: a text may be a program, a path or a host, and whoever makes events tries it as each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from policyhooks.cel.check import Checked
from policyhooks.cel.names import dotted
from policyhooks.cel.nodes import Binary, Call, ListLiteral, Literal, Node, Select, walk
from policyhooks.compiler.matchers import given
from policyhooks.compiler.narrowness.pattern_examples import write_examples
from policyhooks.compiler.plan import PlannedRule
from policyhooks.compiler.scope import Scope

MOST = 80  # texts; of more the first ones say enough


@dataclass
class Clues:
    """Texts of a rule, each once, in the order in which they are written."""

    texts: dict[str, None] = field(default_factory=dict)
    lists: dict[tuple[str, ...], None] = field(default_factory=dict)  # lists of texts: perhaps the words of a command
    examples: dict[str, None] = field(default_factory=dict)  # texts that its regular expressions match
    equal: dict[str, list[object]] = field(default_factory=dict)  # field of the event -> values it is compared with
    flags: dict[str, None] = field(default_factory=dict)  # fields that are read: those that are true or false count
    matched: dict[str, tuple[str, ...]] = field(default_factory=dict)  # key of `match` -> its values

    @property
    def all_texts(self) -> tuple[str, ...]:
        """What is written, and what is described."""
        return tuple(dict.fromkeys((*self.texts, *self.examples)))

    def add(self, value: object) -> None:
        """A constant: a text, or a list, whose texts count too."""
        if isinstance(value, str):
            if len(self.texts) < MOST and value:
                self.texts[value] = None
        elif isinstance(value, (list, tuple)):
            if value and all(isinstance(item, str) for item in value):
                self.lists[tuple(value)] = None
            for item in value:
                self.add(item)
        elif isinstance(value, dict):
            for item in (*value, *value.values()):
                self.add(item)


def read_clues(rule: PlannedRule) -> Clues:
    """The clues of a rule's matchers and condition, also those behind variables, lists and params."""
    clues = Clues()
    for match in (rule.file.model.match, rule.model.match):
        if match is not None:
            for key, values in given(match):
                clues.matched[key] = (*clues.matched.get(key, ()), *values)
    if rule.when is not None:
        for checked, scope in reachable(rule.when, rule.scope):
            for node in walk_in_order(checked.node):
                note(node, checked, scope, clues)
    return clues


def reachable(checked: Checked, scope: Scope) -> Iterator[tuple[Checked, Scope]]:
    """An expression and those of every variable behind it, each once."""
    waiting, seen = [(checked, scope)], {id(checked)}
    while waiting:
        checked, scope = waiting.pop(0)
        yield checked, scope
        for name in names_in(checked):
            variable = scope.variables.get(name)
            if variable is not None and id(variable.checked) not in seen:
                seen.add(id(variable.checked))
                waiting.append((variable.checked, variable.scope))


def names_in(checked: Checked) -> Iterable[str]:
    """The declared names that an expression refers to, in the order of its text."""
    found = [(node.start, reference.name) for node, reference in checked.references.items()]
    return dict.fromkeys(name for _, name in sorted(found))


def walk_in_order(root: Node) -> list[Node]:
    return sorted(walk(root), key=lambda node: (node.start, -node.end))


def note(node: Node, checked: Checked, scope: Scope, clues: Clues) -> None:
    """What one node says."""
    if isinstance(node, Literal):
        clues.add(node.value)
    elif isinstance(node, ListLiteral):
        clues.add(tuple(item.value for item in node.items if isinstance(item, Literal)))
    elif isinstance(node, Call) and node.name == "matches" and node.arguments:
        pattern = constant_of(node.arguments[-1], checked, scope)
        if isinstance(pattern, str):
            clues.examples.update(dict.fromkeys(write_examples(pattern)))
    elif isinstance(node, Binary) and node.operator in ("==", "in"):
        note_comparison(node, checked, scope, clues)
    if isinstance(node, Select):
        clues.flags[".".join(dotted(node))] = None
    reference = checked.references.get(node)
    if reference is not None and reference.name in scope.constants:
        clues.add(scope.constants[reference.name].value)


def note_comparison(node: Binary, checked: Checked, scope: Scope, clues: Clues) -> None:
    """`event.user == "ci"`, `"ci" == event.user`, `event.user in [...]`."""
    for side, other in ((node.left, node.right), (node.right, node.left)):
        name = ".".join(dotted(side))
        value = constant_of(other, checked, scope)
        if "." in name and value is not None:
            values = value if isinstance(value, tuple) and node.operator == "in" else (value,)
            clues.equal.setdefault(name, []).extend(values)


def constant_of(node: Node, checked: Checked, scope: Scope) -> object:
    """The value of a literal, a list of them, a list or a param; None for anything else."""
    if isinstance(node, Literal):
        return node.value
    if isinstance(node, ListLiteral):
        return tuple(item.value for item in node.items if isinstance(item, Literal))
    reference = checked.references.get(node)
    constant = scope.constants.get(reference.name) if reference is not None else None
    return constant.value if constant is not None else None
