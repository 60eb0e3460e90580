"""Codex's transcripts (rollouts): what the model answered, one file a thread. Never loaded by a hook."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping

from policyhooks.clients.codex.answer import NAME
from policyhooks.clients.past_calls import RAN, REFUSED, Beside, PastCall, Payload, Waiting, table, text
from policyhooks.core.strict_json import RejectedJson, parse

FOLDER = ".codex/sessions"
DEPTH = 3
FAILED_RAN = True
SHELLS = ("exec_command", "shell", "shell_command", "local_shell", "container.exec")
CALLS = ("function_call", "custom_tool_call", "local_shell_call")
NOT_RUN = ("Command blocked by PreToolUse hook", "unsupported ", "failed to parse function arguments")
SHELL_WORDS = 3  # bash -lc TEXT


def is_transcript(relative: str) -> bool:
    """Named by time and thread."""
    return relative.rpartition("/")[2].startswith("rollout-") and relative.endswith(".jsonl")


def recognizes(record: Mapping[str, object]) -> bool:
    """By what stands first."""
    return record.get("type") == "session_meta" and "cwd" in table(record, "payload")


def open_reader(transcript: str, _beside: Beside) -> Rollout:
    """A reader for one file."""
    return Rollout(transcript)


class Rollout:
    """Calls and their outputs are items of the model's answers; the shell's own output stands in an event."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.session = self.cwd = self.version = self.agent = self.model = self.turn = ""
        self.mode = "default"
        self.waiting = Waiting()
        self.outputs: dict[str, str] = {}

    def read(self, number: int, record: Mapping[str, object]) -> Iterator[PastCall]:
        kind, item = record.get("type"), table(record, "payload")
        if kind == "session_meta":
            self.session, self.version = text(item, "session_id") or text(item, "id"), text(item, "cli_version")
            self.cwd = text(item, "cwd")
            self.agent = text(item, "id") if text(item, "thread_source") == "subagent" else ""
        elif kind == "turn_context":
            self.cwd, self.model, self.turn = text(item, "cwd") or self.cwd, text(item, "model"), text(item, "turn_id")
            self.mode = "bypassPermissions" if item.get("approval_policy") == "never" else "default"
        elif kind == "event_msg" and item.get("type") == "item_completed":
            self._completed(table(item, "item"))
        elif kind == "response_item" and item.get("type") in CALLS:
            yield from self._called(number, record, item)
        elif kind == "response_item" and str(item.get("type")).endswith("_output"):
            yield from self._answered(record, item)

    def finish(self) -> Iterator[PastCall]:
        return self.waiting.rest()

    def _completed(self, item: Mapping[str, object]) -> None:
        use_id = text(item, "id")
        if use_id in self.waiting.calls and "aggregated_output" in item:
            self.outputs[use_id] = text(item, "aggregated_output")

    def _called(self, number: int, record: Mapping[str, object], item: Mapping[str, object]) -> Iterator[PastCall]:
        use_id = text(item, "call_id")
        tool, values = _in_hook_words(item)
        if not use_id or not tool:
            return
        payload: Payload = {
            "session_id": self.session,
            "turn_id": self.turn,
            "transcript_path": self.path,
            "cwd": self.cwd,
            "hook_event_name": "PreToolUse",
            "model": self.model,
            "permission_mode": self.mode,
            "tool_name": tool,
            "tool_input": values,
            "tool_use_id": use_id,
        }
        yield from self.waiting.add(
            PastCall(
                client=NAME,
                session=self.session,
                use_id=use_id,
                tool=tool,
                native="PreToolUse",
                payload=payload,
                at=text(record, "timestamp"),
                version=self.version,
                agent=self.agent,
                mode=self.mode,
                line=number,
            )
        )

    def _answered(self, record: Mapping[str, object], item: Mapping[str, object]) -> Iterator[PastCall]:
        use_id, said, done = text(item, "call_id"), item.get("output"), text(record, "timestamp")
        call = self.waiting.calls.get(use_id)
        if call is None:
            return
        output = self.outputs.pop(use_id, None)
        if output is None and isinstance(said, str) and said.startswith(NOT_RUN):
            yield from self.waiting.answer(use_id, REFUSED, done)
            return
        response = said if output is None else output
        after = {**call.payload, "hook_event_name": "PostToolUse", "tool_response": response}
        yield from self.waiting.answer(use_id, RAN, done, "PostToolUse", after)


def _in_hook_words(item: Mapping[str, object]) -> tuple[str, Payload]:
    """Tool and input as a hook is told of them; no name where the item has none."""
    if item.get("type") == "local_shell_call":
        return "Bash", {"command": _one_line(table(item, "action").get("command"))}
    name, space = text(item, "name"), text(item, "namespace")
    if item.get("type") == "custom_tool_call":
        return name, {"command": text(item, "input")}
    try:
        values = parse(text(item, "arguments"))
    except RejectedJson:
        values = {}
    values = values if isinstance(values, dict) else {}
    if name in SHELLS:
        return "Bash", {"command": _one_line(values.get("cmd", values.get("command")))}
    if name == "apply_patch":
        return name, {"command": text(values, "input") or text(values, "patch")}
    return (f"{space.rstrip('_')}__{name}" if space.startswith("mcp__") else name), values


def _one_line(command: object) -> str:
    """A command as the text that a shell was given."""
    if isinstance(command, str):
        return command
    words = [str(word) for word in command] if isinstance(command, list) else []
    if len(words) == SHELL_WORDS and words[1] in ("-c", "-lc"):
        return words[2]
    return shlex.join(words)
