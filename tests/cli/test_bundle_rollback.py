"""Going back: the program, what it was made from, and what doctor says of both."""

from __future__ import annotations

from pathlib import Path

import pytest

from policyhooks.cli.main import run
from policyhooks.installation.origin import FILE
from tests.support.bundles import ABOUT, POLICY, build

SECOND = POLICY.replace("no-install", "no-installs").replace("[npm install]", "[npm install, npm i]")
MORE_EVENTS = f"""{SECOND}\
  - id: no-words
    match: {{events: [prompt.submit], prompts: [please install]}}
    effect: deny
    message: {{user: "No installs.", agent: "Use npm ci."}}
    tests: {{cases: [{{event: prompt.submit, prompt: {{text: please install it}}, expect: deny}}]}}
"""


def words(folder: Path, scope: str) -> list[str]:
    return ["--client", "claude-code", "--scope", scope, "--root", str(folder / "root")]


def numbered(folder: Path, serial: int, policy: str) -> Path:
    return build(folder, name=f"{serial}.phb", policy=policy, about=ABOUT.replace("serial: 14", f"serial: {serial}"))


def examine(folder: Path, scope: str) -> int:
    system = folder / ("root" if scope == "managed" else "system")
    home = ["--home", str(folder / "home"), "--system", str(system)]
    return run(["doctor", *words(folder, scope), *home])


@pytest.mark.parametrize(("scope", "second"), [("managed", SECOND), ("project", SECOND), ("project", MORE_EVENTS)])
def test_doctor_is_content_after_a_rollback(
    scope: str, second: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for serial, policy in ((14, POLICY), (15, second)):
        file = numbered(tmp_path, serial, policy)
        assert run(["bundle", "activate", str(file), *words(tmp_path, scope), "--replace"]) == 0
    assert examine(tmp_path, scope) == 0, capsys.readouterr().out
    assert run(["bundle", "rollback", *words(tmp_path, scope)]) == 0
    capsys.readouterr()
    assert examine(tmp_path, scope) == 0, capsys.readouterr().out


def test_a_generation_that_kept_no_copy_is_found_by_its_bundle(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for serial, policy in ((14, POLICY), (15, SECOND)):
        file = numbered(tmp_path, serial, policy)
        assert run(["bundle", "activate", str(file), *words(tmp_path, "managed"), "--replace"]) == 0
    [copy] = tmp_path.glob(f"root/var/lib/policyhooks/claude-code/generations/1/{FILE}")
    copy.unlink()
    assert run(["bundle", "rollback", *words(tmp_path, "managed")]) == 0
    capsys.readouterr()
    assert examine(tmp_path, "managed") == 0, capsys.readouterr().out
