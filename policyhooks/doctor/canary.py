"""Forbidden events through the installed command lines, started as the client starts them: they must be blocked.

The events are the deny tests of the installed rules themselves, so what is proved is the whole way
from the client's file to the rule. A broken event must be blocked as well.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass

from policyhooks.clients.catalog import rows
from policyhooks.clients.facts import doctor_of
from policyhooks.core.strict_json import MALFORMED
from policyhooks.doctor.finding import Finding, fault, ok
from policyhooks.doctor.target import Target
from policyhooks.errors import PolicyHooksError, UsageError
from policyhooks.installation.command_line import read_arguments
from policyhooks.installation.entries import commands_of

TRIES = 6  # deny tests may lean on things that this machine does not have
MOST_EVENTS = 4
BROKEN_EVENT = b'{"policyhooks": "doctor"'
BROKEN_REASON = MALFORMED  # as the journal has it
_FIRST = ("shell.before", "prompt.submit", "file.write", "file.read", "mcp.before", "web.before")
_NOT_RUN = ("policyhooks could not run", "policyhooks is not installed here", "policyhooks blocks:")


@dataclass(frozen=True)
class Forbidden:
    """A payload that a rule denies."""

    rule: str
    native: str
    payload: dict[str, object]


def forbidden_events(target: Target) -> Iterator[Forbidden]:
    """The deny tests of enforced rules in this client's words, commands first."""
    from policyhooks.clients.native_payload import native_payload
    from policyhooks.suite.run import trials_of

    if isinstance(target.compiled, PolicyHooksError):
        return
    rules = [
        rule
        for rule in target.compiled.rules
        if rule.kind == "effect" and rule.effect == "deny" and rule.mode == "enforce" and rule.rollout == 100
    ]
    trials = [trial for rule in rules for trial in trials_of(rule) if trial.expect == "deny" and not trial.problem]
    plain = [trial for trial in trials if not (trial.roots or trial.files or trial.todo)]
    order = {event: position for position, event in enumerate(_FIRST)}
    plain.sort(key=lambda trial: order.get(trial.subject.event, len(order)))
    for trial in plain:
        for native in dict.fromkeys(row.native for row in rows(target.place.client, trial.subject.event) if row.blocks):
            try:
                name, payload = native_payload(
                    target.place.client, trial.subject, native=native, cwd=str(target.machine.project)
                )
            except UsageError:
                continue
            yield Forbidden(trial.rule.id, name, {**payload, "transcript_path": None})


def check_canary(target: Target) -> Iterator[Finding]:
    """One forbidden event for each native event that has one, then a broken one."""
    sent: dict[str, list[Forbidden]] = {}
    for forbidden in forbidden_events(target):
        if forbidden.native in sent or len(sent) < MOST_EVENTS:
            sent.setdefault(forbidden.native, []).append(forbidden)
    for native, candidates in sent.items():
        finding = _send_first(target, native, candidates[:TRIES])
        if finding is not None:
            yield finding
    yield from _send_broken(target, bool(sent))


def _send_first(target: Target, native: str, candidates: list[Forbidden]) -> Finding | None:
    command = _command(target, native)
    if not command:
        return None  # the missing entry is a finding of its own
    code, words = 0, ""
    for forbidden in candidates:
        code, words = start(target, command, json.dumps(forbidden.payload).encode())
        refusal = next((mark for mark in _NOT_RUN if mark in words), "")
        if refusal:
            return fault("command", f"{native}: the hook does not start: {words.strip()[:200]}", target.reinstall)
        if _blocked(target, code, words) and "could not decide" not in words:
            return ok("canary", f"{native}: what {forbidden.rule} forbids comes back blocked")
    if "could not decide" in words:
        return fault("canary", f"{native}: blocked without a decision: {words.strip()[:200]}", target.reinstall)
    message = f"{native}: {len(candidates)} forbidden events were not blocked (exit {code})"
    return fault("canary", message, target.reinstall)


def _send_broken(target: Target, proved: bool) -> Iterator[Finding]:
    for native in target.hooks:
        command = _command(target, native)
        if not command or not any(row.deny == "tool" for row in rows(target.place.client, native=native)):
            continue
        code, words = start(target, command, BROKEN_EVENT)
        if not _blocked(target, code, words):
            yield fault("fails-closed", f"{native}: a broken event was let through (exit {code})", target.reinstall)
        elif any(mark in words for mark in _NOT_RUN):
            yield fault("command", f"{native}: the hook does not start: {words.strip()[:200]}", target.reinstall)
        else:
            more = "" if proved else "; no rule has a deny test that could be sent"
            yield ok("fails-closed", f"{native}: a broken event comes back blocked{more}")
        return


def _command(target: Target, native: str) -> str:
    for entry in target.ours(native):
        commands = commands_of(entry)
        if commands and read_arguments(commands[0]) is not None:
            return commands[0]
    return ""


def _blocked(target: Target, code: int, words: str) -> bool:
    """Exit 2 with a reason on stderr, which every client takes for a block; or its JSON on exit 0 where that counts."""
    if code == 0:
        return any(mark in words for mark in doctor_of(target.place.client).denied)
    return code == 2 and bool(words.strip())


def start(target: Target, command: str, event: bytes) -> tuple[int, str]:
    """The command line as a client starts it: its shell, the project as folder, the environment of this user."""
    own = doctor_of(target.place.client).runs_in
    shell = own if os.path.exists(own) else "/bin/sh"
    environ = {**os.environ, "CLAUDE_PROJECT_DIR": str(target.machine.project)}
    try:
        done = subprocess.run(
            [shell, "-c", command],
            input=event,
            capture_output=True,
            cwd=target.machine.project if target.machine.project.is_dir() else "/",
            env=environ,
            timeout=60,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return -1, "no answer within a minute"
    return done.returncode, (done.stderr + done.stdout).decode("utf-8", "replace")
