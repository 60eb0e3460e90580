"""The examples of inline code, run by the interpreters of this machine: they start what the view says."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.shell.inline.test_commands import HARMLESS, STARTED

INTERPRETERS = {
    "python": [sys.executable, "-Ic"],
    "perl": [shutil.which("perl") or "", "-e"],
    "ruby": [shutil.which("ruby") or "", "-e"],
    "php": [shutil.which("php") or "", "-r"],
    "lua": [shutil.which("lua") or "", "-e"],
}
# Code that only starts something when there is input, or when something calls it.
CONDITIONAL = ("s/x/", "if (-e 'x')", "async def")


def started(lang: str, code: str, folder: Path) -> str:
    """The arguments that a stub of rm was given; nothing else is on the PATH."""
    stubs = folder / "bin"
    stubs.mkdir()
    stub = stubs / "rm"
    stub.write_text(f'#!/bin/sh\necho "$*" >> {folder}/log\n', encoding="utf-8")
    stub.chmod(0o755)
    subprocess.run(
        [*INTERPRETERS[lang], code],
        cwd=folder,
        env={"PATH": str(stubs)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        timeout=30,
    )
    log = folder / "log"
    return log.read_text(encoding="utf-8") if log.exists() else ""


def rows(table: list[tuple[str, str]]) -> list[tuple[str, str]]:
    found = [(lang, code) for lang, code in table if lang in INTERPRETERS and INTERPRETERS[lang][0]]
    return [(lang, code) for lang, code in found if not any(mark in code for mark in CONDITIONAL)]


@pytest.mark.parametrize(("lang", "code"), rows(STARTED))
def test_example_really_starts_it(lang: str, code: str, tmp_path: Path) -> None:
    assert started(lang, code, tmp_path).splitlines()[0] == "-r old"


@pytest.mark.parametrize(("lang", "code"), rows(HARMLESS))
def test_harmless_example_starts_nothing(lang: str, code: str, tmp_path: Path) -> None:
    assert started(lang, code, tmp_path) == ""
