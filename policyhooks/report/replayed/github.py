"""A replay as Markdown for the summary of a GitHub job; text of events stands in code and is no markup."""

from __future__ import annotations

from typing import TYPE_CHECKING

from policyhooks.report.screen.style import one_line, shorten

if TYPE_CHECKING:
    from policyhooks.history.replaying import Replay

KINDS = ("denied", "asked", "freed", "redacted")
EXAMPLES = 20
LONGEST = 120


def render(found: Replay, sides: tuple[str, str]) -> str:
    """A table of counts by rule, and examples."""
    unknown = sum(found.unknown.values())
    lines = [
        "## What this change of policies does",
        "",
        f"Before: {_code(sides[0])}, after: {_code(sides[1])}.",
        f"{found.events} events, {found.same} the same, {unknown} not known.",
        "",
        f"| rule | {' | '.join(KINDS)} |",
        f"|---|{'---:|' * len(KINDS)}",
    ]
    for rule, counts in sorted(found.by["rule"].items()):
        lines.append(f"| {_code(rule)} | {' | '.join(str(counts[kind]) for kind in KINDS)} |")
    lines.append(f"| all events | {' | '.join(str(found.counts[kind]) for kind in KINDS)} |")
    if found.records:
        lines += ["", "| change | what | rules |", "|---|---|---|"]
    for one in found.records[:EXAMPLES]:
        lines.append(f"| {one.kind}: {one.before} to {one.after} | {_code(one.text)} | {_code(', '.join(one.rules))} |")
    return "\n".join(lines) + "\n"


def _code(text: str) -> str:
    """A text as code in a cell: it ends neither the cell nor the code, and begins no HTML."""
    plain = shorten(one_line(text), LONGEST).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    plain = plain.replace("|", "&#124;").replace("`", "&#96;").replace("[", "&#91;").replace("@", "&#64;")
    return f"<code>{plain.replace('*', '&#42;').replace('_', '&#95;')}</code>" if plain else ""
