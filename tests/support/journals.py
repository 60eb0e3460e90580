"""Journals as hooks write them, in numbers: the real `append`, records of a few shapes."""

import time
from pathlib import Path

from policyhooks.runtime.ports.journal import ROTATE_AT, append
from policyhooks.runtime.ports.journal_key import read_key
from policyhooks.runtime.ports.recording import stamp

START = 1_790_000_000.0
SESSION = "b9e7da78-d924-42c0-9dd8-ce994c6c337c"
DENIED = {
    "verdict": "deny",
    "by": ["acme.git/push"],
    "rules": [{"id": "acme.git/push", "outcome": "matched", "effect": "deny", "why": "history is shared"}],
}


def make_state(folder: Path) -> Path:
    """A private state folder with an empty journal."""
    (folder / "journal").mkdir(parents=True, mode=0o700)
    folder.chmod(0o700)
    return folder


def record(number: int, shape: str = "shell", **more: object) -> dict[str, object]:
    """The record of a decision, as runtime/ports/recording.py makes it."""
    shapes: dict[str, dict[str, object]] = {
        "shell": {"native": "PreToolUse", "event": "shell.before", "tool": "Bash"},
        "read": {"native": "PreToolUse", "event": "file.read", "tool": "Read"},
        "mcp": {"native": "PreToolUse", "event": "mcp.before", "tool": "mcp__issues__create"},
        "prompt": {"native": "UserPromptSubmit", "event": "prompt.submit"},
    }
    inputs: dict[str, dict[str, object]] = {
        "shell": {"command": f"git push origin {number}"},
        "read": {"file_path": f"/w/project/{number}.txt"},
        "mcp": {"title": f"number {number}"},
        "prompt": {},
    }
    payload: dict[str, object] = {
        "session_id": SESSION,
        "cwd": "/w/project",
        "hook_event_name": shapes[shape]["native"],
        "tool_use_id": f"toolu_{number}",
        **({"tool_name": shapes[shape]["tool"], "tool_input": inputs[shape]} if shape != "prompt" else {}),
    }
    return {
        "time": stamp(START + number),
        "kind": "decision",
        "client": "claude-code",
        **shapes[shape],
        "session": SESSION,
        "cwd": "/w/project",
        "verdict": "pass",
        "programs": ["e48f1101619ebbf12dbbf32e6d5060f9e03d8a8b1283ed6b40fc1c5847044831"],
        "input": payload,
        "answer": 0,
        **more,
    }


def write(state: Path, number: int, *, first: int = 1, rotate_at: int = ROTATE_AT) -> None:
    """So many more records: shell commands mostly, some of them denied."""
    key = read_key(str(state))
    for at in range(first, first + number):
        shape = "read" if at % 7 == 3 else "mcp" if at % 7 == 5 else "shell"
        append(str(state), record(at, shape, **(DENIED if at % 10 == 0 else {})), rotate_at=rotate_at, key=key)


def wait_until(true: object, seconds: float = 60.0) -> None:
    """Until a question is answered with yes."""
    end = time.monotonic() + seconds
    while not true():  # type: ignore[operator]
        assert time.monotonic() < end, "it did not come about in time"
        time.sleep(0.05)
