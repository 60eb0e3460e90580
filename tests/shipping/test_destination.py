"""Addresses of destinations: what is taken, under which name it is known, and what is refused without being quoted."""

import pytest

from policyhooks.errors import UsageError
from policyhooks.shipping.destination import read_destination

TAKEN = [
    ("nats://n.example.com", "nats://n.example.com:4222/policyhooks.journal"),
    ("nats://N.example.com:4222/", "nats://n.example.com:4222/policyhooks.journal"),
    ("nats+tls://n.example.com:4223/acme.audit", "nats+tls://n.example.com:4223/acme.audit"),
    ("otlp+http://127.0.0.1", "otlp+http://127.0.0.1:4318/v1/logs"),
    ("otlp+https://c.example.com:443/otlp/v1/logs", "otlp+https://c.example.com:443/otlp/v1/logs"),
    ("syslog://[::1]:514", "syslog://[::1]:514"),
    ("syslog+tls://l.example.com", "syslog+tls://l.example.com:6514"),
    ("ocsf:/var/log/o.jsonl", "ocsf:/var/log/o.jsonl"),
]
REFUSED = [
    "",
    "n.example.com:4222",
    "http://c.example.com",
    "nats://",
    "nats://n.example.com:99999",
    "nats://n.example.com:x",
    "nats://n.example.com/a..b",
    "nats://n.example.com/a.>",
    "nats://n.example.com/*",
    "syslog://l.example.com/path",
    "otlp+http://c.example.com/a b",
    "otlp+http://c.example.com/v1/logs?x=1",
    "otlp+http://c.example.com/v1\r\nX: y",
    "ocsf:",
    "ocsf:/var/log/",
]


@pytest.mark.parametrize(("text", "name"), TAKEN)
def test_an_address_has_one_name(text: str, name: str) -> None:
    found = read_destination(text)
    assert found.name == name
    assert read_destination(found.name) == found


def test_every_name_has_a_digest_of_its_own() -> None:
    assert len({read_destination(text).digest for text, _ in TAKEN}) == len({name for _, name in TAKEN})


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(UsageError):
        read_destination(text)


def test_a_password_in_an_address_is_refused_and_not_repeated() -> None:
    with pytest.raises(UsageError) as refused:
        read_destination("nats://someone:hunter2@n.example.com")
    assert "hunter2" not in refused.value.message + refused.value.hint
