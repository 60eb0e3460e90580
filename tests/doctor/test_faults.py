"""Seeded faults: doctor finds each, the repair that it prints is run, and doctor is content again."""

import json
import os
import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from policyhooks.image.front import find_front
from tests.doctor.stage import JUDGED, NOTICED, POLICY, Stage, faults, make_stage, run_repair
from tests.support.fronts import without_front

GATES = {
    "claude-code": "PreToolUse",
    "cursor": "preToolUse",
    "codex": "PreToolUse",
    "gemini-cli": "BeforeTool",
    "copilot-cli": "preToolUse",
}


def _handler(document: dict[str, Any], client: str) -> dict[str, Any]:
    entry = document["hooks"][GATES[client]][0]
    found: dict[str, Any] = entry["hooks"][0] if "hooks" in entry else entry
    return found


def _entry_removed(stage: Stage) -> None:
    stage.edit(lambda document: document["hooks"].pop(GATES[stage.client]))


def _file_removed(stage: Stage) -> None:
    stage.file.unlink()


def _file_broken(stage: Stage) -> None:
    stage.file.write_text(stage.file.read_text()[:-20])


def _file_open(stage: Stage) -> None:
    stage.file.chmod(0o666)


def _unknown_event(stage: Stage) -> None:
    stage.edit(lambda document: document["hooks"].update(postCompact=[{"command": "./theirs.sh"}]))


def _comment_in_a_string(stage: Stage) -> None:
    stage.edit(lambda document: document["hooks"].update(stop=[{"command": "curl https://acme.example"}]))


def _entry_of_another_shape(stage: Stage) -> None:
    stage.edit(lambda document: document["hooks"].update(stop=[{"hooks": [{"type": "command", "command": "x"}]}]))


def _byte_order_mark(stage: Stage) -> None:
    stage.file.write_text("\ufeff" + stage.file.read_text("utf-8"), "utf-8")


def _unknown_event_of_the_user(stage: Stage) -> None:
    file = stage.home / ".cursor/hooks.json"
    file.parent.mkdir()
    file.write_text('{"version": 1, "hooks": {"brandNew": [{"command": "./theirs.sh"}], "stop": [{"command": "x"}]}}')


def _tail_cut(stage: Stage) -> None:
    """The command without the part that answers for a hook that could not."""

    def cut(document: dict[str, Any]) -> None:
        handler = _handler(document, stage.client)
        key = "bash" if "bash" in handler else "command"
        handler[key] = handler[key].partition(" || ")[0] + " || true"

    stage.edit(cut)


def _interpreter_gone(stage: Stage) -> None:
    hook = _user_script()
    hook.write_text(re.sub(r"^#!\S+", "#!/nowhere/python3", hook.read_text()).replace(sys_python(), "/nowhere/python3"))


def _interpreter_other(stage: Stage) -> None:
    """An interpreter that is not the one of the image: a shell that says nothing and leaves."""
    other = stage.folder / "python3"
    other.write_text("#!/bin/sh\nexit 0\n")
    other.chmod(0o755)
    hook = _user_script()
    hook.write_text(hook.read_text().replace(sys_python(), str(other)))


def _front_changed(stage: Stage) -> None:
    hook = _user_hook()
    hook.write_bytes(hook.read_bytes() + b"\n# changed\n")


def _what_the_front_is_told_is_changed(stage: Stage) -> None:
    table = stage.state / "current/front"
    table.write_bytes(table.read_bytes().replace(b"deny", b"pass"))


def _what_the_front_starts_is_gone(stage: Stage) -> None:
    _user_script().unlink()


def _user_script() -> Path:
    """What a front starts; without one it is what entries start."""
    beside = _user_hook().with_name("ordinary")
    return beside if beside.exists() else _user_hook()


def sys_python() -> str:
    return os.path.realpath(sys.executable)


def _link_gone(stage: Stage) -> None:
    (link,) = (Path.home() / ".local/share/policyhooks/projects").glob(f"{_project(stage)}/*")
    link.unlink()


def _link_elsewhere(stage: Stage) -> None:
    (link,) = (Path.home() / ".local/share/policyhooks/projects").glob(f"{_project(stage)}/*")
    link.unlink()
    (stage.folder / "weaker").mkdir()
    link.symlink_to(stage.folder / "weaker")


def _root_not_listed(stage: Stage) -> None:
    (stage.state / "roots").write_text("/somewhere/else\n")


def _entries_of_version_one(stage: Stage) -> None:
    def change(document: dict[str, Any]) -> None:
        line = f"{sys_python()} -I -S {stage.state}/hook.py {stage.client} PreToolUse 30 || {{ exit 2; }}"
        _handler(document, stage.client)["command"] = line

    stage.edit(change)


def _another_project(stage: Stage) -> None:
    text = stage.file.read_text()
    stage.file.write_text(text.replace(_project(stage), "p-0000000000000000"))


def _project(stage: Stage) -> str:
    (line,) = [one for one in (stage.root / "policyhooks.yaml").read_text().splitlines() if one.startswith("project: ")]
    return line.partition(": ")[2]


def _time_out_short(stage: Stage) -> None:
    stage.edit(lambda document: _handler(document, stage.client).update(timeout=1))


def _time_out_in_seconds(stage: Stage) -> None:
    stage.edit(lambda document: _handler(document, stage.client).update(timeout=30))


def _time_out_missing(stage: Stage) -> None:
    stage.edit(lambda document: _handler(document, stage.client).pop("timeoutSec"))


def _fail_switch_gone(stage: Stage) -> None:
    stage.edit(lambda document: _handler(document, stage.client).pop("onFailure"))


def _fail_switch_off(stage: Stage) -> None:
    stage.edit(lambda document: _handler(document, stage.client).update(failClosed=False))


def _matcher_added(stage: Stage) -> None:
    stage.edit(lambda document: document["hooks"]["PreToolUse"][0].update(matcher="Write"))


def _entry_twice(stage: Stage) -> None:
    stage.edit(lambda document: document["hooks"]["PreToolUse"].append(document["hooks"]["PreToolUse"][0]))


def _script_gone(stage: Stage) -> None:
    _user_hook().unlink()


def _script_replaced(stage: Stage) -> None:
    _user_hook().write_text("#!/bin/sh\nexit 64\n")


def _start_replaced(stage: Stage) -> None:
    start = stage.state / "current" / "start"
    start.write_text(start.read_text().replace("generations/", "/tmp/generations/"))


def _user_hook() -> Path:
    return Path.home() / ".local/share/policyhooks/bin/hook"


def _image_changed(stage: Stage) -> None:
    (image,) = (stage.state / "current").glob("*.image")
    data = bytearray(image.read_bytes())
    data[-10] ^= 1
    image.write_bytes(data)


def _image_cut(stage: Stage) -> None:
    (image,) = (stage.state / "current").glob("*.image")
    image.write_bytes(image.read_bytes()[:1000])


def _source_changed(stage: Stage) -> None:
    index = stage.state / "current" / "programs" / "0" / "index.py"
    index.write_text("# looks harmless\n" + index.read_text())


def _generation_gone(stage: Stage) -> None:
    shutil.rmtree((stage.state / "current").resolve())


def _policy_changed(stage: Stage) -> None:
    stage.policy.write_text(POLICY.replace("npm install", "npm i"))


def _needs_event(stage: Stage) -> None:
    stage.policy.write_text(POLICY + NOTICED)


def _state_open(stage: Stage) -> None:
    stage.state.chmod(0o777)


def _image_open(stage: Stage) -> None:
    (image,) = (stage.state / "current").glob("*.image")
    image.chmod(0o666)


def _judge_open(stage: Stage) -> None:
    (stage.state / "judge").chmod(0o755)


def _parser_gone(stage: Stage) -> None:
    for path in (stage.state / "bin").iterdir():
        path.unlink()


def _parser_replaced(stage: Stage) -> None:
    for path in (stage.state / "bin").iterdir():
        path.write_text("#!/bin/sh\nexit 0\n")


def _journal_changed(stage: Stage) -> None:
    assert stage.doctor()[0] == 0  # its canaries are the first records
    file = stage.state / "journal" / "journal.jsonl"
    file.write_text(file.read_text().replace('"deny"', '"pass"', 1))


def _journal_folder(stage: Stage) -> None:
    (stage.state / "journal" / "journal.jsonl").mkdir()


def _disk_full(stage: Stage) -> None:
    """Every write ends as on a full disk."""
    (stage.state / "journal" / "journal.jsonl").symlink_to("/dev/full")


def _journal_gone(stage: Stage) -> None:
    shutil.rmtree(stage.state / "journal")


def _record_gone(stage: Stage) -> None:
    shutil.rmtree(stage.state / "installs")


def _record_damaged(stage: Stage) -> None:
    for path in (stage.state / "installs").iterdir():
        path.write_text("{")


def _hooks_disabled(stage: Stage) -> None:
    stage.edit(lambda document: document.update(disableAllHooks=True))


def _write(path: Path, document: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(document))


def _hooks_disabled_by_user(stage: Stage) -> None:
    _write(stage.home / ".claude/settings.json", {"theme": "dark", "disableAllHooks": True})


def _hooks_disabled_for_copilot(stage: Stage) -> None:
    _write(stage.home / ".copilot/settings.json", {"disableAllHooks": True})


def _gemini_hooks_off(stage: Stage) -> None:
    _write(stage.home / ".gemini/settings.json", {"hooksConfig": {"enabled": False}})


def _gemini_names_us(stage: Stage) -> None:
    stage.edit(lambda document: document.update(hooksConfig={"disabled": ["lint", "policyhooks"]}))


def _codex_hooks_off(stage: Stage) -> None:
    path = stage.home / ".codex/config.toml"
    path.write_text('model = "x"\n[features]\nhooks = false\n' + path.read_text())


def _rewriting_hook(stage: Stage) -> None:
    script = stage.root / "tidy.sh"
    script.write_text('echo \'{"hookSpecificOutput": {"hookEventName": "PreToolUse", "updatedInput": {}}}\'\n')
    handler = {"type": "command", "command": "sh ./tidy.sh"}
    stage.edit(lambda document: document["hooks"]["PreToolUse"].append({"matcher": "Bash", "hooks": [handler]}))


def _judge_interpreter_gone(stage: Stage) -> None:
    (stage.state / "judge" / "python").write_text("/nowhere/python3\n")


# name, client, the check that must speak, how to break it
SEEDED: list[tuple[str, str, Callable[[Stage], None]]] = [
    ("entries", "claude-code", _entry_removed),
    ("entries", "cursor", _entry_removed),
    ("refused", "cursor", _unknown_event),
    ("refused", "cursor", _comment_in_a_string),
    ("refused", "cursor", _entry_of_another_shape),
    ("refused", "cursor", _byte_order_mark),
    ("refused", "cursor", _unknown_event_of_the_user),
    ("file", "codex", _file_removed),
    ("file", "claude-code", _file_broken),
    ("file", "copilot-cli", _file_open),
    ("entries", "claude-code", _tail_cut),
    ("entries", "copilot-cli", _tail_cut),
    ("start", "claude-code", _interpreter_gone),
    ("command", "cursor", _interpreter_other),
    ("start", "codex", _front_changed),
    ("program", "gemini-cli", _what_the_front_is_told_is_changed),
    ("start", "cursor", _what_the_front_starts_is_gone),
    ("start", "claude-code", _link_gone),
    ("start", "copilot-cli", _link_elsewhere),
    ("canary", "gemini-cli", _root_not_listed),
    ("start", "codex", _root_not_listed),
    ("entries", "claude-code", _entries_of_version_one),
    ("entries", "cursor", _another_project),
    ("time-out", "claude-code", _time_out_short),
    ("time-out", "gemini-cli", _time_out_in_seconds),
    ("time-out", "copilot-cli", _time_out_missing),
    ("fail-switch", "claude-code", _fail_switch_gone),
    ("fail-switch", "cursor", _fail_switch_off),
    ("entries", "codex", _matcher_added),
    ("entries", "claude-code", _entry_twice),
    ("command", "claude-code", _script_gone),
    ("canary", "codex", _script_replaced),
    ("program", "gemini-cli", _start_replaced),
    ("program", "claude-code", _image_changed),
    ("command", "gemini-cli", _image_cut),
    ("program", "claude-code", _source_changed),
    ("program", "cursor", _generation_gone),
    ("policies", "claude-code", _policy_changed),
    ("events", "claude-code", _needs_event),
    ("permissions", "claude-code", _state_open),
    ("permissions", "codex", _image_open),
    ("permissions", "claude-code", _judge_open),
    ("parser", "claude-code", _parser_gone),
    ("parser", "cursor", _parser_replaced),
    ("journal", "claude-code", _journal_changed),
    ("journal", "cursor", _journal_folder),
    ("journal", "gemini-cli", _disk_full),
    ("journal", "copilot-cli", _journal_gone),
    ("record", "claude-code", _record_gone),
    ("record", "cursor", _record_damaged),
    ("hooks-off", "claude-code", _hooks_disabled),
    ("hooks-off", "claude-code", _hooks_disabled_by_user),
    ("hooks-off", "copilot-cli", _hooks_disabled_for_copilot),
    ("hooks-off", "gemini-cli", _gemini_hooks_off),
    ("hooks-off", "gemini-cli", _gemini_names_us),
    ("hooks-off", "codex", _codex_hooks_off),
    ("other-hooks", "claude-code", _rewriting_hook),
]


@pytest.mark.parametrize(
    ("check", "client", "damage"), SEEDED, ids=[f"{client}{damage.__name__}" for _, client, damage in SEEDED]
)
def test_a_seeded_fault_is_found_repaired_and_gone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], check: str, client: str, damage: Callable[[Stage], None]
) -> None:
    stage = make_stage(tmp_path, client, capsys)
    stage.install()
    damage(stage)
    code, findings = stage.doctor()
    found = faults(findings)
    assert code == 1
    assert check in found, found
    for repair in dict.fromkeys(found.values()):
        run_repair(repair)
    code, findings = stage.doctor()
    assert (code, faults(findings)) == (0, {})


def test_there_are_at_least_25_different_faults() -> None:
    assert len({damage.__name__ for _, _, damage in SEEDED}) >= 25


def test_doctor_says_which_of_the_two_is_installed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stage = make_stage(tmp_path, "claude-code", capsys)
    with without_front():
        stage.install()
    assert _user_hook().read_text().startswith("#!")
    code, findings = stage.doctor()
    assert code == 0
    front = find_front()
    (said,) = [one["message"] for one in findings if one["check"] == "front"]
    assert said.startswith("the script")
    if not front.data:
        assert front.why in said
        return
    stage.install()  # from the script to the front: entries stay, what they start is another file
    assert _user_hook().read_bytes() == front.data
    code, findings = stage.doctor()
    assert code == 0
    assert [one["message"] for one in findings if one["check"] == "front" if one["message"].startswith("native")]


def test_a_judge_without_its_interpreter(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stage = make_stage(tmp_path, "claude-code", capsys, POLICY + JUDGED)
    config = tmp_path / "config.yaml"
    config.write_text("apiVersion: policyhooks/v1\nkind: Config\njudge: {models: {fast: {model: openai/any}}}\n")
    stage.install("--config", str(config))
    assert faults(stage.doctor()[1]) == {}
    _judge_interpreter_gone(stage)
    found = faults(stage.doctor()[1])
    assert set(found) == {"judge"}
    run_repair(found["judge"])
    assert stage.doctor()[0] == 0


def test_a_judge_without_a_model_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stage = make_stage(tmp_path, "claude-code", capsys, POLICY + JUDGED)
    stage.install()
    assert "judge.models" in faults(stage.doctor()[1])["judge"]


def test_only_managed_hooks_run_here(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stage = make_stage(tmp_path, "claude-code", capsys)
    os.environ["XDG_STATE_HOME"] = str(tmp_path / "xdg")
    try:
        place = ["--client", "claude-code", "--root", str(stage.root)]
        from policyhooks.cli.main import run

        assert run(["install", *place, "--policies", str(stage.policy.parent)]) == 0
        _write(stage.system / "etc/claude-code/managed-settings.json", {"allowManagedHooksOnly": True})
        found = faults(stage.doctor(everywhere=True)[1])
        assert set(found) == {"managed-only"}
        run_repair(found["managed-only"])
        code, findings = stage.doctor(everywhere=True)
        assert (code, faults(findings)) == (0, {})
        assert any(one["message"].startswith("enforced") for one in findings) == (os.geteuid() == 0)
    finally:
        del os.environ["XDG_STATE_HOME"]
