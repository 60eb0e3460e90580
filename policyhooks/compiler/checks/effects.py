"""Effects that an event of some matched client cannot express."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from policyhooks.clients.catalog import Row, specific
from policyhooks.clients.facts import install_of
from policyhooks.clients.registry import CLIENTS
from policyhooks.compiler.events import all_rows
from policyhooks.compiler.plan import PlannedRule
from policyhooks.compiler.suggestion import did_you_mean
from policyhooks.errors import Diagnostic


def check_effects(rule: PlannedRule) -> Iterator[Diagnostic]:
    """Rows that cannot say what the rule wants, unless `degrade` names what takes its place."""
    yield from check_degrade(rule)
    yield from check_flags(rule)
    if not rule.effect:
        return
    wanted = [rule.effect, *([rule.adds] if rule.adds else [])]
    for effect in wanted:
        mute = [row for row in rule.rows if not expresses(row, effect) and replacement(rule, row) is None]
        mute = [row for row in mute if not is_told_elsewhere(rule, row, effect)]
        if mute:
            yield rule.file.at(
                rule.effect_place,
                "effect-not-expressible",
                f"{listed(mute)} cannot express `{effect}`",
                f"narrow `match`, or say what takes its place: degrade: {{{mute[0].client}.{mute[0].native}: pass}}",
                key=rule.file.document.node(rule.effect_place) is None,
            )


def check_flags(rule: PlannedRule) -> Iterator[Diagnostic]:
    """Rows that cannot say what a key adds to the effect. Of `halt` nothing is asked: a deny is one without it."""
    for name in ("suppress", "remember"):
        mute = [row for row in rule.rows if name not in row.effects] if getattr(rule.model, name) else []
        if mute:
            message = f"{listed(mute)} cannot express `{name}`"
            place = (*rule.place, name)
            yield rule.file.at(place, "effect-not-expressible", message, "narrow `match`, or leave it out", key=True)


def note_asks(rules: Sequence[PlannedRule]) -> Iterator[Diagnostic]:
    """Where ask becomes deny: one note for each set of events, at the first rule that meets it."""
    groups: dict[str, list[PlannedRule]] = {}
    for rule in rules:
        denied = [row for row in rule.rows if "deny" in row.effects and not _asks(rule, row)]
        if rule.effect == "ask" and any(replacement(rule, row) is None for row in denied):
            groups.setdefault(listed([row for row in denied if replacement(rule, row) is None]), []).append(rule)
    for where, concerned in groups.items():
        more = f" (this rule and {len(concerned) - 1} more)" if len(concerned) > 1 else ""
        first = concerned[0]
        message = f"on {where} ask becomes deny{more}"
        yield first.file.at(first.effect_place, "ask-becomes-deny", message, severity="note")


def note_allows(rules: Sequence[PlannedRule]) -> Iterator[Diagnostic]:
    """Where an allow is the same answer as no opinion: one note for each client, at the first rule that meets it."""
    noted: set[str] = set()
    for rule in rules:
        allows = rule.effect == "allow" or bool(rule.model.judge and rule.model.judge.may_allow)
        for row in rule.rows if allows and rule.mode != "disabled" else ():
            said = install_of(row.client).own_questions
            if said and row.client not in noted:
                noted.add(row.client)
                yield rule.file.at(rule.effect_place, "allow-skips-nothing", said, severity="note")


def _asks(rule: PlannedRule, row: Row) -> bool:
    """Whether an ask of the rule is put: by the event, or by the call's specific event if the rule sees that."""
    own = specific(row.client, row.native, row.event)
    if own and row.ask_becomes("") == "specific":
        return any((other.client, other.native, other.event) == (row.client, own, row.event) for other in rule.rows)
    return "ask" in row.effects


def expresses(row: Row, effect: str) -> bool:
    """Whether an event can say it. A warning that has no channel is journalled; ask can always be a deny."""
    if effect == "warn":
        return True
    return effect in row.effects or (effect == "ask" and "deny" in row.effects)


def is_told_elsewhere(rule: PlannedRule, row: Row, effect: str) -> bool:
    """Whether an event that can say nothing at all has a twin that the rule sees, and that says it of the same call."""
    twins = [other for other in rule.rows if (other.client, other.event) == (row.client, row.event)]
    return not row.effects and any(expresses(other, effect) for other in twins)


def replacement(rule: PlannedRule, row: Row) -> str | None:
    """What `degrade` names for an event."""
    return rule.degrade.get(f"{row.client}.{row.native}") or rule.degrade.get(row.client)


def check_degrade(rule: PlannedRule) -> Iterator[Diagnostic]:
    """Names in `degrade` that mean nothing, and replacements that cannot be expressed either."""
    if isinstance(rule.model.degrade, str) or rule.model.degrade is None:
        return
    known = {*CLIENTS, *(f"{row.client}.{row.native}" for row in all_rows())}
    for name, effect in rule.model.degrade.items():
        place = (*rule.place, "degrade", name)
        if name not in known:
            hint = did_you_mean(name, known) or "a client, or `client.NativeEvent`"
            yield rule.file.at(place, "unknown-event", f"there is no event `{name}`", hint, key=True)
            continue
        rows = [row for row in rule.rows if name in (row.client, f"{row.client}.{row.native}")]
        mute = [
            row for row in rows if effect != "pass" and not expresses(row, effect) and not expresses(row, rule.effect)
        ]
        if mute:
            yield rule.file.at(place, "effect-not-expressible", f"{listed(mute)} cannot express `{effect}` either")


def listed(rows: list[Row]) -> str:
    """The first events by name, then how many more."""
    names = list(dict.fromkeys(f"{row.client} {row.native} ({row.event})" for row in rows))
    return names[0] if len(names) == 1 else f"{names[0]} and {len(names) - 1} more"
