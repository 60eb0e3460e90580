"""The last messages of a conversation, from the file that the client names.

Reads JSON lines in the shapes the clients write. A file that is missing, not ours to read or
not understood is Undecided: a stop rule must not judge a conversation that it has not seen.
"""

from __future__ import annotations

import json
import os
import stat

from policyhooks.judge.opinion import Undecided

READ_LIMIT = 2_000_000
MESSAGE_LIMIT = 4_000
COUNT_LIMIT = 50
_ROLES = {"user": "user", "assistant": "assistant", "human": "user", "agent": "assistant", "gemini": "assistant"}


def tail(path: str, count: int) -> list[dict[str, str]]:
    """The last `count` messages as {role, text}, oldest first."""
    count = max(1, min(count, COUNT_LIMIT))
    found = [message for message in map(_message, _lines(path)) if message is not None]
    if not found:
        raise Undecided("transcript", "the conversation holds no message that can be read")
    return found[-count:]


def _lines(path: str) -> list[str]:
    """The last whole lines of the file, read without blocking on a pipe or following it for ever."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            found = os.fstat(descriptor)
            if not stat.S_ISREG(found.st_mode):
                raise Undecided("transcript", "the conversation is not a regular file")
            start = max(0, found.st_size - READ_LIMIT)
            lines = os.pread(descriptor, READ_LIMIT, start).decode("utf-8", "replace").splitlines()
        finally:
            os.close(descriptor)
    except (OSError, ValueError):
        raise Undecided("transcript", "the conversation cannot be read") from None
    return lines[1:] if start else lines


def _message(line: str) -> dict[str, str] | None:
    """One line of a transcript as a message; None for everything else that clients keep there."""
    try:
        entry = json.loads(line)
    except ValueError:
        return None
    if not isinstance(entry, dict):
        return None
    inner = next((entry[key] for key in ("message", "payload", "data") if isinstance(entry.get(key), dict)), entry)
    role = _ROLES.get(str(inner.get("role") or entry.get("role") or entry.get("type")))
    text = _text(inner.get("content", inner.get("text")))
    return {"role": role, "text": text[-MESSAGE_LIMIT:]} if role and text else None


def _text(content: object) -> str:
    if isinstance(content, str):
        return content.strip()
    if isinstance(content, list):
        parts = (part.get("text") for part in content if isinstance(part, dict))
        return "\n".join(part for part in parts if isinstance(part, str)).strip()
    return ""
