"""Takes messages of the stream in batches: whose they are, what is new in them, what does not fit; then one commit.

What is kept is written before the catalog names it. So a killed collector goes on from the last batch that the catalog
has, takes the next one again, and nothing is lost or doubled.
"""

from __future__ import annotations

import sqlite3
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from policyhooks.collecting import lake_catalog as known
from policyhooks.collecting.alarms import Alarms, Terms
from policyhooks.collecting.arrivals import Arrival
from policyhooks.collecting.batch import Batch, name_of
from policyhooks.collecting.enrolled_keys import admit, enrol, holder_of
from policyhooks.collecting.follower import AGAIN, ANOTHER, MOST_EPOCHS, End, Follower, Gap
from policyhooks.collecting.lake_files import find_files, partition, remove, write_rows
from policyhooks.collecting.lake_rows import Finding, Row, finding_row, health_row, number, record_row
from policyhooks.collecting.lake_schema import FINDINGS, HEALTH, RECORDS
from policyhooks.collecting.stored_records import look_up
from policyhooks.collecting.version_changes import Versions, compare
from policyhooks.shipping.message import mask_again

CHAIN = 64
HEAD = ("id", "installation", "epoch")  # what shipping puts before a record
ENROL, GAP, BEGIN, HEALTH_KIND = "enrol", "gap", "begin", "health"
HOUR_MS = 3_600_000


class Collector:
    """A lake that is being filled. One process has it at a time."""

    def __init__(self, lake: Path, catalog: sqlite3.Connection, terms: Terms | None = None) -> None:
        self.lake, self.catalog = lake, catalog
        self.alarms = Alarms(catalog, terms)
        for path in set(find_files(lake)) - {path for (path,) in catalog.execute("SELECT path FROM files")}:
            remove(lake, path)  # a killed process left it

    def position(self, stream: str) -> tuple[str, int]:
        """When this stream was made, and the last message that is in the lake."""
        row = self.catalog.execute("SELECT created, seq FROM streams WHERE stream = ?", (stream,)).fetchone()
        return (str(row[0]), int(row[1])) if row else ("", 0)

    def take(
        self, stream: str, created: str, arrivals: Sequence[Arrival], findings: Sequence[Finding] = ()
    ) -> Counter[str]:
        """One batch in the order of the stream; how many records were new, repeated and refused."""
        batch = Batch(findings=list(findings))
        now = time.time()
        with known.transaction(self.catalog):
            documents = [(arrival, arrival.document()) for arrival in arrivals]
            self._expect(batch, documents)
            for arrival, document in documents:
                self._take_one(batch, arrival, document, now)
            self._judge_refused(batch, now)
            name = f"{arrivals[0].seq}-{arrivals[-1].seq}" if arrivals else f"at-{int(now * 1000)}"
            counts = self._commit(batch, f"{name_of(created)}-{name}", now)
            if arrivals:
                self.catalog.execute(
                    "INSERT OR REPLACE INTO streams VALUES (?, ?, ?)", (stream, created, arrivals[-1].seq)
                )
        return counts

    def tell(self, findings: Sequence[Finding]) -> None:
        """Findings that are of no message."""
        self.take("", "own", (), findings)

    def _expect(self, batch: Batch, documents: Sequence[tuple[Arrival, Mapping[str, object] | None]]) -> None:
        """Look up, once for each installation, what the lake has of the numbers that come."""
        numbers: dict[str, list[int]] = {}
        for arrival, document in documents:
            seq = number((document or {}).get("seq"))
            if seq is not None:
                numbers.setdefault(arrival.installation, []).append(seq)
        for installation, found in numbers.items():
            self._follower(batch, installation).expect(min(found), max(found))

    def _follower(self, batch: Batch, installation: str) -> Follower:
        if installation not in batch.followers:
            ends = self.catalog.execute("SELECT epoch, seq, chain FROM epochs WHERE installation = ?", (installation,))
            gaps = self.catalog.execute(
                "SELECT finding, epoch, first, last FROM gaps WHERE installation = ?", (installation,)
            )
            batch.followers[installation] = Follower(
                installation,
                {epoch: End(seq, chain) for epoch, seq, chain in ends},
                [Gap(*row) for row in gaps],
                lambda first, last: look_up(self.lake, self.catalog, installation, first, last),
            )
        return batch.followers[installation]

    def _take_one(self, batch: Batch, arrival: Arrival, document: Mapping[str, object] | None, now: float) -> None:
        name = arrival.installation
        if not arrival.is_signed():
            self._refuse(batch, "stranger", name, "no key has signed it")
            return
        kind = str((document or {}).get("kind", ""))
        why = enrol(self.lake, self.catalog, arrival, document) if document and kind == ENROL else ""
        why = why or admit(self.catalog, arrival)
        if why:
            self._refuse(batch, "shared_key" if "another key" in why else "stranger", name, why)
            return
        first, _ = batch.heard.get(name, (arrival.received, 0))
        batch.heard[name] = (first, arrival.received)
        if kind == ENROL:
            return
        if document is None or not self._keep(batch, arrival, kind, document, now):
            self._refuse(batch, "unreadable", name, "it is no record")

    def _refuse(self, batch: Batch, kind: str, name: str, why: str) -> None:
        """Count it; a name that nobody has enrolled is not repeated, or anybody could fill the lake with names."""
        batch.refused[kind, name if holder_of(self.catalog, name) else "", why] += 1

    def _keep(self, batch: Batch, arrival: Arrival, kind: str, document: Mapping[str, object], now: float) -> bool:
        """Whether it was something that can be kept."""
        follower, epoch = self._follower(batch, arrival.installation), number(document.get("epoch"))
        if not epoch or (epoch not in follower.ends and len(follower.ends) >= MOST_EPOCHS):
            return False
        if kind == HEALTH_KIND:
            self._keep_health(batch, arrival, document, now)
        elif kind == GAP:
            first, last = number(document.get("from")), number(document.get("to"))
            if first is None or last is None:
                return False
            follower.take_gap(epoch, first, last)
        elif kind == BEGIN:
            before = document.get("before")
            follower.take_begin(epoch, before if isinstance(before, dict) else None)
        else:
            return self._keep_record(batch, arrival, epoch, document, now)
        return True

    def _keep_record(
        self, batch: Batch, arrival: Arrival, epoch: int, document: Mapping[str, object], now: float
    ) -> bool:
        seq, chain = number(document.get("seq")), document.get("chain")
        if not seq or not isinstance(chain, str) or not 0 < len(chain) <= CHAIN or not chain.isalnum():
            return False
        follower = self._follower(batch, arrival.installation)
        record = mask_again({name: value for name, value in document.items() if name not in HEAD})
        name = follower.installation
        row = record_row(f"{name}:{epoch}:{seq}", name, epoch, arrival.received, record)
        outcome = follower.take_record(epoch, row)
        if outcome == AGAIN:
            return True
        if outcome == ANOTHER:
            row["id"] = f"{row['id']}:{chain[:16]}:{arrival.seq}"
        batch.add(RECORDS, row, arrival.received)
        self.alarms.of_record(row, now)
        return True

    def _keep_health(self, batch: Batch, arrival: Arrival, document: Mapping[str, object], now: float) -> None:
        name = arrival.installation
        told = mask_again({"seq": 0, "chain": "", **document})
        row = health_row(f"{name}:health:{arrival.seq}", name, arrival.received, told)
        batch.add(HEALTH, row, arrival.received)
        self.alarms.of_health(row, now)
        (before,) = self.catalog.execute(
            "SELECT versions FROM installations WHERE installation = ?", (name,)
        ).fetchone()
        versions = Versions.read(before)
        batch.findings += compare(versions, row)
        self.catalog.execute(
            "UPDATE installations SET versions = ? WHERE installation = ?", (versions.after(row).dump(), name)
        )

    def _judge_refused(self, batch: Batch, now: float) -> None:
        """What was refused is told once an hour of each installation and reason, with how often it was."""
        for (kind, installation, why), times in batch.refused.items():
            name = f"refused:{kind}:{installation}:{why}"
            row = self.catalog.execute("SELECT at, held FROM told WHERE name = ?", (name,)).fetchone()
            if row is not None and now * 1000 < row[0] + HOUR_MS:
                self.catalog.execute("UPDATE told SET held = held + ? WHERE name = ?", (times, name))
                continue
            held = int(row[1]) if row else 0
            self.catalog.execute("INSERT OR REPLACE INTO told VALUES (?, ?, 0)", (name, now * 1000))
            what = f"{times + held} messages were not stored: {why}"
            batch.findings.append(Finding(kind, installation, what, more={"messages": times + held}))

    def _commit(self, batch: Batch, name: str, now: float) -> Counter[str]:
        """Write the files, then let them count. The transaction is the caller's."""
        for follower in batch.followers.values():
            batch.findings += follower.findings
            self._save_follower(follower)
        self._hear(batch)
        for finding in batch.findings:
            batch.add(FINDINGS, finding_row(int(now * 1000), finding), int(now * 1000))
            self.alarms.of_finding(finding, now)
            if finding.kind == "silent":
                self.catalog.execute(
                    "UPDATE installations SET silent = ? WHERE installation = ?", (finding.id, finding.installation)
                )
        for (table, day, installation), rows in batch.rows.items():
            path, size = write_rows(self.lake, table, partition(table, day, installation), name, rows)
            numbers = [int(str(row["seq"])) for row in rows] if table == RECORDS else [0]
            known.add_file(self.catalog, path, len(rows), size, (min(numbers), max(numbers)))
            if table == RECORDS:
                self._spend(day, installation, rows, now)
        new = sum(len(rows) for (table, *_), rows in batch.rows.items() if table == RECORDS)
        repeated = sum(follower.repeated for follower in batch.followers.values())
        return Counter(new=new, repeated=repeated, refused=sum(batch.refused.values()), findings=len(batch.findings))

    def _save_follower(self, follower: Follower) -> None:
        self.catalog.executemany(
            "INSERT OR REPLACE INTO epochs VALUES (?, ?, ?, ?)",
            [(follower.installation, epoch, end.seq, end.chain) for epoch, end in follower.ends.items()],
        )
        self.catalog.execute("DELETE FROM gaps WHERE installation = ?", (follower.installation,))
        self.catalog.executemany(
            "INSERT OR REPLACE INTO gaps VALUES (?, ?, ?, ?, ?)",
            [(gap.finding, follower.installation, gap.epoch, gap.first, gap.last) for gap in follower.gaps],
        )

    def _hear(self, batch: Batch) -> None:
        """Note who was heard of, and answer a silence."""
        for name, (first, last) in batch.heard.items():
            (silent,) = self.catalog.execute(
                "SELECT silent FROM installations WHERE installation = ?", (name,)
            ).fetchone()
            if silent:
                batch.findings.append(Finding("back", name, "it was heard of again", of=silent))
            rows = sum(len(rows) for (table, _, one), rows in batch.rows.items() if table == RECORDS and one == name)
            self.catalog.execute(
                "UPDATE installations SET first_seen = coalesce(first_seen, ?), last_seen = max(coalesce(last_seen, 0),"
                " ?), records = records + ?, silent = '' WHERE installation = ?",
                (first, last, rows, name),
            )

    def _spend(self, day: str, installation: str, rows: Sequence[Row], now: float) -> None:
        calls = sum(int(str(row["judge_calls"])) for row in rows)
        if not calls:
            return
        cost = sum(float(str(row["judge_cost"])) for row in rows)
        self.catalog.execute(
            "INSERT INTO spend VALUES (?, ?, ?, ?) ON CONFLICT (day, installation)"
            " DO UPDATE SET cost = cost + excluded.cost, calls = calls + excluded.calls",
            (day, installation, cost, calls),
        )
        (total,) = self.catalog.execute(
            "SELECT cost FROM spend WHERE day = ? AND installation = ?", (day, installation)
        ).fetchone()
        self.alarms.of_spend(day, installation, float(total), now)
