"""What a new program would take away from the one that is installed: rules that go, or that may decide less.

It holds the record of what was installed against one of what is to come. A change that cannot be weighed by looking at
it (a condition, a param, a list, a judge) counts as weaker, for a person to read; in shipped packs such changes
come with policyhooks itself and do not count. Where there is no record, the compiled program itself is read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from policyhooks.bundle.comparison import CHANGED, LOOSENED, Difference, arrange, compare
from policyhooks.bundle.condition_width import is_wider
from policyhooks.bundle.kept_record import SHIPPED, Record, decode, load_record
from policyhooks.bundle.manifest import Manifest
from policyhooks.core.program import Rule, source_loader
from policyhooks.errors import EnvironmentBroken
from policyhooks.image.manifests import current_number
from policyhooks.image.program_copies import read_programs
from policyhooks.runtime.engine.servers import FEATURE as SERVERS

if TYPE_CHECKING:
    from policyhooks.bundle.verification import Bundle
    from policyhooks.compiler.compile import Compiled

# Changes that the comparison of manifests does not weigh, and that can take something away from a rule.
HEAVY = ("kind: ", "degrade ", "exception ")
PLAIN = {"logic": "", "says": "", "severity": ""}  # told by what follows, or of no weight
SCRIPTS = ("none", "fresh", "all")  # files that are looked into, fewest first
# What a rule rests on, by the word before its name.
WORDS = {"lists": "list", "vars": "variable", "memory": "fact"}


def weakened(state: Path, compiled: Compiled) -> list[Difference]:
    """Every rule and default that may decide less than it does now; none where nothing can be decided now."""
    from policyhooks.bundle.rule_record import make_record

    return _weaker(state, compiled.digest, compiled.modules, lambda: make_record(compiled))


def weakened_by(state: Path, bundle: Bundle) -> list[Difference]:
    """The same of a bundle's own program, where there is no compiler: by the record that came with it."""
    digest = bundle.manifest.program
    return _weaker(state, digest, bundle.program, lambda: decode(bundle.files.get(SHIPPED, b""), digest))


def _weaker(
    state: Path, digest: str, modules: Mapping[str, str], record: Callable[[], Record | None]
) -> list[Difference]:
    try:
        (installed, *_) = read_programs(state, current_number(state))
    except EnvironmentBroken:
        return []
    if installed.digest == digest:
        return []
    before = load_record(state, installed.digest)
    after = record() if before is not None else None
    if before is None or after is None:
        was, now = summarize(installed.modules), summarize(modules)
        found = [one for one in compare(was, now) if one.direction == LOOSENED]
        return arrange([*found, *_of_options(was.options, now.options)])
    return weigh(before, after)


def weigh(before: Record, after: Record) -> list[Difference]:
    """Every rule and default that may decide less in `after` than in `before`, by name."""
    asleep = {name for name, rule in before["rules"].items() if rule["mode"] == "disabled"}
    found = [
        one
        for one in compare(_manifest(before), _manifest(after))
        if one.subject not in asleep
        and (one.direction == LOOSENED or (one.direction == CHANGED and one.text.startswith(HEAVY)))
    ]
    for name in sorted({*before["rules"]} & {*after["rules"]} - asleep):
        was, now = before["rules"][name], after["rules"][name]
        found += [Difference(LOOSENED, name, text) for text in _narrower(was, now)]
    found += _of_options(before["options"], after["options"])
    found += [
        Difference(LOOSENED, f"programs.{name}", "what is known of it goes or changes")
        for name, row in sorted(before["programs"].items())
        if after["programs"].get(name) != row
    ]
    return arrange(found)


def _manifest(record: Record) -> Manifest:
    rules = {name: {**rule, **PLAIN} for name, rule in record["rules"].items()}
    options = {key: record["options"].get(key) for key in ("profile", "defaults", "delegate")}
    return Manifest(name="installed", version="1", serial=0, rules=rules, options=options)


def _narrower(was: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[str]:
    """In what a rule of one name sees or does less, or may."""
    allows = was["effect"] == now["effect"] == "allow"  # of an allow rule more is looser
    ours = not (was["shipped"] and now["shipped"])
    yield from _values(was["rests_on"], now["rests_on"], everything=ours)
    for name in sorted({*was["excuses"]} & {*now["excuses"]}):
        if was["excuses"][name] != now["excuses"][name]:
            yield f"exception {name}: it holds elsewhere than before"
    if not ours:
        return
    yield from _matchers("match", was["match"], now["match"], wider_is_less=allows)
    yield from _matchers("unless", was["unless"], now["unless"], wider_is_less=not allows)
    if was["condition"] != now["condition"]:
        looser, stricter = (now, was) if allows else (was, now)
        if not is_wider(stricter["condition"], than=looser["condition"]):
            yield "condition changed"
    if was["acts"] != now["acts"]:
        yield f"what its {was['kind']} does changed"


def _values(was: Mapping[str, Any], now: Mapping[str, Any], *, everything: bool) -> Iterator[str]:
    """Names that a rule rests on and that mean something else now. A name more or less is a change of its condition."""
    for name in sorted({*was} & {*now}):
        if was[name] == now[name]:
            continue
        kind, _, short = name.partition(".")
        if kind == "params":
            yield f"param {short}: {_shown(was[name])} -> {_shown(now[name])}"
        elif everything:
            yield f"{WORDS[kind]} {short} changed"


def _matchers(
    word: str, was: Mapping[str, Sequence[str]], now: Mapping[str, Sequence[str]], *, wider_is_less: bool
) -> Iterator[str]:
    """Keys by which fewer calls fit than before, or more. Every key narrows; an empty `unless` fits none."""
    before, after = (now, was) if wider_is_less else (was, now)
    if word == "unless" and not (before and after):
        if before:
            yield f"unless {'added' if wider_is_less else 'removed'}"
        return
    for key in sorted(after):
        short = f"{word}.{key.removeprefix('rule ')}"
        if key not in before:
            yield f"{short}: {_shown(was.get(key))} -> {_shown(now.get(key))}"
        elif gone := sorted({*before[key]} - {*after[key]}):
            yield f"{short}: {'also' if wider_is_less else 'without'} {', '.join(f'`{one}`' for one in gone)}"


# Whose ok counts.
_TRUSTED = ("redis", "user", "key_env", "ca_file")


def _of_options(was: Mapping[str, Any], now: Mapping[str, Any]) -> list[Difference]:
    return [Difference(LOOSENED, *pair) for pair in _options(was, now)]


def _options(was: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What is bound for all rules: who judges, how long an ok is kept, what a journal that cannot be written means."""
    before, after = was.get("judge") or {}, now.get("judge") or {}
    models, others = before.get("models") or {}, after.get("models") or {}
    for alias in sorted(models):
        if others.get(alias) != models[alias]:
            yield f"judge.models.{alias}", "changed" if alias in others else "removed"
    if (after.get("cache_ok_s") or 0) > (before.get("cache_ok_s") or 0):
        yield "judge.cache_ok", f"{before.get('cache_ok_s') or 0} s -> {after.get('cache_ok_s')} s"
    team, other = before.get("team") or {}, after.get("team") or {}
    if other.get("ok") and (not team.get("ok") or any(team.get(name) != other.get(name) for name in _TRUSTED)):
        yield "judge.team.ok", "an ok of other installations counts"
    known, told = was.get(SERVERS) or {}, now.get(SERVERS) or {}
    for name in sorted({*known, *told}):
        # Which calls count as a server's decides what an approval lets through and what a rule on it sees.
        if known.get(name) != told.get(name):
            yield f"servers.{name}", "added" if name not in known else "changed" if name in told else "removed"
    if (was.get("journal") or {}).get("on_error") == "deny" != (now.get("journal") or {}).get("on_error"):
        yield "journal.on_error", "deny -> pass"
    yield from _approvals(was.get("approvals") or {}, now.get("approvals") or {})
    if SCRIPTS.index(now.get("scripts") or "fresh") < SCRIPTS.index(was.get("scripts") or "fresh"):
        yield "scripts", f"{was.get('scripts') or 'fresh'} -> {now.get('scripts') or 'fresh'}"


def _approvals(was: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Who can lift what could be lifted by others before."""
    before, after = was.get("signers") or {}, now.get("signers") or {}
    for name in sorted(after):
        if set(after[name]) - set(before.get(name, ())):
            yield f"approvals.signers.{name}", "added" if name not in before else "another key"
    asked, asks = was.get("requesters") or {}, now.get("requesters") or {}
    for uid in sorted({*asked, *asks}):
        if uid not in asked or set(asked[uid]) - set(asks.get(uid, ())):
            yield f"approvals.requesters.{uid}", "changed" if uid in asked else "added"


def _shown(value: object) -> str:
    """A value as it is written in YAML's short form, and not longer than a line."""
    if value is None:
        return "none"
    text = f"[{', '.join(map(str, value))}]" if isinstance(value, list) else str(value)
    return text if len(text) <= 60 else text[:59] + "…"


def summarize(modules: Mapping[str, str]) -> Manifest:
    """A program as the manifest of a bundle would describe its rules, without their conditions."""
    load = source_loader(modules)
    rules: dict[str, dict[str, Any]] = {}
    for name in modules:
        if name.startswith("bucket_"):
            table: Any = load(name)["RULES"]
            rules.update({rule.id: _describe(rule) for rule in table.values()})
    options: Any = load("index").get("OPTIONS", {})
    return Manifest(name="installed", version="1", serial=0, rules=rules, options=dict(options))


def _describe(rule: Rule) -> dict[str, Any]:
    return {
        "kind": rule.kind,
        "effect": rule.effect,
        "mode": rule.mode,
        "rollout": rule.rollout,
        "on_error": rule.on_error,
        "exceptable": rule.exceptable,
        "events": sorted(rule.events),
        "clients": sorted(rule.clients),
        "natives": sorted(rule.natives),
        "exceptions": {one.id: f"{one.becomes} until {one.expires}" for one in rule.exceptions},
    }
