"""What a client sends in the faults: for each client a command, a prompt, a result and an event that nothing can stop.

The payloads are those of tests/data/clients. It knows no installation.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tests.clients.fixtures import load
from tests.support.results import RESULTS, with_output

FORBIDDEN = "touch marker"  # what the policy of the faults denies
HARMLESS = "git status"
SECRET = "ACME-12345678"  # what the policy keeps back in results
QUIET = "12 tests passed"

COMMAND, PROMPT, RESULT, ENDING = "command", "prompt", "result", "ending"

# client -> kind -> native event, generation of the payload, name of the tool
CHOSEN: Mapping[str, Mapping[str, tuple[str, str, str | None]]] = {
    "claude-code": {
        COMMAND: ("PreToolUse", "mode", "Bash"),
        PROMPT: ("UserPromptSubmit", "mode", None),
        RESULT: ("PostToolUse", "mode", "Bash"),
        ENDING: ("Stop", "mode", None),
    },
    "codex": {
        COMMAND: ("PreToolUse", "turn", "Bash"),
        PROMPT: ("UserPromptSubmit", "turn", None),
        RESULT: ("PostToolUse", "turn", "Bash"),
        ENDING: ("Stop", "turn", None),
    },
    "gemini-cli": {
        COMMAND: ("BeforeTool", "x", "run_shell_command"),
        PROMPT: ("BeforeAgent", "x", None),
        RESULT: ("AfterTool", "x", "run_shell_command"),
        ENDING: ("AfterAgent", "x", None),
    },
    "copilot-cli": {
        COMMAND: ("preToolUse", "camel", "bash"),
        PROMPT: ("userPromptSubmitted", "camel", None),
        RESULT: ("postToolUse", "camel", "bash"),
        ENDING: ("agentStop", "camel", None),
    },
    "cursor": {
        COMMAND: ("beforeShellExecution", "v3", None),
        PROMPT: ("beforeSubmitPrompt", "v3", None),
        RESULT: ("postToolUse", "v3", "MCP:github:search_issues"),
        ENDING: ("stop", "v3", None),
    },
}
CLIENTS = tuple(CHOSEN)


@dataclass(frozen=True)
class Call:
    """One event as its client sends it."""

    client: str
    kind: str
    native: str
    payload: Mapping[str, Any]

    @property
    def data(self) -> bytes:
        return json.dumps(self.payload).encode()

    @property
    def name(self) -> str:
        return f"{self.client} {self.native}"

    def saying(self, command: str) -> "Call":
        """The same call of another command."""
        old = "npm install" if "npm install" in json.dumps(self.payload) else HARMLESS
        return replace(self, payload=_replaced(self.payload, old, command))

    def without(self, key: str) -> "Call":
        """The same without a field."""
        return replace(self, payload={name: value for name, value in self.payload.items() if name != key})

    def resulting(self, text: str) -> "Call":
        """The same with another result."""
        return replace(self, payload=with_output(self.payload, text))


def call_of(client: str, kind: str, project: Path | str) -> Call:
    """A call in this project that no rule minds."""
    native, generation, tool = CHOSEN[client][kind]
    for fixture in load(client):
        named = fixture.payload.get("tool_name") or fixture.payload.get("toolName")
        if (fixture.native, fixture.generation, named) == (native, generation, tool):
            payload = _replaced(fixture.payload, "/w/project", str(project))
            payload = _replaced(payload, "npm install", HARMLESS)
            call = Call(client, kind, native, payload)
            return call.resulting(QUIET) if any(key in payload for key in RESULTS) else call
    raise LookupError((client, native, generation, tool))


def _replaced(payload: Mapping[str, Any], old: str, new: str) -> dict[str, Any]:
    text = json.dumps(payload).replace(json.dumps(old)[1:-1], json.dumps(new)[1:-1])
    found: dict[str, Any] = json.loads(text)
    return found
