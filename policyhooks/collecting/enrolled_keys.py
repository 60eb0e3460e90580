"""Who may send: tokens that the collector signs, keys that were enrolled with one, and both taken back.

A token has two parts: a statement (lake, tenant, until when) and a secret that only the collector can compute from it.
The secret does not travel: a machine proves with it that its key is meant. So who reads the stream can enrol nothing.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import re
import secrets
import sqlite3
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from policyhooks.collecting.arrivals import Arrival
from policyhooks.collecting.lake_catalog import meta, transaction
from policyhooks.errors import EnvironmentBroken, UsageError
from policyhooks.shipping.token_text import proof_of, unwrap, wrap, write_enrolment

SECRET = "secret"  # noqa: S105 - the name of a file
ID = re.compile(r"[0-9a-f]{16}", re.ASCII)
TENANT = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,62}", re.ASCII)
LONGEST_H = 24.0
MOST_OF_A_KEY = 1000  # installations: a state that many share has one for each user


def make_token(lake: Path, catalog: sqlite3.Connection, tenant: str, hours: float, now: float) -> str:
    """A token for one key, once. Raises UsageError."""
    if not TENANT.fullmatch(tenant):
        raise UsageError(f"`{tenant}` is no name of a tenant", "letters, digits, `.`, `_` and `-`, at most 63")
    if not 0 < hours <= LONGEST_H:
        raise UsageError(f"a token lasts at most {LONGEST_H:g} hours", "--hours 1")
    name, until = secrets.token_hex(8), int((now + hours * 3600) * 1000)
    told = {"id": name, "lake": meta(catalog, "lake"), "tenant": tenant, "until": until}
    statement = wrap(json.dumps(told, sort_keys=True, separators=(",", ":")).encode("ascii"))
    secret = _secret_of(lake, statement)
    with transaction(catalog):
        catalog.execute("INSERT INTO tokens VALUES (?, ?, ?, NULL, NULL)", (name, tenant, until))
    return write_enrolment(statement, secret)


def enrol(lake: Path, catalog: sqlite3.Connection, arrival: Arrival, document: Mapping[str, object]) -> str:
    """Let a key in; why not, where it may not. The message is signed by that key already."""
    statement, proof = str(document.get("token", "")), str(document.get("proof", ""))
    told = _read(statement)
    expected = proof_of(_secret_of(lake, statement), arrival.key, arrival.installation)
    if told is None or not hmac.compare_digest(expected.encode(), proof.encode("utf-8", "replace")):
        return "its token is none of this collector's"
    name, tenant = str(told.get("id")), str(told.get("tenant"))
    row = catalog.execute("SELECT until, used_by, revoked FROM tokens WHERE token = ?", (name,)).fetchone()
    if row is None or row[2] is not None:
        return "its token was revoked"
    if arrival.received > row[0]:
        return "its token has ended"
    if row[1] not in (None, arrival.key):
        return "its token was used by another key"
    known = catalog.execute("SELECT revoked FROM keys WHERE key = ?", (arrival.key,)).fetchone()
    if known is not None and known[0] is not None:
        return "its key was revoked"
    holder = holder_of(catalog, arrival.installation)
    if holder not in ("", arrival.key) and not _is_revoked(catalog, holder):
        return "the installation has another key; revoke that one first"
    catalog.execute("UPDATE tokens SET used_by = ? WHERE token = ?", (arrival.key, name))
    catalog.execute(
        "INSERT OR IGNORE INTO keys VALUES (?, ?, ?, ?, NULL)", (arrival.key, tenant, name, arrival.received)
    )
    catalog.execute(
        "INSERT INTO installations (installation, key) VALUES (?, ?)"
        " ON CONFLICT (installation) DO UPDATE SET key = excluded.key",
        (arrival.installation, arrival.key),
    )
    return ""


def admit(catalog: sqlite3.Connection, arrival: Arrival) -> str:
    """Whether an enrolled key may speak for this installation; why not, where it may not."""
    row = catalog.execute("SELECT revoked FROM keys WHERE key = ?", (arrival.key,)).fetchone()
    if row is None or row[0] is not None:
        return "its key was revoked" if row else "its key was never enrolled"
    holder = holder_of(catalog, arrival.installation)
    if holder == arrival.key:
        return ""
    if holder:
        return "the installation has another key"
    (number,) = catalog.execute("SELECT count(*) FROM installations WHERE key = ?", (arrival.key,)).fetchone()
    if number >= MOST_OF_A_KEY:
        return "its key has too many installations"
    catalog.execute("INSERT INTO installations (installation, key) VALUES (?, ?)", (arrival.installation, arrival.key))
    return ""


def holder_of(catalog: sqlite3.Connection, installation: str) -> str:
    """The key of an installation; empty where it has none yet."""
    row = catalog.execute("SELECT key FROM installations WHERE installation = ?", (installation,)).fetchone()
    return str(row[0]) if row else ""


def revoke(catalog: sqlite3.Connection, name: str, now: float) -> str:
    """Take back a token, a key, or the key of an installation; what it was. Raises UsageError."""
    moment = int(now * 1000)
    with transaction(catalog):
        if ID.fullmatch(name):
            done = catalog.execute("UPDATE tokens SET revoked = ? WHERE token = ?", (moment, name))
            if done.rowcount:
                return f"token {name}"
        key = holder_of(catalog, name) or name
        done = catalog.execute("UPDATE keys SET revoked = ? WHERE key = ? AND revoked IS NULL", (moment, key))
        if done.rowcount:
            return f"key {key}"
    raise UsageError(f"`{name}` is no token, key or installation of this lake", "policyhooks collect status has them")


def token_id(token: str) -> str:
    """The name by which a token is revoked."""
    return str((_read(token.split(".")[1]) or {}).get("id", ""))


def _is_revoked(catalog: sqlite3.Connection, key: str) -> bool:
    row = catalog.execute("SELECT revoked FROM keys WHERE key = ?", (key,)).fetchone()
    return row is not None and row[0] is not None


def _read(statement: str) -> dict[str, object] | None:
    try:
        found = json.loads(unwrap(statement) or b"")
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _secret_of(lake: Path, statement: str) -> bytes:
    said = b"policyhooks-token@v1\0" + statement.encode("utf-8", "replace")
    return hmac.new(_load_secret(lake), said, hashlib.sha256).digest()


def _load_secret(lake: Path) -> bytes:
    """The collector's own secret, made where there is none."""
    path = lake / SECRET
    with suppress(FileExistsError):
        draft = lake / f".{SECRET}-{secrets.token_hex(4)}"
        if not path.exists():
            descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
            with os.fdopen(descriptor, "wb") as out:
                out.write(secrets.token_bytes(32))
                out.flush()
                os.fsync(out.fileno())
            try:
                os.link(draft, path)
            finally:
                draft.unlink()
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
    with os.fdopen(descriptor, "rb") as stream:
        found = stream.read(64)
    if len(found) != 32:
        raise EnvironmentBroken(f"{path} is damaged", "move it away: tokens that were not used yet are void then")
    return found
