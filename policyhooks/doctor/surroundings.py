"""What lies around an installation: who owns it, its journal, the judge, the client's version, the environment."""

from __future__ import annotations

import os
import shlex
import shutil
import socket
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from policyhooks.clients.facts import doctor_of, edition_of, installable
from policyhooks.compiler.native_prompts import FAILS_OPEN, native_rules
from policyhooks.compiler.versions import satisfies
from policyhooks.doctor.finding import Finding, fault, note, ok
from policyhooks.doctor.program import read_manifest
from policyhooks.doctor.target import Target
from policyhooks.errors import PolicyHooksError
from policyhooks.installation.client_version import installed_version, required_version, shown
from policyhooks.installation.outside_needs import prompt_rules, unmet_needs
from policyhooks.report.screen.chart import count
from policyhooks.runtime.launch.shared_state import FOLDER as USERS

if TYPE_CHECKING:
    from policyhooks.compiler.compile import Compiled
    from policyhooks.compiler.plan import PlannedRule

LEAST_FREE = 16 << 20
RECENT = 200
WAIT_S = 5.0
_INJECTING = ("LD_PRELOAD", "LD_LIBRARY_PATH", "LD_AUDIT", "DYLD_INSERT_LIBRARIES", "BASH_ENV", "ENV")


def check_ownership(target: Target) -> Iterator[Finding]:
    """Whether the agent, who runs as the user, could undo this installation."""
    if target.place.scope != "managed":
        message = "advisory: the agent runs as the same user and could edit the file, the state or the journal"
        yield note("ownership", message, "for an enforced one: sudo policyhooks install --scope managed")
        return
    interpreter = Path(str(read_manifest(target.place.state).get("interpreter", "")))
    paths = [target.place.file, target.place.file.parent, target.place.state, interpreter]
    owned = [path for path in paths if path.exists() and path.stat().st_uid != 0]
    if owned:
        repair = shlex.join(["chown", "-R", "root:root", str(target.place.state), str(target.place.file)])
        yield fault("ownership", f"{owned[0]} does not belong to root, so this is not enforced", repair)
    else:
        yield ok(
            "ownership", "enforced: file, state and interpreter belong to root; journal and counters are the user's"
        )
    for folder in _made_by_others(target.place.state / USERS):
        message = f"{folder} was made by another user than the one it is named after; it is not used"
        yield note("ownership", message, shlex.join(["rm", "-r", str(folder)]))


def _made_by_others(users: Path) -> list[Path]:
    """Folders of a shared state under the number of somebody else."""
    found = sorted(users.iterdir()) if users.is_dir() else []
    return [one for one in found if str(one.lstat().st_uid) != one.name.partition(".")[0]]


def check_journal(target: Target) -> Iterator[Finding]:
    """Can it be written, does its chain hold, is there room, and what does it say of failures."""
    from policyhooks.inspect.journal import read_records
    from policyhooks.inspect.journal_verification import verify

    folder = target.own_state / "journal"
    file = folder / "journal.jsonl"
    if not target.own_state.is_dir() and target.place.scope == "managed":
        yield note("journal", "this user has no decisions yet")
        return
    if not folder.is_dir():
        yield fault("journal", f"{folder} is not there: every call is blocked", target.reinstall)
        return
    if file.is_symlink() or (file.exists() and not file.is_file()):
        yield fault("journal", f"{file} is not a plain file: every call is blocked", target.repair("journal"))
        return
    free = shutil.disk_usage(folder).free
    if free < LEAST_FREE:
        message = f"{free >> 10} KiB are free at {folder}: when the disk is full, every call is blocked"
        yield fault("journal", message, f"df -h {shlex.quote(str(folder))}; then make room")
        return
    try:
        found = verify(target.own_state)
        failures = [record for record in list(read_records(target.own_state))[-RECENT:] if record.get("error")]
    except OSError as problem:
        yield fault("journal", f"{folder} cannot be read: {problem.strerror}", target.repair("journal"))
        return
    if found.problems:
        yield fault("journal", f"it does not hold: {found.problems[0]}", target.repair("journal"))
    else:
        yield ok("journal", "it can be written, and its chain holds")
    mine = [record for record in failures if not _is_canary(record)]
    if mine:
        yield note("journal", f"{len(mine)} of the last {RECENT} events could not be decided: {mine[-1]['error']}")


def _is_canary(record: object) -> bool:
    from policyhooks.doctor.canary import BROKEN_REASON

    return isinstance(record, dict) and BROKEN_REASON in str(record.get("error"))


def check_judge(target: Target) -> Iterator[Finding]:
    """What rules need that ask models and programs: an interpreter, packages, models, keys, somebody at the address."""
    if isinstance(target.compiled, PolicyHooksError):
        return
    if native_rules(target.place.client, target.compiled.rules):
        yield note("judge", FAILS_OPEN)
    rules = prompt_rules(target.compiled, target.place.client)
    recorded = target.own_state / "judge" / "python"
    python = recorded.read_text("utf-8", "replace").strip() if recorded.is_file() else ""
    if rules and not python and target.place.scope == "managed":
        yield note("judge", "this user has no decisions yet, so the judge cannot be looked at")
        return
    if rules and not os.access(python, os.X_OK):
        yield fault("judge", "the interpreter of the judge is gone, so prompt rules stay unknown", target.reinstall)
        return
    needs = unmet_needs(target.compiled, target.place.client, python)
    for need in needs:
        yield (fault if need.grave else note)("judge", need.text, need.repair)
    if rules and not any(need.grave for need in needs):
        yield from _reach_models(target.compiled, rules)


def _reach_models(compiled: Compiled, rules: Sequence[PlannedRule]) -> Iterator[Finding]:
    config = compiled.options.get("judge")
    models = config.get("models") if isinstance(config, dict) else None
    models = models if isinstance(models, dict) else {}
    names = {rule.model.judge.model for rule in rules if rule.model.judge is not None}
    away = [alias for alias in sorted(names & set(models)) if not _answers(models[alias])]
    if away:
        message = f"nobody answers at the address of the model `{away[0]}`"
        yield fault("judge", message, "start it, or correct `api_base` in the Config and install again")
    elif names <= set(models) | {name for name in names if "/" in name}:
        yield ok("judge", f"{count(len(rules), 'prompt rule')}; the judge can be started and its models are named")


def _answers(settings: object) -> bool:
    """Whether somebody listens at a model's address; a model without one is the provider's business."""
    address = settings.get("api_base") if isinstance(settings, dict) else None
    if not isinstance(address, str):
        return True
    parts = urlsplit(address)
    try:
        port = parts.port or (443 if parts.scheme == "https" else 80)
        with socket.create_connection((parts.hostname or "", port), WAIT_S):
            return True
    except (OSError, ValueError):
        return False


def check_version(target: Target) -> Iterator[Finding]:
    """Whether the client on the PATH is one that the project allows, accepts its file and honours the fail switch."""
    client = target.place.client
    needed = doctor_of(client).switch_since
    compiled = target.compiled
    required = "" if isinstance(compiled, PolicyHooksError) else required_version(client, compiled.options)
    if not (needed or required or edition_of(client)):
        return
    version = installed_version(client, for_root=target.place.scope == "managed")
    if not version:
        return
    problems = list(_version_problems(target, version, required))
    yield from problems
    if not problems:
        does = "honours the fail switch" if needed else "accepts its file"
        yield ok("version", f"{client} {shown(version)} {does}")


def _version_problems(target: Target, version: tuple[int, ...], required: str) -> Iterator[Finding]:
    client, name = target.place.client, f"{target.place.client} {shown(version)}"
    facts = doctor_of(client)
    if version < facts.switch_since:
        message = f"{name} ignores `{facts.fail_switch[0]}`: a hook that is killed lets the call run"
        yield fault("version", message, f"update it to {shown(facts.switch_since)} or newer")
    if required and not satisfies(shown(version), required):
        yield fault("version", f"the project requires {client} `{required}`, and here is {shown(version)}", "update it")
    new = [
        native for native in target.hooks if installable(client, native) and not installable(client, native, version)
    ]
    if new:
        message = f"{name} is not known to accept {', '.join(new)}, and may refuse {target.place.file} as a whole"
        repair = "update it, or allow its version in `requires.clients` and install again"
        yield fault("version", message, repair if target.place.committed else target.reinstall)


def check_environment(_target: Target) -> Iterator[Finding]:
    """Variables by which other code gets into every process, the hook's too."""
    present = [name for name in _INJECTING if os.environ.get(name)]
    if present:
        yield note("environment", f"{', '.join(present)} is set here: code of others runs in every process, ours too")
