"""What helps with a case that failed: the arguments of the event, the values of the rule's parts, the command that
explains the same.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator, Mapping, Sequence

from policyhooks.clients.catalog import Row
from policyhooks.clients.facts import HOME, WORKSPACE
from policyhooks.clients.native_payload import native_payload
from policyhooks.clients.subject import Subject
from policyhooks.core.event import Event
from policyhooks.errors import UsageError
from policyhooks.inspect.explanation import Ruled, view_rules
from policyhooks.inspect.rule_outlines import Outline
from policyhooks.inspect.rule_view import RuleView
from policyhooks.inspect.trace import Part
from policyhooks.inspect.values import show
from policyhooks.suite.case import Trial

MOST = 8  # parts, and arguments
FIELDS = ("command", "path", "op", "content", "added", "removed", "server", "tool", "arguments", "url", "query", "text")
FURTHER = ("task", "tool_name", "tool_input", "output", "error", "last_message", "source", "reason", "native")
# The option of `explain` that says the same, by event.
OPTIONS = {
    "shell.before": ("--shell", "command"),
    "file.read": ("--read", "path"),
    "file.write": ("--write", "path"),
    "web.before": ("--web", "url"),
    "prompt.submit": ("--prompt", "text"),
}


def arguments_of(trial: Trial) -> list[str]:
    """What the case gives, field by field."""
    subject = vars(trial.subject)
    given = [f"{name} {show(subject[name])}" for name in (*FIELDS, *FURTHER) if subject[name]]
    given += [f"{root}.{name} {show(value)}" for root, fields in trial.roots.items() for name, value in fields.items()]
    given += [f"env.{name} {show(value)}" for name, value in trial.environ.items()]
    return [f"event {trial.subject.event}", *given[:MOST]]


def values_of(trial: Trial, event: Event, outline: Outline) -> list[str]:
    """The outermost parts of the rule's match and condition, each with its value."""
    rules = [rule for rule in outline.rules if rule.id == trial.rule.id]
    views = view_rules(event, [], (), [Ruled(Outline(rules, outline.variables))])
    return [line for view in views for line in _lines(view)][:MOST]


def _lines(view: RuleView) -> Iterator[str]:
    for part in view.parts:
        yield f"{part.value}  {part.text}" + (f"  ({part.note})" if part.note else "")
        witness = _witness(part)
        if witness:
            yield witness


def _witness(part: Part) -> str:
    """Of a list the element that says most: why none fits, or which one does not."""
    inner = [one for one in part.parts if one.kind == "element"]
    if part.kind not in ("exists", "all") or not inner:
        return ""
    wrong = [one for one in inner[0].parts if not one.holds]
    return f"       {inner[0].text}: {wrong[0].text} is {wrong[0].value}" if wrong else f"       {inner[0].text}"


def explain_command(trial: Trial, row: Row, files: Sequence[str], config: str) -> str:
    """The command line that explains the same event; empty where none can say it."""
    words = ["policyhooks", "explain", "--policies", *files]
    words += ["--config", config] if config else []
    words += ["--client", row.client, "--native", row.native, "--cwd", WORKSPACE, "--home", HOME, *_outside(trial)]
    words += [word for name, value in trial.environ.items() for word in ("--env", f"{name}={value}")]
    subject = trial.subject
    if subject.event in OPTIONS and not (subject.added or subject.removed):
        option, name = OPTIONS[subject.event]
        content = ["--content", subject.content] if subject.event == "file.write" and subject.content else []
        return shlex.join([*words, option, getattr(subject, name), *content])
    if subject.event == "mcp.before":
        arguments = ["--arguments", json.dumps(dict(subject.arguments))] if subject.arguments else []
        return shlex.join([*words, "--mcp", f"{subject.server}/{subject.tool}", *arguments])
    payload = _payload(row, subject)
    return f"printf %s {shlex.quote(json.dumps(payload))} | {shlex.join([*words, '-'])}" if payload else ""


def _outside(trial: Trial) -> list[str]:
    answer = trial.judge or trial.command
    if answer is None or answer.ok is None:
        return []
    return ["--outside", "ok" if answer.ok else "not-ok"]


def _payload(row: Row, subject: Subject) -> Mapping[str, object] | None:
    try:
        return native_payload(row.client, subject, native=row.native)[1]
    except UsageError:
        return None
