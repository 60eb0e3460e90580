"""How Codex is installed for: its hook files, what an entry looks like. Never loaded by a hook."""

from __future__ import annotations

from policyhooks.clients.facts import Handler, Install

_REVIEW = "Codex skips new and changed hooks, silently, until you have reviewed them: run `/hooks` in it."


def handler(_native: str, command: str, seconds: int, _loop_limit: int) -> Handler:
    """One group with one handler."""
    return Handler({"type": "command", "command": command, "timeout": seconds}, grouped=True)


INSTALL = Install(
    title="Codex",
    files={"project": ".codex/hooks.json", "user": ".codex/hooks.json", "managed": "etc/codex/requirements.toml"},
    handler=handler,
    shorter={"SessionEnd": 3},
    restart="Restart running Codex sessions.",
    review={"project": f"{_REVIEW} The project must be trusted as well.", "user": _REVIEW},
    limits="Codex has no fail-closed switch: a hook that it kills or cannot start lets the call run.",
)
