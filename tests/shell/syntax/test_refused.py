"""Text that no shell runs: held to what bash and dash really do with it."""

import shutil
import subprocess

import pytest

from policyhooks.shell.syntax.parser import Parser
from policyhooks.shell.syntax.refused import is_refused
from policyhooks.shell.syntax.shfmt_place import locate

REFUSED = [
    "fi",
    "done",
    "  else touch ran; fi",
    "} | touch ran",
    ")",
    "echo 'unterminated",
    'touch ran; echo "open',
    "touch ran 'a \"b",
    "then touch ran",
    "esac; touch ran",
    "&& touch ran",
    "|| touch ran",
    "| touch ran",
]
# Lines that run, and then one that stops every shell: nothing behind it runs.
STOPPED = [
    ("echo seen", "&& touch ran"),
    ("echo seen", "|| touch ran\ntouch ran"),
    ("cat <<'E'\nseen\nE", "  && touch ran"),
    ("echo seen # && x", "| touch ran; touch ran"),
    ("f() {\n echo seen\n}\nf", ") ; touch ran"),
]
# Either a shell runs it, or nobody can be certain.
OTHERS = [
    "ls",
    "touch ran\necho 'open",
    "echo `touch ran` 'open",
    "echo $(touch ran) 'open",
    "ls # don't",
    "cat <<E 'x",
    "",
    "echo 'closed'",
    "echo \\'",
    "doneX",
]


@pytest.mark.parametrize("text", REFUSED)
@pytest.mark.parametrize("shell", ["bash", "dash"])
def test_no_shell_runs_any_of_it(tmp_path: object, shell: str, text: str) -> None:
    assert is_refused(text)
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"{shell} is not installed")
    done = subprocess.run([program, "-c", text], cwd=str(tmp_path), capture_output=True, timeout=10, check=False)
    assert done.returncode != 0
    assert done.stdout == b""
    assert not (tmp_path / "ran").exists()  # type: ignore[operator]


@pytest.mark.parametrize("text", OTHERS)
def test_everything_else_is_not_certain(text: str) -> None:
    assert not is_refused(text)


@pytest.mark.parametrize(("good", "bad"), STOPPED)
@pytest.mark.parametrize("shell", ["bash", "dash"])
def test_what_runs_before_a_refused_line_is_all_that_runs(tmp_path: object, shell: str, good: str, bad: str) -> None:
    statements, problems = Parser(locate()).parse(f"{good}\n{bad}", "bash")
    assert (len(statements), problems) == (len(Parser(locate()).parse(good, "bash")[0]), [])
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"{shell} is not installed")
    done = subprocess.run(
        [program, "-c", f"{good}\n{bad}"], cwd=str(tmp_path), capture_output=True, timeout=10, check=False
    )
    assert done.returncode != 0
    assert done.stdout == b"seen\n"
    assert not (tmp_path / "ran").exists()  # type: ignore[operator]


@pytest.mark.parametrize("text", ["echo a\n; touch ran", "{ echo a\n&& touch ran\n}", "echo $(\n&& ls", "echo a\ndone"])
def test_other_errors_stay_not_understood(text: str) -> None:
    assert Parser(locate()).parse(text, "bash")[1] == ["parse_error"]
