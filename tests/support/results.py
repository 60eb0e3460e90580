"""Results of tools in the payloads of clients: filled with a text, and what is left of it after an answer."""

import json
from collections.abc import Mapping

from policyhooks.clients.claude_code.withholding import FITTING

RESULTS = ("tool_response", "toolResult", "tool_result", "tool_output")


def _filled(value: object, text: str, key: str = "") -> object:
    if isinstance(value, dict):
        return {name: _filled(inner, text, name) for name, inner in value.items()}
    if isinstance(value, list):
        return [_filled(inner, text) for inner in value]
    return text if isinstance(value, str) and key not in ("type", "resultType", "result_type") else value


def with_output(payload: Mapping[str, object], text: str) -> dict[str, object]:
    """The payload, its result holding nothing but a text."""
    payload = dict(payload)
    (key,) = [key for key in RESULTS if key in payload]
    if key == "tool_output":
        payload[key] = json.dumps({"content": [{"type": "text", "text": text}]})
    else:
        payload[key] = _filled(payload[key], text) or text
    return payload


def received(client: str, code: int, stdout: bytes, stderr: bytes, payload: Mapping[str, object]) -> str:
    """What the client hands to the agent after this answer, by what is known of each."""
    original = json.dumps([payload[key] for key in RESULTS if key in payload])
    document = json.loads(stdout) if stdout else {}
    if client == "claude-code":
        if document.get("continue") is False:
            return str(document["stopReason"])
        result = document.get("hookSpecificOutput", {}).get("updatedToolOutput")
        name = str(payload["tool_name"])
        taken = name in FITTING or name.startswith("mcp__") or isinstance(result, str)
        return json.dumps(result) if result is not None and taken else original
    if client in ("codex", "gemini-cli"):
        blocked = code == 2 and stderr.strip()
        return str(document.get("reason") or stderr.decode()) if blocked else original
    key = "modifiedResult" if client == "copilot-cli" else "updated_mcp_tool_output"
    return json.dumps(document[key]) if code == 0 and key in document else original
