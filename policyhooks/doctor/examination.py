"""Finds the installations of this machine and runs every check on each. The checks are a written-out table."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from policyhooks.clients.registry import CLIENTS
from policyhooks.doctor.canary import check_canary
from policyhooks.doctor.chain import check_chain
from policyhooks.doctor.entries import check_entries, check_file
from policyhooks.doctor.finding import FAULT, Finding
from policyhooks.doctor.liftable_rules import check_lifts
from policyhooks.doctor.program import (
    check_bundle,
    check_current,
    check_layout,
    check_permissions,
    check_program,
    check_record,
)
from policyhooks.doctor.refusal import check_refusal
from policyhooks.doctor.settings_environment import check_settings_environment
from policyhooks.doctor.shipping_lag import check_shipping
from policyhooks.doctor.starting import check_start
from policyhooks.doctor.surroundings import (
    check_environment,
    check_journal,
    check_judge,
    check_ownership,
    check_version,
)
from policyhooks.doctor.switches import check_limits, check_switches, check_trust
from policyhooks.doctor.target import Machine, Target
from policyhooks.doctor.trusted_layers import check_trusted_layers
from policyhooks.doctor.waiting_bodies import check_bodies
from policyhooks.errors import UsageError
from policyhooks.installation.places import SCOPES, default_root, locate

CHECKS: tuple[Callable[[Target], Iterator[Finding]], ...] = (
    check_file,
    check_refusal,
    check_entries,
    check_start,
    check_record,
    check_program,
    check_layout,
    check_current,
    check_bundle,
    check_permissions,
    check_switches,
    check_trust,
    check_limits,
    check_chain,
    check_ownership,
    check_version,
    check_environment,
    check_settings_environment,
    check_trusted_layers,
    check_lifts,
    check_shipping,
    check_bodies,
    # The events that it sends are decisions of this user: what is said of journal and judge must not differ by them.
    check_canary,
    check_judge,
    check_journal,
)

Progress = Callable[[str], None]  # what is looked at next


@dataclass(frozen=True)
class Examined:
    """An installation and what was found."""

    target: Target
    findings: tuple[Finding, ...]

    @property
    def healthy(self) -> bool:
        return all(finding.level != FAULT for finding in self.findings)


def find_targets(
    machine: Machine, clients: Sequence[str] = CLIENTS, scopes: Sequence[str] = SCOPES, state: str | None = None
) -> list[Target]:
    """The installations that are there, or should be; all that were named, when one client and scope were named."""
    named = len(clients) == 1 and len(scopes) == 1
    plain = Machine(machine.project)
    found = []
    for client, scope in itertools.product(clients, scopes):
        root = machine.root_of(scope)
        try:
            place = locate(client, scope, str(root) if root != default_root(scope) else None, state)
        except UsageError:
            if named:
                raise
            continue
        moved = state is not None or root != plain.root_of(scope) or root == machine.project
        target = Target(place, machine, moved)
        if named or target.installed:
            found.append(target)
    return found


def examine(target: Target, progress: Progress = lambda what: None) -> Examined:
    """Every check, in order."""
    found: list[Finding] = []
    for check in CHECKS:
        progress(f"{target.place.client}: {check.__name__.removeprefix('check_').replace('_', ' ')}")
        found += check(target)
    return Examined(target, tuple(found))
