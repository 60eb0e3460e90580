"""Records as OTLP log records, in the words of OpenTelemetry's conventions for generative AI and in our own.

The convention is pinned: its names change from version to version. Loaded only where something goes to OTLP.
"""

from __future__ import annotations

import socket
from collections.abc import Iterator, Mapping, Sequence

from google.protobuf.message import DecodeError
from opentelemetry.proto.collector.logs.v1.logs_service_pb2 import (
    ExportLogsServiceRequest,
    ExportLogsServiceResponse,
)
from opentelemetry.proto.common.v1.common_pb2 import AnyValue, ArrayValue, InstrumentationScope, KeyValue
from opentelemetry.proto.logs.v1.logs_pb2 import LogRecord, ResourceLogs, ScopeLogs, SeverityNumber
from opentelemetry.proto.resource.v1.resource_pb2 import Resource

from policyhooks import __version__
from policyhooks.shipping.journal_times import milliseconds
from policyhooks.shipping.message import Message, dump, is_told
from policyhooks.shipping.record_tags import maps_in

SCHEMA = "https://opentelemetry.io/schemas/1.37.0"
CALL_IDS = ("tool_use_id", "tool_call_id", "toolCallId", "call_id")  # as the clients write it
TOOL_EVENTS = ("tool.", "shell.", "mcp.", "file.", "web.", "tab.")
# Fields of a record, and the attribute that says the same.
OURS = {
    "kind": "policyhooks.kind",
    "client": "policyhooks.client",
    "version": "policyhooks.client.version",
    "native": "policyhooks.native",
    "event": "policyhooks.event",
    "verdict": "policyhooks.verdict",
    "by": "policyhooks.rules",
    "programs": "policyhooks.programs",
    "error": "policyhooks.error",
    "chain": "policyhooks.chain",
}


def encode_request(messages: Sequence[Message], now: int) -> bytes:
    """The request of a batch; all of it is of one installation."""
    installation = messages[0].installation
    told = {
        "service.name": "policyhooks",
        "service.version": __version__,
        "service.instance.id": installation,
        "host.name": socket.gethostname(),
    }
    scope = ScopeLogs(
        scope=InstrumentationScope(name="policyhooks", version=__version__),
        log_records=[make_record(message.capped(), now) for message in messages],
        schema_url=SCHEMA,
    )
    resource = Resource(attributes=_attributes(told))
    found = ExportLogsServiceRequest(
        resource_logs=[ResourceLogs(resource=resource, scope_logs=[scope], schema_url=SCHEMA)]
    )
    return bytes(found.SerializeToString())


def count_rejected(text: bytes) -> int | None:
    """How many records an answer rejects; None where it is none."""
    answer = ExportLogsServiceResponse()
    try:
        answer.ParseFromString(text)
    except DecodeError:
        return None
    return int(answer.partial_success.rejected_log_records)


def make_record(message: Message, now: int) -> LogRecord:
    """One log record; its body is the whole message as JSON."""
    severity, word = _severity(message)
    return LogRecord(
        time_unix_nano=milliseconds(message.record.get("time")) * 10**6 or now,
        observed_time_unix_nano=now,
        severity_number=severity,
        severity_text=word,
        event_name=f"policyhooks.{message.kind or 'record'}",
        body=AnyValue(string_value=dump(message.document()).decode("ascii")),
        attributes=_attributes(dict(_named(message))),
    )


def _severity(message: Message) -> tuple[SeverityNumber.ValueType, str]:
    if is_told(message):
        return SeverityNumber.SEVERITY_NUMBER_ERROR, "ERROR"
    if message.record.get("verdict") in ("deny", "ask"):
        return SeverityNumber.SEVERITY_NUMBER_WARN, "WARN"
    return SeverityNumber.SEVERITY_NUMBER_INFO, "INFO"


def _named(message: Message) -> Iterator[tuple[str, object]]:
    record = message.record
    yield "policyhooks.id", message.id
    yield "policyhooks.installation", message.installation
    yield "policyhooks.epoch", message.epoch
    yield "policyhooks.seq", message.seq
    for name, attribute in OURS.items():
        if name in record:
            yield attribute, record[name]
    for name, ids in maps_in(record).items():
        yield f"policyhooks.maps.{name}", ids
    if record.get("session"):
        yield "gen_ai.conversation.id", record["session"]
    if str(record.get("event", "")).startswith(TOOL_EVENTS):
        yield "gen_ai.operation.name", "execute_tool"
    if record.get("tool"):
        yield "gen_ai.tool.name", record["tool"]
    if call := find_call(record):
        yield "gen_ai.tool.call.id", call


def find_call(record: Mapping[str, object]) -> str:
    """The client's own id of the call; empty where it has none."""
    payload = record.get("input")
    found = [payload.get(name) for name in CALL_IDS] if isinstance(payload, Mapping) else []
    return next((one for one in found if isinstance(one, str) and one), "")


def _attributes(named: Mapping[str, object]) -> list[KeyValue]:
    return [KeyValue(key=name, value=_value(value)) for name, value in named.items()]


def _value(value: object) -> AnyValue:
    if isinstance(value, int):
        return AnyValue(int_value=value)
    if isinstance(value, list):
        return AnyValue(array_value=ArrayValue(values=[_value(one) for one in value]))
    text = value if isinstance(value, str) else dump(value).decode("ascii")
    return AnyValue(string_value=text.encode("utf-8", "replace").decode("utf-8"))
