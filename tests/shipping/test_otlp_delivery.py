"""OTLP over HTTP: what a decoding collector finds in a request, and what each of its answers means."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

pytest.importorskip("opentelemetry.proto", reason="make .venv/ship")

from policyhooks.shipping.checkpoint import Position
from policyhooks.shipping.delivery import Credentials, Refused, Undelivered
from policyhooks.shipping.destination import read_destination
from policyhooks.shipping.message import Message, make_message
from policyhooks.shipping.otlp_delivery import OtlpDelivery
from policyhooks.shipping.otlp_records import SCHEMA
from policyhooks.shipping.reader import RECORD, Item
from tests.support.journals import DENIED, SESSION, record
from tests.support.receivers import Collector, collector, free_port

HOSTILE = 'a\nb\x00\ud800"'


def message(number: int = 1, **more: object) -> Message:
    chain = f"{number:064x}"
    kept = {**record(number, **more), "v": 2, "seq": number, "chain": chain}
    return make_message(Item(RECORD, Position(1, number, chain), kept), "ab" * 16)


@contextmanager
def receiving(token: str = "") -> Iterator[tuple[Collector, OtlpDelivery]]:
    with collector() as receiver:
        delivery = OtlpDelivery(read_destination(receiver.address), Credentials(token))
        try:
            yield receiver, delivery
        finally:
            delivery.close()


def attributes(found: Any) -> dict[str, Any]:
    return {
        one.key: [value.string_value for value in one.value.array_value.values]
        if one.value.HasField("array_value")
        else one.value.int_value or one.value.string_value
        for one in found.attributes
    }


def test_what_a_collector_finds() -> None:
    with receiving("word") as (receiver, delivery):
        delivery.send([message(1), message(10, **DENIED)])
        (request,) = receiver.requests
        assert receiver.headers[0]["Authorization"] == "Bearer word"
        assert request.resource_logs[0].schema_url == SCHEMA
        assert attributes(request.resource_logs[0].resource)["service.instance.id"] == "ab" * 16
        passed, denied = receiver.records
        assert (passed.severity_text, denied.severity_text) == ("INFO", "WARN")
        assert denied.time_unix_nano == 1_790_000_010_000_000_000
        assert denied.event_name == "policyhooks.decision"
        found = attributes(denied)
        assert found["gen_ai.operation.name"] == "execute_tool"
        assert found["gen_ai.tool.name"] == "Bash"
        assert found["gen_ai.tool.call.id"] == "toolu_10"
        assert found["gen_ai.conversation.id"] == SESSION
        assert found["policyhooks.verdict"] == "deny"
        assert found["policyhooks.rules"] == ["acme.git/push"]
        assert (found["policyhooks.seq"], found["policyhooks.id"]) == (10, "ab" * 16 + ":1:10")
        assert receiver.documents()[1] == json.loads(message(10, **DENIED).encode())


def test_texts_that_are_no_unicode_arrive() -> None:
    with receiving() as (receiver, delivery):
        delivery.send([message(1, tool=HOSTILE, verdict=HOSTILE, by=[HOSTILE, {"a": 1}], session=7)])
        assert attributes(receiver.records[0])["gen_ai.tool.name"] == 'a\nb\x00?"'
        assert receiver.documents()[0]["tool"] == HOSTILE


PARTIAL = b"\x0a\x02\x08\x01"  # partial_success { rejected_log_records: 1 }
ANSWERS = [
    (400, {}, b"", Refused, 0),
    (413, {}, b"", Refused, 0),
    (200, {}, PARTIAL, Refused, 0),
    (429, {"Retry-After": "7"}, b"", Undelivered, 7),
    (503, {"Retry-After": "999999"}, b"", Undelivered, 300),
    (503, {"Retry-After": "soon"}, b"", Undelivered, 0),
    (401, {}, b"", Undelivered, 0),
    (404, {}, b"", Undelivered, 0),
    (302, {"Location": "http://127.0.0.1:1/"}, b"", Undelivered, 0),
    (200, {}, b"\xff\xff\xff", Undelivered, 0),
]


@pytest.mark.parametrize(("status", "headers", "text", "means", "after"), ANSWERS)
def test_what_an_answer_means(
    status: int, headers: dict[str, str], text: bytes, means: type[Exception], after: float
) -> None:
    with receiving() as (receiver, delivery):
        receiver.answers.append((status, headers, text))
        with pytest.raises(means) as problem:
            delivery.send([message()])
        assert getattr(problem.value, "after", 0.0) == after
        assert receiver.records == []
        delivery.send([message()])
        assert len(receiver.records) == 1


def test_nobody_there_is_undelivered() -> None:
    delivery = OtlpDelivery(read_destination(f"otlp+http://127.0.0.1:{free_port()}"), Credentials())
    with pytest.raises(Undelivered, match="connection refused"):
        delivery.send([message()])


def test_a_proxy_of_the_environment_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy"):
        monkeypatch.setenv(name, f"http://127.0.0.1:{free_port()}")
    with receiving() as (receiver, delivery):
        delivery.send([message()])
        assert len(receiver.records) == 1
