"""YAML to add to policies, made from a journal record: a test case, or an exception for somebody to fill in.

The texts in it come from agents: each is written so that it reads back as exactly the same text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from policyhooks.report.screen.style import one_line

# What somebody has to fill in; an empty value is refused by `check`.
TO_FILL = {
    "id": "a name that is used once, such as EX-2026-014",
    "owner": "who answers for it",
    "reason": "why it is right",
    "ticket": "where it was decided",
    "expires": "the last day on which it holds, such as 2026-12-31",
}
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}


@dataclass(frozen=True)
class Proposal:
    """What is known: the rule, where it stands, what it does, the event's fields by root, and remarks."""

    rule: str
    record: str  # its id
    effect: str
    place: str = ""
    client: str = ""
    native: str = ""
    fields: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    told: str = ""  # the verdict that the client heard, where it is another than the effect
    when: str = ""  # a condition that holds for this action alone
    remarks: Sequence[str] = ()


def render_test(proposal: Proposal) -> str:
    """A case for the rule's `tests`."""
    lines = [
        f"# {one_line(proposal.rule)}: put this under the rule",
        *([f"# {one_line(proposal.place)}"] if proposal.place else []),
        *(f"# {one_line(remark)}" for remark in proposal.remarks),
        "tests:",
        "  cases:",
        f"    - name: {quote(f'record {proposal.record}')}",
        f"      client: {quote(proposal.client)}",
        f"      native: {quote(proposal.native)}",
        *(f"      {root}: {flow(values)}" for root, values in proposal.fields.items()),
        f"      expect: {proposal.effect}",
    ]
    if proposal.told:
        lines.append(f"      told: {proposal.told}")
    return "\n".join(lines) + "\n"


def render_exception(proposal: Proposal) -> str:
    """An exception for the Config; what nobody but its owner can say is left to fill in."""
    becomes = "ask" if proposal.effect == "deny" else "warn"
    lines = [
        "# Put this into policyhooks.yaml and fill in what is empty.",
        "# `policyhooks check` says what is missing.",
        *(f"# {one_line(remark)}" for remark in proposal.remarks),
        "exceptions:",
        f"  - rule: {quote(proposal.rule)}",
    ]
    if proposal.when:
        lines.append(f"    when: {quote(proposal.when)}")
    else:
        lines.append("    # when: it holds everywhere; narrow it")
    lines.append(f"    becomes: {becomes}  # ask, warn or audit")
    lines += [f"    {name}:  # {what}" for name, what in TO_FILL.items()]
    return "\n".join(lines) + "\n"


def quote(text: str) -> str:
    """A text in double quotes, printable ASCII alone: YAML and CEL both read exactly this text."""
    return '"' + "".join(_ESCAPES.get(char) or _escape(char) for char in text) + '"'


def _escape(char: str) -> str:
    code = ord(char)
    if 0x20 <= code < 0x7F:
        return char
    return f"\\x{code:02x}" if code < 0x80 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def flow(value: object) -> str:
    """A value on one line."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{quote(str(key))}: {flow(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(flow, value)) + "]"
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "null"}[value]
    return (
        repr(value) if isinstance(value, int) else quote(str(value)) if not isinstance(value, float) else _number(value)
    )


def _number(value: float) -> str:
    text = repr(value)
    return text if "." in text and "e" not in text and "n" not in text else quote(text)
