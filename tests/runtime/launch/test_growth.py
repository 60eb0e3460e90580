"""A hook stays below 256 MB whatever it is sent: real processes with the shipped policies, over grown events."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from policyhooks.compiler.compile import compile_policies
from policyhooks.image.activation import activate
from tests.runtime.launch.grown import SHAPES, UNDECIDED, Shape
from tests.support.counts import scaled
from tests.support.hooks import hook_argv

POLICIES = Path(__file__).parents[3] / "policies"
MOST_KILOBYTES = 256 << 10
TIMEOUT_S = 300  # no event may come near it; what grows without end does
# A process of its own, because a child's peak begins with the size of who started it.
MEASURE = """
import os, sys
child = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ)
_, status, usage = os.wait4(child, 0)
peak = usage.ru_maxrss // (1024 if sys.platform == "darwin" else 1)
print(os.waitstatus_to_exitcode(status), peak, file=open(int(os.environ["REPORT"]), "w"))
"""


@pytest.fixture(scope="module")
def state(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return activate(tmp_path_factory.mktemp("growth") / "state", [compile_policies([str(POLICIES)])]).state


def measured(state: Path, native: str, stdin: bytes) -> tuple[int, int, bytes, bytes]:
    """Exit code and peak in kilobytes of one hook, and what it said."""
    reader, writer = os.pipe()
    command = [sys.executable, "-I", "-S", "-c", MEASURE, *hook_argv(state, native=native, timeout_s=TIMEOUT_S)]
    try:
        done = subprocess.run(
            command, input=stdin, capture_output=True, check=True, pass_fds=[writer],
            env={"PATH": "/usr/bin:/bin", "HOME": str(state), "REPORT": str(writer)}, timeout=2 * TIMEOUT_S,
        )  # fmt: skip
    finally:
        os.close(writer)
    with os.fdopen(reader) as report:
        code, peak = map(int, report.read().split())
    return code, peak, done.stdout, done.stderr


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.__name__)
def test_no_event_takes_more_memory_than_a_hook_has(state: Path, shape: Shape) -> None:
    count = scaled(SHAPES[shape])
    for number in range(count):
        random = Random(f"{shape.__name__} {number}")
        native, stdin = shape(random, 1 - number / count / 2)
        code, peak, said, why = measured(state, native, stdin)
        assert peak <= MOST_KILOBYTES, (number, peak)
        assert code in (2, 64), (number, code, why[:500])
        assert b"time-out" not in why + said, number
        if shape in UNDECIDED:
            assert (code == 2 and why) or b"policyhooks could not decide" in said, number
