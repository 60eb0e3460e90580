"""Wheels and sdists of the checkout, and places in which a wheel alone is installed, without a network."""

import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

from tests.support.homes import STARTED

ROOT = Path(__file__).resolve().parents[2]


def build(target: Path, *words: str, source: Path = ROOT, env: dict[str, str] | None = None) -> Path:
    """Build into a folder as `make wheel` does; the one file, or the folder where there are two."""
    target.mkdir(parents=True, exist_ok=True)
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-d", str(target), *words],
        cwd=source, env={**os.environ, **(env or {})}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    files = sorted(target.iterdir())
    return files[0] if len(files) == 1 else target


def make_place(folder: Path) -> Path:
    """An environment without policyhooks, in which everything that it needs is at hand; its folder of programs.

    A path file leads to the packages of the environment that runs the tests. The path file there, which leads to the
    checkout, is not followed: only those of an environment's own folder are.
    """
    venv.create(folder, symlinks=True, with_pip=False)
    own = Path(sysconfig.get_path("purelib", vars={"base": str(folder)}))
    (own / "packages.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    # pip would have put it there with the package that has it.
    (folder / "bin" / "shfmt").symlink_to(Path(sysconfig.get_path("scripts")) / "shfmt")
    script = "import sys\nfrom pip._internal.cli.main import main\nsys.exit(main())\n"
    (folder / "bin" / "pip").write_text(f"#!{folder}/bin/python\n{script}")
    (folder / "bin" / "pip").chmod(0o755)
    return folder / "bin"


def offline(home: Path, programs: Path) -> dict[str, str]:
    """What a new user's shell has, with a pip that cannot reach an index."""
    return {
        "HOME": str(home),
        "PATH": f"{programs}:/usr/bin:/bin",
        "LANG": "C.UTF-8",
        "PIP_NO_INDEX": "1",
        "PIP_CONFIG_FILE": os.devnull,
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        **STARTED,
    }
