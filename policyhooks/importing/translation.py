"""What an importer gives: rules as plain data for YAML, and what it could not translate, with the reason."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from policyhooks.clients.catalog import rows
from policyhooks.clients.registry import CLIENTS


@dataclass(frozen=True)
class Left:
    """A piece of the source that has no translation, or one that says less or more."""

    source: str
    reason: str


@dataclass
class Translation:
    """Rules in the order of the source. `left` is for people to read before they rely on the rest."""

    rules: list[dict[str, object]] = field(default_factory=list)
    left: list[Left] = field(default_factory=list)

    def leave(self, source: str, reason: str) -> None:
        self.left.append(Left(source, reason))

    def add(self, rule: Mapping[str, object]) -> None:
        """Add a rule under an id that no other has."""
        taken = {other["id"] for other in self.rules}
        name, number = str(rule["id"]), 2
        while name in taken:
            name, number = f"{rule['id']}-{number}", number + 1
        self.rules.append({**rule, "id": name})


def identify(text: str) -> str:
    """An id from any text."""
    words = re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[:60].strip("-")
    return words if words[:1].isalpha() else f"rule-{words}".rstrip("-")


def literal(text: str) -> str:
    """A text as a CEL string."""
    return json.dumps(text, ensure_ascii=False)


def refused_by_re2(pattern: str) -> str:
    """Why RE2 does not take a regular expression; nothing where it does."""
    import re2

    options = re2.Options()
    options.log_errors = False
    try:
        re2.compile(pattern, options)
    except re2.error as problem:
        detail = problem.args[0] if problem.args else ""
        return detail.decode("utf-8", "replace") if isinstance(detail, bytes) else str(detail)
    return ""


def clients_for(events: Sequence[str], effect: str) -> list[str]:
    """The clients of which every native event for these can express the effect; a deny can stand in for an ask."""
    wanted = "deny" if effect == "ask" else effect
    found = []
    for client in CLIENTS:
        own = [row for event in events for row in rows(client, event)]
        if own and all(wanted in row.effects for row in own):
            found.append(client)
    return found


def matched(events: Sequence[str], effect: str, **more: object) -> dict[str, object]:
    """A `match` on events, narrowed to the clients that can do it where not all can."""
    clients = clients_for(events, effect)
    having = [client for client in CLIENTS if any(rows(client, event) for event in events)]
    narrowed: dict[str, object] = {} if clients == having else {"clients": clients}
    return {**narrowed, "events": list(events), **more}
