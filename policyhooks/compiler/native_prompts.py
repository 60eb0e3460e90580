"""Prompt rules with `native: true` as a client's own prompt hooks: where they go, and why they cannot.

What a rule says beyond what the client's hook can say is an error that names the key, never dropped in silence. It
knows what clients have (clients/facts.py), not how an entry is written.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from policyhooks.clients.facts import PromptHooks, edition_of, install_of
from policyhooks.compiler.matchers import read_command
from policyhooks.compiler.versions import lowest
from policyhooks.errors import Diagnostic
from policyhooks.evaluation.glob_items import BadGlob
from policyhooks.evaluation.glob_reader import alternatives

if TYPE_CHECKING:
    from policyhooks.compiler.files import File
    from policyhooks.compiler.model.config import Config
    from policyhooks.compiler.plan import PlannedRule
    from policyhooks.evaluation.glob_items import Item

    Reason = tuple[tuple[str, ...], str]  # the key of the rule, and what the client cannot do with it

FAILS_OPEN = (
    "a rule with `native: true` is asked by the client itself: where no answer comes, the call goes on. It sees the"
    " whole event and has no journal, cache, exceptions or roll-out. Without `native` policyhooks asks, and no answer"
    " means what `on_error` says: a question or a deny"
)
_MATCHABLE = ("clients", "events", "native", "tools")
_STOPS = ("agent.stop", "subagent.stop")
# Keys of a judge that no prompt hook has a word for.
_OURS = {"input": "it always sees the whole event", "cache": "it keeps no answers", "escalate": "it asks one model",
         "quorum": "it asks once", "confidence": "it does not say how sure it is",
         "may_allow": "an ok allows nothing there", "optional": "its model is the client's own"}  # fmt: skip


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


def check_native(rules: Sequence[PlannedRule], config: File[Config] | None) -> Iterator[Diagnostic]:
    """What the clients that a rule matches cannot express, and once that such hooks fail open."""
    aliases = config.model.judge.models if config is not None else ()
    required = config.model.requires.clients if config is not None else {}
    first = True
    for rule in rules:
        clients = dict.fromkeys(row.client for row in rule.rows if native_rules(row.client, [rule]))
        for client in clients:
            if install_of(client).prompts is not None:
                version = lowest(required[client], install_of(client).assumed) if client in required else ()
                yield from native_problems(client, rule, aliases, version)
        if clients and first:
            first = False
            yield rule.file.at((*rule.place, "judge", "native"), "native-fails-open", FAILS_OPEN, severity="note")


def native_problems(
    client: str, rule: PlannedRule, aliases: Collection[str] = (), version: tuple[int, ...] = ()
) -> Iterator[Diagnostic]:
    """Every reason why a rule cannot be a prompt hook of a client from a version on, at the key that it is about."""
    edition = edition_of(client, version)
    lacking = edition is not None and not edition.prompts
    none: list[Reason] = [(("judge", "native"), f"version {'.'.join(map(str, version))} has none")] if lacking else []
    for key, reason in (*none, *_reasons(client, rule, aliases)):
        place = (*rule.place, *key)
        if rule.file.document.node(place) is None:
            place = (*rule.place, "judge", "native")
        message = f"`{rule.id}` cannot be a prompt hook of {client}: {reason}"
        yield rule.file.at(place, "native-not-expressible", message, "leave `native` out", key=place[-1] == key[-1])


def _reasons(client: str, rule: PlannedRule, aliases: Collection[str]) -> Iterator[Reason]:
    judge = rule.model.judge
    assert judge is not None
    hooks = install_of(client).prompts
    if hooks is None:
        yield ("judge", "native"), "it has none"
        return
    yield from _unmatched(rule, hooks, client)
    if any(mark in rule.prompt for mark in ("{{", "{%", "{#")):
        yield ("judge", "prompt"), "it does not fill in templates: `judge.prompt` would be sent as written"
    for key, reason in _OURS.items():
        if key in judge.model_fields_set and getattr(judge, key) not in (None, False, 0):
            yield ("judge", key), f"{reason} (`judge.{key}`)"
    if "model" in judge.model_fields_set and (judge.model in aliases or "/" in judge.model):
        yield ("judge", "model"), f"`judge.model: {judge.model}` is our name of a model; write the client's own name"
    yield from _unanswered(rule, hooks)
    if rule.mode != "enforce" or rule.rollout != 100 or rule.waivers:
        yield ("mode",), "it has no modes, roll-out or exceptions"
    stops = [event in _STOPS for event in rule.events]
    if judge.not_ok not in ("deny", "followup") or (judge.not_ok == "followup") != all(stops):
        yield ("judge", "not_ok"), f"`not_ok: {judge.not_ok}` has no words there"
    for native, _ in places_of(client, rule, hooks):
        if native in hooks.unsupported:
            yield ("match", "events"), f"{native} {hooks.unsupported[native]}"


def _unanswered(rule: PlannedRule, hooks: PromptHooks) -> Iterator[Reason]:
    """What is written about errors: a client closes on them, or it does not."""
    judge = rule.model.judge
    assert judge is not None
    for key, written in ((("judge", "on_error"), judge.on_error), (("on_error",), rule.model.on_error)):
        if written not in (None, "pass") and not (written == "closed" and hooks.closing):
            yield key, f"`on_error: {written}` has no words there, it fails open"


def closing_keys(rule: PlannedRule, hooks: PromptHooks) -> dict[str, bool]:
    """The key that closes a prompt hook on errors, where the client has one and the rule does not want it open."""
    return dict(hooks.closing) if rule.on_error != "pass" else {}


def _unmatched(rule: PlannedRule, hooks: PromptHooks, client: str) -> Iterator[Reason]:
    """What the rule says of its events beyond the client's matcher."""
    if rule.condition or rule.members:
        yield ("when",), "its matcher cannot evaluate `when`"
    if rule.model.unless is not None:
        yield ("unless",), "its matcher cannot say `unless`"
    natives = {row.native for row in rule.rows if row.client == client}
    said = {"subagents": hooks.typed, "commands": hooks.texts}
    for match in (rule.file.model.match, rule.model.match):
        given = match.model_dump(exclude_none=True) if match is not None else {}
        for key in given:
            events = said.get(key, ())
            doubled = {native for native in natives if set(hooks.doubled.get(native, ())) >= set(rule.events)}
            if key not in _MATCHABLE and not (events and natives - doubled <= set(events)):
                yield ("match", key), f"its matcher cannot say `{key}`"


def places_of(client: str, rule: PlannedRule, hooks: PromptHooks) -> list[tuple[str, str]]:
    """(native event, matcher) of a rule; an empty matcher means all."""
    rows = [row for row in rule.rows if row.client == client]
    found: dict[tuple[str, str], None] = {}
    for native in dict.fromkeys(row.native for row in rows):
        doubled = hooks.doubled.get(native, ())
        events = [row.event for row in rows if row.native == native and row.event not in doubled]
        if events:
            found[native, _matcher_on(native, events, rule, hooks)] = None
    return list(found)


def _matcher_on(native: str, events: Sequence[str], rule: PlannedRule, hooks: PromptHooks) -> str:
    if native in hooks.matched:
        return _matcher(hooks, events, _given(rule, "tools"))
    if native in hooks.typed and _given(rule, "subagents"):
        return _whole(_given(rule, "subagents"))
    if native in hooks.texts and _given(rule, "commands"):
        return "|".join(as_text(command) for command in _given(rule, "commands"))
    return ""


def _given(rule: PlannedRule, key: str) -> list[str]:
    return [glob for match in (rule.model.match, rule.file.model.match) if match for glob in getattr(match, key) or ()]


def as_text(command: str) -> str:
    """A command matcher as an expression over the text: the program as a word, then its words, in this order."""
    try:
        name, words, flags = read_command(command)
    except BadGlob:  # told where matchers are read
        return re.escape(command)
    parts = ["".join(expression for expression in as_expressions(word)[:1]) for word in (name, *words, *flags)]
    return r"(?:^|[^\w.-])" + r"(?:\s.*)?\s".join(part.replace(".*", r"\S*") for part in parts) + r"(?:$|[^\w.-])"


def _matcher(hooks: PromptHooks, events: Sequence[str], globs: Sequence[str]) -> str:
    if globs:
        return _whole(globs)
    if "tool.before" in events or "tool.after" in events:
        return ""
    names = [name for name, (event, _, _) in hooks.tools.items() if event in events]
    if "mcp.before" in events:
        names.append("mcp__.*")
    return "^(?:" + "|".join(names) + ")$" if names else ""


def _whole(globs: Sequence[str]) -> str:
    return "^(?:" + "|".join(expression for glob in globs for expression in as_expressions(glob)) + ")$"


def as_expressions(glob: str) -> list[str]:
    """A glob over tools as regular expressions, which is what the client's matcher takes."""
    return ["".join(map(_expression, items)) for items in alternatives(glob, strict=True)]


def _expression(item: Item) -> str:
    if isinstance(item, str):
        return {"*": ".*", "?": "."}.get(item) or re.escape(item)
    negated, pairs = item
    ranges = [f"{re.escape(pairs[at])}-{re.escape(pairs[at + 1])}" for at in range(0, len(pairs), 2)]
    return f"[{'^' * negated}{''.join(ranges)}]"
