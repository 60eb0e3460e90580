"""What changes from one bundle to another: rules, effects, params, options; what is looser comes first.

A change of a condition, a list or a param cannot be weighed by looking at it: it is `changed`, for
a person to read. It compares manifests and runs nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from policyhooks.bundle.manifest import Manifest
from policyhooks.core.effects import FALLBACKS, FROM_LOOSE_TO_STRICT, REPLACEMENTS

LOOSENED, CHANGED, TIGHTENED = "loosened", "changed", "tightened"
ORDER = (LOOSENED, CHANGED, TIGHTENED)

# From loose to strict.
STRICTNESS: Mapping[str, tuple[str, ...]] = {
    "mode": ("disabled", "audit", "warn", "enforce"),
    "effect": FROM_LOOSE_TO_STRICT,
    "on_error": (*reversed(REPLACEMENTS[1:]), "closed", REPLACEMENTS[0]),
}
PROFILES = ("audit", "balanced", "review", "strict")
DEFAULTS: Mapping[str, tuple[str, ...]] = {"not_understood": FALLBACKS[::-1], "unknown_event": ("pass", "deny")}


@dataclass(frozen=True)
class Difference:
    """One change: which way, of what, in words."""

    direction: str
    subject: str
    text: str
    before: str = ""  # how the subject was written, and how it is: with the first of its differences
    after: str = ""


def compare(old: Manifest, new: Manifest) -> list[Difference]:
    """Every difference, looser ones first, then by subject."""
    found = [*_rules(old, new), *_options(old, new), *_values(old.params, new.params, "param", values=True)]
    found += _values(old.lists, new.lists, "", values=False)
    return arrange(found)


def arrange(found: Sequence[Difference]) -> list[Difference]:
    """Looser ones first, then by subject."""
    return sorted(found, key=lambda one: (ORDER.index(one.direction), one.subject, one.text))


def _rules(old: Manifest, new: Manifest) -> Iterator[Difference]:
    for rule in sorted({*old.rules, *new.rules}):
        before, after = old.rules.get(rule), new.rules.get(rule)
        if before is None and after is not None:
            direction = LOOSENED if _lets_pass(after) else TIGHTENED
            yield Difference(direction, rule, f"added: {after.get('effect')}, {after.get('mode')}")
        elif after is None and before is not None:
            direction = TIGHTENED if _lets_pass(before) else CHANGED if before.get("mode") == "disabled" else LOOSENED
            yield Difference(direction, rule, f"removed: was {before.get('effect')}, {before.get('mode')}")
        elif before is not None and after is not None and before != after:
            yield from _rule(rule, before, after)


def _rule(rule: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Difference]:
    flipped = _lets_pass(before) and _lets_pass(after)  # of an allow rule more is looser
    for key, order in STRICTNESS.items():
        if before.get(key) != after.get(key):
            direction = _direction(
                _rank(order, before.get(key)), _rank(order, after.get(key)), flipped and key == "mode"
            )
            yield Difference(direction, rule, f"{key}: {before.get(key)} -> {after.get(key)}")
    if before.get("rollout") != after.get("rollout"):
        direction = _direction(int(before["rollout"]), int(after["rollout"]), flipped)
        yield Difference(direction, rule, f"rollout: {before['rollout']} % -> {after['rollout']} %")
    if before.get("exceptable") != after.get("exceptable"):
        yield Difference(
            LOOSENED if after.get("exceptable") else TIGHTENED, rule, f"exceptable: {after.get('exceptable')}"
        )
    for name in sorted({*before["exceptions"], *after["exceptions"]}):
        was, now = before["exceptions"].get(name), after["exceptions"].get(name)
        if was != now:
            yield Difference(_exception(was, now), rule, f"exception {name}: {was or 'none'} -> {now or 'none'}")
    for key in ("events", "clients", "natives"):
        if before.get(key) != after.get(key):
            yield Difference(
                _reach(key, before, after, flipped), rule, f"{key}: {_list(before, key)} -> {_list(after, key)}"
            )
    for key, words in (
        ("kind", "kind"),
        ("degrade", "degrade"),
        ("severity", "severity"),
        ("logic", "match or condition"),
        ("says", "message"),
    ):
        if before.get(key) != after.get(key):
            shown = f": {before.get(key)} -> {after.get(key)}" if key in ("kind", "severity") else " changed"
            yield Difference(CHANGED, rule, words + shown)
    yield from _accepted(rule, before.get("accepted") or "", after.get("accepted") or "")
    if "maps" in before and "maps" in after:  # manifests of before did not say it
        yield from _maps(rule, before["maps"], after["maps"])


def _exception(was: str | None, now: str | None) -> str:
    """`ask until 2027-01-31`: of two with one replacement the longer is looser, all else is for a person to read."""
    if was is None or now is None:
        return TIGHTENED if now is None else LOOSENED
    (before, _, until), (after, _, end) = was.partition(" until "), now.partition(" until ")
    if before != after or not until or not end:
        return CHANGED
    return LOOSENED if end > until else TIGHTENED


def _accepted(rule: str, before: str, after: str) -> Iterator[Difference]:
    """What the checker found and somebody accepts. Manifests of before did not say it."""
    if before != after:
        yield Difference(
            LOOSENED if after else TIGHTENED, rule, f"accepted: {before or 'nothing'} -> {after or 'nothing'}"
        )


def _maps(rule: str, before: Mapping[str, Sequence[str]], after: Mapping[str, Sequence[str]]) -> Iterator[Difference]:
    """What a rule is about in public frameworks: no decision depends on it, so it is neither looser nor stricter."""
    for key in sorted({*before, *after}):
        was, now = before.get(key, ()), after.get(key, ())
        told = [*(f"+{name}" for name in now if name not in was), *(f"-{name}" for name in was if name not in now)]
        if told:
            yield Difference(CHANGED, rule, f"maps.{key}: {' '.join(told)}")


def _lets_pass(rule: Mapping[str, Any]) -> bool:
    return rule.get("effect") == "allow"


def _rank(order: tuple[str, ...], word: object) -> int:
    return order.index(str(word)) if word in order else -1


def _direction(before: int, after: int, flipped: bool) -> str:
    return LOOSENED if (after < before) != flipped else TIGHTENED


def _reach(key: str, before: Mapping[str, Any], after: Mapping[str, Any], flipped: bool) -> str:
    """An empty list of clients or native events means all of them."""
    was, now = set(before.get(key) or ()), set(after.get(key) or ())
    if (not now or (was and was <= now)) and not (key == "events" and not now):
        return LOOSENED if flipped else TIGHTENED
    return TIGHTENED if flipped and was and now <= was else LOOSENED


def _list(rule: Mapping[str, Any], key: str) -> str:
    return ", ".join(map(str, rule.get(key) or ("all",)))


def _options(old: Manifest, new: Manifest) -> Iterator[Difference]:
    before, after = dict(old.options), dict(new.options)
    was, now = before.pop("defaults", {}), after.pop("defaults", {})
    for key, order in DEFAULTS.items():
        if was.get(key) != now.get(key):
            direction = _direction(_rank(order, was.get(key)), _rank(order, now.get(key)), flipped=False)
            yield Difference(direction, f"defaults.{key}", f"{was.get(key)} -> {now.get(key)}")
    if before.get("delegate") != after.get("delegate"):
        more = set(after.get("delegate") or ()) - set(before.get("delegate") or ())
        yield Difference(
            LOOSENED if more else TIGHTENED, "delegate", f"{_list(before, 'delegate')} -> {_list(after, 'delegate')}"
        )
    if before.get("profile") != after.get("profile"):
        rank, other = _rank(PROFILES, before.get("profile")), _rank(PROFILES, after.get("profile"))
        direction = CHANGED if -1 in (rank, other) else _direction(rank, other, flipped=False)
        yield Difference(direction, "profile", f"{before.get('profile')} -> {after.get('profile')}")
    for key in sorted(({*before, *after}) - {"delegate", "profile"}):
        if before.get(key) != after.get(key):
            yield Difference(CHANGED, f"options.{key}", f"{_shown(before.get(key))} -> {_shown(after.get(key))}")


def _shown(value: object) -> str:
    return json.dumps(value, sort_keys=True, default=str) if value is not None else "none"


def _values(
    old: Mapping[str, Mapping[str, Any]], new: Mapping[str, Mapping[str, Any]], word: str, *, values: bool
) -> Iterator[Difference]:
    for owner in sorted({*old, *new}):
        before, after = old.get(owner, {}), new.get(owner, {})
        for name in sorted({*before, *after}):
            if before.get(name) != after.get(name):
                fate = "added" if name not in before else "removed" if name not in after else "changed"
                shown = f": {before.get(name)} -> {after.get(name)}" if values else f" {fate}"
                yield Difference(CHANGED, owner, f"{word} {name}{shown}".strip())
