"""How Copilot CLI is installed for: a file of its own, what an entry looks like. Never loaded by a hook."""

from __future__ import annotations

from policyhooks.clients.facts import Handler, Install, Source


def handler(_native: str, command: str, seconds: int, _loop_limit: int) -> Handler:
    """One entry, which bash runs."""
    return Handler({"type": "command", "bash": command, "timeoutSec": seconds})


INSTALL = Install(
    title="Copilot CLI",
    sources=(
        Source("project", ".github/hooks/policyhooks.json", "entries"),
        Source("user", ".copilot/hooks/policyhooks.json", "entries"),
        Source("managed", "etc/github-copilot/policy.d/policyhooks.json", "entries"),
        Source("user", ".copilot/settings.json", "settings"),
        Source("project", ".github/copilot/settings.json", "settings"),
        Source("project", ".github/copilot/settings.local.json", "settings"),
        Source("project", ".github/hooks/*.json"),
        Source("project", ".github/mcp.json"),
        Source("project", ".github/plugin/plugin.json"),
        Source("plugin", "hooks/hooks.json"),
    ),
    handler=handler,
    programs=("copilot",),
    skeleton={"version": 1},
    restart="Restart running Copilot CLI sessions.",
    review={"project": "Hooks of a repository fire only in a trusted folder; with `-p` they are skipped silently."},
    limits="Copilot CLI blocks when a hook fails, but lets the call run when it kills one at its time-out.",
    starts=("claude-code",),
)
