"""Copilot CLI's transcripts: the events of a session, one JSON line each. Never loaded by a hook."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from policyhooks.clients.copilot_cli.answer import NAME
from policyhooks.clients.past_calls import FAILED, RAN, REFUSED, Beside, PastCall, Waiting, table, text

FOLDER = ".copilot/session-state"
DEPTH = 1
FAILED_RAN = False
NOT_RUN = ("denied", "rejected", "aborted")


def is_transcript(relative: str) -> bool:
    """One a session, in its folder."""
    return relative.rpartition("/")[2] == "events.jsonl"


def recognizes(record: Mapping[str, object]) -> bool:
    """By what stands first."""
    return record.get("type") == "session.start" and "copilotVersion" in table(record, "data")


def open_reader(transcript: str, _beside: Beside) -> Events:
    """A reader for one file."""
    return Events(transcript)


class Events:
    """A call has an event for its start and one for its end."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.session = self.cwd = self.version = ""
        self.waiting = Waiting()

    def read(self, number: int, record: Mapping[str, object]) -> Iterator[PastCall]:
        kind, data = record.get("type"), table(record, "data")
        if kind in ("session.start", "session.resume"):
            self.session = text(data, "sessionId") or self.session
            self.version = text(data, "copilotVersion") or self.version
            self.cwd = text(table(data, "context"), "cwd") or self.cwd
        elif kind == "tool.execution_start":
            yield from self._called(number, record, data)
        elif kind == "tool.execution_complete":
            yield from self._answered(record, data)

    def finish(self) -> Iterator[PastCall]:
        return self.waiting.rest()

    def _called(self, number: int, record: Mapping[str, object], data: Mapping[str, object]) -> Iterator[PastCall]:
        use_id, tool, at = text(data, "toolCallId"), text(data, "toolName"), text(record, "timestamp")
        if not use_id or not tool:
            return
        payload: dict[str, object] = {
            "sessionId": self.session,
            "timestamp": at,
            "cwd": self.cwd,
            "toolName": tool,
            "toolArgs": table(data, "arguments"),
        }
        yield from self.waiting.add(
            PastCall(
                client=NAME,
                session=self.session,
                use_id=use_id,
                tool=tool,
                native="preToolUse",
                payload=payload,
                at=at,
                version=self.version,
                agent=text(data, "parentToolCallId"),
                line=number,
            )
        )

    def _answered(self, record: Mapping[str, object], data: Mapping[str, object]) -> Iterator[PastCall]:
        use_id, done = text(data, "toolCallId"), text(record, "timestamp")
        call = self.waiting.calls.get(use_id)
        if call is None:
            return
        if data.get("success") is not True and text(table(data, "error"), "code") in NOT_RUN:
            yield from self.waiting.answer(use_id, REFUSED, done)
            return
        ran = data.get("success") is True
        said = text(table(data, "result"), "content") if ran else text(table(data, "error"), "message")
        result = {"resultType": "success" if ran else "failure", "textResultForLlm": said}
        after = {**call.payload, "toolResult": result}
        yield from self.waiting.answer(use_id, RAN if ran else FAILED, done, "postToolUse", after)
