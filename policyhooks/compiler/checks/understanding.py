"""Programs that look at commands or files but never ask whether the command was understood."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from policyhooks.cel.names import dotted
from policyhooks.cel.nodes import Logical, Node, Unary
from policyhooks.compiler.files import Files
from policyhooks.compiler.plan import PlannedRule
from policyhooks.errors import Diagnostic

CONCERNED = frozenset(("shell.before", "file.read", "file.write", "tool.before"))


def check_understanding(rules: Sequence[PlannedRule], files: Files) -> Iterator[Diagnostic]:
    """One warning a program, at the first rule that relies on the parsed view."""
    if files.config is not None and files.config.model.defaults.not_understood is not None:
        return
    concerned = [rule for rule in rules if rule.mode != "disabled" and relies(rule)]
    if not concerned or any(asks(rule) for rule in rules if rule.mode != "disabled"):
        return
    first = min(concerned, key=lambda rule: (rule.file.path, rule.file.line(rule.place)))
    yield first.file.at(
        (*first.place, "id"),
        "understanding-unchecked",
        "rules look at commands or files, but none looks at `!shell.understood`",
        'add a rule with when: "!shell.understood", or set defaults.not_understood in the Config',
        severity="warning",
    )


def relies(rule: PlannedRule) -> bool:
    """Whether a rule depends on commands being read."""
    if not CONCERNED & set(rule.events):
        return False
    if any(test.helper in ("any_command", "any_path") for test in rule.tests):
        return True
    return any(use.field.startswith(("shell.", "file.")) for use in rule.reads)


def asks(rule: PlannedRule) -> bool:
    """Whether a rule looks at `shell.understood`."""
    return any(use.field == "shell.understood" for use in rule.reads)


def covers(rule: PlannedRule) -> bool:
    """Whether a rule decides about every command that is not understood, so that no default has to."""
    everywhere = not (rule.clients or rule.natives or rule.tests or rule.unless or rule.waivers)
    acting = rule.mode == "enforce" and rule.rollout == 100 and rule.kind == "effect"
    looking = bool({"shell.before", "tool.before"} & set(rule.events))
    return everywhere and acting and looking and rule.when is not None and holds_when_unread(rule.when.node)


def holds_when_unread(node: Node) -> bool:
    """Whether an expression is true for every command that is not understood."""
    if isinstance(node, Logical):
        return node.operator == "||" and any(holds_when_unread(operand) for operand in node.operands)
    return isinstance(node, Unary) and node.operator == "!" and dotted(node.operand) == ("shell", "understood")
