"""What leaves of a record: masked once more by the newest rules, capped, and under an id that is the same each time.

The keys of the journal never leave, and neither does anything that they could be guessed from.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from policyhooks.runtime.ports.recording import masked
from policyhooks.shipping.reader import BEGIN, GAP, Item

MOST_BYTES = 512 << 10  # receivers usually take a MiB
Enrich = Callable[[Mapping[str, object]], Mapping[str, object]]

LEFT_OUT = {"left_out": "too large to be shipped; the journal has it"}
# What is cut from a record that is too large, in this order.
BULKY = ("input", "rules", "memory", "error")


@dataclass(frozen=True)
class Message:
    """One delivery: `id` is for de-duplication; `record` is what the journal says, or what is told of it."""

    id: str
    installation: str
    epoch: int
    seq: int
    kind: str
    record: Mapping[str, object]

    @property
    def delivery_id(self) -> str:
        """For de-duplication by a receiver that keeps one message an id: a record of a copied machine has another."""
        chain = self.record.get("chain")
        return f"{self.id}:{chain[:16]}" if isinstance(chain, str) else self.id

    def document(self) -> dict[str, object]:
        """All of it as one JSON object."""
        head = {"id": self.id, "installation": self.installation, "epoch": self.epoch}
        return {**head, **self.record}

    def encode(self, most: int = MOST_BYTES) -> bytes:
        """The document as ASCII in one line, at most so long; what is too large is left out, and says so."""
        return dump(self.capped(most).document())

    def capped(self, most: int = MOST_BYTES) -> Message:
        """The same without its bulky parts, where it is longer."""
        message = self
        for name in BULKY:
            if len(dump(message.document())) <= most:
                break
            if name in message.record:
                message = replace(message, record={**message.record, name: LEFT_OUT})
        return message


def dump(value: object) -> bytes:
    """JSON as ASCII in one line: control characters, line ends and what is no Unicode are escaped."""
    return json.dumps(value, separators=(",", ":")).encode("ascii")


def make_message(item: Item, installation: str, enrich: Enrich = lambda record: record) -> Message:
    """The message of something that was read; `enrich` adds to a record what is known of its rules today."""
    position = item.position
    prefix = f"{installation}:{position.epoch}"
    if item.record is None:
        told = dict(item.told or {})
        of = f"{told.get('from')}-{told.get('to')}" if item.kind == GAP else ""
        record = {"kind": item.kind, **told}
        return Message(f"{prefix}:{item.kind}{of}", installation, position.epoch, position.seq, item.kind, record)
    seq = int(str(item.record["seq"]))
    # Two records of one number are evidence: an id for each, or one of them would be dropped as a repetition.
    fork = f":{str(item.record['chain'])[:16]}" if item.forked else ""
    record = mask_again(enrich(item.record))
    kind = str(record.get("kind", ""))
    return Message(f"{prefix}:{seq}{fork}", installation, position.epoch, seq, kind, record)


def mask_again(record: Mapping[str, object]) -> dict[str, object]:
    """A record by the rules of this version: what was no known format when it was written may be one now."""
    # A key for once: texts that are longer than any journal keeps become a hash that nobody can guess at.
    found = masked(record, os.urandom(32), "masked")
    assert isinstance(found, dict)
    # What proves the record is no text of anybody else.
    return {**found, "seq": record["seq"], "chain": record["chain"]}


def is_told(message: Message) -> bool:
    """Whether it is of the journal itself, not of a decision."""
    return message.kind in (GAP, BEGIN)
