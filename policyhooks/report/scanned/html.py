"""A scan as one page to send to somebody: nothing is loaded from anywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from policyhooks.report.screen.chart import count, ranked
from policyhooks.report.screen.page import draw_page, draw_table

if TYPE_CHECKING:
    from policyhooks.doctor.flight_recorder import Recorded
    from policyhooks.history.scanning import Scan

MOST = 2000
HEADING = ("verdict", "severity", "rules", "what", "client", "tool", "time", "session", "tool use")


def render(found: Scan, policies: str, recorded: Recorded | None = None) -> str:
    """The page."""
    words = found.verdicts
    told = [
        f"Policies: {policies}.",
        f"{count(found.calls, 'call')} in {count(len(found.sessions), 'session')}, {found.first} to {found.last}.",
        f"Would deny {words['deny']}, ask {words['ask']}, redact {words['redact']}.",
        f"Not known: {sum(found.unknown.values())}.",
        f"{count(len(found.prompted), 'session')} would have met a prompt.",
        "Secrets of known formats are masked. Links, repositories, judges and commands were not looked at or asked.",
    ]
    ordered = sorted(found.findings, key=lambda one: one.weight, reverse=True)
    rows = [
        (
            one.verdict,
            one.severity,
            ", ".join(one.rules),
            one.text,
            one.client,
            one.tool,
            one.at,
            one.session,
            one.use_id,
        )
        for one in ordered[:MOST]
    ]
    if len(ordered) + found.unlisted > MOST:
        told.append(f"The {MOST} most serious of {len(ordered) + found.unlisted} findings are listed.")
    if recorded is not None:
        told += [_coverage(recorded), recorded.limits]
    tables = [
        *(_gaps(recorded) if recorded is not None else ()),
        draw_table("Rules", ("rule", "calls"), ranked(found.rules)),
        draw_table("Findings", HEADING, rows),
        draw_table("Not known", ("why", "calls"), ranked(found.unknown)),
        draw_table("Skipped", ("what", "times"), ranked(found.skipped)),
    ]
    return draw_page("What policies would have done", told, tables)


def _coverage(recorded: Recorded) -> str:
    states = recorded.coverage.states
    told = ", ".join(f"{word} {states[word]}" for word in ("covered", "uncovered", "ambiguous"))
    return f"Coverage: {count(recorded.coverage.measured, 'call')} that ran where something is installed: {told}."


def _gaps(recorded: Recorded) -> list[str]:
    rows = [
        (one.kind, one.count, one.message, one.repair, ", ".join(one.tool_uses), one.first, one.last)
        for one in recorded.findings
    ]
    heading = ("finding", "calls", "what", "what to do", "tool uses", "first", "last")
    return [draw_table("Coverage", heading, rows)]
