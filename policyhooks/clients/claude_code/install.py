"""How Claude Code is installed for: its settings files, what an entry looks like. Never loaded by a hook."""

from __future__ import annotations

from policyhooks.clients.claude_code.tools import TOOLS
from policyhooks.clients.facts import Handler, Install, Keys, PromptHooks, Source


def handler(_native: str, command: str, seconds: int, _loop_limit: int) -> Handler:
    """One group with one handler, which fails closed."""
    keys: Keys = {"type": "command", "command": command, "timeout": seconds, "onFailure": "block"}
    return Handler(keys, grouped=True)


_DOCUMENTS = (".claude/skills/*/SKILL.md", ".claude/agents/**/*.md", ".claude/commands/**/*.md")

INSTALL = Install(
    title="Claude Code",
    sources=(
        Source("project", ".claude/settings.json", "entries"),
        Source("local", ".claude/settings.local.json", "entries"),
        Source("user", ".claude/settings.json", "entries"),
        Source(
            "managed",
            "etc/claude-code/managed-settings.json",
            "entries",
            macos="Library/Application Support/ClaudeCode/managed-settings.json",
            windows="ProgramData/ClaudeCode/managed-settings.json",
        ),
        Source("managed", "etc/claude-code/managed-settings.d/*.json", windows="Program Files/ClaudeCode/*.json"),
        Source("managed", "managed-settings.json"),
        Source("managed", "managed-mcp.json"),
        Source("user", ".claude.json"),
        Source("user", ".config/claude/*"),
        Source("project", ".mcp.json"),
        Source("plugin", ".claude-plugin/plugin.json"),
        Source("plugin", "hooks/hooks.json"),
        *(Source(scope, path, "documents") for scope in ("project", "user") for path in _DOCUMENTS),
    ),
    handler=handler,
    programs=("claude",),
    # An entry for one of these takes the client's own work over.
    left_out=frozenset(("WorktreeCreate", "WorktreeRemove")),
    restart="Restart running Claude Code sessions: they read hooks at start. `/hooks` lists them.",
    limits="Claude Code before 2.1.295 ignores onFailure: a hook that is killed lets the call run.",
    prompts=PromptHooks(
        tools=TOOLS,
        matched=("PreToolUse", "PostToolUse"),
        typed=("SubagentStart", "SubagentStop"),
        unsupported={
            "SessionStart": "does not run prompt hooks",
            "PermissionRequest": "ignores what a prompt hook says",
        },
    ),
    plugin_root="CLAUDE_PLUGIN_ROOT",
)
