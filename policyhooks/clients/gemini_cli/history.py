"""Gemini CLI's transcripts: messages, written again when they grow, with their calls. Never loaded by a hook."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from policyhooks.clients.gemini_cli.answer import NAME
from policyhooks.clients.past_calls import FAILED, RAN, REFUSED, Beside, PastCall, Waiting, table, tables, text

FOLDER = ".gemini/tmp"
DEPTH = 3
FAILED_RAN = False
STATES = {"success": RAN, "error": FAILED, "cancelled": REFUSED}
NOT_RUN = ("Tool execution blocked", "Tool execution denied", "Tool execution for")


def is_transcript(relative: str) -> bool:
    """Below the folder of a project."""
    return "/chats/" in f"/{relative}" and relative.endswith(".jsonl")


def recognizes(record: Mapping[str, object]) -> bool:
    """By what stands first."""
    return bool(text(record, "sessionId") and text(record, "projectHash"))


def open_reader(transcript: str, beside: Beside) -> Chat:
    """A reader for one file. Which folder the project is, a file beside the chats tells."""
    return Chat(transcript, (beside("../.project_root") or beside("../../.project_root")).strip())


class Chat:
    """A message is told again with the results of its calls, also among all messages of a `$set`."""

    def __init__(self, path: str, cwd: str) -> None:
        self.path, self.cwd = path, cwd
        self.session = self.agent = ""
        self.waiting = Waiting()

    def read(self, number: int, record: Mapping[str, object]) -> Iterator[PastCall]:
        if text(record, "sessionId"):
            self.session = text(record, "sessionId")
            self.agent = self.session if text(record, "kind") == "subagent" else ""
        for message in (record, *tables(table(record, "$set"), "messages"), *tables(record, "messages")):
            for call in tables(message, "toolCalls"):
                yield from self._told(number, message, call)

    def finish(self) -> Iterator[PastCall]:
        return self.waiting.rest()

    def _told(self, number: int, message: Mapping[str, object], call: Mapping[str, object]) -> Iterator[PastCall]:
        use_id, tool = text(call, "id"), text(call, "name")
        if not use_id or not tool:
            return
        at = text(message, "timestamp")
        payload: dict[str, object] = {
            "session_id": self.session,
            "transcript_path": self.path,
            "cwd": self.cwd,
            "hook_event_name": "BeforeTool",
            "timestamp": at,
            "tool_name": tool,
            "tool_input": table(call, "args"),
        }
        past = PastCall(NAME, self.session, use_id, tool, "BeforeTool", payload, at, agent=self.agent, line=number)
        yield from self.waiting.add(past)
        state, done = STATES.get(text(call, "status"), ""), text(call, "timestamp")
        if not state or use_id not in self.waiting.calls:
            return
        response = self._response(call)
        said = text(response, "error")
        if state == REFUSED or said.startswith((*NOT_RUN, f'Tool "{tool}" not found')):
            yield from self.waiting.answer(use_id, REFUSED, done)
            return
        shown = {"llmContent": text(response, "output") or text(response, "error"), "returnDisplay": ""}
        after = {**payload, "hook_event_name": "AfterTool", "tool_response": shown}
        yield from self.waiting.answer(use_id, state, done, "AfterTool", after)

    @staticmethod
    def _response(call: Mapping[str, object]) -> Mapping[str, object]:
        for part in tables(call, "result"):
            return table(table(part, "functionResponse"), "response")
        return {}
