"""Settings of the clients that keep hooks from running: which ones is a client's fact, reading them is done here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from policyhooks.clients.facts import Switch, doctor_of, install_of
from policyhooks.doctor.finding import Finding, fault, note, ok
from policyhooks.doctor.target import Target, read_quietly
from policyhooks.installation.entries import is_ours


@dataclass(frozen=True)
class Seen:
    """An installation as a client's own check sees it (`Look` of clients/facts.py)."""

    target: Target

    @property
    def scope(self) -> str:
        return self.target.place.scope

    @property
    def root(self) -> Path:
        return self.target.place.root

    @property
    def home(self) -> Path:
        return self.target.machine.home

    @property
    def file(self) -> Path:
        return self.target.place.file

    def read(self, file: Path) -> Mapping[str, object]:
        return read_quietly(file)

    def ours(self) -> Iterator[tuple[str, int]]:
        for native, entries in self.target.hooks.items():
            yield from ((native, at) for at, entry in enumerate(entries) if is_ours(entry))


def files_in_force(target: Target) -> list[Path]:
    """Every settings file that the client may read here, whether it is there or not."""
    files = dict.fromkeys(target.settings_files())
    for source in install_of(target.place.client).sources:
        if source.holds == "settings":
            files[target.machine.root_of(source.scope) / source.path] = None
    return list(files)


def off_switches(target: Target) -> Iterator[tuple[Path, Switch]]:
    """Every setting that keeps our entries from running, with its file."""
    switches = doctor_of(target.place.client).switches
    for file in files_in_force(target):
        document = read_quietly(file)
        for switch in switches:
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
        yield note("command-line", doctor_of(target.place.client).command_line)


def _managed_only(target: Target) -> Iterator[Finding]:
    relative, key = doctor_of(target.place.client).managed_only
    if target.place.scope == "managed" or not key:
        return
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
    check = doctor_of(target.place.client).trust
    if target.place.scope == "managed" or check is None:
        return
    for said in check(Seen(target)):
        yield fault("trust", said.message, said.repair) if said.repair else ok("trust", said.message)


def check_limits(target: Target) -> Iterator[Finding]:
    """What the client itself does with our answers, where a person must know it."""
    for text in install_of(target.place.client).notes:
        yield note("limits", text)
