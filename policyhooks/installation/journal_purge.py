"""Lets the old records of a journal go, so that what stays can still be proved.

The head moves on first: it says, under the journal's key, with which record the journal begins and what the chain was
before it. Then the files go, or are written anew without their old lines. A journal that does not hold stays as it is.
"""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from pathlib import Path

from policyhooks.core.values import but
from policyhooks.errors import EnvironmentBroken, VerificationFailed
from policyhooks.inspect.journal import journal_files, read_lines, split_lines
from policyhooks.inspect.journal_verification import verify
from policyhooks.runtime.ports.journal import FILE, FOLDER, NotStored, append, open_locked
from policyhooks.runtime.ports.journal_head import chain_key, open_head, read_head, write_head
from policyhooks.runtime.ports.journal_key import read_key
from policyhooks.whole_file import write_whole


@dataclass(frozen=True)
class Border:
    """What is to go: so many records, up to this one, whose chain is the base of what stays."""

    records: int
    seq: int
    chain: str


def find_border(state: Path, before: str) -> Border | None:
    """What is older than a moment, as the journal writes it; None where that is nothing. The last record always stays.

    Raises VerificationFailed for a journal that does not hold: it is evidence, and a purge would hide what is wrong.
    """
    problems = verify(state).problems
    if problems:
        raise VerificationFailed(f"the journal of {state} does not hold: {problems[0]}", "policyhooks log verify")
    whole = [line.record for line in read_lines(state) if line.record is not None]
    old = next((at for at, record in enumerate(whole) if str(record.get("time", "")) >= before), len(whole))
    for at in range(min(old, len(whole) - 1), 0, -1):
        last, first = whole[at - 1], whole[at]
        # A record that tells of a head that did not fit is read together with the one before it.
        if first["seq"] == int(str(last["seq"])) + 1 and "head" not in first:
            return Border(at, int(str(last["seq"])), str(last["chain"]))
    return None


def purge(state: Path, border: Border, why: str) -> None:
    """Let everything up to the border go. That it went, and by whom, is the first thing that is recorded."""
    key = read_key(str(state))
    record: dict[str, object] = {
        "time": time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime()),
        "kind": "purge",
        "purged": {"records": border.records, "up_to": border.seq, "chain": border.chain, "keep": why},
        "uid": os.geteuid(),
    }
    try:
        append(str(state), record, key=key)
        # Hooks wait meanwhile, and then find the file that takes its place.
        current, _ = open_locked(f"{state}/{FOLDER}/{FILE}", wait=True)
        try:
            _move_head(state, chain_key(key), border)
            for path in journal_files(state):
                # INVARIANT: the locked file is read by its descriptor alone: closing another one would end the lock.
                _shorten(path, _read(current) if path.name == FILE else path.read_bytes(), border.seq)
        finally:
            os.close(current)
    except (NotStored, OSError) as problem:
        raise EnvironmentBroken(f"the journal of {state} cannot be purged: {problem}") from None


def _move_head(state: Path, key: bytes, border: Border) -> None:
    descriptor = open_head(str(state))
    try:
        head = read_head(descriptor, key)
        if head is None:
            raise VerificationFailed(f"the head of the journal of {state} cannot be believed", "policyhooks log verify")
        if head.first <= border.seq:
            write_head(descriptor, key, but(head, first=border.seq + 1, base=border.chain))
    finally:
        os.close(descriptor)


def _read(descriptor: int) -> bytes:
    return os.pread(descriptor, os.fstat(descriptor).st_size, 0)


def _shorten(path: Path, data: bytes, last: int) -> None:
    """Remove a file whose records are all old; write one anew that holds newer ones too, byte for byte from there."""
    whole = [(line.number, int(str(line.record["seq"]))) for line in split_lines(path, data) if line.record is not None]
    if not whole or whole[0][1] > last:
        return
    start = next((number for number, seq in whole if seq > last), None)
    if start is None and path.name != FILE:
        path.unlink()
        return
    kept = b"" if start is None else b"\n".join(data.split(b"\n")[start - 1 :])
    write_whole(path, kept)
