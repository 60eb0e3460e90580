"""What may keep Copilot CLI from running our entries. Never loaded by a hook."""

from __future__ import annotations

from policyhooks.clients.facts import Doctor, Switch

DOCTOR = Doctor(
    process="copilot",
    runs_in="/bin/bash",
    switches=(Switch(("disableAllHooks",), True, "switches every hook off", spares="managed"),),
    command_line="hooks of a repository do not run in a folder that is not trusted",
)
