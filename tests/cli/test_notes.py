"""Notes and progress: for people at a terminal, gone when it is done, silent with --quiet."""

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from policyhooks.cli.options.notes import QUIET, tell, working
from tests.support.terminal import show

PROGRAM = """
import sys, time
from policyhooks.cli.options import notes
notes.PATIENCE_S = float(sys.argv[1])
notes.QUIET.set(sys.argv[2] == "quiet")
total, told = {"2": (2, ()), "none": (None, ()), "later": (0, (2,))}[sys.argv[3]]
with notes.working("sorting", total) as step:
    for name in ("one", "two"):
        step(name, *told)
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


@pytest.mark.parametrize(("total", "shown"), [("2", "0/2"), ("none", "sorting"), ("later", "1/2")])
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


def test_what_is_not_said_aloud_is_only_for_terminals(capsys: pytest.CaptureFixture[str]) -> None:
    with working("sorting", 0, aloud=False) as step:
        step("one", 2)
    assert capsys.readouterr().err == ""


def test_what_is_written_meanwhile_goes_where_it_should(tmp_path: Path) -> None:
    """A bar takes no stream away: whoever collects what a verb writes still gets it."""
    program = (
        "import contextlib, io, threading, time\n"
        "from policyhooks.cli.options import notes\n"
        "notes.PATIENCE_S = 0\n"
        "said = io.StringIO()\n"
        "with notes.working('sorting'), contextlib.redirect_stdout(said):\n"
        "    while not any('rich' in type(one).__module__ for one in threading.enumerate()):\n"
        "        time.sleep(0.01)\n"  # until the bar is drawn
        "    print('collected')\n"
        f"open({str(tmp_path / 'said')!r}, 'w').write(said.getvalue())\n"
    )
    code, text = show([sys.executable, "-c", program], 80, cwd=tmp_path, environ={"PATH": "/usr/bin:/bin"})
    assert code == 0
    assert "sorting" in text
    assert "collected" not in text
    assert (tmp_path / "said").read_text() == "collected\n"


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
