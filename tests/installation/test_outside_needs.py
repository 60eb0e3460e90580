"""What rules that ask somebody outside do not find here is told, at install and by doctor, and no key is."""

import os
import sys
from pathlib import Path

import pytest

from policyhooks.cli.main import run
from policyhooks.compiler.compile import compile_policies
from policyhooks.installation.outside_needs import unmet_needs

POLICY = """\
apiVersion: policyhooks/v1
kind: Policy
metadata: {id: acme.asks, title: Asks, owner: appsec@acme.example}
rules:
  - id: judged
    mode: MODE
    match: {events: [shell.before], commands: [npm]}
    judge: {prompt: "Is it right? $ARGUMENTS", model: fast, input: {command: shell.command}, not_ok: deny}
    message: {user: "No.", agent: "Ask."}
    tests: {cases: [{shell: {command: npm install}, judge: {ok: false, reason: x}, expect: deny}]}
  - id: checked
    mode: MODE
    match: {events: [shell.before], commands: [yarn]}
    command: {run: [PROGRAM], not_ok: deny}
    message: {user: "No.", agent: "Ask."}
    tests: {cases: [{shell: {command: yarn add x}, command: {ok: false}, expect: deny}]}
"""
WITHOUT_PACKAGES = os.path.realpath(sys.executable)  # the interpreter behind the environment, which has no litellm
KEYLESS = "{model: openai/any, api_base: 'http://127.0.0.1:9/v1'}"

# mode, program, models, interpreter -> what is told, and whether it is grave
NEEDS: dict[str, tuple[str, str, str, str, dict[str, bool]]] = {
    "nothing": ("enforce", "/bin/true", KEYLESS, "", {}),
    "disabled": ("disabled", "/nowhere", "", WITHOUT_PACKAGES, {}),
    "no model": ("enforce", "/bin/true", "", "", {"1 prompt rule, and no model for `fast`: each is unknown": True}),
    "no model of a rule that only records": ("audit", "/bin/true", "", "", {"and no model for `fast`": False}),
    "no key here": (
        "enforce",
        "/bin/true",
        "{model: openai/any, api_key_env: ACME_LLM_KEY}",
        "",
        {"the model `fast` needs ACME_LLM_KEY, which is not set here": False},
    ),
    "no key named": ("enforce", "/bin/true", "{model: openai/any}", "", {"names no `api_key_env`": False}),
    "no such provider": (
        "enforce",
        "/bin/true",
        KEYLESS.replace("openai", "opnai"),
        "",
        {"litellm knows no provider `opnai` of `opnai/any`": True},
    ),
    "no package": (
        "enforce",
        "/bin/true",
        KEYLESS,
        WITHOUT_PACKAGES,
        {"has no litellm, so no model can be asked": True},
    ),
    "no program": (
        "enforce",
        "/nowhere/gate",
        KEYLESS,
        "",
        {"acme.asks/checked: its program /nowhere/gate is not here": True},
    ),
    "no program of a rule that only records": (
        "audit",
        "/nowhere/gate",
        KEYLESS,
        "",
        {"/nowhere/gate is not here": False},
    ),
}


def write(folder: Path, mode: str, program: str, model: str) -> tuple[str, str]:
    policy, config = folder / "asks.yaml", folder / "config.yaml"
    policy.write_text(POLICY.replace("MODE", mode).replace("PROGRAM", program))
    models = f"judge: {{models: {{fast: {model}}}}}\n" if model else ""
    config.write_text(f"apiVersion: policyhooks/v1\nkind: Config\n{models}")
    return str(policy), str(config)


@pytest.mark.parametrize("case", NEEDS)
def test_what_is_missing_is_told(case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mode, program, model, python, told = NEEDS[case]
    monkeypatch.delenv("ACME_LLM_KEY", raising=False)
    policy, config = write(tmp_path, mode, program, model)
    found = unmet_needs(compile_policies([policy], config), "claude-code", python or sys.executable)
    assert [need.grave for need in found] == list(told.values()), found
    assert all(text in need.text and need.repair for text, need in zip(told, found, strict=True)), found


def test_install_and_doctor_say_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    policy, config = write(tmp_path, "enforce", "/nowhere/gate", "")
    place = [
        "--client",
        "claude-code",
        "--scope",
        "project",
        "--root",
        str(tmp_path),
        "--state",
        str(tmp_path / "state"),
    ]
    assert run(["install", *place, "--policies", policy, "--config", config]) == 0
    told = [line for line in capsys.readouterr().err.splitlines() if line.startswith("warning: ")]
    assert run(["doctor", *place]) == 1
    screen = capsys.readouterr().out
    for text in ("acme.asks/checked: its program /nowhere/gate is not here", "1 prompt rule, and no model for `fast`"):
        assert any(text in line for line in told), told
        assert text in screen


def test_a_key_is_never_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ACME_LLM_KEY", "sk-do-not-show")
    policy, config = write(tmp_path, "enforce", "/bin/true", "{model: nobody/any, api_key_env: ACME_LLM_KEY}")
    found = unmet_needs(compile_policies([policy], config), "claude-code", sys.executable)
    assert found
    assert "do-not-show" not in str(found)
