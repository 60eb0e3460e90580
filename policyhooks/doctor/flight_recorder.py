"""Did the hook see every call: the installations that were to decide, compared with what transcripts tell."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from policyhooks.clients.past_calls import history_of
from policyhooks.clients.registry import CLIENTS
from policyhooks.doctor.examination import find_targets
from policyhooks.doctor.flight_advice import advise, short, tell
from policyhooks.doctor.target import Machine, Target
from policyhooks.history.coverage.flights import Watch
from policyhooks.history.coverage.measured_coverage import FAULTS, SAID, Coverage
from policyhooks.image.manifests import generation_numbers
from policyhooks.installation.places import SCOPES
from policyhooks.installation.removal import recorded, state_folders
from policyhooks.runtime.launch.roots import read_roots
from policyhooks.runtime.ports.recording import stamp


@dataclass(frozen=True)
class Flagged:
    """Remarks that are alike, in words: what was seen, since when, and what to do."""

    kind: str
    fails: bool
    installation: Watch
    message: str
    repair: str
    count: int
    first: str
    last: str
    tool_uses: tuple[str, ...]
    sessions: tuple[str, ...]


@dataclass(frozen=True)
class Recorded:
    """A measurement with its findings. `unread` are clients with an installation whose transcripts nobody can read."""

    coverage: Coverage
    findings: tuple[Flagged, ...]
    unread: tuple[str, ...]

    @property
    def limits(self) -> str:
        """What a measurement of this kind cannot show."""
        return SAID

    @property
    def healthy(self) -> bool:
        return not any(finding.fails for finding in self.findings)

    def as_json(self) -> Mapping[str, object]:
        """All of it as plain values."""
        return {
            "healthy": self.healthy,
            "installations": [_describe(watch) for watch in self.coverage.watches],
            "not_read": list(self.unread),
            **self.coverage.as_json(),
            "limits": self.limits,
            "findings": [{**vars(one), "installation": one.installation.file} for one in self.findings],
        }


def find_watched(
    machine: Machine, clients: Sequence[str] = CLIENTS, scopes: Sequence[str] = SCOPES, state: str | None = None
) -> list[Target]:
    """The installations of this user and machine, those of other projects too where no root is named."""
    found = {(one.place.client, one.place.file): one for one in find_targets(machine, clients, scopes, state)}
    if state is None and machine.home == Path.home():
        for place in (place for folder in state_folders() for place in recorded(folder)):
            if place.client in clients and place.scope in scopes:
                there = machine if place.scope == "user" else Machine(place.root, machine.home, machine.system)
                found.setdefault((place.client, place.file), Target(place, there))
    return list(found.values())


def watch_of(target: Target) -> Watch:
    """An installation as a measurement needs it."""
    place = target.place
    roots: tuple[str, ...] = ()
    if place.scope in ("project", "local"):
        folders = (str(place.root), os.path.realpath(place.root), *read_roots(str(place.state)))
        roots = tuple(dict.fromkeys(folders))
    return Watch(place.client, place.scope, str(place.file), str(target.own_state), roots, _since(place.state))


def _since(state: Path) -> str:
    """When the oldest generation that is kept was made."""
    times = []
    for number in generation_numbers(state):
        try:
            times.append((state / "generations" / str(number) / "manifest.json").stat().st_mtime)
        except OSError:
            continue
    return stamp(min(times)) if times else ""


def conclude(coverage: Coverage, targets: Sequence[Target]) -> Recorded:
    """What a measurement of these installations means, the worst first."""
    by_file = {(one.place.client, str(one.place.file)): one for one in targets}
    clients = dict.fromkeys(one.place.client for one in targets)
    unread = tuple(client for client in clients if history_of(client) is None)
    return Recorded(coverage, tuple(_flag(coverage, by_file)), unread)


def _flag(coverage: Coverage, targets: Mapping[tuple[str, str], Target]) -> Iterator[Flagged]:
    for sort, group in coverage.sorted_groups():
        watch = coverage.watches[sort.watch]
        message, repair = advise(sort, targets[watch.client, watch.file], coverage.versions[sort])
        yield Flagged(
            kind=sort.kind,
            fails=sort.kind in FAULTS,
            installation=watch,
            message=f"{tell(sort, group.count)}: {message}",
            repair=repair,
            count=group.count,
            first=group.first,
            last=group.last,
            tool_uses=tuple(short(call.use_id) for call in group.examples),
            sessions=tuple(dict.fromkeys(short(call.session) for call in group.examples)),
        )


def _describe(watch: Watch) -> dict[str, object]:
    return {"client": watch.client, "scope": watch.scope, "file": watch.file, "since": watch.since}
