"""Journal records for people: a table, one record in full, and figures with small bars."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from policyhooks.core.effects import VERDICTS
from policyhooks.report.screen.chart import bar, count, histogram, milliseconds, percentile
from policyhooks.report.screen.paragraph import hang
from policyhooks.report.screen.style import PLAIN, Style, verdict_colours
from policyhooks.report.screen.table import draw
from policyhooks.shipped.frameworks import in_words

Record = Mapping[str, object]

LATENCY_EDGES = (5.0, 10.0, 20.0, 50.0, 100.0, 500.0, 2000.0)
BAR = 24
SUBJECTS = ("command", "file_path", "url", "query", "prompt", "task")  # keys of payloads, the first that is there
TOLD = "policyhooks/layer-"  # results that no rule gave: a trusted layer whose sources changed, one that nobody trusted


def render_table(records: Sequence[Record], style: Style = PLAIN) -> str:
    """One line a record, newest last."""
    rows = [
        [
            str(record.get("id") or record.get("seq", "")),
            short_time(record),
            str(record.get("client", "")),
            str(record.get("event", "")),
            verdict_word(record),
            first_of(rule_words(record)) if style.width else ", ".join(rule_words(record)),
            subject_of(record),
            milliseconds(total_ms(record)),
        ]
        for record in records
    ]
    if not rows:
        return "no records\n"
    heading = ["id", "time", "client", "event", "verdict", "rule", "what", "took"]
    lines = draw(
        heading, rows, style=style, right={7}, paint={4: verdict_colours}, least={6: 20, 5: 18}, drop=(7, 3, 2)
    )
    return "\n".join(lines) + "\n"


def verdict_word(record: Record) -> str:
    """The verdict; of what was no decision, what it was: `(later)`, `(lifted)`."""
    kind = record.get("kind", "decision")
    return str(record.get("verdict", "")) if kind == "decision" else f"({kind})"


def first_of(rules: Sequence[str]) -> str:
    """The first rule, and how many more there are."""
    return "" if not rules else rules[0] + (f" +{len(rules) - 1}" if len(rules) > 1 else "")


def short_time(record: Record) -> str:
    """Day and time of day, in UTC as recorded."""
    return str(record.get("time", ""))[:19].replace("T", " ")


def total_ms(record: Record) -> float:
    """How long the hook took."""
    spent = record.get("ms")
    value = spent.get("total", 0.0) if isinstance(spent, Mapping) else spent
    return float(value) if isinstance(value, int | float) else 0.0


def rules_of(record: Record) -> list[Record]:
    """The rules of a record that say something."""
    found = record.get("rules")
    return [rule for rule in found if isinstance(rule, Mapping)] if isinstance(found, list) else []


def rule_ids(record: Record) -> list[str]:
    """The rules whose verdict won, where none did those that would have; and what is to be told of trusted layers."""
    by = record.get("by")
    told = [f"({rule['id']})" for rule in rules_of(record) if str(rule.get("id")).startswith(TOLD)]
    if isinstance(by, list) and by:
        return list(dict.fromkeys([*map(str, by), *told]))
    would = [f"({rule.get('id')})" for rule in rules_of(record) if rule.get("would")]
    return list(dict.fromkeys([*would, *told]))


def rule_words(record: Record) -> list[str]:
    """The rules of a line of `log`: those behind the verdict, else those that a model had nothing against."""
    found = rule_ids(record)
    for rule in rules_of(record) if not found else ():
        told = rule.get("judge")
        if isinstance(told, Mapping):
            found.append(f"({rule.get('id')}: {told.get('outcome')})")
    return found


def subject_of(record: Record) -> str:
    """What the agent wanted, as far as the journal keeps it; of what could not be read, why."""
    payload = record.get("input")
    lift = record.get("lift")
    if record.get("kind") in ("lifted", "revoked") and isinstance(lift, Mapping):
        return f"{lift.get('ticket')} {lift.get('who', '')} {lift.get('reason', '')}".strip()
    if not isinstance(payload, Mapping):
        return f"({record['error']})" if record.get("error") else ""
    if str(record.get("event", "")).startswith("mcp."):
        return str(payload.get("tool_name", ""))
    places = [found for found in (payload, payload.get("tool_input")) if isinstance(found, Mapping)]
    told = [found[key] for found in places for key in SUBJECTS if isinstance(found.get(key), str)]
    if told:
        return str(told[0])
    body = payload.get("prompt")
    if isinstance(body, Mapping):
        return f"(a prompt of {body.get('length')} characters)"
    return str(payload.get("tool_name", ""))


def render_record(record: Record, style: Style = PLAIN) -> str:
    """One record, every key, rules as their own lines."""
    verdict = verdict_word(record) or "pass"
    lines = [*hang(f"{verdict}  ", subject_of(record), style, label_colours=verdict_colours(verdict)), ""]
    for key, value in record.items():
        if key not in ("rules", "input"):
            lines += hang(f"{key:<11} ", _flat(value), style)
    for rule in rules_of(record):
        lines += ["", *hang(f"{'rule':<11} ", str(rule.get("id")), style, colours=("bold",))]
        judged, maps = rule.get("judge"), rule.get("maps")
        for key, value in rule.items():
            if key not in ("id", "judge", "maps") and value:
                lines += hang(f"  {key:<9} ", _flat(value), style)
        if isinstance(maps, Mapping):
            lines += hang(f"  {'maps':<9} ", in_words(maps), style)
        for key, value in judged.items() if isinstance(judged, Mapping) else ():
            lines += hang(f"  judge {key:<11} ", _flat(value), style)
    if "input" in record:
        payload = record["input"]
        lines += ["", style.paint("input", "dim")]
        for key, value in payload.items() if isinstance(payload, Mapping) else [("", payload)]:
            lines += hang(f"  {key:<15} ", _flat(value), style)
    return "\n".join(lines) + "\n"


def _flat(value: object) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_flat(inner)}" for key, inner in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(_flat(inner) for inner in value)
    return str(value)


def count_rules(records: Sequence[Record]) -> dict[str, Counter[str]]:
    """For each rule: fired, denied, asked, would (have denied or asked, but for mode or exception), errors."""
    counts: dict[str, Counter[str]] = {}
    for record in records:
        for rule in rules_of(record):
            mine = counts.setdefault(str(rule.get("id")), Counter())
            outcome, effect, would = rule.get("outcome"), rule.get("effect"), rule.get("would")
            mine["fired"] += outcome == "fired"
            mine["errors"] += outcome == "error"
            mine["denied"] += effect == "deny"
            mine["asked"] += effect == "ask"
            mine["would"] += would in ("deny", "ask") and effect not in ("deny", "ask") and outcome == "fired"
    return counts


def render_stats(records: Sequence[Record], style: Style = PLAIN) -> str:
    """Verdicts, rules and latency, each with bars."""
    decisions = [record for record in records if record.get("kind", "decision") == "decision"]
    if not decisions:
        return "no records\n"
    first, last = short_time(decisions[0]), short_time(decisions[-1])
    lines = [f"{style.paint(count(len(decisions), 'decision'), 'bold')}  {first} to {last} UTC", ""]
    verdicts = Counter(str(record.get("verdict", "pass")) for record in decisions)
    most = max(verdicts.values())
    for verdict in VERDICTS:
        share = 100 * verdicts[verdict] / len(decisions)
        drawn = style.paint(bar(verdicts[verdict], most, BAR), *verdict_colours(verdict))
        lines.append(f"  {style.verdict(verdict, 6)} {verdicts[verdict]:>7} {share:>5.1f} %  {drawn}".rstrip())
    lines += ["", *_rule_lines(records, style), *_latency_lines(decisions, style)]
    return "\n".join(lines) + "\n"


def _rule_lines(records: Sequence[Record], style: Style) -> list[str]:
    counts = count_rules(records)
    if not counts:
        return [style.paint("no rule fired", "dim"), ""]
    most = max(mine["fired"] for mine in counts.values())
    rows = [
        [
            rule,
            *(str(mine[word]) for word in ("fired", "denied", "asked", "would", "errors")),
            bar(mine["fired"], most, BAR),
        ]
        for rule, mine in sorted(counts.items(), key=lambda item: (-item[1]["fired"], item[0]))
    ]
    heading = ["rule", "fired", "denied", "asked", "would", "errors", ""]
    return [*draw(heading, rows, style=style, right={1, 2, 3, 4, 5}, least={0: 20}, drop=(6,)), ""]


def _latency_lines(decisions: Sequence[Record], style: Style) -> list[str]:
    spent = [total_ms(record) for record in decisions]
    figures = "   ".join(
        f"{name} {milliseconds(percentile(spent, share))}"
        for name, share in (("median", 0.5), ("p90", 0.9), ("p99", 0.99), ("max", 1.0))
    )
    counts = histogram(spent, LATENCY_EDGES)
    names = [f"< {milliseconds(edge)}" for edge in LATENCY_EDGES] + [f"≥ {milliseconds(LATENCY_EDGES[-1])}"]
    shown = [at for at, count in enumerate(counts) if count]
    lines = [f"{style.paint('latency', 'bold')}  {figures}", ""]
    for at in range(min(shown), max(shown) + 1):
        drawn = style.paint(bar(counts[at], max(counts), BAR), "cyan")
        lines.append(f"  {names[at]:>9} {counts[at]:>7}  {drawn}".rstrip())
    return lines
