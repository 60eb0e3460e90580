"""Denies that a person can lift: that there are such rules, what a lift proves here, and what is lifted now."""

from __future__ import annotations

from collections.abc import Iterator

from policyhooks.core.program import source_loader
from policyhooks.doctor.finding import Finding, fault, note
from policyhooks.doctor.target import Target
from policyhooks.errors import EnvironmentBroken
from policyhooks.image.manifests import current_number
from policyhooks.image.program_copies import read_programs
from policyhooks.installation.approving import open_tickets
from policyhooks.report.screen.chart import count

SHOWS = "a lift shows that somebody with this account wrote it"
MANAGED = "in a managed installation signers' keys alone lift a deny; how often they did is its user's to reset"


def check_lifts(target: Target) -> Iterator[Finding]:
    """Nothing is said where no rule can be lifted."""
    try:
        programs = read_programs(target.place.state, current_number(target.place.state))
    except EnvironmentBroken:
        return  # told by check_program
    features = [source_loader(one.modules)("index").get("FEATURES", ()) for one in programs]
    if not any("lifts" in names for names in features):  # type: ignore[operator]
        return
    if target.place.scope == "managed":
        yield note("lifts", MANAGED)
        return
    try:
        tickets = open_tickets(target.own_state)
    except EnvironmentBroken as problem:
        yield fault("lifts", f"{problem}: no deny can be lifted", target.reinstall)
        return
    lifted = count(len([one for one in tickets if one.lift is not None and one.holds]), "lift")
    waiting = count(len([one for one in tickets if one.lift is None and one.holds]), "open ticket")
    yield note("lifts", f"some denies can be lifted: {lifted} in force, {waiting}; {SHOWS}")
