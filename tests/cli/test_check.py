"""`policyhooks check`: exit 0 or 3, every format, never a traceback."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from policyhooks.cli.main import run

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "tests" / "data" / "compiler" / "example"
GOOD = """apiVersion: policyhooks/v1
kind: Policy
metadata: {id: acme.test, title: Test, owner: a@acme.example}
match: {events: [shell.before]}
rules:
  - {id: a, when: "!shell.understood", effect: deny, message: {user: stopped, agent: stop}}
"""


def test_good_policies_exit_0(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", str(EXAMPLE), "--config", str(EXAMPLE / "config.yaml")]) == 0
    assert " in 4 files\n" in capsys.readouterr().out


def test_a_bad_policy_exits_3_and_says_where(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(GOOD.replace("understood", "undrstood"))
    assert run(["check", str(path)]) == 3
    assert f"{path}:6:27" in capsys.readouterr().out


@pytest.mark.parametrize("form", ["json", "sarif"])
def test_machine_formats_are_one_document(form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(GOOD.replace("deny", "dny"))
    assert run(["check", str(path), "--format", form]) == 3
    json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(
    "data", [b"\xff\xfe\x00", b"", b"[" * 100000, b"a: &a [*a]\n", b"kind: Policy\n" + b"x" * 100, b"- " * 5000]
)
def test_bad_input_exits_3_without_a_traceback(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "bad.yaml"
    path.write_bytes(data)
    command = [sys.executable, "-m", "policyhooks", "check", str(path), str(tmp_path / "missing.yaml")]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 3
    assert ran.stderr == ""
    assert "missing-file" in ran.stdout


def test_all_files_are_reported_together(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("b", "a"):
        (tmp_path / f"{name}.yaml").write_text(
            GOOD.replace("acme.test", f"acme.{name}").replace("effect: deny", "efect: deny")
        )
    assert run(["check", str(tmp_path), "--format", "json"]) == 3
    found = json.loads(capsys.readouterr().out)["diagnostics"]
    assert [Path(one["path"]).name for one in found if one["code"] == "unknown-key"] == ["a.yaml", "b.yaml"]


def test_a_config_that_is_none_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(GOOD)
    assert run(["check", str(path), "--config", str(path)]) == 3
    assert "not-a-config" in capsys.readouterr().out
    assert run(["check", str(path), "--config", str(tmp_path / "none.yaml")]) == 3
