"""What a person must know or do after an installation, for each client and scope. Text only."""

from __future__ import annotations

_RESTART: dict[str, str] = {
    "cursor": "Restart Cursor; Settings > Hooks must list the entries.",
    "claude-code": "Restart running Claude Code sessions: they read hooks at start. `/hooks` lists them.",
    "codex": "Restart running Codex sessions.",
    "gemini-cli": "Restart running Gemini CLI sessions; `/hooks panel` lists the entries.",
    "copilot-cli": "Restart running Copilot CLI sessions.",
}
_REVIEW: dict[tuple[str, str], str] = {
    ("cursor", "project"): "Project hooks fire only in a trusted workspace.",
    (
        "codex",
        "project",
    ): "Codex skips new and changed hooks, silently, until you have reviewed them: run `/hooks` in it."
    " The project must be trusted as well.",
    ("codex", "user"): "Codex skips new and changed hooks, silently, until you have reviewed them: run `/hooks` in it.",
    (
        "gemini-cli",
        "project",
    ): "Project hooks fire only in a trusted folder, and Gemini CLI warns about changed ones once.",
    (
        "copilot-cli",
        "project",
    ): "Hooks of a repository fire only in a trusted folder; with `-p` they are skipped silently.",
}
_LIMITS: dict[str, str] = {
    "claude-code": "Claude Code before 2.1.295 ignores onFailure: a hook that is killed lets the call run.",
    "cursor": "Cursor before the failClosed switch lets a call run when a hook crashes; our hook blocks by itself.",
    "codex": "Codex has no fail-closed switch: a hook that it kills or cannot start lets the call run.",
    "gemini-cli": "Gemini CLI has no fail-closed switch: a hook that it kills lets the call run.",
    "copilot-cli": "Copilot CLI blocks when a hook fails, but lets the call run when it kills one at its time-out.",
}


def advice(client: str, scope: str) -> list[str]:
    """Lines for the end of an installation, the most urgent first."""
    found = []
    if (client, scope) in _REVIEW:
        found.append(_REVIEW[client, scope])
    found.append(_RESTART[client])
    if scope == "project":
        found.append(
            "This file is usually committed. On a machine without this installation the entries block and say so:"
            " run `policyhooks install` there too."
        )
    found.append(_LIMITS[client])
    if scope != "managed":
        found.append(
            "The agent runs as the same user and could edit these files: this installation is advisory."
            " `--scope managed` (as root) is enforced."
        )
    return found
