"""Which client really started the hook. The command line says one, payload and environment may know better.

Cursor and Copilot CLI also start the entries of Claude Code's settings files, with their own
payloads, and want their own words. Every other contradiction is an error.
"""

from __future__ import annotations

from policyhooks.clients.errors import MalformedPayload
from policyhooks.core.values import but

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from policyhooks.core.event import Event

# Events that no other client has.
_GEMINI_ONLY = ("BeforeTool", "AfterTool", "BeforeAgent", "AfterAgent", "BeforeModel", "AfterModel", "PreCompress")
_CODEX_TURN = ("PreToolUse", "PostToolUse", "PermissionRequest", "UserPromptSubmit", "Stop", "SubagentStop")
# Under which of its own names Cursor starts an entry of a Claude Code settings file.
CURSOR_NAMES = {
    "PreToolUse": "preToolUse",
    "PostToolUse": "postToolUse",
    "PostToolUseFailure": "postToolUseFailure",
    "UserPromptSubmit": "beforeSubmitPrompt",
    "Stop": "stop",
    "SubagentStart": "subagentStart",
    "SubagentStop": "subagentStop",
    "SessionStart": "sessionStart",
    "SessionEnd": "sessionEnd",
    "PreCompact": "preCompact",
}


# Whose entries other clients start too.
SHARED = ("claude-code",)


def read_event(client: str, native: str, payload: Mapping[str, object], environ: Mapping[str, str]) -> Event:
    """The canonical event, by the adapter of whoever really sent it."""
    from policyhooks.clients.registry import adapter_for

    client, native, foreign = detect(client, native, payload, environ)
    event = adapter_for(client).parse(native, payload, environ)
    return but(event, foreign=True) if foreign else event


def detect(
    client: str, native: str, payload: Mapping[str, object], environ: Mapping[str, str]
) -> tuple[str, str, bool]:
    """(client, its native event, whether the entry is foreign to it); MalformedPayload on a contradiction."""
    found = _client_of(client, payload, environ)
    if found in ("", client):
        return client, native, False
    if client == "claude-code" and found == "cursor":
        return found, CURSOR_NAMES.get(native, native), True
    if client == "claude-code" and found == "copilot-cli":
        return found, native, True
    raise MalformedPayload("payload", f"is one of {found}, but the hook was started for {client}")


def _client_of(client: str, payload: Mapping[str, object], environ: Mapping[str, str]) -> str:
    """The client whose marks the payload bears; empty where it bears none that is certain.

    `client` is whom the hook was started for: what a payload lacks does not speak against it.
    """
    if "cursor_version" in payload or ("conversation_id" in payload and "generation_id" in payload):
        return "cursor"
    if "sessionId" in payload:
        return "copilot-cli"
    name = payload.get("hook_event_name")
    if "timestamp" in payload:
        # Gemini and Copilot stamp their payloads. Gemini always names a transcript, Copilot on stops alone.
        if name in _GEMINI_ONLY or "GEMINI_SESSION_ID" in environ:
            return "gemini-cli"
        if client in ("gemini-cli", "copilot-cli"):
            return client
        stops = name in ("Stop", "SubagentStop")
        return "gemini-cli" if "transcript_path" in payload and not stops else "copilot-cli"
    if "turn_id" in payload and "session_id" in payload and name in _CODEX_TURN:
        return "codex"
    if "CURSOR_VERSION" in environ and "CLAUDECODE" not in environ and "workspace_roots" in payload:
        return "cursor"
    return ""
