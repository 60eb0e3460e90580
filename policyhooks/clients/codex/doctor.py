"""What may keep Codex from running our entries: switches, and reviews that it has on record. Never loaded by a hook."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from policyhooks.clients.facts import Doctor, Look, Said, Switch


def check_trust(look: Look) -> Iterator[Said]:
    """Whether the project is trusted and every entry was reviewed."""
    file = look.home / ".codex/config.toml"
    document = look.read(file)
    projects = document.get("projects")
    folder = str(look.root)
    project = projects.get(folder) if isinstance(projects, Mapping) else None
    if look.scope == "project" and isinstance(project, Mapping) and project.get("trust_level") == "untrusted":
        yield Said(f"{file} says not to trust {folder}", "trust the project when Codex asks at its start")
        return
    hooks = document.get("hooks")
    states = hooks.get("state") if isinstance(hooks, Mapping) else None
    reviews = states if isinstance(states, Mapping) else {}
    unseen, off = [], []
    for native, position in look.ours():
        review = reviews.get(f"{look.file}:{_snake(native)}:{position}:0")
        if not isinstance(review, Mapping) or not review.get("trusted_hash"):
            unseen.append(native)
        elif review.get("enabled") is False:
            off.append(native)
    advice = "in Codex: /hooks, then trust and enable the entries"
    if unseen:
        message = f"Codex has no review of {', '.join(unseen)} on record and skips hooks silently until there is one"
        yield Said(message, advice)
    if off:
        yield Said(f"{', '.join(off)} is switched off in {file}", advice)
    if not unseen and not off:
        yield Said("every entry was reviewed in Codex, which compares the hashes itself")


def _snake(native: str) -> str:
    """Codex files its reviews under `pre_tool_use`, not `PreToolUse`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", native).lower()


DOCTOR = Doctor(
    process="codex",
    agents_own=(
        "CODEX_SANDBOX",
        "CODEX_SANDBOX_NETWORK_DISABLED",
    ),
    variables=(("shell_environment_policy", "set"),),
    switches=(Switch(("features", "hooks"), False, "switches every hook off"),),
    managed_only=("etc/codex/requirements.toml", "allow_managed_hooks_only"),
    command_line="`-c features.hooks=false` starts Codex without these hooks",
    trust=check_trust,
)
