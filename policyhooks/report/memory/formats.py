"""What installations remember, in every format of `memory show`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from policyhooks.report.screen.by_state import Found, Row, write_json
from policyhooks.report.screen.chart import count, moment
from policyhooks.report.screen.paragraph import hang
from policyhooks.report.screen.style import PLAIN, Style

SHORT = 12  # characters of a key that tell it from others
SECOND = 1_000_000_000


def render(found: Found, form: str, style: Style = PLAIN) -> str:
    """One document or screen, in one of FORMATS.

    A row has `key`, `client`, `session`, `seen`, `facts`, `labels` and `unknown`.
    """
    return FORMATS[form](found, style)


def _text(found: Found, style: Style) -> str:
    lines = []
    for state, rows in found.items():
        lines += hang("", f"{state}: {len(rows) or 'nothing'} {'kept' if rows else 'is remembered'}", style)
        for row in rows:
            for label, text in _row(row):
                lines += hang(label, text, style, label_colours=())
    return "\n".join(lines)


def _row(row: Row) -> Iterator[tuple[str, str]]:
    yield f"  {row['key'][:SHORT]}  ", f"{title_of(row)}, fed last {moment(row['seen'])}"
    if row["unknown"]:
        yield "    unknown: ", row["unknown"]
    for ident, entry in sorted(row["facts"].items()):
        yield f"    {fact_name(ident)}: ", words(ident, entry)
    for ident in sorted(row["labels"]):
        yield f"    {fact_name(ident)}: ", "a label that new sessions here begin with"


def title_of(row: Row) -> str:
    """Whose it is, as far as the journal tells."""
    if not row["session"]:
        return "a session that the journal does not know any more"
    return f"{row['client']} session {row['session']}" if row["client"] else f"workspace {row['session']}"


def fact_name(ident: str) -> str:
    """Policy and name of a fact; its rank and kind are for machines."""
    return ident.split(" ")[1]


def words(ident: str, entry: Row) -> str:
    """What is kept of one fact."""
    at = moment(entry.get("at", 0) / SECOND)
    if "m" in entry:
        more = " or more" if entry.get("full") else ""
        return f"{count(len(entry['m']), 'member')}{more}, the last {at}"
    if "n" in entry:
        return f"{count(entry['n'], 'time')}, the last {at}"
    return f"yes, {at}" if ident.endswith((" flag", " label")) else at


FORMATS: Mapping[str, Callable[[Found, Style], str]] = {
    "text": _text,
    "json": lambda found, _: write_json(found),
}
