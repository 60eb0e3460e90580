"""Programs that look at commands or files but never ask whether the command was understood."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from policyhooks.compiler.files import Files
from policyhooks.compiler.plan import PlannedRule
from policyhooks.compiler.references import fields_read
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
    return rule.when is not None and any(
        use.field.startswith(("shell.", "file.")) for use in fields_read(rule.when, rule.scope)
    )


def asks(rule: PlannedRule) -> bool:
    """Whether a rule looks at `shell.understood`."""
    return rule.when is not None and any(use.field == "shell.understood" for use in fields_read(rule.when, rule.scope))
