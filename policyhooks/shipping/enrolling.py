"""Enrols the key of a state folder with a collector: a message shows, without sending it, that we have its token."""

from __future__ import annotations

import time
from pathlib import Path

from policyhooks.errors import EnvironmentBroken, UsageError
from policyhooks.shipping import checkpoint as kept
from policyhooks.shipping.delivery import Credentials, Refused, Undelivered
from policyhooks.shipping.destination import NATS, Destination
from policyhooks.shipping.message import Message
from policyhooks.shipping.nats_delivery import NatsDelivery
from policyhooks.shipping.signature import make_signer
from policyhooks.shipping.token_text import proof_of, read_enrolment

ENROL = "enrol"


def enrol(folder: Path, destination: Destination, credentials: Credentials, token: str) -> tuple[str, str]:
    """Send the key of a journal's folder of checkpoints; installation and key. Raises EnvironmentBroken, UsageError."""
    if destination.kind != NATS:
        raise UsageError(f"`{destination.name}` has no collector behind it", "enrol over NATS: --to nats://HOST")
    statement, secret = read_enrolment(token)
    kept.make_folder(folder)
    signer = make_signer(folder.parent)
    identity = kept.identify(folder)
    record = {
        "kind": ENROL,
        "key": signer.public,
        "token": statement,
        "proof": proof_of(secret, signer.public, identity.installation),
    }
    word = f"{identity.installation}:{ENROL}:{int(time.time() * 1000)}"
    message = Message(word, identity.installation, identity.epoch, 0, ENROL, record)
    delivery = NatsDelivery(destination, Credentials(credentials.token, signer))
    try:
        delivery.send([message])
    except (Undelivered, Refused) as problem:
        raise EnvironmentBroken(f"{destination.name}: {problem}", "is the server there, with a stream?") from None
    finally:
        delivery.close()
    return identity.installation, signer.public
