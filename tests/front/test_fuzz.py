"""The front on random arguments, tables and children, built with sanitizers: whatever comes, one of three codes."""

import random
import subprocess
from pathlib import Path

import pytest

from tests.front.places import (
    COMPLAINTS,
    SOURCE,
    Place,
    compile_sanitized,
    make_place,
    plain_table,
    write_table,
)
from tests.support.counts import scaled

UNITS = Path(__file__).with_name("units.c")
CODES = (0, 1, 2, 3, 64, 65, 70, 126, 127, 255)
ARGUMENTS = ("2", "-", "claude-code", "PreToolUse", "20")
PIECES = (
    "",
    "-",
    "2",
    "..",
    "/",
    "p-1",
    "a" * 70,
    "a" * 5000,
    "%s%n",
    "\n",
    "é",
    "0.5",
    "1e5",
    "99999999999",
    "cursor",
)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Place:
    folder = tmp_path_factory.mktemp("fuzz").resolve()
    return make_place(folder / "state", compile_sanitized(SOURCE, folder / "front"))


def test_tables_fuzz(tmp_path: Path) -> None:
    units = compile_sanitized(UNITS, tmp_path / "units")
    (tmp_path / "table").write_bytes(plain_table())
    seed = random.randrange(1 << 40)
    done = subprocess.run(
        [units, "fuzz", str(scaled(400_000)), str(seed), tmp_path / "table"], capture_output=True, check=False
    )
    assert done.returncode == 0, (seed, done.stderr[-2000:])


def test_arguments_fuzz(place: Place) -> None:
    place.starts("cat >/dev/null; exit 64")
    for _ in range(scaled(2_000)):
        words = [random.choice(PIECES) if random.random() < 0.3 else word for word in ARGUMENTS]
        words = words[: random.choice((5, 5, 5, 4, 0))] + ["x"] * random.choice((0, 0, 0, 1, 40))
        done = place.run(words=words)
        assert done.returncode in (64, 70), words
        assert not any(one in done.stderr for one in COMPLAINTS), (words, done.stderr)


def test_children_fuzz(place: Place) -> None:
    """Only what left with 64 or 2 is passed on, to the byte; else the declared answer."""
    for _ in range(scaled(2_000)):
        code, size = random.choice(CODES), random.choice((0, 1, 100, 70_000, 200_000))
        out = random.choice(("{", "x", "")) + "a" * size if random.random() < 0.7 else ""
        (place.folder / "out").write_text(out)
        last = "kill -9 $$" if random.random() < 0.1 else f"exit {code}"
        place.starts(f"{random.choice(('cat >/dev/null;', ''))} cat {place.folder}/out; echo why >&2; {last}")
        done = place.run(event=b"e" * random.choice((0, 1, 70_000, 300_000)))
        assert not any(one in done.stderr for one in COMPLAINTS), done.stderr
        if last == f"exit {code}" and code in (2, 64):
            assert (done.returncode, done.stdout.decode()) == (code, out)
        else:
            assert done.returncode == 2
            assert b'"permissionDecision":"deny"' in done.stdout


def test_damaged_tables_fuzz(place: Place) -> None:
    """Through the process: refused as a whole, or what was declared."""
    place.starts("exit 0")
    table = plain_table()
    try:
        for _ in range(scaled(2_000)):
            changed = bytearray(table)
            for _ in range(random.randint(1, 3)):
                changed[random.randrange(len(changed))] = random.randrange(256)
            write_table(place.folder, bytes(changed[: random.choice((len(changed), random.randrange(len(changed))))]))
            done = place.run()
            assert not any(one in done.stderr for one in COMPLAINTS), done.stderr
            assert done.returncode == (2 if done.stdout else 70)
            assert not done.stdout or b'"permissionDecision":"deny"' in done.stdout
    finally:
        write_table(place.folder, table)
