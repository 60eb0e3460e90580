"""What Cursor tells of prompts, sessions, subagents, compactions and attachments.

Loaded when an event tells some of it.
"""

from __future__ import annotations

from policyhooks.clients.errors import MalformedPayload
from policyhooks.clients.fields import (
    NO_COUNT,
    NO_TEXT,
    optional_list,
    optional_text,
    text,
    told,
    told_count,
    told_flag,
    told_text,
    told_texts,
)
from policyhooks.core.event import Event
from policyhooks.core.records import Attachment, Compaction, Prompt, Session, Subagent, Tool
from policyhooks.core.values import but

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


def read_session(native: str, payload: Mapping[str, object], number: str, turn: str, transcript: str) -> Session:
    """The conversation, with what this event says of it."""
    lasted = told_count(payload, "duration_ms")
    status = told_text(payload, "status", "final_status")
    last = told_text(payload, "summary", "result") if native == "subagentStop" else NO_TEXT
    return told(
        Session,
        id=number,
        turn=turn,
        transcript=transcript,
        status=status,
        last_message=last,
        loop_count=told_count(payload, "loop_count"),
        source=told_text(payload, "trigger"),
        mode=told_text(payload, "composer_mode"),
        reason=told_text(payload, "reason"),
        background=told_flag(payload, "is_background_agent"),
        duration_ms=lasted if native == "sessionEnd" else NO_COUNT,
        error=told_text(payload, "error_message"),
        thought_ms=lasted if native == "afterAgentThought" else NO_COUNT,
    )


def read_event(native: str, payload: Mapping[str, object], environ: Mapping[str, str]) -> Event:
    """The parts of an event that belongs to no call."""
    if native == "beforeSubmitPrompt":
        prompt = Prompt(text=text(payload, "prompt", "prompt_text"))
        sent = payload.get("attachments") is not None
        return Event(prompt=but(prompt, attachments=read_attachments(payload)) if sent else prompt)
    if native == "subagentStart":
        return _read_start(payload)
    if native == "subagentStop":
        return Event(subagent=_read_stop(payload))
    if native == "preCompact":
        return Event(compaction=_read_compaction(payload))
    if native in ("afterAgentResponse", "afterAgentThought"):
        return told(Event, text=told_text(payload, "text"))
    return Event(environ=environ) if native == "sessionStart" else Event()


def _read_start(payload: Mapping[str, object]) -> Event:
    kind, task = text(payload, "subagent_type"), text(payload, "task", "prompt")
    values = {"subagent_type": kind, "prompt": task}
    subagent = told(
        Subagent,
        type=kind,
        task=task,
        model=optional_text(payload, "subagent_model", "model") or NO_TEXT,
        id=told_text(payload, "subagent_id"),
        parent=told_text(payload, "parent_conversation_id"),
        parallel=told_flag(payload, "is_parallel_worker"),
        branch=told_text(payload, "git_branch"),
    )
    return Event(
        subagent=subagent, tool=told(Tool, name="Task", input=values, use_id=told_text(payload, "tool_call_id"))
    )


def _read_stop(payload: Mapping[str, object]) -> Subagent:
    return told(
        Subagent,
        type=told_text(payload, "subagent_type"),
        task=told_text(payload, "task"),
        id=told_text(payload, "subagent_id"),
        parent=told_text(payload, "parent_conversation_id"),
        description=told_text(payload, "description"),
        transcript=told_text(payload, "agent_transcript_path"),
        messages=told_count(payload, "message_count"),
        tool_calls=told_count(payload, "tool_call_count"),
        modified_files=told_texts(payload, "modified_files"),
        duration_ms=told_count(payload, "duration_ms", "duration"),
    )


def _read_compaction(payload: Mapping[str, object]) -> Compaction:
    return told(
        Compaction,
        percent=told_count(payload, "context_usage_percent"),
        tokens=told_count(payload, "context_tokens"),
        window=told_count(payload, "context_window_size"),
        messages=told_count(payload, "message_count"),
        summarized=told_count(payload, "messages_to_compact"),
        first=told_flag(payload, "is_first_compaction"),
        instructions=told_text(payload, "custom_instructions"),
    )


def read_attachments(payload: Mapping[str, object]) -> list[Attachment]:
    """What is sent along with a prompt, or stands beside a file that is read."""
    found = []
    for one in optional_list(payload, "attachments"):
        if type(one) is not dict:
            raise MalformedPayload("attachments", "holds something that is not an object")
        found.append(Attachment(kind=optional_text(one, "type"), path=optional_text(one, "file_path", "filePath")))
    return found
