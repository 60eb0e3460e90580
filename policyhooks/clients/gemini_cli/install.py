"""How Gemini CLI is installed for: its settings files, what an entry looks like. Never loaded by a hook."""

from __future__ import annotations

from policyhooks.clients.facts import MARK, Handler, Install, Keys, Source


def handler(_native: str, command: str, seconds: int, _loop_limit: int) -> Handler:
    """One group with one handler, which has a name and counts milliseconds."""
    keys: Keys = {"name": MARK, "type": "command", "command": command, "timeout": seconds * 1000}
    return Handler(keys, grouped=True)


INSTALL = Install(
    title="Gemini CLI",
    sources=(
        Source("project", ".gemini/settings.json", "entries"),
        Source("user", ".gemini/settings.json", "entries"),
        Source(
            "managed",
            "etc/gemini-cli/settings.json",
            "entries",
            macos="Library/Application Support/GeminiCli/settings.json",
            windows="ProgramData/gemini-cli/settings.json",
        ),
        Source(
            "managed",
            "etc/gemini-cli/system-defaults.json",
            macos="Library/Application Support/GeminiCli/system-defaults.json",
        ),
        Source("user", ".gemini/trustedFolders.json"),
        Source("user", ".gemini/extensions/*/gemini-extension.json"),
        Source("plugin", "gemini-extension.json"),
        Source("plugin", "hooks/hooks.json"),
    ),
    handler=handler,
    programs=("gemini",),
    restart="Restart running Gemini CLI sessions; `/hooks panel` lists the entries.",
    review={"project": "Project hooks fire only in a trusted folder, and Gemini CLI warns about changed ones once."},
    limits="Gemini CLI has no fail-closed switch: a hook that it kills lets the call run.",
)
