"""Prompt rules with `native: true` as the client's own prompt hooks, or the reasons why they cannot be.

A client's prompt hook has a matcher and a text and nothing else: what a rule says beyond that is
an error here, never dropped silently.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from policyhooks.clients.facts import Handler, Keys, PromptHooks, install_of
from policyhooks.errors import Diagnostic, InvalidPolicies
from policyhooks.evaluation.glob_reader import alternatives
from policyhooks.installation.entries import PROMPT_MARK, Entry

if TYPE_CHECKING:
    from policyhooks.compiler.plan import PlannedRule
    from policyhooks.evaluation.glob_items import Item

GIVES_UP = (
    "a rule with `native: true` becomes the client's own prompt hook: it fails open on errors and time-outs, sees the"
    " whole event, uses the client's model, and has no journal, cache, exceptions or roll-out"
)
_MATCHABLE = ("clients", "events", "native", "tools")
_STOPS = ("agent.stop", "subagent.stop")


def native_rules(client: str, rules: Sequence[PlannedRule]) -> list[PlannedRule]:
    """The rules that want to be prompt hooks of this client."""
    return [
        rule
        for rule in rules
        if rule.model.judge is not None
        and rule.model.judge.native
        and rule.mode != "disabled"
        and any(row.client == client for row in rule.rows)
    ]


def prompt_entries(client: str, rules: Sequence[PlannedRule]) -> list[Entry]:
    """The entries of all such rules. Raises InvalidPolicies with every reason why one cannot be expressed."""
    found = native_rules(client, rules)
    problems = [_problem(rule, client, reason) for rule in found for reason in _reasons(client, rule)]
    if problems:
        raise InvalidPolicies(problems)
    hooks = install_of(client).prompts
    return [entry for rule in found for entry in _entries(client, rule, hooks)] if hooks is not None else []


def _problem(rule: PlannedRule, client: str, reason: str) -> Diagnostic:
    message = f"`{rule.id}` cannot be a prompt hook of {client}: {reason}"
    return rule.file.at((*rule.place, "judge", "native"), "native-not-expressible", message, "leave `native` out")


def _reasons(client: str, rule: PlannedRule) -> Iterator[str]:
    judge = rule.model.judge
    assert judge is not None
    hooks = install_of(client).prompts
    if hooks is None:
        yield "it has none"
        return
    yield from _unmatched(rule)
    if any(mark in rule.prompt for mark in ("{{", "{%", "{#")):
        yield "it does not fill in templates: `judge.prompt` would be sent as written"
    if judge.input is not None:
        yield "it always sees the whole event"
    if rule.mode != "enforce" or rule.rollout != 100 or rule.waivers:
        yield "it has no modes, roll-out or exceptions"
    stops = [event in _STOPS for event in rule.events]
    if judge.not_ok not in ("deny", "followup") or (judge.not_ok == "followup") != all(stops):
        yield f"`not_ok: {judge.not_ok}` has no words there"
    for native, _ in _places(client, rule, hooks):
        if native in hooks.unsupported:
            yield f"{native} {hooks.unsupported[native]}"


def _unmatched(rule: PlannedRule) -> Iterator[str]:
    """What the rule says of its events beyond the client's matcher."""
    if rule.condition or rule.members:
        yield "its matcher cannot evaluate `when`"
    if rule.model.unless is not None:
        yield "its matcher cannot say `unless`"
    for match in (rule.file.model.match, rule.model.match):
        given = match.model_dump(exclude_none=True) if match is not None else {}
        for key in given:
            if key not in _MATCHABLE:
                yield f"its matcher cannot say `{key}`"


def _places(client: str, rule: PlannedRule, hooks: PromptHooks) -> list[tuple[str, str]]:
    """(native event, matcher) of a rule; an empty matcher means all."""
    rows = [row for row in rule.rows if row.client == client]
    tools = [glob for match in (rule.model.match, rule.file.model.match) if match for glob in match.tools or ()]
    found: dict[tuple[str, str], None] = {}
    for native in dict.fromkeys(row.native for row in rows):
        doubled = hooks.doubled.get(native, ())
        events = [row.event for row in rows if row.native == native and row.event not in doubled]
        if events:
            found[native, _matcher(hooks, events, tools) if native in hooks.matched else ""] = None
    return list(found)


def _matcher(hooks: PromptHooks, events: Sequence[str], globs: Sequence[str]) -> str:
    if globs:
        return "^(?:" + "|".join(expression for glob in globs for expression in as_expressions(glob)) + ")$"
    if "tool.before" in events or "tool.after" in events:
        return ""
    names = [name for name, (event, _, _) in hooks.tools.items() if event in events]
    if "mcp.before" in events:
        names.append("mcp__.*")
    return "^(?:" + "|".join(names) + ")$" if names else ""


def as_expressions(glob: str) -> list[str]:
    """A glob over tools as regular expressions, which is what the client's matcher takes."""
    return ["".join(map(_expression, items)) for items in alternatives(glob, strict=True)]


def _expression(item: Item) -> str:
    if isinstance(item, str):
        return {"*": ".*", "?": "."}.get(item) or re.escape(item)
    negated, pairs = item
    ranges = [f"{re.escape(pairs[at])}-{re.escape(pairs[at + 1])}" for at in range(0, len(pairs), 2)]
    return f"[{'^' * negated}{''.join(ranges)}]"


def _entries(client: str, rule: PlannedRule, hooks: PromptHooks) -> Iterator[Entry]:
    judge = rule.model.judge
    assert judge is not None
    text = f"{rule.prompt.rstrip()}\n\n{PROMPT_MARK}{rule.id})"
    seconds = max(1, -(-judge.timeout // 1000))
    keys: Keys = {"type": "prompt", "prompt": text, "timeout": seconds}
    for native, matcher in _places(client, rule, hooks):
        yield Entry(native, Handler(keys, hooks.grouped, matcher))
