"""Tool results as text that a rule can read. It knows no client."""

from __future__ import annotations

from policyhooks.core.json_text import encode

# Keys under which tools put what they show, in reading order.
_TEXT_KEYS = ("stdout", "stderr", "output", "text", "content", "llmContent", "textResultForLlm", "text_result_for_llm")


def readable(value: object) -> str:
    """The text of a result: itself, its known text keys or content blocks, else its JSON."""
    if isinstance(value, str):
        return value
    if isinstance(value, list) and value and all(isinstance(one, dict) and "text" in one for one in value):
        return "\n".join([readable(one["text"]) for one in value])
    if isinstance(value, dict):
        if isinstance(value.get("file"), dict) and isinstance(value["file"].get("content"), str):
            return str(value["file"]["content"])
        found = [readable(value[key]) for key in _TEXT_KEYS if value.get(key)]
        if found:
            return "\n".join(found)
        if any(key in value for key in _TEXT_KEYS):
            return ""
    return encode(value)
