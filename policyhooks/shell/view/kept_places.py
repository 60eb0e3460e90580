"""Where protected files lie below a home, a project and the state folder of a hook, as relative paths.

What they are is said by their tags (data/tags.yaml). These are the places that a deed on a folder above them, or a
list of names, is held against: a folder here stands for all that is in it.
"""

from __future__ import annotations

_AGENTS = """
    .claude/settings.json .claude/settings.local.json .claude/hooks/hook.sh .cursor/hooks.json .cursor/mcp.json
    .codex/config.toml .codex/hooks.json .gemini/settings.json .copilot/config.json .copilot/mcp-config.json
    .policyhooks/policies.yaml
"""
# Folders of a project that are looked into where the disk may be asked: whatever is in them is protected.
INSIDE = (".claude", ".cursor", ".codex", ".gemini", ".policyhooks", ".github/hooks")
# Of a project: what switches hooks on, and the policies themselves.
PROJECT = tuple((_AGENTS + " .github/hooks/hooks.json .mcp.json .windsurf .continue").split())
# Of a project: what later git commands run. git itself writes there all the time.
GIT = (".git/hooks/pre-commit", ".git/config")
HOME = tuple(
    (
        _AGENTS
        + """
    .local/state/policyhooks .local/share/policyhooks .config/policyhooks .local/bin/policyhooks .claude.json
    .local/share/pipx/venvs/policyhooks .local/share/uv/tools/policyhooks .config/claude .ssh/authorized_keys
    .ssh/id_ed25519 .ssh/config .bashrc .profile .zshrc .config/systemd .config/autostart .config/fish
    .config/environment.d .gitconfig .config/git .aws/credentials .gnupg .kube/config .docker/config.json .netrc
    .config/gh .config/gcloud Library/LaunchAgents
"""
    ).split()
)
# Of the hook's own state folder, wherever it was put.
STATE = ("hook.py", "key", "current", "journal/journal.jsonl", "counters", "claude-code/hook.py", "bin/hook")
MACHINE = (
    "/etc/policyhooks",
    "/var/lib/policyhooks",
    "/etc/claude-code/managed-settings.json",
    "/etc/codex/config.toml",
)
# What clients call the project's folder.
PROJECT_VARIABLES = ("CLAUDE_PROJECT_DIR", "CURSOR_PROJECT_DIR", "GEMINI_PROJECT_DIR", "GITHUB_WORKSPACE")
