"""The client's file: can it be read, does it hold our entries, are they as install writes them."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping

from policyhooks.clients.catalog import rows
from policyhooks.clients.facts import doctor_of
from policyhooks.doctor.finding import Finding, fault, note, ok
from policyhooks.doctor.target import Target, private
from policyhooks.installation.command_line import read_arguments
from policyhooks.installation.entries import commands_of, events_to_install

_TIMEOUTS = ("timeout", "timeoutSec")


def check_file(target: Target) -> Iterator[Finding]:
    """The file itself."""
    file = target.place.file
    if target.broken_file:
        repair = f"{target.repair('file')} && {target.reinstall}"
        yield fault("file", f"{target.broken_file}; the client drops every hook in it, without a word", repair)
        return
    if target.document is None:
        yield fault("file", f"{file} is gone", target.reinstall)
        return
    if not private(file):
        yield fault("file", f"{file} can be written by other users", f"chmod go-w {shlex.quote(str(file))}")
    else:
        yield ok("file", f"{file} can be read")


def check_entries(target: Target) -> Iterator[Finding]:
    """Every wanted entry, once and unchanged."""
    if target.broken_file or target.document is None:
        return
    problems = list(_problems(target))
    yield from problems
    if not problems:
        yield ok("entries", f"{sum(map(bool, map(target.ours, target.hooks)))} events, each with our entry")


def _problems(target: Target) -> Iterator[Finding]:
    wanted: dict[str, list[Mapping[str, object]]] = {}
    if target.wanted is None:
        wanted = {native: [] for native in events_to_install(target.place.client)}
    for entry in target.wanted or ():
        wanted.setdefault(entry.native, []).append(entry.value)
    for native, values in wanted.items():
        found = target.ours(native)
        if not found:
            yield _missing(target, native)
        elif values and len(found) > len(values):
            yield fault(
                "entries", f"{native} has {len(found)} entries of ours, so it is decided twice", target.reinstall
            )
        for value in values:
            if found and value not in found:
                yield from _difference(target, native, value, found)
    for native in target.hooks:
        if target.wanted is not None and native not in wanted and target.ours(native):
            yield note("entries", f"{native} has an entry of ours that no rule needs", target.reinstall)


def _missing(target: Target, native: str) -> Finding:
    client = target.place.client
    if any(row.blocks for row in rows(client, native=native)):
        return fault("entries", f"{native} has no entry of ours: nothing is decided there", target.reinstall)
    return fault("events", f"a rule looks at {native}, which has no entry", target.reinstall)


def _difference(target: Target, native: str, value: Mapping[str, object], found: list[object]) -> Iterator[Finding]:
    """What is wrong with our entry, in the words that matter most."""
    wanted, present = _flat(value), _flat(found[0])
    named = False
    key, safe = doctor_of(target.place.client).fail_switch
    if key in wanted and present.get(key) != safe:
        named = True
        yield fault(
            "fail-switch", f"{native}: `{key}` is not set, so a hook that fails lets the call run", target.reinstall
        )
    for name in _TIMEOUTS:
        if name in wanted and present.get(name) != wanted[name]:
            named = True
            yield _time_out(target, native, name, present.get(name), commands_of(found[0]))
    if present.get("matcher") != wanted.get("matcher"):
        named = True
        yield fault(
            "entries", f"{native}: somebody gave our entry a matcher, so it does not see every call", target.reinstall
        )
    if not named or present.get("command", present.get("bash")) != wanted.get("command", wanted.get("bash")):
        yield fault("entries", f"{native}: the entry is not the one that install writes", target.reinstall)


def _time_out(target: Target, native: str, name: str, present: object, commands: list[str]) -> Finding:
    hook = read_arguments(commands[0]) if commands else None
    unit = doctor_of(target.place.client).time_unit
    shown = f"{present} {unit}" if isinstance(present, int | float) else "its default time"
    answers = f"{float(hook['seconds']) * 0.8:g} s" if hook else "its own deadline"
    return fault(
        "time-out",
        f"{native}: the client waits {shown} (`{name}`), but the hook may answer as late as {answers}",
        target.reinstall,
    )


def _flat(value: object) -> dict[str, object]:
    """The keys of an entry and of its one handler, side by side."""
    found: dict[str, object] = {}
    if isinstance(value, Mapping):
        found.update({str(key): inner for key, inner in value.items() if key != "hooks"})
        handlers = value.get("hooks")
        if isinstance(handlers, list) and handlers and isinstance(handlers[0], Mapping):
            found.update(handlers[0])
    return found
