"""Sends alerts that the catalog holds, one after the other, through apprise: in a thread, so that collecting goes on.

Addresses hold passwords. INVARIANT: they come from a private file, and nothing that is said here repeats one.
"""

from __future__ import annotations

import logging
import os
import stat
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from policyhooks.collecting.alarms import Terms
from policyhooks.collecting.lake_catalog import open_catalog, transaction
from policyhooks.errors import EnvironmentBroken, UsageError

if TYPE_CHECKING:
    from apprise import Apprise

LONGEST_FILE = 1 << 16
POLL_S = 1.0
FIRST_WAIT_S, LONGEST_WAIT_S = 2.0, 300.0
OLDEST_S = 24 * 3600.0  # an alert that could not be sent for so long is given up
FIELDS = ("to", "critical", "spend", "every", "most")


def read_alerts(path: Path) -> tuple[Terms, tuple[str, ...]]:
    """What alerts are about, and the addresses that they go to. Raises EnvironmentBroken or UsageError."""
    import yaml

    try:
        found = yaml.safe_load(_read_private(path))
    except (yaml.YAMLError, RecursionError):
        raise UsageError(f"{path} is no YAML") from None
    if not isinstance(found, dict) or set(found) - set(FIELDS):
        raise UsageError(f"{path} has fields that are not known", f"it has {', '.join(FIELDS)}")
    to, critical = _words(path, found, "to"), _words(path, found, "critical")
    if not to:
        raise UsageError(f"{path} names nobody to tell", "to: [json://127.0.0.1:8080/]")
    usual = Terms()
    every, most = _number(path, found, "every", usual.every), _number(path, found, "most", usual.most)
    return Terms(critical, _number(path, found, "spend", 0.0), every, int(most)), to


class Notifier:
    """Sends what is new until it is stopped."""

    def __init__(self, lake: Path, addresses: tuple[str, ...], tell: Callable[[str], None]) -> None:
        self.lake, self.tell = lake, tell
        self.receivers = [_receiver(at, address) for at, address in enumerate(addresses, start=1)]
        self.stop = threading.Event()
        self.thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        self.thread.start()

    def finish(self, seconds: float) -> None:
        """Send what is there, for so long."""
        end = time.monotonic() + seconds
        catalog = open_catalog(self.lake)
        while time.monotonic() < end and catalog.execute("SELECT 1 FROM alerts WHERE state = 'new'").fetchone():
            time.sleep(0.1)
        catalog.close()
        self.stop.set()
        self.thread.join(seconds)

    def _run(self) -> None:
        catalog = open_catalog(self.lake)
        wait = FIRST_WAIT_S
        while not self.stop.wait(POLL_S):
            row = catalog.execute("SELECT id, at, title, body FROM alerts WHERE state = 'new' ORDER BY id").fetchone()
            if row is None:
                continue
            state = "sent" if self._send(row[2], row[3]) else "given up" if row[1] < time.time() - OLDEST_S else ""
            if state:
                wait = FIRST_WAIT_S
                with transaction(catalog):
                    catalog.execute("UPDATE alerts SET state = ? WHERE id = ?", (state, row[0]))
                    catalog.execute("DELETE FROM alerts WHERE state != 'new' AND at < ?", (time.time() - OLDEST_S,))
            else:
                self.tell("an alert could not be sent; trying again")
                self.stop.wait(wait)
                wait = min(wait * 2, LONGEST_WAIT_S)
        catalog.close()

    def _send(self, title: str, body: str) -> bool:
        """Whether everybody has it; those who had it get it again where somebody else did not."""
        from apprise import NotifyFormat

        sent = [bool(one.notify(body=body, title=title, body_format=NotifyFormat.TEXT)) for one in self.receivers]
        return all(sent)


def _receiver(at: int, address: str) -> Apprise:
    try:
        import apprise
    except ImportError:
        raise EnvironmentBroken(
            "alerts need a package that is not installed", "pip install 'policyhooks[collect]'"
        ) from None
    logging.getLogger("apprise").addHandler(logging.NullHandler())
    logging.getLogger("apprise").propagate = False  # what it logs may hold an address
    found = apprise.Apprise()
    if not found.add(address):
        raise UsageError(f"address {at} of the alerts' file is none that apprise knows")
    return found


def _read_private(path: Path) -> bytes:
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as problem:
        raise EnvironmentBroken(f"{path} cannot be read: {(problem.strerror or 'unknown').lower()}") from None
    with os.fdopen(descriptor, "rb") as stream:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode) or status.st_mode & 0o077 or status.st_uid not in (0, os.geteuid()):
            raise EnvironmentBroken(f"{path} is not a private file of this user", f"chmod 600 {path}")
        return stream.read(LONGEST_FILE)


def _words(path: Path, found: dict[str, object], name: str) -> tuple[str, ...]:
    value = found.get(name, [])
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise UsageError(f"`{name}` of {path} is no list of texts")
    return tuple(value)


def _number(path: Path, found: dict[str, object], name: str, usual: float) -> float:
    value = found.get(name, usual)
    if not isinstance(value, int | float) or isinstance(value, bool) or value < 0:
        raise UsageError(f"`{name}` of {path} is no number")
    return float(value)
