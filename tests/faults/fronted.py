"""The same and more with the native front: what stands outside of the hook answers for it, whatever it does."""

import os
import signal
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from tests.faults import broken, endings
from tests.faults.answers import CLOSED
from tests.faults.calls import COMMAND
from tests.faults.installation import SHORT, Bench, Installation, finish
from tests.faults.outcomes import Bring, Outcome, compare, every_kind_closed

# What the script is replaced by: it says something or nothing, and leaves or stays.
ENDS: Mapping[str, str] = {
    "leaves with 0": "exit 0",
    "leaves with 0 and prints": "echo '{}'; exit 0",
    "leaves with 1": "exit 1",
    "leaves with 2 in silence": "exit 2",
    "leaves with 3": "exit 3",
    "is killed": "kill -9 $$",
    "prints without end and leaves": "head -c 70000000 /dev/zero; exit 64",
}
STAYS: Mapping[str, str] = {
    "stops itself": "kill -STOP $$",
    "says nothing": "sleep 60",
    "prints and stays": "echo '{}'; exec sleep 60",
    "closes stdout and stays": "exec >&- 2>&-; exec sleep 60",
    "prints to stderr without end": "while :; do echo noise >&2; done",
    "ignores signals and computes": "trap '' TERM INT HUP; while :; do :; done",
}
GONE: Mapping[str, Callable[[Installation], object]] = {
    "is gone": lambda one: one.script.unlink(),
    "is a folder": lambda one: (one.script.unlink(), one.hook.with_name("ordinary").mkdir()),
    "may not be executed": lambda one: one.script.chmod(0o600),
    "is empty": lambda one: one.script.write_text(""),
}


def with_front(bring: Bring) -> Bring:
    """The same cases on installations with a front, beside those of the bench."""

    def brought(bench: Bench) -> Iterator[Outcome]:
        yield from bring(bench.fronted())

    return brought


def _say(path: Path, text: str) -> None:
    path.unlink()
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o700)


def ended(bench: Bench) -> Iterator[Outcome]:
    """What the front starts ends in some other way than with an answer, or is not there."""
    for installation in bench.fronted().every():
        for name, text in ENDS.items():
            with installation.damaged():
                _say(installation.script, text)
                yield from every_kind_closed(name, installation)
        for name, damage in GONE.items():
            with installation.damaged():
                damage(installation)
                yield from every_kind_closed(name, installation)


def late(bench: Bench) -> Iterator[Outcome]:
    """What the front starts does not end."""
    for installation in bench.fronted().every():
        for name, text in STAYS.items():
            with installation.damaged():
                _say(installation.script, text)
                yield from every_kind_closed(name, installation, seconds=SHORT)


def stopped(bench: Bench) -> Iterator[Outcome]:
    """SIGSTOP to the hook as soon as it is there, then to the front itself."""
    for installation in bench.fronted().every():
        for kind in installation.kinds():
            call = installation.call(kind)
            process = installation.start(call, seconds=SHORT, before=endings.AS_STARTED)
            front = endings.hook_below(process.pid)
            os.kill(endings.child_of(front), signal.SIGSTOP)
            yield compare(f"{call.name}: hook stopped", call, finish(process, call.data, SHORT), CLOSED[kind])
        call = installation.call(COMMAND)
        process = installation.start(call, seconds=SHORT, before=endings.AS_STARTED)
        front = endings.hook_below(process.pid)
        endings.child_of(front)
        os.kill(front, signal.SIGSTOP)
        yield compare(f"{call.name}: front stopped", call, finish(process, call.data, SHORT), CLOSED[COMMAND])


noisy = with_front(broken.noisy)
