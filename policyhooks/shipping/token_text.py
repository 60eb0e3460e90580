"""The text of an enrolment token: a statement that the collector can read, and a secret that only the two have."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac

from policyhooks.errors import UsageError

PREFIX = "phe1"
SECRET = 32


def write_enrolment(statement: str, secret: bytes) -> str:
    """The token in one word."""
    return f"{PREFIX}.{statement}.{wrap(secret)}"


def read_enrolment(token: str) -> tuple[str, bytes]:
    """The statement and the secret. Raises UsageError."""
    prefix, _, rest = token.partition(".")
    statement, _, secret = rest.partition(".")
    found = unwrap(secret)
    if prefix != PREFIX or not statement or found is None or len(found) != SECRET:
        raise UsageError("the file holds no enrolment token", "policyhooks collect token makes one")
    return statement, found


def proof_of(secret: bytes, key: str, installation: str) -> str:
    """What shows that who holds a key has the token's secret, without showing that."""
    said = f"policyhooks-enrol@v1\0{key}\0{installation}".encode("ascii")
    return hmac.new(secret, said, hashlib.sha256).hexdigest()


def wrap(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode("ascii").rstrip("=")


def unwrap(text: str) -> bytes | None:
    try:
        return base64.urlsafe_b64decode(text.encode("ascii") + b"==")
    except (binascii.Error, ValueError):
        return None
