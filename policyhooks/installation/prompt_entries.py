"""The entries of prompt rules with `native: true`: the client's own prompt hooks, as its file has them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from policyhooks.clients.facts import Handler, Keys, PromptHooks, install_of
from policyhooks.compiler.native_prompts import closing_keys, native_problems, native_rules, places_of
from policyhooks.errors import InvalidPolicies
from policyhooks.installation.entries import PROMPT_MARK, Entry

if TYPE_CHECKING:
    from policyhooks.compiler.plan import PlannedRule


def prompt_entries(
    client: str, rules: Sequence[PlannedRule], aliases: Collection[str] = (), version: tuple[int, ...] = ()
) -> list[Entry]:
    """The entries of all such rules. Raises InvalidPolicies with every reason why one cannot be expressed."""
    found = native_rules(client, rules)
    problems = [problem for rule in found for problem in native_problems(client, rule, aliases, version)]
    if problems:
        raise InvalidPolicies(problems)
    hooks = install_of(client).prompts
    return [entry for rule in found for entry in _entries(client, rule, hooks)] if hooks is not None else []


def _entries(client: str, rule: PlannedRule, hooks: PromptHooks) -> Iterator[Entry]:
    judge = rule.model.judge
    assert judge is not None
    # `$ARGUMENTS` is the client's to replace; without it the client puts the event's JSON after the text.
    text = f"{rule.prompt.rstrip()}\n\n{PROMPT_MARK}{rule.id})"
    seconds = max(1, -(-judge.timeout // 1000))
    keys: Keys = {"type": "prompt", "prompt": text, "timeout": seconds, **closing_keys(rule, hooks)}
    if "model" in judge.model_fields_set:
        keys = {**keys, "model": judge.model}
    for native, matcher in places_of(client, rule, hooks):
        yield Entry(native, Handler(keys, hooks.grouped, matcher))
