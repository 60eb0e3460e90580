"""What may keep Cursor from running our entries. Never loaded by a hook."""

from __future__ import annotations

from policyhooks.clients.cursor import loading
from policyhooks.clients.facts import Doctor

DOCTOR = Doctor(
    process="cursor-agent",
    agents_own=("CURSOR_AGENT",),
    fail_switch=("failClosed", True),
    denied=('"permission":"deny"', '"continue":false'),
    command_line="an untrusted workspace runs no hooks of the project",
    loader=loading,
)
