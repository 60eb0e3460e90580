"""The templates in deploy/ parse, name real verbs and options, and do what they say."""

import json
import plistlib
import re
import subprocess
from pathlib import Path

import pytest
import yaml

from policyhooks.cli.main import build_parser, run
from policyhooks.clients.registry import CLIENTS
from policyhooks.shipping.destination import read_destination
from tests.support.bundles import build

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
SCRIPTS = sorted(DEPLOY.rglob("*.sh"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_scripts_parse(script: Path) -> None:
    subprocess.run(["/bin/sh", "-n", str(script)], check=True)


def test_the_launchd_jobs_are_commands_of_ours() -> None:
    for verb in ("sync", "resident", "ship"):
        (path,) = DEPLOY.rglob(f"*-{verb}.plist")
        words = plistlib.loads(path.read_bytes())["ProgramArguments"][1:]
        assert build_parser(verb).parse_args(words).client in CLIENTS


def test_the_systemd_units_are_commands_of_ours() -> None:
    (unit,) = DEPLOY.rglob("*-sync@.service")
    line = re.search(r"^ExecStart=\S+ (.*)$", unit.read_text(), re.MULTILINE)
    assert line is not None
    words = line[1].replace("${POLICYHOOKS_SOURCE}", "https://x.example/a.phb").replace("%i", "codex").split()
    assert build_parser("sync").parse_args(words).scope == "managed"
    (unit,) = DEPLOY.rglob("*-resident@.service")
    line = re.search(r"^ExecStart=\S+ (.*)$", unit.read_text(), re.MULTILINE)
    assert line is not None
    assert build_parser("resident").parse_args(line[1].split()).action == "run"
    (unit,) = DEPLOY.rglob("*-ship@.service")
    line = re.search(r"^ExecStart=\S+ (.*)$", unit.read_text(), re.MULTILINE)
    assert line is not None
    for given in re.findall(r"POLICYHOOKS_SHIP=([^\"\n]+)", unit.read_text()):
        found = build_parser("ship").parse_args(
            line[1].replace("$POLICYHOOKS_SHIP", given).replace("%i", "codex").split()
        )
        assert (found.client, found.action) == ("codex", "run")
        assert [read_destination(one).tls for one in found.to] == [True] * len(found.to)


def test_the_playbook_is_yaml() -> None:
    (play,) = yaml.safe_load((DEPLOY / "ansible/policyhooks.yml").read_text())
    assert {task["name"] for task in play["tasks"]} >= {"Who may sign", "Install the hooks"}


def test_the_dashboard_hook_hands_on_and_blocks_where_nothing_is_installed(tmp_path: Path) -> None:
    words = ["--client", "cursor", "--scope", "managed", "--root", str(tmp_path / "root")]
    script = (DEPLOY / "cursor-dashboard/hook.sh").read_text()
    script = script.replace("/var/lib", f"{tmp_path}/root/var/lib")
    call = {
        "conversation_id": "c",
        "generation_id": "g",
        "hook_event_name": "beforeShellExecution",
        "workspace_roots": ["/w"],
        "cwd": "/w",
    }

    def ask(command: str) -> tuple[int, str]:
        data = json.dumps({**call, "command": command}).encode()
        done = subprocess.run(["/bin/sh", "-c", script], input=data, capture_output=True, check=False)
        return done.returncode, json.loads(done.stdout)["permission"]

    assert ask("npm ci") == (2, "deny")
    assert run(["bundle", "activate", str(build(tmp_path)), *words]) == 0
    assert ask("npm ci") == (0, "allow")
    assert ask("npm install") == (0, "deny")
