"""Where journals are delivered: a kind, an address and what belongs to it, read from one word of the command line.

An address carries no credential: it stands in process lists, units and checkpoints. Those come from private files.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import SplitResult, urlsplit

from policyhooks.errors import UsageError

NATS, OTLP, OCSF, SYSLOG = "nats", "otlp", "ocsf", "syslog"
# Scheme: the kind, whether it is TLS, the port where none is named, the path where none is named.
SCHEMES: dict[str, tuple[str, bool, int, str]] = {
    "nats": (NATS, False, 4222, "policyhooks.journal"),
    "nats+tls": (NATS, True, 4222, "policyhooks.journal"),
    "otlp+http": (OTLP, False, 4318, "/v1/logs"),
    "otlp+https": (OTLP, True, 4318, "/v1/logs"),
    "syslog": (SYSLOG, False, 601, ""),
    "syslog+tls": (SYSLOG, True, 6514, ""),
}
FORMS = "nats://HOST[:PORT][/SUBJECT], otlp+http://HOST[:PORT][/PATH], ocsf:FILE or syslog://HOST[:PORT]"
SUBJECT = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.")


@dataclass(frozen=True)
class Destination:
    """One place to deliver to. `where` is what belongs to its kind: a subject, a path of a request, a file."""

    kind: str
    host: str
    port: int
    tls: bool
    where: str

    @property
    def name(self) -> str:
        """How people and checkpoints name it: the same for every spelling of the same place."""
        if self.kind == OCSF:
            return f"ocsf:{self.where}"
        scheme = next(word for word, row in SCHEMES.items() if row[:2] == (self.kind, self.tls))
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{scheme}://{host}:{self.port}{'/' if self.kind == NATS else ''}{self.where}"

    @property
    def digest(self) -> str:
        """A name for files."""
        return hashlib.sha256(self.name.encode("utf-8", "surrogateescape")).hexdigest()[:16]


def read_destination(text: str) -> Destination:
    """What a word names. Raises UsageError."""
    if text.startswith("ocsf:"):
        file = text.removeprefix("ocsf:")
        if not file or file.endswith("/"):
            raise UsageError("`ocsf:` needs the name of a file", "such as ocsf:/var/log/policyhooks/ocsf.jsonl")
        return Destination(OCSF, "", 0, False, str(Path(file).absolute()))
    # Before anything is quoted: what stands before an `@` may be a password.
    if "@" in text:
        raise UsageError("an address carries no user and no password", "put the token into a file: --token-file")
    parts = urlsplit(text)
    row = SCHEMES.get(parts.scheme)
    if row is None:
        raise UsageError(f"`{text}` is no destination", f"write it as {FORMS}")
    kind, tls, usual, path = row
    where = _read_path(text, kind, parts) or path
    if not parts.hostname or parts.query or parts.fragment or not _is_plain(parts.hostname):
        raise UsageError(f"`{text}` is no destination", f"write it as {FORMS}")
    return Destination(kind, parts.hostname, _read_port(text, parts) or usual, tls, where)


def _read_port(text: str, parts: SplitResult) -> int:
    try:
        return parts.port or 0
    except ValueError:
        raise UsageError(f"the port of `{text}` is none", "a number from 1 to 65535") from None


def _read_path(text: str, kind: str, parts: SplitResult) -> str:
    path = parts.path if parts.path != "/" else ""
    if kind == NATS:
        path = path.removeprefix("/")
        if not SUBJECT.issuperset(path) or ".." in path or path.startswith(".") or path.endswith("."):
            raise UsageError(f"the subject of `{text}` is none", "letters, digits, `_`, `-`, and dots between them")
    elif (path and kind == SYSLOG) or not _is_plain(path):
        raise UsageError(f"`{text}` is no destination", f"write it as {FORMS}")
    return path


def _is_plain(text: str) -> bool:
    """Whether a text can stand in a request's line and header."""
    return text.isascii() and text.isprintable() and " " not in text
