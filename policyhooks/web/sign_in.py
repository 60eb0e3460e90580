"""Who may look: one-time tokens of links, sessions of browsers, the token of scripts. All of it is in memory and short.

It knows no request; gate.py asks it.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
import stat
import threading
import time
from collections.abc import Callable
from pathlib import Path

from policyhooks.errors import UsageError

LINK_S = 60
SESSION_S = 12 * 3600
MOST_SESSIONS = 16
LEAST_TOKEN = 32  # characters of a token for scripts
LONGEST_TOKEN = 512
Clock = Callable[[], float]


class Access:
    """Tokens and sessions of one running page. Kept are digests, so a look into memory gives no cookie away."""

    def __init__(self, bearer: str = "", clock: Clock = time.monotonic) -> None:
        self.clock = clock
        self.key = secrets.token_bytes(32)
        self.bearer = _digest(bearer) if bearer else ""
        self.links: dict[str, float] = {}
        self.sessions: dict[str, float] = {}
        self.lock = threading.Lock()

    def new_link(self) -> str:
        """A token for one browser, for a minute."""
        token = secrets.token_urlsafe(32)
        with self.lock:
            self.links[_digest(token)] = self.clock() + LINK_S
        return token

    def exchange(self, token: str) -> str:
        """A session for a link's token, which is spent; empty where there is no such token, or not any more."""
        with self.lock:
            end = self.links.pop(_digest(token), 0.0)
            if self.clock() >= end:
                return ""
            session = secrets.token_urlsafe(32)
            while len(self.sessions) >= MOST_SESSIONS:
                self.sessions.pop(min(self.sessions, key=lambda one: self.sessions[one]))
            self.sessions[_digest(session)] = self.clock() + SESSION_S
            return session

    def is_session(self, cookie: str) -> bool:
        """Whether a cookie is one of ours and still good."""
        return self.clock() < self.sessions.get(_digest(cookie), 0.0)

    def is_bearer(self, token: str) -> bool:
        """Whether it is the token of scripts."""
        return bool(self.bearer) and hmac.compare_digest(_digest(token), self.bearer)

    def forget(self, cookie: str) -> None:
        """End a session."""
        with self.lock:
            self.sessions.pop(_digest(cookie), None)

    def proof_for(self, who: str) -> str:
        """What a form must bring back: only a page that we have made for the same browser knows it."""
        return hmac.new(self.key, f"csrf {who}".encode(), hashlib.sha256).hexdigest()


def read_token(path: Path) -> str:
    """The token of a file that nobody else can read. Raises UsageError."""
    hint = "head -c 32 /dev/urandom | base64 > FILE; chmod 600 FILE"
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as problem:
        raise UsageError(f"the token file cannot be read: {(problem.strerror or 'unknown').lower()}", hint) from None
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode) or status.st_uid != os.geteuid() or status.st_mode & 0o077:
            raise UsageError("the token file must be a file of yours that nobody else can read", "chmod 600 FILE")
        token = os.read(descriptor, LONGEST_TOKEN + 2).decode("ascii", "replace").strip()
    finally:
        os.close(descriptor)
    if not LEAST_TOKEN <= len(token) <= LONGEST_TOKEN or not token.isprintable() or " " in token:
        raise UsageError(f"the token must have {LEAST_TOKEN} to {LONGEST_TOKEN} characters without blanks", hint)
    return token


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
