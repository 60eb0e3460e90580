"""How Gemini CLI is installed for: its settings files, what an entry looks like. Never loaded by a hook."""

from __future__ import annotations

from policyhooks.clients.facts import MARK, Handler, Install, Keys


def handler(_native: str, command: str, seconds: int, _loop_limit: int) -> Handler:
    """One group with one handler, which has a name and counts milliseconds."""
    keys: Keys = {"name": MARK, "type": "command", "command": command, "timeout": seconds * 1000}
    return Handler(keys, grouped=True)


INSTALL = Install(
    title="Gemini CLI",
    files={
        "project": ".gemini/settings.json",
        "user": ".gemini/settings.json",
        "managed": "etc/gemini-cli/settings.json",
    },
    macos="Library/Application Support/GeminiCli/settings.json",
    handler=handler,
    restart="Restart running Gemini CLI sessions; `/hooks panel` lists the entries.",
    review={"project": "Project hooks fire only in a trusted folder, and Gemini CLI warns about changed ones once."},
    limits="Gemini CLI has no fail-closed switch: a hook that it kills lets the call run.",
)
