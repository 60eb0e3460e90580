"""Answers a finding: somebody has looked at it. The finding stays, and so does who answered it."""

from __future__ import annotations

import getpass
import time
from pathlib import Path

from policyhooks.collecting.lake_catalog import add_file, open_catalog, transaction
from policyhooks.collecting.lake_files import partition, write_rows
from policyhooks.collecting.lake_rows import Finding, finding_row
from policyhooks.collecting.lake_schema import FINDINGS
from policyhooks.collecting.lake_views import open_lake
from policyhooks.errors import UsageError
from policyhooks.shipping.journal_times import stamp


def settle(lake: Path, name: str, reason: str) -> None:
    """Write that an open finding was looked at. Raises UsageError where there is no such one."""
    row = open_lake(lake).execute("SELECT installation FROM open_findings WHERE id = ?", [name]).fetchone()
    if row is None:
        raise UsageError(f"`{name}` is no open finding of this lake", "policyhooks collect status has them")
    now = time.time()
    told = Finding("settled", str(row[0]), reason or "looked at", of=name, more={"by": getpass.getuser()})
    day = stamp(now)[:10]
    catalog = open_catalog(lake)
    path, size = write_rows(
        lake, FINDINGS, partition(FINDINGS, day, ""), f"settled-{told.id}", [finding_row(int(now * 1000), told)]
    )
    with transaction(catalog):
        add_file(catalog, path, 1, size, (0, 0))
    catalog.close()
