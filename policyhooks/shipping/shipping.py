"""Ships the journals of a state: for each journal and destination a carrier of its own, so that none waits for another.

A carrier that cannot begin ends the whole before anything is sent; what happens later concerns it alone.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

from policyhooks.errors import EnvironmentBroken
from policyhooks.shipping import checkpoint as kept
from policyhooks.shipping.carrier import ENDLESS, Carrier, Manner, Teller
from policyhooks.shipping.delivery import Credentials, Delivery
from policyhooks.shipping.destination import NATS, OCSF, OTLP, SYSLOG, Destination
from policyhooks.shipping.message import Enrich
from policyhooks.shipping.ocsf_file import OcsfFile
from policyhooks.shipping.signature import load_signer
from policyhooks.shipping.syslog_delivery import SyslogDelivery

LOOK_S = 30.0  # between two looks for journals of new users


@dataclass(frozen=True)
class Journal:
    """A folder that holds a journal, and the one that holds its checkpoints."""

    state: Path
    folder: Path


@dataclass(frozen=True)
class Order:
    """What is to be delivered where, and how fast."""

    destinations: tuple[Destination, ...]
    credentials: Credentials
    rate: float = 0.0
    enrich: Callable[[Path], Enrich] = lambda state: lambda record: record  # of the journal in this folder
    health: Callable[[Path], Callable[[], Mapping[str, object]]] | None = None


def open_delivery(destination: Destination, credentials: Credentials) -> Delivery:
    """The way to a destination; nothing is connected yet. Raises EnvironmentBroken where a package is missing."""
    from policyhooks.shipping.nats_delivery import NatsDelivery
    from policyhooks.shipping.otlp_delivery import OtlpDelivery

    ways: dict[str, Callable[[], Delivery]] = {
        NATS: lambda: NatsDelivery(destination, credentials),
        OTLP: lambda: OtlpDelivery(destination, credentials),
        OCSF: lambda: OcsfFile(destination),
        SYSLOG: lambda: SyslogDelivery(destination),
    }
    return ways[destination.kind]()


class Shipment:
    """The carriers that are under way. It lasts until `stop` is set, or with `once` until all are through."""

    def __init__(self, order: Order, tell: Teller, stop: threading.Event) -> None:
        self.order, self.tell, self.stop = order, tell, stop
        self.threads: list[threading.Thread] = []
        self.begun: set[Path] = set()
        self.failed: list[str] = []

    def begin(self, journal: Journal, *, once: bool, patience: float) -> None:
        """Carry this journal everywhere. Raises EnvironmentBroken."""
        begin_epoch = _epochs(journal.folder)
        credentials = replace(self.order.credentials, signer=load_signer(journal.folder.parent))
        health = self.order.health(journal.state) if self.order.health is not None else None
        manner = Manner(self.order.rate, self.tell, self.order.enrich(journal.state), health)
        carriers = [
            Carrier(
                journal.state,
                journal.folder,
                destination.name,
                destination.digest,
                open_delivery(destination, credentials),
                begin_epoch=begin_epoch,
                manner=manner,
            )
            for destination in self.order.destinations
        ]
        self.begun.add(journal.state)
        for carrier in carriers:
            thread = threading.Thread(target=self._carry, args=(carrier, once, patience))
            self.threads.append(thread)
            thread.start()

    def wait(self) -> bool:
        """Until every carrier has ended; whether all of them came through."""
        for thread in self.threads:
            while thread.is_alive():
                thread.join(1.0)
        return not self.failed

    def _carry(self, carrier: Carrier, once: bool, patience: float) -> None:
        name = carrier.checkpoint.to
        try:
            if not carrier.run(self.stop, once=once, patience=patience) and once:
                self.failed.append(name)
        except EnvironmentBroken as problem:
            self.failed.append(name)
            self.tell(f"{name}: {problem.message}")
            self.stop.set()  # a service manager starts it again; half a service would look like a whole one
        except BaseException:
            self.failed.append(name)
            self.stop.set()
            raise


def ship(
    find: Callable[[], Sequence[Journal]],
    order: Order,
    tell: Teller,
    stop: threading.Event,
    *,
    once: bool = False,
    patience: float = ENDLESS,
) -> bool:
    """Deliver what these journals hold and what comes; whether all of it came through. Raises EnvironmentBroken."""
    shipment = Shipment(order, tell, stop)
    with ExitStack() as locks:
        try:
            _begin_all(find(), shipment, locks, once=once, patience=patience)
            while not once and not stop.wait(LOOK_S):
                _begin_all(find(), shipment, locks, once=once, patience=patience)
        except BaseException:
            stop.set()
            raise
        finally:
            through = shipment.wait()
    return through


def _begin_all(
    journals: Sequence[Journal], shipment: Shipment, locks: ExitStack, *, once: bool, patience: float
) -> None:
    """Begin with every journal that is not carried yet; the right to do so lasts as long as the locks."""
    for journal in journals:
        if journal.state not in shipment.begun:
            locks.enter_context(kept.held(kept.make_folder(journal.folder)))
            shipment.begin(journal, once=once, patience=patience)


def _epochs(folder: Path) -> Callable[[int], kept.Identity]:
    """The journal's identity behind the end of an epoch, for carriers that ask at the same time."""
    lock = threading.Lock()

    def begin_epoch(ended: int) -> kept.Identity:
        with lock:
            return kept.begin_epoch(folder, ended)

    return begin_epoch
