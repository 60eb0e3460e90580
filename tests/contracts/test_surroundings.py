"""Hostile surroundings: nothing that lies in a project folder or stands in the environment runs in the hook."""

import os
import subprocess
from pathlib import Path

import pytest

from policyhooks.image.activation import Activation
from policyhooks.installation.command_line import personal_command
from tests.support.hooks import install, payload, run, verdict

MODULES = (
    "json", "sitecustomize", "usercustomize", "re", "os", "posix", "marshal", "gc", "_json", "_sha256", "hook",
    "policyhooks", "site", "encodings", "codecs", "faulthandler", "_imp", "time", "_sre", "binascii",
)  # fmt: skip
PROGRAMS = ("python3", "python3.11", "printf", "exit", "sh", "shfmt", "cat", "policyhooks")


@pytest.fixture(scope="module")
def active(tmp_path_factory: pytest.TempPathFactory) -> Activation:
    return install(tmp_path_factory.mktemp("active"))


@pytest.fixture
def trap(tmp_path: Path) -> tuple[Path, Path]:
    """A project folder in which everything, once run, leaves a mark."""
    folder, mark = tmp_path / "project", tmp_path / "mark"
    folder.mkdir()
    for name in MODULES:
        (folder / f"{name}.py").write_text(f"open({str(mark)!r}, 'a').write({name!r} + '\\n')\n")
    for package in ("policyhooks", "encodings"):
        (folder / "lib" / package).mkdir(parents=True)
        (folder / "lib" / package / "__init__.py").write_text(f"open({str(mark)!r}, 'a').write('package\\n')\n")
    (folder / "evil.pth").write_text(f"import sys; open({str(mark)!r}, 'a').write('pth\\n')\n")
    for name in PROGRAMS:
        (folder / name).write_text(f"#!/bin/sh\necho {name} >> {mark}\n")
        (folder / name).chmod(0o755)
    (folder / "profile.sh").write_text(f"echo profile >> {mark}\n")
    (folder / "pyvenv.cfg").write_text(f"home = {folder}\ninclude-system-site-packages = true\n")
    return folder, mark


def variables(folder: Path) -> dict[str, str]:
    return {
        "PYTHONPATH": f"{folder}:{folder}/lib",
        "PYTHONHOME": str(folder),
        "PYTHONSTARTUP": f"{folder}/sitecustomize.py",
        "PYTHONUSERBASE": str(folder),
        "PYTHONINSPECT": "1",
        "PYTHONBREAKPOINT": "sitecustomize",
        "PYTHONPLATLIBDIR": str(folder),
        "PYTHONWARNINGS": "error",
        "PYTHONDEVMODE": "1",
        "PYTHONUTF8": "0",
        "PYTHONSAFEPATH": "",
        "PYTHONHASHSEED": "0",
        "BASH_ENV": f"{folder}/profile.sh",
        "ENV": f"{folder}/profile.sh",
        "PATH": f".:{folder}:{os.environ['PATH']}",
        "HOME": str(folder),
        "XDG_STATE_HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder),
        "XDG_DATA_HOME": str(folder),
        "LC_ALL": "C",
    }


@pytest.mark.parametrize("name", [*sorted(variables(Path("/x"))), "all of them"])
@pytest.mark.parametrize("shell", [False, True])
def test_nothing_of_it_runs(active: Activation, trap: tuple[Path, Path], name: str, shell: bool) -> None:
    folder, mark = trap
    chosen = variables(folder)
    env = {"PATH": os.environ["PATH"], **(chosen if name == "all of them" else {name: chosen[name]})}
    for do, expected in (("nothing", "pass"), ("deny", "deny"), ("raise", "ask")):
        done = run(active, payload(do, cwd=str(folder)), env=env, cwd=folder, shell=shell)
        assert verdict(done) == expected
    assert not mark.exists(), mark.read_text()


def test_bash_as_the_clients_shell_runs_no_profile(active: Activation, trap: tuple[Path, Path]) -> None:
    """BASH_ENV is read by bash itself before our command; what we start after it must be ours alone."""
    folder, mark = trap
    command = personal_command(active.state, "claude-code", "PreToolUse", 20)
    env = {"PATH": f".:{folder}:/usr/bin:/bin", "PYTHONPATH": str(folder), "HOME": str(folder)}
    for shell in ("/bin/sh", "/bin/bash"):
        done = subprocess.run([shell, "-c", command], input=b"{", capture_output=True, check=False, cwd=folder, env=env)
        assert verdict(done) == "deny"
    assert not mark.exists(), mark.read_text()


def test_decisions_do_not_move_with_home(active: Activation, tmp_path: Path) -> None:
    """HOME and XDG variables are not where the hook looks for its state."""
    env = {"HOME": "/nonexistent", "XDG_STATE_HOME": "/nonexistent", "PATH": ""}
    assert verdict(run(active, payload("deny"), env=env)) == "deny"
    assert verdict(run(active, payload(), env={})) == "pass"


def test_no_process_is_left_behind(active: Activation) -> None:
    for do in ("nothing", "deny", "raise", "loop"):
        run(active, payload(do), timeout_s=1 if do == "loop" else 20)
    listed = subprocess.run(["/bin/ps", "-eo", "args"], capture_output=True, check=False).stdout.decode()
    assert str(active.state) not in "\n".join(line for line in listed.splitlines() if "pytest" not in line)
