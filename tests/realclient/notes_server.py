"""A small MCP server on stdio with one tool that makes a file, for tests of MCP calls."""

import json
import sys
from pathlib import Path

TOOL = {
    "name": "write",
    "description": "Make a note.",
    "inputSchema": {"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]},
}


def answer(message: dict[str, object]) -> dict[str, object] | None:
    method = message.get("method")
    parameters = message.get("params")
    assert isinstance(parameters, dict | None)
    if method == "initialize":
        version = (parameters or {}).get("protocolVersion", "2025-06-18")
        return {
            "protocolVersion": version,
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "notes", "version": "1"},
        }
    if method == "tools/list":
        return {"tools": [TOOL]}
    if method == "tools/call":
        Path((parameters or {})["arguments"]["path"]).touch()
        return {"content": [{"type": "text", "text": "noted ACME-12345678"}]}
    return {} if "id" in message else None


for line in sys.stdin:
    message = json.loads(line)
    result = answer(message)
    if result is not None:
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
