"""The parts that a rule must have, and those that have no use in it."""

from __future__ import annotations

from policyhooks.compiler.plan import PlannedRule
from policyhooks.core.effects import KEYED, SPEAKING, UNSEEN
from policyhooks.errors import Diagnostic


def check_shape(rule: PlannedRule) -> list[Diagnostic]:
    """Missing and useless parts of a rule."""
    model, file, place = rule.model, rule.file, rule.place
    id_place = (*place, "id")
    problems = []
    kinds = [kind for kind in ("effect", "judge", "command") if getattr(model, kind) is not None]
    if not kinds:
        message = f"the rule `{model.id}` says neither effect, judge nor command"
        return [file.at(id_place, "no-effect", message, "add `effect: deny`, for example")]
    if len(kinds) > 1:
        message = f"the rule has both {kinds[0]} and {kinds[1]}"
        problems.append(file.at((*place, kinds[1]), "two-effects", message, "split it into two rules", key=True))
    if rule.effect in SPEAKING and rule.kind == "effect":
        missing = [word for word in SPEAKING[rule.effect] if not getattr(model.message, word, None)]
        if missing:
            hint = "message: {user: why it is stopped, agent: what to do instead}"
            where = (*place, "message") if model.message else (*place, "effect")
            message = f"a rule that says {rule.effect} needs a message for {' and '.join(missing)}"
            problems.append(file.at(where, "missing-message", message, hint, key=model.message is not None))
    for word in KEYED:
        given = getattr(model, word) is not None
        if rule.effect == word and not given and not (word == "followup" and rule.kind == "judge"):
            message = f"effect {word} needs the key `{word}`"
            problems.append(file.at(rule.effect_place, "missing-key", message, f"add `{word}:` to the rule"))
        elif given and rule.effect != word:
            message = f"`{word}` has no use in a rule that says {rule.effect}"
            problems.append(file.at((*place, word), "useless-key", message, key=True))
    if model.halt and rule.effect != "deny":
        message = f"`halt` has no use in a rule that says {rule.effect}"
        problems.append(file.at((*place, "halt"), "useless-key", message, "only a deny can end the turn", key=True))
    if model.suppress and rule.effect not in UNSEEN:
        message = f"`suppress` would hide what a rule that says {rule.effect} tells the user"
        problems.append(file.at((*place, "suppress"), "useless-key", message, "leave it out", key=True))
    if model.remember is not None and rule.effect != "allow":
        message = f"`remember` has no use in a rule that says {rule.effect}"
        problems.append(file.at((*place, "remember"), "useless-key", message, "only an allow can be kept", key=True))
    if not rule.events:
        problems.append(no_events(rule))
    return problems


def no_events(rule: PlannedRule) -> Diagnostic:
    """The rule looks at nothing."""
    own, shared = rule.model.match, rule.file.model.match
    if (own and own.events) or (shared and shared.events):
        message = "no event that this rule names carries what its matchers look at"
        where = (*rule.place, "match") if own else (*rule.place, "id")
        return rule.file.at(where, "unreachable-rule", message, "name another event", key=own is not None)
    message = f"the rule `{rule.model.id}` names no event"
    return rule.file.at((*rule.place, "id"), "no-events", message, "add `match: {events: [shell.before]}`, for example")
