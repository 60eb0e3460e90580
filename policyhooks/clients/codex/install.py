"""How Codex is installed for: its hook files, what an entry looks like. Never loaded by a hook."""

from __future__ import annotations

from policyhooks.clients.facts import Handler, Install, Source

_REVIEW = "Codex skips new and changed hooks, silently, until you have reviewed them: run `/hooks` in it."


def handler(_native: str, command: str, seconds: int, _loop_limit: int) -> Handler:
    """One group with one handler."""
    return Handler({"type": "command", "command": command, "timeout": seconds}, grouped=True)


INSTALL = Install(
    title="Codex",
    sources=(
        Source("project", ".codex/hooks.json", "entries"),
        Source("user", ".codex/hooks.json", "entries"),
        Source(
            "managed", "etc/codex/requirements.toml", "entries", windows="ProgramData/OpenAI/Codex/requirements.toml"
        ),
        Source("user", ".codex/config.toml", "settings"),
        Source("project", ".codex/config.toml", "settings"),
        Source("managed", "etc/codex/config.toml"),
        Source("managed", "etc/codex/managed_config.toml"),
        Source("plugin", ".codex-plugin/plugin.json"),
        Source("plugin", "hooks/hooks.json"),
    ),
    handler=handler,
    programs=("codex",),
    shorter={"SessionEnd": 3},
    restart="Restart running Codex sessions.",
    review={"project": f"{_REVIEW} The project must be trusted as well.", "user": _REVIEW},
    limits="Codex has no fail-closed switch: a hook that it kills or cannot start lets the call run.",
)
