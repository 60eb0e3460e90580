"""Settings of the clients that keep hooks from running. What they are is a table; reading is done here too."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from policyhooks.clients.catalog import notes
from policyhooks.doctor.finding import Finding, fault, note, ok
from policyhooks.doctor.target import Target, read_quietly
from policyhooks.installation.entries import MARK, is_ours


@dataclass(frozen=True)
class Switch:
    """A key of a settings file, and the value that switches hooks off. `spares` is a scope that it does not reach."""

    key: tuple[str, ...]
    off: object
    effect: str
    spares: str = ""


_ALL = Switch(("disableAllHooks",), True, "switches every hook off", spares="managed")
SWITCHES: dict[str, tuple[Switch, ...]] = {
    "claude-code": (_ALL,),
    "copilot-cli": (_ALL,),
    "gemini-cli": (
        Switch(("hooksConfig", "enabled"), False, "switches every hook off"),
        Switch(("hooksConfig", "disabled"), MARK, "names our hooks among those that are off"),
    ),
    "codex": (Switch(("features", "hooks"), False, "switches every hook off"),),
    "cursor": (),
}
# Files besides those that hold hooks: whose root, and where below it.
MORE_FILES: dict[str, tuple[tuple[str, str], ...]] = {
    "copilot-cli": (
        ("user", ".copilot/settings.json"),
        ("project", ".github/copilot/settings.json"),
        ("project", ".github/copilot/settings.local.json"),
    ),
    "codex": (("user", ".codex/config.toml"), ("project", ".codex/config.toml")),
}
# Where only an administrator's hooks run: client -> file below the system's root, key.
MANAGED_ONLY: dict[str, tuple[str, str]] = {
    "claude-code": ("etc/claude-code/managed-settings.json", "allowManagedHooksOnly"),
    "codex": ("etc/codex/requirements.toml", "allow_managed_hooks_only"),
}
COMMAND_LINE: dict[str, str] = {
    "claude-code": "`--bare`, `--safe-mode` and `--setting-sources` start Claude Code without these hooks",
    "codex": "`-c features.hooks=false` starts Codex without these hooks",
    "gemini-cli": "settings named on the command line or by the environment can replace these",
    "copilot-cli": "hooks of a repository do not run in a folder that is not trusted",
    "cursor": "an untrusted workspace runs no hooks of the project",
}


def files_in_force(target: Target) -> list[Path]:
    """Every settings file that the client may read here, whether it is there or not."""
    files = dict.fromkeys(target.settings_files())
    for scope, relative in MORE_FILES.get(target.place.client, ()):
        files[target.machine.root_of(scope) / relative] = None
    return list(files)


def off_switches(target: Target) -> Iterator[tuple[Path, Switch]]:
    """Every setting that keeps our entries from running, with its file."""
    client = target.place.client
    for file in files_in_force(target):
        document = read_quietly(file)
        for switch in SWITCHES[client]:
            if target.place.scope == switch.spares and file != target.place.file:
                continue
            if _is_off(document, switch):
                yield file, switch


def _is_off(document: Mapping[str, object], switch: Switch) -> bool:
    value: object = document
    for name in switch.key:
        value = value.get(name) if isinstance(value, Mapping) else None
    if isinstance(value, list):
        return switch.off in value
    return value == switch.off and value is not None


def check_switches(target: Target) -> Iterator[Finding]:
    """Settings that switch hooks off, on this machine and in this project."""
    found = list(off_switches(target))
    for file, switch in found:
        yield fault("hooks-off", f"`{'.'.join(switch.key)}` in {file} {switch.effect}", target.repair("hooks-off"))
    only = list(_managed_only(target))
    yield from only
    if not found and not only:
        yield ok("hooks-off", "no setting switches hooks off")
    if target.place.scope != "managed":
        yield note("command-line", COMMAND_LINE[target.place.client])


def _managed_only(target: Target) -> Iterator[Finding]:
    client = target.place.client
    if target.place.scope == "managed" or client not in MANAGED_ONLY:
        return
    relative, key = MANAGED_ONLY[client]
    file = target.machine.system / relative
    if read_quietly(file).get(key) is True:
        repair = f"{_managed_install(target)} && policyhooks uninstall {target.words()}"
        yield fault("managed-only", f"`{key}` in {file}: hooks of users and projects do not run here", repair)


def _managed_install(target: Target) -> str:
    words = target.reinstall.replace(target.words(), f"--client {target.place.client} --scope managed", 1)
    if target.machine.system == Path("/"):
        return words
    return words.replace("--scope managed", f"--scope managed --root {target.machine.system}", 1)


def check_trust(target: Target) -> Iterator[Finding]:
    """Whether the client trusts the folder or the hooks; where only a person can say so, the repair is a sentence."""
    looks = {"gemini-cli": _gemini_trust, "codex": _codex_trust}
    if target.place.scope == "managed" or target.place.client not in looks:
        return
    yield from looks[target.place.client](target)


def check_limits(target: Target) -> Iterator[Finding]:
    """What the client itself does with our answers, where a person must know it."""
    for text in notes(target.place.client):
        yield note("limits", text)


def _gemini_trust(target: Target) -> Iterator[Finding]:
    if target.place.scope != "project":
        return
    file = target.machine.home / ".gemini/trustedFolders.json"
    folder = os.path.realpath(target.place.root)
    for path, word in read_quietly(file).items():
        if word == "DO_NOT_TRUST" and (folder == path or folder.startswith(path.rstrip("/") + "/")):
            message = f"{file} says not to trust {path}: hooks of the project do not run"
            yield fault("trust", message, "in Gemini CLI: /permissions, then trust the folder")
            return
    yield ok("trust", "no file of Gemini CLI distrusts this folder")


def _codex_trust(target: Target) -> Iterator[Finding]:
    file = target.machine.home / ".codex/config.toml"
    document = read_quietly(file)
    projects = document.get("projects")
    folder = str(target.place.root)
    project = projects.get(folder) if isinstance(projects, Mapping) else None
    if target.place.scope == "project" and isinstance(project, Mapping) and project.get("trust_level") == "untrusted":
        yield fault("trust", f"{file} says not to trust {folder}", "trust the project when Codex asks at its start")
        return
    hooks = document.get("hooks")
    states = hooks.get("state") if isinstance(hooks, Mapping) else None
    reviews = states if isinstance(states, Mapping) else {}
    unseen, off = [], []
    for native, entries in target.hooks.items():
        for position in [at for at, entry in enumerate(entries) if is_ours(entry)]:
            review = reviews.get(f"{target.place.file}:{_snake(native)}:{position}:0")
            if not isinstance(review, Mapping) or not review.get("trusted_hash"):
                unseen.append(native)
            elif review.get("enabled") is False:
                off.append(native)
    advice = "in Codex: /hooks, then trust and enable the entries"
    if unseen:
        message = f"Codex has no review of {', '.join(unseen)} on record and skips hooks silently until there is one"
        yield fault("trust", message, advice)
    if off:
        yield fault("trust", f"{', '.join(off)} is switched off in {file}", advice)
    if not unseen and not off:
        yield ok("trust", "every entry was reviewed in Codex, which compares the hashes itself")


def _snake(native: str) -> str:
    """Codex files its reviews under `pre_tool_use`, not `PreToolUse`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", native).lower()
