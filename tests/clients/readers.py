"""What each client makes of an answer, written from what the real ones were seen to do and knowing nothing of adapters.

Where a client's documents and its code differ, the looser of the two stands here: an answer must hold under both.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from policyhooks.core.verdict import Response

STOPS, ASKS, RUNS = "stops", "asks", "runs"


@dataclass(frozen=True)
class Answer:
    """A response on an event, as its client gets it."""

    native: str
    document: Mapping[str, Any]
    code: int
    stderr: str
    mode: str = ""
    version: str = ""

    @property
    def specific(self) -> Mapping[str, Any]:
        """The event's own part; void where it does not name the event."""
        found = self.document.get("hookSpecificOutput", {})
        return found if found.get("hookEventName") == self.native else {}


def read(client: str, native: str, response: Response, *, mode: str = "", version: str = "") -> str:
    """What becomes of the action, or of the result where the action has happened: withheld is stopped."""
    document = json.loads(response.stdout or b"{}")
    assert isinstance(document, dict)
    stderr = bytes(response.stderr).decode()
    return READERS[client](Answer(native, document, response.exit_code, stderr.strip(), mode, version))


_PROMPTS = ("UserPromptSubmit", "UserPromptExpansion", "PreCompact", "ConfigChange")
_EXIT_2_STOPS = (
    *_PROMPTS, "PreToolUse", "PreModelSwitch", "TaskCreated", "TaskCompleted", "Elicitation", "ElicitationResult",
)  # fmt: skip


def _claude(answer: Answer) -> str:
    native, specific = answer.native, answer.specific
    if answer.code == 2:
        return STOPS if native in _EXIT_2_STOPS else ASKS if native == "PermissionRequest" else RUNS
    if answer.code:
        return RUNS
    if native == "PermissionRequest":
        behavior = specific.get("decision", {}).get("behavior")
        unasked = RUNS if answer.mode == "bypassPermissions" else ASKS
        return {"deny": STOPS, "allow": RUNS}.get(behavior, unasked)
    if native == "PostToolUse":
        return STOPS if "updatedToolOutput" in specific or answer.document.get("continue") is False else RUNS
    if native in _PROMPTS:
        return STOPS if answer.document.get("decision") == "block" else RUNS
    word = specific.get("permissionDecision")
    if word == "ask":
        return {"bypassPermissions": RUNS, "dontAsk": STOPS}.get(answer.mode, ASKS)
    return STOPS if word == "deny" or specific.get("action") in ("decline", "cancel") else RUNS


# It takes an answer with any other key for a failed hook, and a failed hook lets the call run.
_CODEX = {
    "PreToolUse": {"systemMessage", "hookSpecificOutput", "decision", "reason"},
    "PermissionRequest": {"systemMessage", "hookSpecificOutput"},
    "PostToolUse": {"systemMessage", "hookSpecificOutput", "decision", "reason", "continue", "stopReason"},
    "UserPromptSubmit": {"systemMessage", "hookSpecificOutput", "decision", "reason"},
}
_CODEX_OWN = {
    "PreToolUse": {
        "hookEventName",
        "permissionDecision",
        "permissionDecisionReason",
        "updatedInput",
        "additionalContext",
    },
    "PermissionRequest": {"hookEventName", "decision"},
    "PostToolUse": {"hookEventName", "additionalContext"},
    "UserPromptSubmit": {"hookEventName", "additionalContext"},
}


def _codex(answer: Answer) -> str:
    native, specific = answer.native, answer.specific
    open_ = ASKS if native == "PermissionRequest" else RUNS
    if answer.code == 2 and answer.stderr:
        return STOPS
    known = set(answer.document) <= _CODEX[native] and set(specific) <= _CODEX_OWN[native]
    if answer.code or not known:
        return open_
    if native == "PermissionRequest":
        decision = specific.get("decision", {})
        valid = set(decision) <= {"behavior", "message"}
        return {"deny": STOPS, "allow": RUNS}.get(decision.get("behavior"), open_) if valid else open_
    if answer.document.get("decision") == "block" and answer.document.get("reason"):
        return STOPS
    if native == "PostToolUse" and answer.document.get("continue") is False:
        return STOPS
    denied = specific.get("permissionDecision") == "deny" and specific.get("permissionDecisionReason")
    return STOPS if denied else RUNS


def _gemini(answer: Answer) -> str:
    """Standard output is read whatever the exit code; without it the text of standard error counts."""
    if answer.document:
        stopped = answer.document.get("decision") in ("deny", "block") or answer.document.get("continue") is False
        return STOPS if stopped else ASKS if answer.document.get("decision") == "ask" else RUNS
    return STOPS if answer.code >= 2 and answer.stderr else RUNS


def _copilot(answer: Answer) -> str:
    native, document = answer.native, answer.document
    if native == "userPromptSubmitted":
        return STOPS if answer.code == 0 and document.get("decision") == "block" else RUNS
    if native == "postToolUse":
        return STOPS if answer.code == 0 and "modifiedResult" in document else RUNS
    if answer.code:
        return STOPS if native == "preToolUse" or document.get("behavior") == "deny" else ASKS
    if native == "permissionRequest":
        return {"deny": STOPS, "allow": RUNS}.get(document.get("behavior", ""), ASKS)
    return {"deny": STOPS, "ask": ASKS}.get(document.get("permissionDecision", ""), RUNS)


def _cursor(answer: Answer) -> str:
    """A model, after docs/reference/cursor.md: offline its own code fires beforeSubmitPrompt and none of the others."""
    native, document = answer.native, answer.document
    numbers = tuple(int(part) for part in answer.version.partition("-")[0].split(".") if part.isdigit())
    if native == "postToolUse":
        return STOPS if answer.code == 0 and "updated_mcp_tool_output" in document else RUNS
    if answer.code == 2 and numbers >= (2, 4):
        return STOPS
    if native == "beforeSubmitPrompt":
        return STOPS if document.get("continue") is False else RUNS
    # The second generation has other words on two events; without a version either may be meant.
    own = native in ("preToolUse", "subagentStart")
    words = {"decision"} if own and (2, 4) <= numbers < (3,) else {"permission"}
    words |= {"decision"} if own and not numbers else set()
    said = {document.get(word) for word in words}
    if said == {"deny"}:
        return STOPS
    # It asks on commands alone: on other events an ask is taken, and the call runs.
    return ASKS if said == {"ask"} and native == "beforeShellExecution" else RUNS


READERS: dict[str, Callable[[Answer], str]] = {
    "claude-code": _claude,
    "codex": _codex,
    "gemini-cli": _gemini,
    "copilot-cli": _copilot,
    "cursor": _cursor,
}
