"""What else an event must say for a rule to fire: who, where, in which mode. The condition's own comparisons tell."""

from __future__ import annotations

from policyhooks.compiler.narrowness.clues import Clues
from policyhooks.core.schema import RECORDS

INFO = "EventInfo"
# Keys of `match` that speak of where an event comes from, and the field that they look at.
MATCHED = {"users": "user", "os": "os", "repos": "repo", "workspaces": "workspace"}
PLACES = ("workspace", "cwd")


def settings_of(clues: Clues) -> list[dict[str, object]]:
    """Fields of `event` to try: none set, as the rule compares them, and with every flag that it reads."""
    tuned: dict[str, object] = {}
    for name, values in clues.equal.items():
        root, _, field = name.partition(".")
        if root == "event" and field in RECORDS[INFO] and values and RECORDS[INFO][field] != "timestamp":
            tuned[field] = values[0]
    for key, field in MATCHED.items():
        if clues.matched.get(key):
            tuned[field] = clues.matched[key][0].replace("**", "x").replace("*", "x")
    flags = {
        name.partition(".")[2]: True
        for name in clues.flags
        if name.startswith("event.") and RECORDS[INFO].get(name.partition(".")[2]) == "bool"
    }
    folders = [text for text in clues.texts if text.startswith("/")]
    found = [{}, tuned, {**tuned, **flags}]
    if any(name in ("event.workspace", "event.cwd") for name in clues.flags):
        found += [{**tuned, **flags, **dict.fromkeys(PLACES, folder)} for folder in folders[:2]]
    return [one for at, one in enumerate(found) if one not in found[:at]]
