"""Notes and progress: for people at a terminal, gone when it is done, silent with --quiet."""

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from policyhooks.cli.options.notes import QUIET, tell, working

PROGRAM = """
import sys, time
from policyhooks.cli.options import notes
notes.PATIENCE_S = float(sys.argv[1])
notes.QUIET.set(sys.argv[2] == "quiet")
with notes.working("sorting", int(sys.argv[3]) or None) as step:
    for name in ("one", "two"):
        step(name)
        if sys.argv[1] == "0":
            time.sleep(0.5)
print("done")
"""


def at_a_terminal(*words: str) -> str:
    """What a terminal receives."""
    ours, theirs = pty.openpty()
    environ = {"TERM": "xterm", "PATH": "/usr/bin:/bin", "COLUMNS": "80"}
    done = subprocess.Popen([sys.executable, "-c", PROGRAM, *words], stdout=theirs, stderr=theirs, env=environ)
    os.close(theirs)
    received = b""
    while True:
        try:
            block = os.read(ours, 4096)
        except OSError:  # how Linux says that nobody writes there any more
            break
        if not block:
            break
        received += block
    os.close(ours)
    assert done.wait() == 0
    return received.decode()


@pytest.mark.parametrize(("total", "shown"), [("2", "0/2"), ("0", "sorting")])
def test_what_takes_long_shows_progress_and_leaves_nothing(total: str, shown: str) -> None:
    text = at_a_terminal("0", "told", total)
    assert "sorting" in text
    assert shown in text
    assert "two" in text
    # The last thing before the result is that the line is wiped and the cursor is back.
    assert text.rstrip("\r\n").endswith("done")
    assert "\x1b[2K" in text.rpartition("done")[0][-12:]
    assert "\x1b[?25h" in text


@pytest.mark.parametrize("words", [("600", "told", "2"), ("0", "quiet", "2")])
def test_what_is_quick_or_quiet_shows_none(words: tuple[str, ...]) -> None:
    assert at_a_terminal(*words) == "done\r\n"


def test_a_pipe_gets_lines_and_no_progress(capsys: pytest.CaptureFixture[str]) -> None:
    tell("note: using this")
    with working("sorting", 2) as step:
        step("one")
    assert capsys.readouterr().err == "note: using this\nsorting\n"


def test_quiet_is_quiet(capsys: pytest.CaptureFixture[str]) -> None:
    before = QUIET.set(True)
    try:
        tell("note: using this")
        with working("sorting"):
            pass
    finally:
        QUIET.reset(before)
    assert capsys.readouterr().err == ""


def test_a_failure_clears_it_too(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError), working("sorting"):
        raise RuntimeError
