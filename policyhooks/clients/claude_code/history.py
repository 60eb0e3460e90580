"""Claude Code's transcripts: one JSON line a message, sub-agents in files of their own. Never loaded by a hook."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from policyhooks.clients.claude_code.answer import NAME
from policyhooks.clients.past_calls import FAILED, RAN, REFUSED, Beside, PastCall, Waiting, table, tables, text

FOLDER = ".claude/projects"
DEPTH = 4
FAILED_RAN = True
# How versions without `toolDenialKind` tell of a call that a hook stopped.
STOPPED = ("PreToolUse:", "Hook PreToolUse")


def is_transcript(relative: str) -> bool:
    """Beside them lie tool results and memories."""
    return relative.endswith(".jsonl")


def recognizes(record: Mapping[str, object]) -> bool:
    """By what each message names beside its text."""
    return bool(text(record, "sessionId")) and isinstance(record.get("type"), str) and "data" not in record


def open_reader(transcript: str, _beside: Beside) -> Transcript:
    """A reader for one file."""
    return Transcript(transcript)


class Transcript:
    """Calls stand in messages of the assistant, results in messages of the user."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.mode = "default"
        self.waiting = Waiting()

    def read(self, number: int, record: Mapping[str, object]) -> Iterator[PastCall]:
        self.mode = text(record, "permissionMode") or self.mode
        kind = record.get("type")
        if kind not in ("assistant", "user"):
            return
        for block in tables(table(record, "message"), "content"):
            if kind == "assistant" and block.get("type") == "tool_use":
                yield from self._called(number, record, block)
            elif kind == "user" and block.get("type") == "tool_result":
                yield from self._answered(record, block)

    def finish(self) -> Iterator[PastCall]:
        return self.waiting.rest()

    def _called(self, number: int, record: Mapping[str, object], block: Mapping[str, object]) -> Iterator[PastCall]:
        use_id, tool, agent = text(block, "id"), text(block, "name"), text(record, "agentId")
        if not use_id or not tool:
            return
        session = text(record, "sessionId")
        payload: dict[str, object] = {
            "session_id": session,
            "transcript_path": self.path,
            "cwd": text(record, "cwd"),
            "permission_mode": self.mode,
            "hook_event_name": "PreToolUse",
            "tool_name": tool,
            "tool_input": table(block, "input"),
            "tool_use_id": use_id,
        }
        if agent:
            payload["agent_id"] = agent
        yield from self.waiting.add(
            PastCall(
                client=NAME,
                session=session,
                use_id=use_id,
                tool=tool,
                native="PreToolUse",
                payload=payload,
                at=text(record, "timestamp"),
                version=text(record, "version"),
                agent=agent,
                mode=self.mode,
                line=number,
            )
        )

    def _answered(self, record: Mapping[str, object], block: Mapping[str, object]) -> Iterator[PastCall]:
        use_id, done = text(block, "tool_use_id"), text(record, "timestamp")
        call = self.waiting.calls.get(use_id)
        result = record.get("toolUseResult", block.get("content"))
        if call is None:
            return
        refused = table(record, "permissionDecision").get("decision") == "reject" or bool(record.get("toolDenialKind"))
        said = str(block.get("content"))[:64]
        refused = refused or (block.get("is_error") is True and said.startswith(STOPPED))
        if refused or "<tool_use_error>" in said:
            yield from self.waiting.answer(use_id, REFUSED, done)
        elif block.get("is_error") is True:
            after = {**call.payload, "hook_event_name": "PostToolUseFailure", "error": str(result)}
            yield from self.waiting.answer(use_id, FAILED, done, "PostToolUseFailure", after)
        else:
            after = {**call.payload, "hook_event_name": "PostToolUse", "tool_response": result}
            yield from self.waiting.answer(use_id, RAN, done, "PostToolUse", after)
