"""Against real shells: what a program gets as arguments is in the view, however it was handed on."""

from __future__ import annotations

import os
import random
import subprocess
import time
from pathlib import Path

import pytest

from policyhooks.core.shell_records import Shell
from policyhooks.shell.view.shell import read
from tests.shell import oracle
from tests.shell.argument_generator import passed
from tests.shell.sightings import PARSER
from tests.support.counts import FUZZ, scaled

SEED = time.time_ns() if FUZZ else 20261119
CHUNKS = 4
STUB = """#!/bin/dash
printf '%s\\0' "$#" "$@" >> "$ORACLE_LOG"
"""

# The shell with its options, the dialect, how many scripts in a soak.
SHELLS = (
    *(((oracle.BASH, "--norc", "--noprofile"), "bash", 2_000) for _ in range(CHUNKS)),
    ((oracle.DASH,), "posix", 2_000),
    ((oracle.ZSH, "-f"), "zsh", 2_000),
)


def arguments_in(script: str, folder: Path, shell: tuple[str, ...]) -> list[list[str]]:
    """The arguments of every run of alpha, as a shell gives them."""
    log, stubs, place = folder / "log", folder / "stubs", folder / "place"
    log.unlink(missing_ok=True)
    place.mkdir(exist_ok=True)
    if not stubs.is_dir():
        stubs.mkdir()
        (stubs / "alpha").write_text(STUB)
        (stubs / "alpha").chmod(0o700)
    subprocess.run(
        [oracle.BASH, "--norc", "--noprofile", "-c", script], cwd=place, capture_output=True, timeout=60, check=False,
        stdin=subprocess.DEVNULL,
        env={"PATH": f"{stubs}{os.pathsep}{oracle.SYSTEM}", "HOME": str(place), "ORACLE_LOG": str(log)},
    )  # fmt: skip
    found, rest = [], log.read_text().split("\0")[:-1] if log.exists() else []
    while rest:
        count = int(rest[0])
        found.append(rest[1 : count + 1])
        rest = rest[count + 1 :]
    return found


def unseen(view: Shell, runs: list[list[str]]) -> list[list[str]]:
    """Runs with other arguments than those that the view lists; one that it calls dynamic is told."""
    listed = [item for item in view.commands if item.name == "alpha"]
    if any(item.dynamic or item.glob for item in listed):
        return []
    return [run for run in runs if not any(stands_for(list(item.argv[1:]), run) for item in listed)]


def stands_for(listed: list[str], run: list[str]) -> bool:
    """Whether these words are the ones that ran; a glob in quotation marks may be one of the names that it matches."""
    return len(listed) == len(run) and all(
        one == other or (one == "*.x" and other.endswith(".x")) for one, other in zip(listed, run, strict=True)
    )


@pytest.mark.parametrize("number", range(len(SHELLS)), ids=lambda number: f"{SHELLS[number][1]}-{number}")
def test_arguments_differential(number: int, tmp_path: Path) -> None:
    shell, dialect, full = SHELLS[number]
    if not Path(shell[0]).exists():
        pytest.skip(f"no {shell[0]} here")
    rng = random.Random(f"{SEED}-{number}")
    folder = tmp_path.resolve()
    home = str(folder / "place")
    missed, ran, certain = [], 0, 0
    for _ in range(scaled(full)):
        script = passed(rng)
        runs = arguments_in(script, folder, shell)
        if not runs:
            continue
        view = read(script, dialect=dialect, cwd=home, workspace=home, home=home, resolve_links=False, parser=PARSER)
        ran += 1
        if not view.understood:
            continue
        certain += not any(item.dynamic for item in view.commands if item.name == "alpha")
        wrong = unseen(view, runs)
        if wrong:
            missed.append(f"{script}\n    ran {wrong}, listed {[list(item.argv) for item in view.commands]}")
    print(f"{scaled(full)} scripts, {ran} ran alpha, {certain} of these certain")
    assert not missed, f"seed {SEED}, {len(missed)} of {ran}:\n" + "\n--\n".join(missed[:20])
    assert ran > scaled(full) * 0.5, "most scripts have to run it"
    assert certain > ran * 0.25, "a view that is never certain would miss nothing"
