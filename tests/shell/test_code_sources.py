"""Against real shells: code that reaches a shell by a file, a descriptor, a substitution or a copy is read, or told."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from policyhooks.shell.view.shell import read
from tests.shell import oracle
from tests.shell.code_generator import MARKERS, TOOLS, carried, carried_posix
from tests.shell.sightings import PARSER
from tests.support.counts import FUZZ, scaled

SEED = time.time_ns() if FUZZ else 20261118
CHUNKS = 8

needs_bash = pytest.mark.skipif(not Path(oracle.BASH).exists(), reason="no bash here")
needs_zsh = pytest.mark.skipif(not Path(oracle.ZSH).exists(), reason="no zsh here")
needs_dash = pytest.mark.skipif(not Path(oracle.DASH).exists(), reason="no dash here")


def compare(
    maker: Callable[[random.Random], str], seed: str, count: int, folder: Path, shell: str, dialect: str
) -> tuple[list[str], int, int]:
    """Scripts with a marker that ran and that the view does not name; how many ran one; how many were understood."""
    rng = random.Random(seed)
    scripts = [maker(rng) for _ in range(count)]
    missed, ran, understood = [], 0, 0
    for text, (place, names) in zip(scripts, oracle.run_marked(scripts, folder, shell, MARKERS, TOOLS), strict=True):
        home = str(place)
        view = read(text, dialect=dialect, cwd=home, workspace=home, home=home, resolve_links=False, parser=PARSER)
        ran += bool(names)
        understood += view.understood and bool(names)
        unseen = names - {item.name for item in view.commands}
        if view.understood and unseen:
            missed.append(f"{text}\n  {shell} ran {sorted(unseen)}; seen {[item.name for item in view.commands]}")
    return missed, ran, understood


@needs_bash
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_bash(chunk: int, tmp_path: Path) -> None:
    count = scaled(14_400) // CHUNKS
    missed, ran, understood = compare(carried, f"{SEED}-{chunk}", count, tmp_path.resolve(), oracle.BASH, "bash")
    print(f"{count} scripts, {ran} ran a marker, {understood} of these understood")
    assert not missed, f"seed {SEED}, {len(missed)}:\n" + "\n".join(missed)
    assert ran > count * 0.7, "the markers have to run"
    assert understood > ran * 0.2, "a view that understands nothing would miss nothing"


@needs_dash
def test_dash(tmp_path: Path) -> None:
    count = scaled(2000)
    missed, ran, _ = compare(carried_posix, f"{SEED}-dash", count, tmp_path.resolve(), oracle.DASH, "sh")
    assert not missed, f"seed {SEED}:\n" + "\n".join(missed)
    assert ran > count * 0.6


@needs_zsh
def test_zsh(tmp_path: Path) -> None:
    count = scaled(2000)
    missed, ran, _ = compare(carried, f"{SEED}-zsh", count, tmp_path.resolve(), oracle.ZSH, "zsh")
    assert not missed, f"seed {SEED}:\n" + "\n".join(missed)
    assert ran > count * 0.4
