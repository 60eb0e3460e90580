"""Against real bash: a protected path that comes out of variables, operators and builtins is seen, or told."""

from __future__ import annotations

import random
import subprocess
import time
from pathlib import Path

import pytest

from policyhooks.core.shell_records import Shell
from policyhooks.shell.view.shell import read
from tests.shell import oracle
from tests.shell.sightings import CHANGES, PARSER
from tests.shell.value_generator import TARGET, valued
from tests.support.counts import FUZZ, scaled

SEED = time.time_ns() if FUZZ else 20261118
CHUNKS = 4

needs_bash = pytest.mark.skipif(not Path(oracle.BASH).exists(), reason="no bash here")


def changes_target(script: str, folder: Path) -> bool:
    """Whether bash, run in an empty project, changes the protected file."""
    target = folder / TARGET
    target.parent.mkdir(exist_ok=True)
    target.write_text("as it was\n")
    (folder / "other").write_text("other\n")
    subprocess.run(
        [oracle.BASH, "--norc", "--noprofile", "-c", script], cwd=folder, capture_output=True, timeout=20, check=False,
        stdin=subprocess.DEVNULL, env={"PATH": "/usr/bin:/bin", "HOME": str(folder)},
    )  # fmt: skip
    return not target.exists() or target.read_text() != "as it was\n"


def is_seen(view: Shell) -> bool:
    return not view.understood or any(path.op in CHANGES and "agent_config" in path.tags for path in view.paths)


@needs_bash
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_bash_differential(chunk: int, tmp_path: Path) -> None:
    rng = random.Random(f"{SEED}-{chunk}")
    folder = tmp_path.resolve()
    count = scaled(8_000) // CHUNKS
    missed, ran, understood = [], 0, 0
    for _ in range(count):
        script = valued(rng)
        if not changes_target(script, folder):
            continue
        home = str(folder)
        view = read(script, dialect="bash", cwd=home, workspace=home, home=home, resolve_links=False, parser=PARSER)
        ran += 1
        understood += view.understood
        if not is_seen(view):
            missed.append(script)
    print(f"{count} scripts, {ran} changed the file, {understood} of these understood")
    assert not missed, f"seed {SEED}, {len(missed)} of {ran}:\n" + "\n--\n".join(missed[:20])
    assert ran > count * 0.7, "most scripts have to reach the file"
    assert understood > ran * 0.5, "a view that understands nothing would miss nothing"
