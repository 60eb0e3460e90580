"""How often events have a key: of what a rule needs, the rarest becomes its place in the index. No expressions here."""

from __future__ import annotations

from collections.abc import Iterable

Key = tuple[str, str]  # kind (or "gram <field>") and value
Clause = frozenset[Key]  # of these keys the event must have one
# How often an event has such a key, roughly: the clause with the rarest keys is taken.
WEIGHTS = {
    "command": 1,
    "server": 1,
    "part": 1,
    "tag": 1,
    "env": 1,
    "host": 1,
    "word": 2,
    "gram": 2,
    "start": 2,
    "trait": 4,
    "tool": 5,
    # Texts in which other keys of the same rule say more.
    "gram words": 3,
    "gram paths": 3,
    "gram ~tool.name": 5,
}
# Names and words that stand in many commands: another key of the same rule is better.
FREQUENT = {
    "command": frozenset(
        (
            *("awk", "bash", "cargo", "cat", "cd", "cp", "curl", "docker", "echo", "find", "git", "go", "grep", "head"),
            *("ls", "make", "mv", "node", "npm", "npx", "pip", "pnpm", "python", "python3", "rm", "sed", "sh", "tail"),
            "yarn",
        )
    ),
    "word": frozenset(("add", "build", "commit", "diff", "install", "log", "pipe", "run", "status", "test")),
}
FREQUENT_WEIGHT = 3
PLENTIFUL_WEIGHT = 6
PLENTIFUL = frozenset(("shell.paths", "shell.redirects", "mcp.paths"))
# How common characters are in commands and prose, the most common first; the rest is rare.
COMMON = " etaoinsrhldcumfpgwybvk-./_"


def rarest(clauses: Iterable[Clause | None]) -> Clause | None:
    """Every part holds: the clause that says most."""
    known = [clause for clause in clauses if clause is not None]
    return min(known, key=lambda clause: (weight(clause), len(clause), sorted(clause)), default=None)


def weight(clause: Clause) -> int:
    return max((key_weight(kind, value) for kind, value in clause), default=0)


def key_weight(kind: str, value: str) -> int:
    if kind == "trait" and value in PLENTIFUL:
        return PLENTIFUL_WEIGHT
    if kind == "trait" and "=" in value:
        return FREQUENT_WEIGHT
    # Flags of one letter mean something else to every program.
    if value in FREQUENT.get(kind, ()) or (kind == "word" and value.startswith("-") and len(value) == 2):
        return FREQUENT_WEIGHT
    return WEIGHTS.get(kind) or WEIGHTS.get(kind.split(" ")[0], 1)


def commonness(window: str) -> int:
    return sum(len(COMMON) - COMMON.index(letter) if letter in COMMON else 0 for letter in window.lower())
