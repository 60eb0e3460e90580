"""What is collected until the next commit, and the name of its files. It decides nothing."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from policyhooks.collecting.follower import Follower
from policyhooks.collecting.lake_rows import Finding, Row, day_of
from policyhooks.collecting.lake_schema import RECORDS


@dataclass
class Batch:
    """What is collected until the next commit."""

    rows: dict[tuple[str, str, str], list[Row]] = field(default_factory=dict)  # by table, day, installation
    findings: list[Finding] = field(default_factory=list)
    followers: dict[str, Follower] = field(default_factory=dict)
    heard: dict[str, tuple[int, int]] = field(default_factory=dict)  # installation: first and last time
    refused: Counter[tuple[str, str, str]] = field(default_factory=Counter)  # kind, installation, why

    def add(self, table: str, row: Row, received: int) -> None:
        installation = str(row["installation"]) if table == RECORDS else ""
        self.rows.setdefault((table, day_of(row, received), installation), []).append(row)


def name_of(created: str) -> str:
    """A stream's beginning as a part of a file's name."""
    return "".join(char for char in created if char.isalnum())[:24] or "stream"
