"""install -> uninstall gives back every byte; what others edit in between is kept."""

import json
import os
import random
import stat
from pathlib import Path
from typing import Any

import pytest

from policyhooks.errors import EnvironmentBroken
from policyhooks.installation.change import apply_install, apply_uninstall, other_hooks, plan_install, plan_uninstall
from policyhooks.installation.entries import Entry, entries_for, events_to_install, is_ours
from policyhooks.installation.places import Place, locate
from policyhooks.installation.records import record_path
from tests.support.counts import scaled

CLIENTS = ("cursor", "claude-code", "codex", "gemini-cli", "copilot-cli")


def _command(native: str, seconds: int) -> str:
    return f"/usr/bin/python3 -I -S /state/hook.py codex {native} {seconds} || {{ echo 'No.' >&2; exit 2; }}"


def _entries(client: str) -> list[Entry]:
    return entries_for(client, events_to_install(client), _command)


def _place(tmp_path: Path, client: str, scope: str = "project") -> Place:
    return locate(client, scope, str(tmp_path / "root"), str(tmp_path / "state"))


FOREIGN: dict[str, dict[str, Any]] = {
    "cursor": {"version": 1, "hooks": {"preToolUse": [{"command": "./audit.sh"}], "stop": [{"command": "x"}]}},
    "claude-code": {
        "model": "some",
        "hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "./audit.sh"}]}]},
    },
    "codex": {"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "./audit.sh"}]}]}},
    "gemini-cli": {
        "theme": "dark",
        "hooks": {"BeforeTool": [{"hooks": [{"type": "command", "command": "./audit.sh"}]}]},
    },
    "copilot-cli": {"version": 1, "hooks": {"preToolUse": [{"type": "command", "bash": "./audit.sh"}]}},
}


def _shapes(client: str) -> dict[str, bytes | None]:
    foreign = FOREIGN[client]
    return {
        "absent": None,
        "empty file": b"",
        "empty object": b"{}",
        "empty object with space": b"{ }\n",
        "empty hooks": b'{"hooks": {}}\n',
        "empty event": json.dumps({"hooks": {name: [] for name in foreign["hooks"]}}, indent=2).encode(),
        "foreign": json.dumps(foreign, indent=2).encode() + b"\n",
        "one line": json.dumps(foreign).encode(),
        "compact": json.dumps(foreign, separators=(",", ":")).encode(),
        "tabs": json.dumps(foreign, indent="\t").encode(),
        "seven spaces": json.dumps(foreign, indent=7).encode(),
        "crlf": json.dumps(foreign, indent=2).replace("\n", "\r\n").encode(),
        "odd": b'{\n      "a" :1 ,\n "hooks":{  },"z":[ 1,2\n,3 ] }',
        "byte order mark": b"\xef\xbb\xbf" + json.dumps(foreign, indent=2).encode(),
        "other letters": json.dumps({"name": "åß→", **foreign}, ensure_ascii=False, indent=1).encode(),
    }


CASES = [(client, shape) for client in CLIENTS for shape in _shapes(client)]


@pytest.mark.parametrize(("client", "shape"), CASES)
def test_round_trip_is_byte_identical(tmp_path: Path, client: str, shape: str) -> None:
    place = _place(tmp_path, client)
    data = _shapes(client)[shape]
    if data is not None:
        place.file.parent.mkdir(parents=True)
        place.file.write_bytes(data)
        os.chmod(place.file, 0o640)
    change = plan_install(place, _entries(client))
    assert change.changes
    assert change.diff().count("hook.py") == len(_entries(client))
    apply_install(change)
    document = json.loads(place.file.read_bytes().decode("utf-8-sig"))
    ours = [native for native, entries in document["hooks"].items() for entry in entries if is_ours(entry)]
    assert sorted(ours) == sorted(events_to_install(client))
    if data is not None:
        assert stat.S_IMODE(place.file.stat().st_mode) == 0o640
        before = json.loads(data.decode("utf-8-sig") or "{}")
        assert {key: value for key, value in before.items() if key != "hooks"}.items() <= document.items()
    assert not plan_install(place, _entries(client)).changes, "installing twice changes nothing"
    apply_uninstall(plan_uninstall(place))
    if data is None:
        assert not (tmp_path / "root").exists(), "folders that were made for the file are gone too"
    else:
        assert place.file.read_bytes() == data
        assert stat.S_IMODE(place.file.stat().st_mode) == 0o640
    assert not record_path(place.state, place.file).exists()


@pytest.mark.parametrize(("client", "shape"), [case for case in CASES if case[1] not in ("absent", "empty file")])
def test_edits_of_others_are_kept(tmp_path: Path, client: str, shape: str) -> None:
    place = _place(tmp_path, client)
    place.file.parent.mkdir(parents=True)
    place.file.write_bytes(_shapes(client)[shape] or b"")
    before = json.loads((_shapes(client)[shape] or b"").decode("utf-8-sig"))
    apply_install(plan_install(place, _entries(client)))
    text = place.file.read_text("utf-8")
    at = text.index("{") + 1
    place.file.write_text(text[:at] + '"theirs": {"a": [1, "}"]},' + text[at:], "utf-8")
    apply_install(plan_install(place, _entries(client)))
    assert json.loads(place.file.read_text("utf-8-sig"))["theirs"] == {"a": [1, "}"]}
    text = place.file.read_text("utf-8")
    place.file.write_text(text.replace('"theirs"', '"still_theirs"'), "utf-8")
    apply_uninstall(plan_uninstall(place))
    after = json.loads(place.file.read_text("utf-8-sig"))
    assert after.pop("still_theirs") == {"a": [1, "}"]}
    if client in ("cursor", "copilot-cli"):
        assert after.pop("version") == 1
        before.pop("version", None)
    # An event that held an empty list is gone with our entry in it; it meant nothing.
    for one in (before, after):
        one["hooks"] = {native: entries for native, entries in (one.get("hooks") or {}).items() if entries}
    assert after == before


def test_uninstall_without_a_record_takes_out_our_entries(tmp_path: Path) -> None:
    place = _place(tmp_path, "claude-code")
    place.file.parent.mkdir(parents=True)
    original = json.dumps(FOREIGN["claude-code"], indent=2)
    place.file.write_text(original)
    apply_install(plan_install(place, _entries("claude-code")))
    record_path(place.state, place.file).unlink()
    apply_uninstall(plan_uninstall(place))
    assert place.file.read_text() == original


def test_a_handler_that_others_put_beside_ours_stays(tmp_path: Path) -> None:
    place = _place(tmp_path, "claude-code")
    apply_install(plan_install(place, _entries("claude-code")))
    document = json.loads(place.file.read_text())
    theirs = {"type": "command", "command": "./theirs.sh"}
    document["hooks"]["PreToolUse"][0]["hooks"].append(theirs)
    place.file.write_text(json.dumps(document))
    apply_uninstall(plan_uninstall(place))
    assert json.loads(place.file.read_text()) == {"hooks": {"PreToolUse": [{"hooks": [theirs]}]}}


def test_the_link_stays_and_its_target_is_edited(tmp_path: Path) -> None:
    place = _place(tmp_path, "cursor")
    target = tmp_path / "dotfiles" / "hooks.json"
    target.parent.mkdir()
    target.write_bytes(b'{"version": 1}\n')
    place.file.parent.mkdir(parents=True)
    place.file.symlink_to(target)
    apply_install(plan_install(place, _entries("cursor")))
    assert place.file.is_symlink()
    assert b"hook.py" in target.read_bytes()
    apply_uninstall(plan_uninstall(place))
    assert place.file.is_symlink()
    assert target.read_bytes() == b'{"version": 1}\n'


def test_a_dangling_link_stays_dangling(tmp_path: Path) -> None:
    place = _place(tmp_path, "cursor")
    place.file.parent.mkdir(parents=True)
    place.file.symlink_to(tmp_path / "later.json")
    apply_install(plan_install(place, _entries("cursor")))
    apply_uninstall(plan_uninstall(place))
    assert place.file.is_symlink()
    assert not place.file.exists()


@pytest.mark.parametrize("client", CLIENTS)
def test_a_read_only_file_is_a_clear_error(tmp_path: Path, client: str) -> None:
    place = _place(tmp_path, client)
    place.file.parent.mkdir(parents=True)
    place.file.write_bytes(b"{}")
    os.chmod(place.file, 0o444)
    with pytest.raises(EnvironmentBroken, match="read-only"):
        plan_install(place, _entries(client))
    assert place.file.read_bytes() == b"{}"


BROKEN = {
    "cut off": b'{"hooks": {',
    "comment": b'{\n// mine\n"hooks": {}}',
    "trailing comma": b'{"a": 1,}',
    "duplicate key": b'{"hooks": {}, "hooks": {}}',
    "not an object": b"[]",
    "hooks not an object": b'{"hooks": []}',
    "event not a list": b'{"hooks": {"PreToolUse": {}}}',
    "not UTF-8": b'{"a": "\xff"}',
}


@pytest.mark.parametrize("client", CLIENTS)
@pytest.mark.parametrize("name", BROKEN)
def test_a_file_that_cannot_be_read_is_never_touched(tmp_path: Path, client: str, name: str) -> None:
    place = _place(tmp_path, client)
    place.file.parent.mkdir(parents=True)
    place.file.write_bytes(BROKEN[name])
    for plan in (lambda: plan_install(place, _entries(client)), lambda: plan_uninstall(place)):
        with pytest.raises(EnvironmentBroken) as problem:
            plan()
        assert str(place.file) in problem.value.message
        assert "not touched" in problem.value.hint
    assert place.file.read_bytes() == BROKEN[name]


TOML = {
    "absent": None,
    "empty": b"",
    "settings": b'allowed_approval_policies = ["on-request"]\n[features]\nhooks = true\n',
    "no line end": b"a = 1",
    "crlf": b"a = 1\r\n[b]\r\nc = 2\r\n",
    "foreign": b'[[hooks.PreToolUse]]\n[[hooks.PreToolUse.hooks]]\ntype = "command"\ncommand = "./x"\n',
}


@pytest.mark.parametrize("shape", TOML)
def test_managed_codex_requirements_round_trip(tmp_path: Path, shape: str) -> None:
    import tomllib

    place = _place(tmp_path, "codex", "managed")
    assert place.file.name == "requirements.toml"
    data = TOML[shape]
    if data is not None:
        place.file.parent.mkdir(parents=True)
        place.file.write_bytes(data)
    apply_install(plan_install(place, _entries("codex")))
    hooks = tomllib.loads(place.file.read_text())["hooks"]
    assert set(events_to_install("codex")) <= set(hooks)
    assert hooks["PreToolUse"][-1]["hooks"][0]["timeout"] == 30
    assert not plan_install(place, _entries("codex")).changes
    if data:
        text = place.file.read_bytes()
        place.file.write_bytes(b"# theirs\n" + text)
        apply_uninstall(plan_uninstall(place))
        assert tomllib.loads(place.file.read_text()) == tomllib.loads(data.decode())
    else:
        apply_uninstall(plan_uninstall(place))
        assert (place.file.read_bytes() if place.file.exists() else None) == data


def test_toml_that_cannot_be_added_to_is_not_touched(tmp_path: Path) -> None:
    place = _place(tmp_path, "codex", "managed")
    place.file.parent.mkdir(parents=True)
    for data in (b"hooks = 1\n", b"a = \n"):
        place.file.write_bytes(data)
        with pytest.raises(EnvironmentBroken) as problem:
            plan_install(place, _entries("codex"))
        assert "not touched" in problem.value.hint
        assert place.file.read_bytes() == data


def test_other_hooks_are_named_in_every_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    place = _place(tmp_path, "claude-code")
    local = locate("claude-code", "local", str(place.root)).file
    for file in (place.file, local):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(FOREIGN["claude-code"]))
    apply_install(plan_install(place, _entries("claude-code")))
    found = [one for one in other_hooks(place, ["PreToolUse"]) if one[0].startswith(str(tmp_path))]
    assert found == [
        (str(place.file), "PreToolUse", "./audit.sh"),
        (str(local), "PreToolUse", "./audit.sh"),
    ]


def test_an_install_record_is_private(tmp_path: Path) -> None:
    place = _place(tmp_path, "cursor")
    path = Path(apply_install(plan_install(place, _entries("cursor"))))
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def _random_value(rng: random.Random, depth: int) -> object:
    kind = rng.randrange(6 if depth else 4)
    if kind == 4:
        return [_random_value(rng, depth - 1) for _ in range(rng.randrange(4))]
    if kind == 5:
        return {rng.choice('abcdé{"') * (n + 1): _random_value(rng, depth - 1) for n in range(rng.randrange(4))}
    return (rng.randrange(-9, 10**9), rng.random(), rng.choice(['x,]}"\\', "", "é\n"]), None)[kind]


def _random_text(rng: random.Random, value: object) -> str:
    """JSON with white space anywhere."""
    space = "".join(rng.choice([" ", "\t", "\n", "\r\n"]) for _ in range(rng.randrange(3)))
    if isinstance(value, dict):
        inner = ",".join(space + json.dumps(key) + space + ":" + _random_text(rng, one) for key, one in value.items())
        return space + "{" + inner + space + "}" + space
    if isinstance(value, list):
        return space + "[" + ",".join(_random_text(rng, one) for one in value) + space + "]" + space
    return space + json.dumps(value, ensure_ascii=rng.random() < 0.5) + space


def test_surgery_on_random_documents_changes_only_our_entries(tmp_path: Path) -> None:
    rng = random.Random(7)
    for number in range(scaled(2000)):
        place = _place(tmp_path / str(number), rng.choice(["claude-code", "gemini-cli", "codex"]))
        document = {f"k{n}": _random_value(rng, 3) for n in range(rng.randrange(3))}
        if rng.random() < 0.7:
            names = ["PreToolUse", "BeforeTool", "Stop", "Mine"]
            document["hooks"] = {
                name: [{"hooks": [{"type": "command", "command": "x"}], "z": _random_value(rng, 2)}]
                for name in names
                if rng.random() < 0.5
            }
        text = _random_text(rng, document)
        place.file.parent.mkdir(parents=True)
        place.file.write_bytes(text.encode())
        apply_install(plan_install(place, _entries(place.client)))
        installed = json.loads(place.file.read_bytes())
        assert {k: v for k, v in installed.items() if k != "hooks"} == {
            k: v for k, v in document.items() if k != "hooks"
        }
        record_path(place.state, place.file).unlink()
        apply_uninstall(plan_uninstall(place))
        after = json.loads(place.file.read_bytes())
        assert after == {**document, "hooks": document.get("hooks", {})}
