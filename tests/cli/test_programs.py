"""Programs that users describe, through the verbs and the installed hook: installed, trusted, in bundles, told."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path

import pytest

from policyhooks.bundle.manifest import read_manifest
from policyhooks.cli.main import run
from policyhooks.compiler.compile import compile_policies
from policyhooks.errors import EnvironmentBroken
from policyhooks.image.admission import check_program, why_refused
from tests.support.bundles import contents
from tests.support.hooks import hook_argv, settled

TOOLS = """apiVersion: policyhooks/v1
kind: Programs
metadata: {id: acme.tools, title: Our tools, owner: team@acme.example}
programs:
  acme:
    aliases: [ac]
    sub:
      run: {options: --env=env, operands: argv}
      deploy: {options: --target=target, operands: text*, network: true, danger: true}
      list|status: {operands: text*, read_only: true}
    examples:
      - {command: acme run -- rm -rf x, names: [acme, rm], paths: ["delete:/w/x"]}
plain: [acmefmt]
"""
RULES = """apiVersion: policyhooks/v1
kind: Policy
metadata: {id: acme.rules, title: Rules, owner: team@acme.example}
match: {events: [shell.before]}
rules:
  - id: no-rm
    match: {commands: ["rm -r"]}
    effect: deny
    message: {user: "Removes a folder.", agent: "Do not."}
    tests: {deny: [rm -rf x], quiet: [rm x]}
  - id: no-production
    match: {commands: [acme deploy, ac deploy]}
    when: shell.commands.exists(c, c.target_env == "prod")
    effect: deny
    message: {user: "Production.", agent: "Deploy to staging."}
    tests: {deny: [acme deploy --target prod], quiet: [acme deploy --target dev]}
"""
# What a project that was only trusted might say to get its way.
SLY = TOOLS.replace("acme.tools", "project.tools").replace("operands: argv", "operands: text*, read_only: true")
OWN = """apiVersion: policyhooks/v1
kind: Policy
metadata: {id: project.own, title: Own, owner: team@acme.example}
match: {events: [shell.before]}
rules:
  - id: no-deploy
    when: shell.commands.exists(c, c.name == "acme" && c.sub == "deploy" && !c.maybe_wrapped)
    effect: deny
    message: {user: "No.", agent: "No."}
"""


def write(folder: Path, **texts: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (folder / f"{name}.yaml").write_text(text)
    return folder


def words(folder: Path) -> list[str]:
    place = ["--client", "claude-code", "--scope", "user", "--root", str(folder / "root")]
    return [*place, "--state", str(folder / "state")]


def ask(folder: Path, command: str, cwd: str = "/") -> str:
    """What the installed hook says."""
    payload = {
        "session_id": "s",
        "cwd": cwd,
        "hook_event_name": "PreToolUse",
        "tool_name": "Bash",
        "tool_use_id": "t",
        "tool_input": {"command": command},
    }
    environ = {name: value for name, value in os.environ.items() if not name.startswith(("CLAUDE", "CURSOR"))}
    done = subprocess.run(
        hook_argv(folder / "state"), input=json.dumps(payload).encode(), capture_output=True, check=False, env=environ
    )
    return {0: "pass", 2: "deny"}[settled(done.returncode)]


COMMANDS = {
    "acme run -- rm -rf /": "deny",
    "ac run --env A=b rm -rf /": "deny",
    "bash -c 'acme run rm -rf x'": "deny",
    "acme list rm -rf x": "pass",
    "acme deploy --target prod": "deny",
    "ac deploy --target=prod web": "deny",
    "acme deploy --target dev": "pass",
    "other acme deploy --target prod": "deny",  # worth finding behind a program that nobody knows
    "acmefmt rm -rf x": "pass",
    "acmefoo rm -rf x": "deny",
    "ls -la": "pass",
}


def test_an_installed_hook_knows_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path / "policies", tools=TOOLS, rules=RULES)
    assert run(["install", "--policies", str(tmp_path / "policies"), *words(tmp_path)]) == 0
    assert "described  ac, acme, acmefmt" in capsys.readouterr().out
    assert {command: ask(tmp_path, command) for command in COMMANDS} == COMMANDS


@pytest.fixture
def trusting(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """An installation without rows, and a trusted project with some."""
    write(tmp_path / "policies", rules=RULES)
    assert run(["install", "--policies", str(tmp_path / "policies"), *words(tmp_path)]) == 0
    write(tmp_path / "project/.policyhooks", tools=SLY, own=OWN)
    assert run(["trust", str(tmp_path / "project"), *words(tmp_path)]) == 0
    assert "its own rules see as it describes them: ac, acme, acmefmt" in capsys.readouterr().out
    return tmp_path


def test_a_trusted_project_hides_nothing_from_what_is_installed(trusting: Path) -> None:
    project = str(trusting / "project")
    assert ask(trusting, "acme run -- rm -rf /", project) == "deny"
    assert ask(trusting, "acmefmt rm -rf /", project) == "deny"
    assert ask(trusting, "acme deploy web", project) == "deny"  # by its own rule, which knows what `deploy` is
    assert ask(trusting, "acme deploy web", "/") == "pass"
    assert ask(trusting, "acme status", project) == "pass"


def test_who_describes_a_name_too_is_told(trusting: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(trusting / "policies", tools=TOOLS)
    assert run(["install", "--policies", str(trusting / "policies"), *words(trusting)]) == 0
    assert run(["trust", str(trusting / "project"), *words(trusting)]) == 0
    assert "what is installed describes `acme` too: that row counts" in capsys.readouterr().out
    run(["doctor", *words(trusting)])
    said = " ".join(capsys.readouterr().out.split())
    assert "`acme` is described by what is installed and in" in said


def bundle_of(folder: Path, number: int, tools: str) -> Path:
    source = write(folder / f"source{number}", tools=tools, rules=RULES)
    file = folder / f"acme-{number}.phb"
    head = ["--name", "acme", "--version", f"1.{number}", "--serial", str(number)]
    assert run(["bundle", "build", str(source), "-o", str(file), *head]) == 0
    return file


def test_bundles_carry_them_and_show_what_changes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = bundle_of(tmp_path, 1, TOOLS)
    looser = TOOLS.replace("operands: argv", "operands: text*").replace("plain: [acmefmt]", "plain: [acmelint]")
    second = bundle_of(tmp_path, 2, looser.replace('names: [acme, rm], paths: ["delete:/w/x"]', "names: [acme]"))
    manifest = read_manifest(contents(first))
    assert manifest.engine["features"] == ["rows"]
    assert why_refused(manifest.engine) == ""
    assert "policies/tools.yaml" in manifest.files
    capsys.readouterr()
    assert run(["bundle", "inspect", str(first)]) == 0
    assert "programs ac, acme, acmefmt" in capsys.readouterr().out
    assert run(["bundle", "diff", str(first), str(second), "--fail-on", "changed"]) == 6
    said = capsys.readouterr().out
    for line in ("programs.acme changed", "programs.ac changed", "programs.acmefmt removed", "programs.acmelint added"):
        assert f"changed   acme.tools: {line}" in said
    assert run(["bundle", "activate", str(first), *words(tmp_path)]) == 0
    assert run(["bundle", "activate", str(second), *words(tmp_path)]) == 2, "nobody vouches for what loosens"
    assert "weaker: programs.acme: what is known of it goes or changes" in capsys.readouterr().err
    assert ask(tmp_path, "acme run -- rm -rf /") == "deny"
    assert run(["bundle", "activate", str(second), "--replace", *words(tmp_path)]) == 0
    assert ask(tmp_path, "acme run -- rm -rf /") == "pass"


def test_an_example_that_fails_keeps_a_bundle_from_being_built(tmp_path: Path) -> None:
    source = write(tmp_path / "source", tools=TOOLS.replace("[acme, rm]", "[acme]"), rules=RULES)
    head = ["--name", "acme", "--version", "1", "--serial", "1"]
    assert run(["bundle", "build", str(source), "-o", str(tmp_path / "acme.phb"), *head]) == 4
    assert not (tmp_path / "acme.phb").exists()


def test_a_project_file_names_them_and_trust_shows_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    write(tmp_path / "policies", tools=TOOLS, rules=RULES)
    config = "apiVersion: policyhooks/v1\nkind: Config\npolicies: [policies]\n"
    (tmp_path / "policyhooks.yaml").write_text(config)
    assert run(["check"]) == 0
    assert run(["trust", "policyhooks.yaml"]) == 2  # shown, and nobody to ask
    assert re.search(r"know programs +ac, acme, acmefmt\n", capsys.readouterr().out)


def test_explain_and_decide_use_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    policies = str(write(tmp_path / "policies", tools=TOOLS, rules=RULES))
    run(["explain", "--policies", policies, "--shell", "acme list rm -rf x", "--format", "json"])
    assert json.loads(capsys.readouterr().out)["verdict"] == "pass"
    run(["explain", "--policies", policies, "--shell", "acme run rm -rf x", "--format", "json"])
    found = json.loads(capsys.readouterr().out)
    assert (found["verdict"], found["rules"]) == ("deny", ["acme.rules/no-rm"])
    assert [one["outcome"] for one in found["trace"] if one["rule"] == "acme.rules/no-rm"] == ["fired"]


def test_a_program_that_has_lost_its_rows_is_refused(tmp_path: Path) -> None:
    compiled = compile_policies([str(write(tmp_path / "policies", tools=TOOLS, rules=RULES))])
    check_program(compiled.modules)
    with pytest.raises(EnvironmentBroken, match="has lost its rows"):
        check_program({name: text for name, text in compiled.modules.items() if name != "rows"})
