"""The page of the shipped packs: what each rule does, what it stops, and what it says, from the policy files alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from policyhooks.shipped.frameworks import in_words


@dataclass(frozen=True)
class PackRule:
    """One rule, as the page shows it."""

    id: str
    effect: str
    severity: str
    mode: str
    user: str
    agent: str
    maps: Mapping[str, Sequence[str]]  # what it is about in public frameworks
    stopped: Sequence[str]  # examples of its own tests
    quiet: Sequence[str]


@dataclass(frozen=True)
class Pack:
    """One policy file."""

    id: str
    title: str
    folder: str
    params: Sequence[tuple[str, str]]  # name, default
    rules: Sequence[PackRule]


def render(packs: Sequence[Pack]) -> str:
    """The page."""
    return "\n".join(_lines(packs)).rstrip() + "\n"


def _lines(packs: Sequence[Pack]) -> Iterator[str]:
    yield "# Shipped packs"
    yield ""
    yield "Every rule with an example that it stops and one that it leaves alone, both from the tests beside it."
    yield "`balanced` (the default profile) enforces what is written as enforce; `strict` enforces the audit rules too;"
    yield "`audit` only records. Rules with mode disabled wait for a line in the Config's `rules`."
    yield ""
    yield "| pack | rules | what |"
    yield "|---|---|---|"
    for pack in packs:
        yield f"| [{pack.folder}](#{pack.folder}) | {len(pack.rules)} | {pack.title} |"
    for pack in packs:
        yield ""
        yield f"## {pack.folder}"
        yield ""
        yield f"`{pack.id}`: {pack.title}."
        for name, default in pack.params:
            yield ""
            yield f"Param `{name}`, default `{default}`."
        for rule in pack.rules:
            yield from _rule(rule)


def _rule(rule: PackRule) -> Iterator[str]:
    yield ""
    mode = "" if rule.mode == "enforce" else f", mode {rule.mode}"
    yield f"### {rule.id}"
    yield ""
    yield f"**{rule.effect}**, {rule.severity}{mode}. {rule.user}".rstrip()
    if rule.agent:
        yield f"To the agent: {rule.agent}"
    if rule.maps:
        yield ""
        yield f"- [about](coverage.md): {in_words(rule.maps)}"
    elif rule.stopped or rule.quiet:
        yield ""
    for label, examples in (("stops", rule.stopped), ("leaves alone", rule.quiet)):
        if examples:
            yield f"- {label}: " + ", ".join(_code(example) for example in examples[:3])


def _code(text: str) -> str:
    """Inline code that may hold backticks, on one line."""
    line = text.replace("\n", "\\n")
    fence = "``" if "`" in line else "`"
    return f"{fence} {line} {fence}" if fence == "``" else f"`{line}`"
