"""The fleet as `collect status` shows it: every installation, what is wrong with it, and what is open of no one."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from policyhooks.collecting.lake_catalog import open_catalog
from policyhooks.collecting.lake_views import open_lake

INSTALLATION = (
    "installation", "tenant", "status", "last_seen", "records", "client", "scope", "policyhooks", "bundle",
    "bundle_version", "journal", "uncovered",
)  # fmt: skip
FINDING = ("id", "kind", "installation", "time", "what")
TOKEN = ("token", "tenant", "until", "used_by", "revoked")


def read_fleet(lake: Path) -> Mapping[str, list[dict[str, object]]]:
    """Installations, open findings and tokens as plain values. Raises EnvironmentBroken."""
    views = open_lake(lake)
    fleet = views.execute(f"SELECT {', '.join(INSTALLATION)} FROM fleet ORDER BY tenant, installation").fetchall()  # noqa: S608
    findings = views.execute(f"SELECT {', '.join(FINDING)} FROM open_findings ORDER BY time, id").fetchall()  # noqa: S608
    catalog = open_catalog(lake)
    tokens = catalog.execute(f"SELECT {', '.join(TOKEN)} FROM tokens ORDER BY until").fetchall()  # noqa: S608
    catalog.close()
    return {
        "installations": [_named(INSTALLATION, row) for row in fleet],
        "findings": [_named(FINDING, row) for row in findings],
        "tokens": [_named(TOKEN, row) for row in tokens],
    }


def _named(names: tuple[str, ...], row: tuple[object, ...]) -> dict[str, object]:
    return {name: _plain(value) for name, value in zip(names, row, strict=True)}


def _plain(value: object) -> object:
    return value.isoformat(timespec="milliseconds") + "Z" if isinstance(value, datetime) else value
