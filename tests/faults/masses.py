"""Many runs: hostile events by the thousand, hooks killed at any moment, and what all of them leave behind."""

import ctypes
import os
import random
import signal
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import islice
from pathlib import Path

from policyhooks.inspect.journal import read_records
from policyhooks.inspect.journal_verification import verify
from tests.faults.answers import CLOSED, effect_of
from tests.faults.calls import CLIENTS, COMMAND, FORBIDDEN, RESULT, Call
from tests.faults.endings import hook_below
from tests.faults.inputs import HOSTILE
from tests.faults.installation import LONG, Bench, Installation, end_group, finish
from tests.faults.outcomes import Outcome, compare
from tests.support.counts import SOAK, scaled

SPAWNS, KILLS, HOOKS = 20_000, 1_000, 5_000
SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER: what loses its parent becomes ours
PATIENCE = 20.0
SEED = 4
BATCH = 200  # events in memory at once
Case = tuple[str, Installation, Call, bytes]


def hostile_spawns(bench: Bench) -> Iterator[Outcome]:
    """Every hostile event on every client and kind, changed a little more each time round."""
    installations = [bench.installation(client) for client in (CLIENTS if SOAK else CLIENTS[:1])]
    generator = random.Random(SEED)
    cases = _hostile_cases(installations, generator)
    with ThreadPoolExecutor(max_workers=max(2, os.cpu_count() or 1)) as pool:
        while batch := list(islice(cases, BATCH)):
            yield from pool.map(_hostile_spawn, batch)


def _hostile_cases(installations: Sequence[Installation], generator: random.Random) -> Iterator[Case]:
    for number in range(scaled(SPAWNS)):
        installation = installations[number % len(installations)]
        call = installation.call((COMMAND, RESULT)[number // len(installations) % 2])
        name, damage = list(HOSTILE.items())[number // (2 * len(installations)) % len(HOSTILE)]
        yield f"{call.name}: {name}, {number}", installation, call, _varied(damage(call.data), generator)


def _varied(data: bytes, generator: random.Random) -> bytes:
    """The same damage at the end of another text, so that no two runs are the same."""
    return data + b" " * generator.randrange(4096)


def _hostile_spawn(case: Case) -> Outcome:
    name, installation, call, data = case
    return compare(name, call, installation.run(call, data), CLOSED[call.kind])


def killed_at_any_moment(bench: Bench) -> Iterator[Outcome]:
    """kill -9 on the hook while it works: what a client was told of is in the journal, and the chain holds."""
    installation = bench.installation()
    generator = random.Random(SEED)
    told: list[str] = []
    with installation.damaged():
        for number in range(scaled(KILLS)):
            call = _numbered(installation.call(COMMAND), number)
            process = installation.start(call)
            hook = hook_below(process.pid)
            assert process.stdin is not None
            process.stdin.write(call.data)
            process.stdin.close()
            process.stdin = None
            time.sleep(generator.uniform(0, 0.06))
            with suppress(ProcessLookupError):
                os.kill(hook, signal.SIGKILL)
            ended = finish(process, None, LONG)
            effect = effect_of(call, ended)
            if effect == "pass":
                told.append(str(call.payload["tool_use_id"]))
            yield Outcome(f"kill {number}", "" if effect in ("pass", "block") else effect)
        kept = {str(record.get("input", {}).get("tool_use_id")) for record in read_records(installation.state)}  # type: ignore[attr-defined]
        lost = [name for name in told if name not in kept]
        yield Outcome(f"{len(told)} answers were given", f"{len(lost)} of them have no record" if lost else "")
        yield Outcome("the chain holds", "; ".join(str(one) for one in verify(installation.state).problems))


def _numbered(call: Call, number: int) -> Call:
    return Call(call.client, call.kind, call.native, {**call.payload, "tool_use_id": f"use-{number}"})


def orphans(bench: Bench) -> Iterator[Outcome]:
    """Nothing is left running behind answers, blocks, damaged events, killed hooks and clients that gave up."""
    ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)
    try:
        before = _below(os.getpid())
        generator = random.Random(SEED)
        installation = bench.installation()
        for number in range(scaled(HOOKS)):
            _one_of_many(installation, number, generator)
            if number % 100 == 99 or number == scaled(HOOKS) - 1:
                left = _left(before)
                yield Outcome(f"after {number + 1} hooks", f"{len(left)} processes: {left}" if left else "")
    finally:
        ctypes.CDLL(None).prctl(SUBREAPER, 0, 0, 0, 0)


def _one_of_many(installation: Installation, number: int, generator: random.Random) -> None:
    """A decision, a block, a damaged event, a killed hook, or a client that gives up on it."""
    call = installation.call(COMMAND).saying((FORBIDDEN, "git status", "ls | sort > x")[number % 3])
    process = installation.start(call)
    way = number % 5
    if way == 3:
        time.sleep(generator.uniform(0, 0.05))
        end_group(process.pid)
    if way == 4:
        os.kill(hook_below(process.pid), signal.SIGKILL)
    finish(process, call.data[:-1] if way == 2 else call.data, LONG)


def _left(before: set[int]) -> list[str]:
    """Processes below ours that do not end within a generous while."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        for pid in _below(os.getpid()) - before:
            with suppress(ChildProcessError):
                os.waitpid(pid, os.WNOHANG)
        if not _below(os.getpid()) - before:
            return []
        time.sleep(0.05)
    return sorted(_name(pid) for pid in _below(os.getpid()) - before)


def _below(pid: int) -> set[int]:
    found: set[int] = set()
    for file in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            children = {int(one) for one in file.read_text().split()}
        except OSError:
            continue
        found |= children
        for child in children:
            found |= _below(child)
    return found


def _name(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")[:80]
    except OSError:
        return str(pid)
