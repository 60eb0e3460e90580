"""doctor as people run it: healthy installations, notes that are no faults, and what it refuses."""

import json
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from policyhooks.cli.main import run
from policyhooks.clients.registry import CLIENTS
from tests.doctor.stage import POLICY, Stage, faults, make_stage, run_repair

NATIVE = """\
  - id: reviewed
    match: {clients: [claude-code, cursor], events: [mcp.before], tools: ["mcp__*"]}
    judge: {prompt: "Is this safe? $ARGUMENTS", native: true, not_ok: deny, timeout: 4500ms}
    message: {user: "Reviewer: {{ judge.reason }}", agent: "Ask."}
"""
REDACT = """\
  - id: mask
    match: {clients: [claude-code], events: [shell.after]}
    effect: redact
    redact: {patterns: ['ACME-[0-9]{8}'], with: "[{kind}]"}
"""


def _notes(findings: list[dict[str, str]], check: str) -> list[str]:
    return [one["message"] for one in findings if one["check"] == check and one["level"] == "note"]


@pytest.mark.parametrize("client", CLIENTS)
def test_a_fresh_installation_is_healthy_and_its_canary_comes_back_blocked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], client: str
) -> None:
    stage = make_stage(tmp_path, client, capsys)
    stage.install()
    code, findings = stage.doctor()
    assert (code, faults(findings)) == (0, {})
    canaries = [one["message"] for one in findings if one["check"] == "canary"]
    assert canaries
    assert all("what acme.small/no-install forbids comes back blocked" in one for one in canaries)
    assert [one for one in findings if one["check"] == "fails-closed" and one["level"] == "ok"]
    (owned,) = [one for one in findings if one["check"] == "ownership"]
    assert owned["message"].startswith("advisory")


def test_what_people_see(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stage = make_stage(tmp_path, "cursor", capsys)
    stage.install()
    machine = ["--home", str(stage.home), "--system", str(stage.system)]
    assert run(["doctor", *stage.place, *machine]) == 0
    screen = capsys.readouterr().out
    assert screen.startswith("cursor project")
    assert "healthy, 1 installation" in screen
    (stage.state / "current/start").unlink()
    assert run(["doctor", *stage.place, *machine]) == 1
    screen = capsys.readouterr().out
    assert "FAULT" in screen
    assert f"repair: policyhooks install {shlex.join(stage.place)}" in screen


def test_denies_that_can_be_lifted_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stage = make_stage(tmp_path, "claude-code", capsys)
    stage.policy.write_text(POLICY.replace("    effect: deny\n", "    effect: deny\n    lift: {by: user}\n"))
    stage.install()
    code, findings = stage.doctor()
    assert (code, faults(findings)) == (0, {})
    (told,) = _notes(findings, "lifts")
    assert told.startswith("some denies can be lifted: 0 lifts in force")
    assert "somebody with this account wrote it" in told


def test_what_cursor_itself_does_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stage = make_stage(tmp_path, "cursor", capsys)
    stage.install()
    limits = [one for one in stage.doctor()[1] if one["check"] == "limits"]
    assert {one["level"] for one in limits} == {"note"}
    assert any("Auto-review mode" in one["message"] for one in limits)
    assert any("beforeMCPExecution" in one["message"] for one in limits)


def test_a_project_file_behind_a_link_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stage = make_stage(tmp_path, "cursor", capsys)
    real = tmp_path / "elsewhere"
    real.mkdir()
    (stage.root / ".cursor").symlink_to(real)
    stage.install()
    code, findings = stage.doctor()
    assert code == 1
    assert "symbolic link" in next(one["message"] for one in findings if one["check"] == "refused")


def test_an_event_of_newer_versions_is_a_note(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stage = make_stage(tmp_path, "cursor", capsys)
    stage.install()
    stage.edit(lambda document: document["hooks"].update(workspaceOpen=[{"command": "./theirs.sh"}]))
    found = [one for one in stage.doctor()[1] if one["check"] == "refused"]
    assert {one["level"] for one in found} == {"note", "ok"}


def test_a_file_with_comments_is_not_changed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stage = make_stage(tmp_path, "cursor", capsys)
    stage.install()
    file = stage.home / ".cursor/hooks.json"
    file.parent.mkdir()
    text = '// mine\n{"version": 1, "hooks": {"brandNew": []}}'
    file.write_text(text)
    code, findings = stage.doctor()
    assert code == 1
    assert "refused" in faults(findings)
    machine = ["--home", str(stage.home), "--system", str(stage.system)]
    assert run(["doctor", *stage.place, *machine, "--repair", "refused"]) == 1
    assert "repair it by hand" in capsys.readouterr().err
    assert file.read_text() == text


def test_native_prompts_and_entries_for_every_event_are_healthy(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stage = make_stage(tmp_path, "claude-code", capsys, POLICY + NATIVE)
    stage.install("--every-event")
    code, findings = stage.doctor()
    assert (code, faults(findings)) == (0, {})


def test_another_hook_is_named_and_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stage = make_stage(tmp_path, "claude-code", capsys)
    stage.install()
    handler = {"type": "command", "command": "./audit.sh"}
    stage.edit(lambda document: document["hooks"]["PreToolUse"].append({"hooks": [handler]}))
    code, findings = stage.doctor()
    assert code == 0
    assert "./audit.sh" in _notes(findings, "other-hooks")[0]
    assert run(["doctor", *stage.place, "--repair", "other-hooks"]) == 0
    assert "./audit.sh" in stage.file.read_text()


def _trust(stage: Stage, folder: Path) -> None:
    file = stage.home / ".gemini/trustedFolders.json"
    file.parent.mkdir()
    file.write_text(json.dumps({str(folder): "DO_NOT_TRUST"}))


def test_a_folder_that_gemini_distrusts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stage = make_stage(tmp_path, "gemini-cli", capsys)
    stage.install()
    _trust(stage, stage.root.parent)
    assert set(faults(stage.doctor()[1])) == {"trust"}


def test_hooks_that_codex_has_not_reviewed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stage = make_stage(tmp_path, "codex", capsys)
    stage.install()
    config = stage.home / ".codex/config.toml"
    reviewed = config.read_text()
    assert stage.doctor()[0] == 0
    config.write_text(reviewed + "enabled = false\n")
    assert set(faults(stage.doctor()[1])) == {"trust"}
    config.write_text(reviewed.replace("pre_tool_use", "post_tool_use"))
    assert set(faults(stage.doctor()[1])) == {"trust"}
    config.unlink()
    assert set(faults(stage.doctor()[1])) == {"trust"}
    config.write_text(f'{reviewed}[projects."{stage.root}"]\ntrust_level = "untrusted"\n')
    assert set(faults(stage.doctor()[1])) == {"trust"}


def test_policies_that_no_longer_compile_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stage = make_stage(tmp_path, "claude-code", capsys)
    stage.install()
    stage.policy.write_text(POLICY.replace("shell.command", "shell.comand"))
    found = faults(stage.doctor()[1])
    assert found["policies"] == f"policyhooks check {stage.policy.parent}"
    shutil.rmtree(stage.policy.parent)
    assert "policies" in faults(stage.doctor()[1])


def test_a_broken_glass_is_a_fault_while_it_lasts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stage = make_stage(tmp_path, "claude-code", capsys)
    stage.install()
    manifest = stage.state / "current" / "manifest.json"
    for expires, level in ((4102444800, "fault"), (1, "note")):
        bundle = {"name": "acme", "version": "1", "serial": 3, "kind": "break-glass", "expires": expires}
        manifest.write_text(json.dumps({**json.loads(manifest.read_text()), "bundle": bundle}))
        assert [one["level"] for one in stage.doctor()[1] if one["check"] == "bundle"] == [level]


def test_a_disk_that_is_nearly_full(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stage = make_stage(tmp_path, "claude-code", capsys)
    stage.state.mkdir(mode=0o700)
    program = shlex.join([sys.executable, "-m", "policyhooks"])
    place = shlex.join(stage.place)
    script = (
        f"mount -t tmpfs -o size=12m,mode=700 tmpfs {stage.state} || exit 77\n"
        f"{program} install {place} --policies {stage.policy.parent} > /dev/null || exit 1\n"
        f"{program} doctor {place} --home {stage.home} --system {stage.system} --format json\n"
    )
    unshare = shutil.which("unshare")
    if unshare is None:
        pytest.skip("no unshare here")
    done = subprocess.run(
        [unshare, "-m", "/bin/sh", "-c", script],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        cwd=Path(__file__).resolve().parents[2],
        env=dict(os.environ),
    )
    if done.returncode == 77 or not done.stdout:
        pytest.skip("no file system of its own can be mounted here")
    findings = json.loads(done.stdout)["installations"][0]["findings"]
    assert "when the disk is full" in next(one["message"] for one in findings if one["check"] == "journal")
    assert done.returncode == 1


def test_nothing_installed_is_not_healthy(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folders = ["--root", str(tmp_path / "p"), "--home", str(tmp_path / "h"), "--system", str(tmp_path / "s")]
    assert run(["doctor", *folders]) == 1
    assert "nothing is installed" in capsys.readouterr().out


def test_what_doctor_refuses(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["doctor", "--state", str(tmp_path)]) == 2
    assert run(["doctor", "--root", str(tmp_path), "--repair", "hooks-off"]) == 2
    stage = make_stage(tmp_path, "claude-code", capsys)
    stage.install()
    assert run(["doctor", *stage.place, "--repair", "weather"]) == 2
    assert "one of hooks-off" in capsys.readouterr().err


def test_a_repair_keeps_the_file_as_it_was(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stage = make_stage(tmp_path, "claude-code", capsys)
    stage.install()
    text = stage.file.read_text().replace("{", '{\n  "disableAllHooks": true,', 1)
    stage.file.write_text(text)
    run_repair(faults(stage.doctor()[1])["hooks-off"])
    assert "disableAllHooks" not in stage.file.read_text()
    (kept,) = stage.state.glob("kept-*")
    assert kept.read_text() == text
    assert kept.stat().st_mode & 0o077 == 0


def test_a_folder_under_anothers_number_is_named(tmp_path: Path) -> None:
    from policyhooks.doctor.surroundings import check_ownership
    from policyhooks.doctor.target import Machine, Target
    from policyhooks.installation.places import locate

    place = locate("claude-code", "managed", str(tmp_path))
    mine = os.getuid()
    for name in (f"{mine}", f"{mine}.7f", f"{mine + 1}", f"{mine + 1}.7f"):
        (place.state / "users" / name).mkdir(parents=True)
    target = Target(place, Machine(tmp_path, tmp_path, tmp_path), True)
    named = [one for one in check_ownership(target) if one.level == "note"]
    assert [one.message.split()[0].rpartition("/")[2] for one in named] == [f"{mine + 1}", f"{mine + 1}.7f"]
    assert all("it is not used" in one.message and one.repair.startswith("rm -r ") for one in named)
