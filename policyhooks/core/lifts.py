"""The names that lifts go by (law 10): on which events there are any, and how a ticket is written. Values only."""

from __future__ import annotations

# Calls that are made again when they were denied, with everything in them that a person has to see.
LIFTABLE_EVENTS = ("tool.before", "shell.before", "mcp.before", "file.read", "file.write", "web.before")
BINDS = ("exact", "command", "rule")  # what a lift is bound to, the narrowest first
# No letter or digit that another is taken for.
LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
HALF = 4


def spell(number: int) -> str:
    """A ticket's name: 40 bits that say nothing."""
    letters = "".join([LETTERS[number >> 5 * place & 31] for place in range(7, -1, -1)])
    return f"PH-{letters[:HALF]}-{letters[HALF:]}"


def read_name(text: str) -> str:
    """The name as it is kept, of one that a person has typed; empty where it is none."""
    plain = text.strip().upper().replace("O", "0").replace("I", "1").replace("L", "1")
    parts = plain.split("-")
    if len(parts) != 3 or parts[0] != "PH" or any(len(part) != HALF for part in parts[1:]):
        return ""
    return plain if all(letter in LETTERS for part in parts[1:] for letter in part) else ""
