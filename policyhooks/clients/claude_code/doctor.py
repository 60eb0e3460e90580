"""What may keep Claude Code from running our entries. Never loaded by a hook."""

from __future__ import annotations

from policyhooks.clients.facts import Doctor, Switch

DOCTOR = Doctor(
    process="claude",
    agents_own=("CLAUDECODE",),
    fail_switch=("onFailure", "block"),
    switch_since=(2, 1, 295),
    switches=(Switch(("disableAllHooks",), True, "switches every hook off", spares="managed"),),
    managed_only=("etc/claude-code/managed-settings.json", "allowManagedHooksOnly"),
    command_line="`--bare`, `--safe-mode` and `--setting-sources` start Claude Code without these hooks",
)
