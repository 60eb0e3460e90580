"""What a mode leaves to the owner, asked of the real chmod on real files."""

import random
import shutil
import stat
import subprocess
from pathlib import Path

import pytest

from policyhooks.shell.view.rights import keeps_reading
from tests.support.counts import scaled

CHMOD = shutil.which("chmod") or ""
# A mode, whether the owner reads files and enters folders after it, whether files alone.
MODES = [
    ("755", True, True),
    ("0700", True, True),
    ("2775", True, True),
    ("644", False, True),
    ("400", False, True),
    ("300", False, False),
    ("55", False, False),
    ("7", False, False),
    ("000", False, False),
    ("u+rw", True, True),
    ("+x", True, True),
    ("a-w", True, True),
    ("-w", True, True),
    ("go-rwx", True, True),
    ("o=", True, True),
    ("u=rwX,go=rX", True, True),
    ("=r", False, False),
    ("u=", False, False),
    ("a-r", False, False),
    ("u-x", False, False),
    ("g+w,u-r", False, False),
    ("u=g", False, False),
    ("", False, False),
    ("rw", False, False),
    ("u+q", False, False),
    ("888", False, False),
]


@pytest.mark.parametrize(("mode", "everywhere", "in_files"), MODES)
def test_what_a_mode_leaves(mode: str, everywhere: bool, in_files: bool) -> None:
    assert keeps_reading(mode, only_files=False) == everywhere
    assert keeps_reading(mode, only_files=True) == in_files


def made_modes(count: int) -> list[str]:
    """Modes of every kind, of few letters, so that they meet."""
    draw = random.Random(11)

    def clause() -> str:
        who = "".join(draw.choices("ugoa", k=draw.choice((0, 1, 1, 2))))
        return who + draw.choice("+-=") + "".join(draw.choices("rwxXst", k=draw.choice((0, 1, 2, 3))))

    return [
        ",".join(clause() for _ in range(draw.choice((1, 1, 2, 3))))
        if draw.random() < 0.7
        else "".join(draw.choices("01234567", k=draw.choice((1, 2, 3, 4))))
        for _ in range(count)
    ]


@pytest.mark.skipif(not CHMOD, reason="no chmod here")
def test_a_mode_that_is_said_to_leave_reading_does(tmp_path: Path) -> None:
    held = 0
    for mode in made_modes(scaled(2000)):
        if not keeps_reading(mode, only_files=False):
            continue
        folder = tmp_path / "tree"
        folder.mkdir(mode=0o700)
        (folder / "file").write_text("x", encoding="utf-8")
        subprocess.run([CHMOD, "-R", "--", mode, str(folder)], check=True, capture_output=True)
        held += 1
        assert folder.stat().st_mode & 0o500 == 0o500, mode
        assert (folder / "file").stat().st_mode & stat.S_IRUSR, mode
        shutil.rmtree(folder)
    assert held > scaled(2000) / 10
