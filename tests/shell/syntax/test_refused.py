"""Text that no shell runs: held to what bash and dash really do with it."""

import shutil
import subprocess

import pytest

from policyhooks.shell.syntax.refused import is_refused

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
