"""How Copilot CLI is installed for: a file of its own, what an entry looks like. Never loaded by a hook."""

from __future__ import annotations

from policyhooks.clients.facts import Handler, Install


def handler(_native: str, command: str, seconds: int, _loop_limit: int) -> Handler:
    """One entry, which bash runs."""
    return Handler({"type": "command", "bash": command, "timeoutSec": seconds})


INSTALL = Install(
    title="Copilot CLI",
    files={
        "project": ".github/hooks/policyhooks.json",
        "user": ".copilot/hooks/policyhooks.json",
        "managed": "etc/github-copilot/policy.d/policyhooks.json",
    },
    handler=handler,
    skeleton={"version": 1},
    restart="Restart running Copilot CLI sessions.",
    review={"project": "Hooks of a repository fire only in a trusted folder; with `-p` they are skipped silently."},
    limits="Copilot CLI blocks when a hook fails, but lets the call run when it kills one at its time-out.",
    starts=("claude-code",),
)
