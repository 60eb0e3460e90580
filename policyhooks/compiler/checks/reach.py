"""Rules that can never matter: same id, same rule again, nothing matched, always overruled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from policyhooks.cel.nodes import Literal
from policyhooks.clients.facts import installable
from policyhooks.compiler.events import all_rows
from policyhooks.compiler.model.matching import MATCHERS
from policyhooks.compiler.plan import PlannedRule
from policyhooks.compiler.suggestion import closest
from policyhooks.core.effects import STRENGTH
from policyhooks.errors import Diagnostic


def check_reach(rules: Sequence[PlannedRule]) -> Iterator[Diagnostic]:
    """Duplicates and rules that cannot fire or cannot win."""
    ids: dict[str, PlannedRule] = {}
    same: dict[tuple[object, ...], PlannedRule] = {}
    for rule in rules:
        first = ids.setdefault(rule.id, rule)
        if first is not rule and first.file is rule.file:
            line = first.file.line((*first.place, "id"))
            message = f"the rule id `{rule.model.id}` occurs twice"
            yield rule.file.at((*rule.place, "id"), "duplicate-rule", message, f"the first is on line {line}")
            continue
        yield from check_dead(rule)
        if "unreachable-rule" not in rule.model.accepted and rule.mode != "disabled":
            yield from check_shadow(rule, same)


def check_natives(rule: PlannedRule) -> Iterator[Diagnostic]:
    """Native names that are close to one the catalog knows: a client may have new ones, and people mistype."""
    known = {row.native for row in all_rows()} | {f"{row.client}.{row.native}" for row in all_rows()}
    for where, match in (("match", rule.model.match), ("unless", rule.model.unless)):
        for number, name in enumerate((match and match.native) or ()):
            near = closest(name, known) if name not in known else ""
            if near:
                message = f"the catalog has no native event `{name}`"
                place = (*rule.place, where, "native", number)
                yield rule.file.at(place, "unknown-event", message, f"did you mean `{near}`?", "warning")


def check_dead(rule: PlannedRule) -> Iterator[Diagnostic]:
    """A rule that nothing can reach."""
    yield from check_natives(rule)
    if rule.when is not None and isinstance(rule.when.node, Literal) and rule.when.node.value is False:
        message = "the condition is never true"
        yield rule.file.at((*rule.place, "when"), "unreachable-rule", message, "use `mode: disabled` to switch it off")
    elif rule.events and not rule.rows:
        own = rule.model.match
        where = next((key for key in ("native", "clients", "events") if own and getattr(own, key)), "")
        place = (*rule.place, "match", where) if where else (*rule.place, "id")
        message = "no client that this rule matches has such an event"
        yield rule.file.at(place, "unreachable-rule", message, key=bool(where))
    elif rule.rows and not any(installable(row.client, row.native) for row in rule.rows):
        row = rule.rows[0]
        message = f"install never writes an entry for {row.client} {row.native}, so nothing starts this rule"
        yield rule.file.at((*rule.place, "id"), "unreachable-rule", message, "see `policyhooks clients`", "warning")
    own, unless = rule.model.match, rule.model.unless
    if own is not None and unless is not None:
        for key in MATCHERS:
            values, spared = getattr(own, key), getattr(unless, key)
            alone = all(getattr(unless, other) is None for other in type(unless).model_fields if other != key)
            if values and spared and alone and set(values) <= set(spared) and key not in ("commands", "paths", "hosts"):
                message = f"`unless` leaves out everything that `match.{key}` names"
                yield rule.file.at((*rule.place, "unless", key), "unreachable-rule", message, key=True)


def check_shadow(rule: PlannedRule, same: dict[tuple[object, ...], PlannedRule]) -> Iterator[Diagnostic]:
    """A rule with the very condition of an earlier one."""
    if rule.rollout < 100 or rule.waivers or rule.kind != "effect" or rule.mode != "enforce":
        return
    condition = " ".join(rule.condition.split())
    scope = rule.file.path if any(word in condition for word in ("vars.", "lists.", "params.")) else ""
    key = (rule.events, rule.clients, rule.natives, rule.tests, rule.unless, condition, scope)
    first = same.setdefault(key, rule)
    if first is rule or rule.effect not in STRENGTH or first.effect not in STRENGTH:
        return
    stronger, weaker = (first, rule) if STRENGTH[first.effect] >= STRENGTH[rule.effect] else (rule, first)
    line = stronger.file.line((*stronger.place, "id"))
    # Packs that are compiled together may say the same thing; within one file it is a slip.
    severity = "error" if first.file is rule.file else "warning"
    hint = f"it is on line {line}" if first.file is rule.file else f"it is in {stronger.file.path}, line {line}"
    if first.effect == rule.effect:
        message = f"the rule repeats `{first.id}`"
        yield rule.file.at((*rule.place, "id"), "duplicate-rule", message, hint, severity)
    else:
        message = f"`{stronger.id}` has the same condition and always wins with {stronger.effect}"
        yield weaker.file.at((*weaker.place, "id"), "unreachable-rule", message, hint, severity)
