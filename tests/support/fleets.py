"""Machines that send signed records to a real stream, honest ones and others, without an installation behind them."""

import asyncio
import hashlib
import json
import secrets
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from policyhooks.collecting.enrolled_keys import make_token
from policyhooks.collecting.lake_catalog import open_catalog
from policyhooks.collecting.lake_files import make_lake_folder
from policyhooks.shipping.message import dump
from policyhooks.shipping.signature import Signer, _signer
from policyhooks.shipping.token_text import proof_of, read_enrolment
from tests.support.journals import DENIED, record
from tests.support.receivers import NatsServer

SUBJECT = "policyhooks.journal"
WORDS = [sys.executable, "-m", "policyhooks", "collect"]

Sent = tuple[str, dict[str, str], bytes]  # subject, headers, data


def new_signer() -> Signer:
    return _signer(secrets.token_bytes(32))


class Machine:
    """One installation: what it sends is signed with its key, under its name."""

    def __init__(self, number: int, signer: Signer | None = None, salt: str = "") -> None:
        self.name = f"{number:032x}"
        self.signer = signer or new_signer()
        self.salt = salt  # another one makes other chains: a copy of this machine

    def message(self, document: dict[str, Any], id: str) -> Sent:
        data, subject = dump({"id": id, "installation": self.name, **document}), f"{SUBJECT}.{self.name}"
        return subject, {"Nats-Msg-Id": id, **self.signer.sign(subject, id, data)}, data

    def enrol(self, lake: Path, now: float, tenant: str = "acme", hours: float = 1.0) -> Sent:
        """The message that enrols it, with a token of the lake's own."""
        make_lake_folder(lake)
        catalog = open_catalog(lake, make=True)
        statement, secret = read_enrolment(make_token(lake, catalog, tenant, hours, now))
        catalog.close()
        return self.enrol_with(statement, proof_of(secret, self.signer.public, self.name))

    def enrol_with(self, statement: str, proof: str) -> Sent:
        document = {"epoch": 1, "kind": "enrol", "token": statement, "proof": proof}
        return self.message(document, f"{self.name}:enrol:{secrets.token_hex(4)}")

    def record(self, seq: int, epoch: int = 1, **more: Any) -> Sent:
        told = DENIED if seq % 10 == 0 else {}
        kept = {**record(seq, **{**told, **more}), "v": 2, "seq": seq, "chain": self.chain(seq)}
        return self.message({"epoch": epoch, **kept}, f"{self.name}:{epoch}:{seq}:{self.chain(seq)[:16]}")

    def records(self, first: int, last: int, epoch: int = 1) -> Iterator[Sent]:
        return (self.record(seq, epoch) for seq in range(first, last + 1))

    def chain(self, seq: int) -> str:
        return hashlib.sha256(f"{self.name}{self.salt}{seq}".encode()).hexdigest()

    def gap(self, first: int, last: int, epoch: int = 1) -> Sent:
        told = {"epoch": epoch, "kind": "gap", "from": first, "to": last}
        return self.message(told, f"{self.name}:{epoch}:gap{first}-{last}")

    def begin(self, epoch: int, before: int) -> Sent:
        told = {"before": {"epoch": epoch - 1, "seq": before, "chain": self.chain(before)}, "why": "began anew"}
        return self.message({"epoch": epoch, "kind": "begin", **told}, f"{self.name}:{epoch}:begin")

    def health(self, **more: Any) -> Sent:
        told = {"epoch": 1, "kind": "health", "time": "2026-11-20T00:00:00.000Z", "policyhooks": "0.1.0", **more}
        return self.message(told, f"{self.name}:1:health:{secrets.token_hex(4)}")


def publish(server: NatsServer, sent: Iterable[Sent]) -> None:
    """Everything in order; the stream has it when this ends."""
    asyncio.run(_publish(server, sent))


async def _publish(server: NatsServer, sent: Iterable[Sent]) -> None:
    import nats

    client = await nats.connect(server.address)
    stream = client.jetstream()
    last = None
    for at, (subject, headers, data) in enumerate(sent):
        if last is not None:
            await client.publish(*last[:1], last[2], headers=last[1])
        last = (subject, headers, data)
        if at % 500 == 499:
            await client.flush()
    if last is not None:
        await stream.publish(last[0], last[2], headers=last[1])
    await client.close()


def collect(lake: Path, server: NatsServer, *more: str) -> subprocess.CompletedProcess[str]:
    """One run to the stream's present end."""
    return subprocess.run(words(lake, server, "--once", *more), capture_output=True, text=True, check=False)


def words(lake: Path, server: NatsServer, *more: str) -> list[str]:
    return [*WORDS, "--as-root", "--lake", str(lake), "--from", f"{server.address}/JOURNALS", *more]


def status(lake: Path) -> dict[str, Any]:
    found = subprocess.run(
        [*WORDS, "status", "--lake", str(lake), "--format", "json"], capture_output=True, text=True, check=True
    )
    told: dict[str, Any] = json.loads(found.stdout)
    return told
