"""record: what a client sent, through the installed command line, as a fixture without secrets, people or folders."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from policyhooks.cli.main import run
from policyhooks.clients.detection import read_event
from policyhooks.importing.fixtures import fixtures_of
from policyhooks.installation.entries import commands_of
from tests.cli.test_install import POLICY
from tests.clients.fixtures import load

SECRET = "ghp_" + "0123456789abcdefghijABCDEFGHIJ012345"


def _place(tmp_path: Path) -> list[str]:
    return ["--client", "cursor", "--root", str(tmp_path / "root"), "--state", str(tmp_path / "state")]


def _send(tmp_path: Path, native: str, payload: dict[str, Any]) -> None:
    hooks = json.loads((tmp_path / "root/.cursor/hooks.json").read_text())["hooks"]
    command = commands_of(hooks[native])[0]
    text = json.dumps(payload).replace("/w/project", str(tmp_path / "root"))
    subprocess.run(["/bin/sh", "-c", command], input=text.encode(), timeout=60, check=False)


def test_payloads_of_every_generation_become_fixtures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "policies").mkdir()
    (tmp_path / "policies/small.yaml").write_text(POLICY)
    words = [*_place(tmp_path), "--policies", str(tmp_path / "policies"), "--every-event"]
    assert run(["install", *words]) == 0
    sent = [one for one in load("cursor") if one.native in ("afterFileEdit", "beforeShellExecution", "stop")]
    assert {one.native for one in sent} == {"afterFileEdit", "beforeShellExecution", "stop"}
    for one in sent:
        _send(tmp_path, one.native, one.payload)
    leaky = next(one for one in sent if one.native == "beforeShellExecution").payload
    changed = {"command": f"curl -H 'Authorization: Bearer {SECRET}' x", "user_email": "jane.roe@corp.example"}
    _send(tmp_path, "beforeShellExecution", {**leaky, **changed, "extra": True, "cwd": "/Users/jane/work"})
    out = tmp_path / "fixtures.json"
    capsys.readouterr()
    assert run(["record", *_place(tmp_path), "--out", str(out)]) == 0
    assert out.stat().st_mode & 0o077 == 0
    text = out.read_text()
    assert SECRET not in text
    assert "jane" not in text
    fixtures = json.loads(text)
    assert {one["native"] for one in fixtures} == {"afterFileEdit", "beforeShellExecution", "stop"}
    for one in fixtures:
        if one["native"] != "afterFileEdit":  # its edits are a body
            assert read_event(one["client"], one["native"], one["payload"], {}).native == one["native"]
    assert run(["record", *_place(tmp_path), "--out", str(out)]) == 2


def test_kinds_of_payloads_are_kept_once() -> None:
    record = {"client": "cursor", "native": "stop", "cwd": "/srv/x", "input": {"status": "a", "roots": ["/srv/x/b"]}}
    other = {**record, "input": {"status": "b", "roots": ["/srv/x/c"]}}
    more = {**record, "input": {"status": "b", "roots": [], "loop_count": 1}}
    found = fixtures_of([record, other, more, {"kind": "later", "input": {}}])
    assert [one.payload for one in found] == [
        {"status": "a", "roots": ["/w/project/b"]},
        {"status": "b", "roots": [], "loop_count": 1},
    ]


def test_ids_stay_the_same_within_a_payload() -> None:
    one, two = "5f1c9c7e-1111-4222-8333-444455556666", "5f1c9c7e-1111-4222-8333-444455557777"
    payload = {"a": one, "b": f"{one}/{two}", "m": {"length": 12, "hash": "ff"}}
    (found,) = fixtures_of([{"client": "cursor", "native": "stop", "input": payload}])
    assert found.payload["a"] == "00000000-0000-4000-8000-000000000001"
    assert found.payload["b"].endswith("1/00000000-0000-4000-8000-000000000002")
    assert found.payload["m"] == "[text of 12 characters]"


def test_nothing_journalled_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["record", *_place(tmp_path)]) == 1
    (tmp_path / "state").mkdir()
    assert run(["record", *_place(tmp_path)]) == 1
    assert "no event was journalled yet" in capsys.readouterr().err
