"""A policy that asks about what was never used here, with its tests. The texts in its lists are plain (usage.py).

INVARIANT: its rules ask and are in audit mode: nothing here makes an allow rule, an exception, or a rule looser.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from policyhooks.history.usage import COMMANDS, HOSTS, TOOLS, Used
from policyhooks.report.journal.proposals import quote

AUDIT, ENFORCE = "audit", "enforce"
TESTS = 3
# Of these a line of a test is made: a word of the shell's own language is no command by itself.
TESTED = re.compile(
    r"(?!(if|then|else|fi|for|do|done|while|until|case|esac|time|function|select|coproc|in)$)[A-Za-z][\w./ -]*"
)


@dataclass(frozen=True)
class Shape:
    """A rule about things of one kind. `fires` and `quiet` make lines of tests, of a name or of none."""

    kind: str
    rule: str
    event: str
    when: str
    what: str
    fires: str
    quiet: str


SHAPES = (
    Shape(
        HOSTS,
        "host-not-used-before",
        "shell.before",
        "shell.hosts.exists(h, h.dynamic || !(h.name in params.hosts))",
        "a host that was not used here before",
        "curl https://not-used-before.example/x",
        "curl https://{}/x",
    ),
    Shape(
        HOSTS,
        "web-host-not-used-before",
        "web.before",
        'web.host.name != "" && !(web.host.name in params.hosts)',
        "a page of a host that was not used here before",
        "https://not-used-before.example/x",
        "https://{}/x",
    ),
    Shape(
        TOOLS,
        "mcp-tool-not-used-before",
        "mcp.before",
        '!((mcp.server + "/" + mcp.tool) in params.mcp_tools)',
        "a tool of an MCP server that was not used here before",
        "not-used-before/tool",
        "{}",
    ),
    Shape(
        COMMANDS,
        "command-not-used-before",
        "shell.before",
        'shell.commands.exists(c, c.program_dynamic || !((c.sub == "" ? c.name : c.name + " " + c.sub)'
        " in params.commands))",
        "a command that was not used here before",
        "not-used-before x",
        "{}",
    ),
)


def write(
    found: Mapping[str, Mapping[str, Used]],
    *,
    name: str,
    owner: str,
    mode: str = AUDIT,
    remarks: Sequence[str] = (),
) -> str:
    """The policy as YAML; empty where nothing was used often enough to say what is new."""
    shapes = [shape for shape in SHAPES if found.get(shape.kind)]
    if not shapes:
        return ""
    lines = [
        "# Proposed by `policyhooks learn`; nothing of it is in force. It asks about what was not used here before.",
        *(f"# {remark}" for remark in remarks),
        "apiVersion: policyhooks/v1",
        "kind: Policy",
        "metadata:",
        f"  id: {quote(name)}",
        "  title: What was not used here before",
        f"  owner: {quote(owner)}",
        "  version: 1.0.0",
        f"defaults: {{mode: {mode}}}",
        "params:",
    ]
    for kind in dict.fromkeys(shape.kind for shape in shapes):
        lines += [f"  {kind}:", "    type: list<string>", "    default:", *_items(found[kind])]
    lines.append("rules:")
    for shape in shapes:
        lines += _rule(shape, list(found[shape.kind]))
    return "\n".join(lines) + "\n"


def _items(used: Mapping[str, Used]) -> Iterator[str]:
    for name, one in used.items():
        told = one.as_json()
        yield f"      - {quote(name)}  # {told['calls']} calls, {told['days']} days, {told['sessions']} sessions"


def _rule(shape: Shape, names: Sequence[str]) -> list[str]:
    quiet = [shape.quiet.format(name) for name in names if TESTED.fullmatch(name)][:TESTS]
    return [
        f"  - id: {shape.rule}",
        "    severity: low",
        f"    match: {{events: [{shape.event}]}}",
        f"    when: {quote(shape.when)}",
        "    effect: ask",
        "    message:",
        f"      user: {quote(f'Uses {shape.what}.')}",
        '      agent: "Use what is usual here, or let the user confirm."',
        "    tests:",
        f"      ask: [{quote(shape.fires)}]",
        *([f"      quiet: [{', '.join(map(quote, quiet))}]"] if quiet else []),
    ]
