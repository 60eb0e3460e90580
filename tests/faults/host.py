"""A host that is not as it should be: clocks that jump, a hostile environment, far too many processes for its cores."""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.faults.answers import Ended
from tests.faults.calls import CLIENTS, COMMAND, FORBIDDEN, Call
from tests.faults.installation import LONG, Bench, Installation, finish
from tests.faults.outcomes import CannotBeMade, Outcome, compare, decided
from tests.support.counts import SOAK, scaled

FAKETIME = [f"/usr/lib/{kind}-linux-gnu/faketime/libfaketime.so.1" for kind in ("x86_64", "aarch64")]
JUMPS = (
    *("-10y", "+10y", "-1d", "+1d", "-3600", "+3600"),
    *("@1970-01-02 00:00:00", "@2038-01-19 03:14:07", "@2106-02-07 06:28:15"),
)
RATES = ("+0 x1000", "+0 x0.01", "+0 i5")  # a clock that runs, that crawls, that leaps at every look

LEAVES = "() { echo junk; builtin exit 0; }"
NAMES = (
    "[",
    "test",
    "printf",
    "exit",
    "exec",
    "eval",
    "set",
    "command",
    "builtin",
    "env",
    "sh",
    "hook",
    "case",
    "kill",
)
OVERSUBSCRIPTION = 8  # busy processes for each core
SHARE = 0.85  # of the client's time-out
WAITED = 20  # seconds of a client that waits until our deadline


def clock(bench: Bench) -> Iterator[Outcome]:
    """The wall clock alone: deadlines rest on the one that only goes forward, and libfaketime leaves it be."""
    library = next((path for path in FAKETIME if Path(path).exists()), None)
    if library is None:
        raise CannotBeMade("libfaketime is not installed (Debian: faketime)")
    fake = {"LD_PRELOAD": library, "FAKETIME_DONT_FAKE_MONOTONIC": "1", "DONT_FAKE_MONOTONIC": "1", "NO_FAKE_STAT": "1"}
    for installation in bench.every():
        with installation.damaged():
            for jump in (*JUMPS, *RATES):
                yield from decided(f"clock {jump}", installation, environ={**fake, "FAKETIME": jump})
            yield from decided("back to the hour", installation)


def environments(folder: Path) -> Mapping[str, Mapping[str, str]]:
    """Variables that lead programs elsewhere. What runs before the line is read (BASH_ENV, LD_PRELOAD) is a limit."""
    trap = folder / "trap"
    trap.mkdir(exist_ok=True)
    stolen = f"open({str(folder / 'stolen')!r}, 'w').write('x')\n"
    for name in ("sitecustomize", "usercustomize", "json", "posix", "marshal", "startup"):
        (trap / f"{name}.py").write_text(stolen)
    for name in ("sh", "env", "python3", "cat", "printf"):
        (trap / name).write_text(f"#!/bin/sh\necho junk > {folder / 'stolen'}\nexit 0\n")
        (trap / name).chmod(0o755)
    path = str(trap)
    return {
        "PATH of another": {"PATH": path},
        "no PATH": {"PATH": ""},
        "PYTHONPATH": {"PYTHONPATH": path},
        "PYTHONHOME": {"PYTHONHOME": "/nonexistent"},
        "PYTHONSTARTUP": {"PYTHONSTARTUP": f"{path}/startup.py"},
        "PYTHONUSERBASE": {"PYTHONUSERBASE": path},
        "PYTHONINSPECT": {"PYTHONINSPECT": "1"},
        "PYTHONOPTIMIZE": {"PYTHONOPTIMIZE": "2"},
        "PYTHONMALLOC": {"PYTHONMALLOC": "nonsense"},
        "PYTHONHASHSEED": {"PYTHONHASHSEED": "nonsense"},
        "PYTHONIOENCODING": {"PYTHONIOENCODING": "nonsense"},
        "PYTHONWARNINGS": {"PYTHONWARNINGS": "error"},
        "PYTHONPLATLIBDIR": {"PYTHONPLATLIBDIR": path},
        "PYTHONEXECUTABLE": {"PYTHONEXECUTABLE": f"{path}/python3"},
        "ENV": {"ENV": f"{path}/sh"},
        "IFS": {"IFS": "0123456789/"},
        "CDPATH": {"CDPATH": path},
        "exported functions": {f"BASH_FUNC_{name}%%": LEAVES for name in NAMES},
        "XDG": {"XDG_STATE_HOME": path, "XDG_DATA_HOME": path, "XDG_CONFIG_HOME": path},
        "POLICYHOOKS": {"POLICYHOOKS_DISABLE": "1", "POLICYHOOKS_STATE": path, "POLICYHOOKS_HOME": path},
        "TMPDIR": {"TMPDIR": "/nonexistent"},
        "locale": {"LC_ALL": "nonsense", "LANG": "tr_TR.UTF-8"},
        "SHELLOPTS": {"SHELLOPTS": "errexit:nounset:noclobber", "BASHOPTS": "failglob"},
    }


def environment(bench: Bench) -> Iterator[Outcome]:
    """The rules decide as ever, and nothing of the environment runs."""
    stolen = bench.folder / "stolen"
    for installation in bench.every():
        for name, environ in environments(bench.folder).items():
            yield from decided(name, installation, environ=environ)
            yield Outcome(f"{installation.client}: nothing ran by {name}", "it ran" if stolen.exists() else "")
            stolen.unlink(missing_ok=True)


def home(bench: Bench) -> Iterator[Outcome]:
    """A HOME that leads nowhere finds no hook: that is a block."""
    for installation in bench.every():
        for value in ("", "relative", ".", "/", "/nonexistent", "~", "//"):
            call = installation.call(COMMAND)
            yield compare(f"{call.name}: HOME={value}", call, installation.run(call, environ={"HOME": value}), "block")


def oversubscribed(bench: Bench) -> Iterator[Outcome]:
    """Eight busy processes for each core: every answer comes before 85 % of the client's time-out."""
    installations = [bench.installation(client) for client in (CLIENTS if SOAK else CLIENTS[:1])]
    words = [sys.executable, "-c", "while True: pass"]
    busy = [subprocess.Popen(words) for _ in range(OVERSUBSCRIPTION * (os.cpu_count() or 1))]
    try:
        for number in range(scaled(200)):
            installation = installations[number % len(installations)]
            call = installation.call(COMMAND).saying(FORBIDDEN)
            yield _in_time(f"{call.name}: run {number}", call, installation.run(call), LONG)
        with ThreadPoolExecutor(max_workers=len(installations)) as pool:
            yield from pool.map(_hang, installations)
    finally:
        for process in busy:
            process.kill()
            process.wait()


def _hang(installation: Installation) -> Outcome:
    """An event that never comes: our own deadline must strike in time too."""
    call = installation.call(COMMAND)
    reader, writer = os.pipe()
    process = installation.start(call, seconds=WAITED, stdin=reader)
    os.close(reader)
    ended = finish(process, None, WAITED)
    os.close(writer)
    return _in_time(f"{call.name}: no event comes", call, ended, WAITED)


def _in_time(case: str, call: Call, ended: Ended, seconds: float) -> Outcome:
    late = ended.lasted > seconds * SHARE
    return Outcome(case, f"{ended.lasted:.1f} of {seconds} s") if late else compare(case, call, ended, "block")
