"""Bundles on a machine: staged, tested, switched in one step, gone back from; refusals leave what was there."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from policyhooks.bundle.archive import assemble
from policyhooks.bundle.break_glass import Program, make_order, relax
from policyhooks.cli.main import run
from policyhooks.core.program import source_loader
from tests.support.bundles import (
    ABOUT,
    POLICY,
    archive_of,
    build,
    line_of,
    make_key,
    needs_ssh_keygen,
    repacked,
    signed,
)
from tests.support.counts import scaled

SERIAL = "serial: 14"
KILLER = Path(__file__).with_name("killed_activation.py")


def words(folder: Path, scope: str = "managed") -> list[str]:
    return ["--client", "claude-code", "--scope", scope, "--root", str(folder / "root")]


def state_of(folder: Path) -> Path:
    return folder / "root/var/lib/policyhooks/claude-code"


def activate(folder: Path, file: Path, *more: str) -> int:
    return run(["bundle", "activate", str(file), *words(folder), *more])


def numbered(folder: Path, serial: int, policy: str = POLICY, name: str = "acme") -> Path:
    about = ABOUT.replace(SERIAL, f"serial: {serial}").replace("name: acme", f"name: {name}")
    return build(folder, name=f"{name}-{serial}.phb", policy=policy, about=about)


def ask(folder: Path, command: str) -> str:
    """What the installed hook says, through the command line in the client's file."""
    settings = json.loads((folder / "root/etc/claude-code/managed-settings.json").read_text())
    line = settings["hooks"]["PreToolUse"][0]["hooks"][0]["command"]
    payload = {
        "session_id": "s",
        "cwd": "/",
        "hook_event_name": "PreToolUse",
        "tool_name": "Bash",
        "tool_use_id": "t",
        "tool_input": {"command": command},
    }
    done = subprocess.run(["/bin/sh", "-c", line], input=json.dumps(payload).encode(), capture_output=True, check=False)
    return {0: "pass", 2: "deny"}[done.returncode]


def current(folder: Path) -> str:
    return os.readlink(state_of(folder) / "current")


def test_a_bundle_is_activated_and_decides(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert activate(tmp_path, build(tmp_path)) == 0
    assert "no trust root" in capsys.readouterr().out
    assert ask(tmp_path, "npm install") == "deny"
    assert ask(tmp_path, "npm ci") == "pass"
    record = json.loads((state_of(tmp_path) / "journal/journal.jsonl").read_text().splitlines()[0])
    assert (record["kind"], record["name"], record["serial"]) == ("activation", "acme", 14)
    assert json.loads((state_of(tmp_path) / "floor.json").read_text())["serial"] == 14


def test_install_takes_a_bundle(tmp_path: Path) -> None:
    path = str(build(tmp_path))
    assert run(["install", "--policies", path, *words(tmp_path)]) == 0
    assert ask(tmp_path, "npm install") == "deny"
    assert run(["install", "--policies", path, path, *words(tmp_path)]) == 2
    assert run(["uninstall", *words(tmp_path)]) == 0


def test_a_dry_run_changes_nothing(tmp_path: Path) -> None:
    assert activate(tmp_path, build(tmp_path), "--dry-run") == 0
    assert not (state_of(tmp_path) / "current").exists()
    assert not (state_of(tmp_path) / "floor.json").exists()
    assert not (tmp_path / "root/etc").exists()


def test_serials_only_go_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert activate(tmp_path, numbered(tmp_path, 14)) == 0
    other = POLICY.replace("npm install", "yarn add").replace("npm ci", "ls")
    for file, said in [
        (numbered(tmp_path, 13), "lower than 14"),
        (build(tmp_path, name="same.phb", policy=other), "other contents"),
        (numbered(tmp_path, 20, name="other"), "follows the bundle acme"),
    ]:
        capsys.readouterr()
        assert activate(tmp_path, file) == 7
        text = capsys.readouterr().err
        assert said in text
        assert "what was active stays so" in text
    assert current(tmp_path) == "generations/1"
    assert activate(tmp_path, numbered(tmp_path, 14)) == 0
    assert activate(tmp_path, numbered(tmp_path, 15)) == 0
    assert activate(tmp_path, numbered(tmp_path, 2, name="other"), "--replace") == 0
    (state_of(tmp_path) / "floor.json").write_text("{")
    assert activate(tmp_path, numbered(tmp_path, 16)) == 7


def test_what_nobody_vouches_for_weakens_nothing_by_accident(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A higher serial of the same name is no word of a signer, where nobody says who may sign."""
    assert activate(tmp_path, numbered(tmp_path, 1)) == 0
    other = numbered(tmp_path, 2, POLICY.replace("npm install", "yarn add").replace("npm ci", "ls"))
    capsys.readouterr()
    assert activate(tmp_path, other) == 2
    assert "weaker: acme.small/no-install: " in capsys.readouterr().err
    assert ask(tmp_path, "npm install") == "deny"
    assert activate(tmp_path, other, "--replace") == 0
    assert ask(tmp_path, "npm install") == "pass"


def test_a_refused_bundle_does_not_raise_the_floor(tmp_path: Path) -> None:
    assert activate(tmp_path, numbered(tmp_path, 14)) == 0
    broken = tmp_path / "broken.phb"
    # Its tests fail on this machine: whoever signed it could not have built it.
    sources = POLICY.replace('deny: ["npm install"]', 'deny: ["npm test"]').encode()
    broken.write_bytes(assemble(repacked(tmp_path / "acme-14.phb", {"policies/small.yaml": sources}, serial=99)))
    assert activate(tmp_path, broken) == 7
    invalid = tmp_path / "invalid.phb"
    invalid.write_bytes(
        assemble(repacked(tmp_path / "acme-14.phb", {"policies/small.yaml": b"kind: Policy\n"}, serial=99))
    )
    assert activate(tmp_path, invalid) == 3
    assert json.loads((state_of(tmp_path) / "floor.json").read_text())["serial"] == 14
    assert len(list((state_of(tmp_path) / "sources").iterdir())) == 1
    assert ask(tmp_path, "npm install") == "deny"


def test_a_program_that_does_not_follow_from_its_sources_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = build(tmp_path)
    evil = tmp_path / "evil.phb"
    evil.write_bytes(assemble(repacked(path, {"program/index.py": b"import posix; posix._exit(0)\n"})))
    assert activate(tmp_path, evil) == 7
    assert "not what its sources compile to" in capsys.readouterr().err
    assert not (state_of(tmp_path) / "current").exists()


def test_another_engine_compiles_anew(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = build(tmp_path)
    older = tmp_path / "older.phb"
    changes: dict[str, bytes | None] = {"program/index.py": b"# as an older version wrote it\n"}
    older.write_bytes(assemble(repacked(path, changes, engine={"program": 1, "version": "0.0.9"}, program="x")))
    assert activate(tmp_path, older) == 0
    assert "compiled anew" in capsys.readouterr().out
    assert ask(tmp_path, "npm install") == "deny"


def test_expired_is_refused_and_never_relaxes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = build(tmp_path, "--expires", "2099-01-01")
    assert activate(tmp_path, path) == 0
    past = tmp_path / "past.phb"
    past.write_bytes(assemble(repacked(path, {}, expires=1_600_000_000, serial=15)))
    assert activate(tmp_path, past) == 7
    assert "expired" in capsys.readouterr().err
    # What is active goes on when its time is over: nothing at decision time looks at it.
    floor = json.loads((state_of(tmp_path) / "floor.json").read_text())
    (state_of(tmp_path) / "floor.json").write_text(json.dumps({**floor, "seen": 5_000_000_000}))
    assert ask(tmp_path, "npm install") == "deny"
    # A clock that was set back does not revive it either: the latest signed time counts.
    assert activate(tmp_path, path) == 7


@needs_ssh_keygen
def test_the_machines_trust_root_decides(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = build(tmp_path)
    alice, bob = make_key(tmp_path, "alice"), make_key(tmp_path, "bob")
    folder = tmp_path / "root/etc/policyhooks"
    folder.mkdir(parents=True)
    (folder / "allowed_signers").write_text("# policyhooks threshold 2\n" + line_of(alice, "a@x") + line_of(bob, "b@x"))
    own = tmp_path / "own_signers"
    own.write_text(line_of(alice, "a@x"))
    assert activate(tmp_path, path) == 7
    assert run(["bundle", "sign", str(path), "--key", str(alice)]) == 0
    assert activate(tmp_path, path) == 7
    assert activate(tmp_path, path, "--allowed-signers", str(own)) == 7  # it adds, it does not replace
    assert not (state_of(tmp_path) / "current").exists()
    assert run(["bundle", "sign", str(path), "--key", str(bob)]) == 0
    assert activate(tmp_path, path) == 0
    assert "a@x, b@x" in capsys.readouterr().out
    assert run(["bundle", "verify", str(path), "--allowed-signers", str(own)]) == 0
    assert run(["bundle", "verify", str(path), "--allowed-signers", str(own), "--threshold", "2"]) == 7


def test_verify_without_a_trust_root_is_a_refusal(tmp_path: Path) -> None:
    assert run(["bundle", "verify", str(build(tmp_path))]) == 7


# ---- going back -------------------------------------------------------------------------------


def test_rollback_and_history(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = POLICY.replace("npm install", "yarn add").replace("npm ci", "ls")
    assert activate(tmp_path, numbered(tmp_path, 1)) == 0
    assert run(["bundle", "rollback", *words(tmp_path)]) == 2
    assert activate(tmp_path, numbered(tmp_path, 2, other), "--replace") == 0
    assert (ask(tmp_path, "npm install"), ask(tmp_path, "yarn add x")) == ("pass", "deny")
    assert run(["bundle", "rollback", *words(tmp_path)]) == 0
    assert (ask(tmp_path, "npm install"), ask(tmp_path, "yarn add x")) == ("deny", "pass")
    capsys.readouterr()
    assert run(["bundle", "history", *words(tmp_path)]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.split() == ["1", "current", "acme", "1.4.0,", "serial", "1"]
    assert "serial 2" in second
    assert activate(tmp_path, numbered(tmp_path, 1)) == 7  # the floor stays
    assert run(["bundle", "rollback", "--to", "2", *words(tmp_path)]) == 0
    assert run(["bundle", "rollback", "--to", "7", *words(tmp_path)]) == 2


def test_five_generations_are_kept(tmp_path: Path) -> None:
    for serial in range(7):
        assert activate(tmp_path, numbered(tmp_path, serial)) == 0
    state = state_of(tmp_path)
    assert sorted(path.name for path in (state / "generations").iterdir()) == ["3", "4", "5", "6", "7"]
    assert len(list((state / "sources").iterdir())) == 5
    assert run(["bundle", "rollback", "--to", "3", *words(tmp_path)]) == 0
    assert ask(tmp_path, "npm install") == "deny"


def test_a_damaged_generation_is_not_gone_back_to(tmp_path: Path) -> None:
    assert activate(tmp_path, numbered(tmp_path, 1)) == 0
    assert activate(tmp_path, numbered(tmp_path, 2)) == 0
    (image,) = (state_of(tmp_path) / "generations/1").glob("*.image")
    image.write_bytes(image.read_bytes() + b"x")
    assert run(["bundle", "rollback", *words(tmp_path)]) == 7
    assert current(tmp_path) == "generations/2"


def test_killed_at_any_point_it_is_the_old_program_or_the_new_one(tmp_path: Path) -> None:
    other = POLICY.replace("npm install", "yarn add").replace("npm ci", "ls")
    first, second = numbered(tmp_path, 1), numbered(tmp_path, 2, other)
    assert activate(tmp_path, first) == 0
    command = [sys.executable, str(KILLER), str(state_of(tmp_path)), str(scaled(1000)), str(first), str(second)]
    done = subprocess.run(
        [*command, *words(tmp_path), "--replace"], capture_output=True, check=False, text=True, timeout=3000
    )
    assert done.returncode == 0, done.stderr
    kills, finished = map(int, done.stdout.split()[-2:])
    assert kills >= scaled(1000) // 3
    assert kills + finished == scaled(1000)


# ---- break-glass ------------------------------------------------------------------------------


@needs_ssh_keygen
def test_break_glass(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    alice, stranger = make_key(tmp_path, "alice"), make_key(tmp_path, "stranger")
    folder = tmp_path / "root/etc/policyhooks"
    folder.mkdir(parents=True)
    (folder / "allowed_signers").write_text(line_of(alice, "a@x"))
    path = build(tmp_path)
    path.write_bytes(signed(archive_of(path), alice))
    assert activate(tmp_path, path) == 0
    order = tmp_path / "order.phb"
    make = ["bundle", "break-glass", "--name", "acme", "--reason", "INC-7", "-o", str(order)]
    assert run([*make, "--hours", "100"]) == 2
    assert run(make) == 0
    assert activate(tmp_path, order) == 7
    archive = archive_of(order)
    order.write_bytes(signed(archive, stranger))
    assert activate(tmp_path, order) == 7
    assert ask(tmp_path, "npm install") == "deny"
    for bad in (
        make_order("other", "x", "why", 1, time.time()),
        make_order("acme", "x", "why", 1, time.time() - 7200),
        make_order("acme", "x", "why", 70, time.time() + 10 * 3600),
    ):
        order.write_bytes(signed(bad, alice))
        assert activate(tmp_path, order) == 7
    order.write_bytes(signed(archive, alice))
    capsys.readouterr()
    assert activate(tmp_path, order, "--dry-run") == 0
    assert "nothing was written" in capsys.readouterr().out
    assert ask(tmp_path, "npm install") == "deny"
    assert activate(tmp_path, order) == 0
    assert "BREAK-GLASS" in capsys.readouterr().out
    assert ask(tmp_path, "npm install") == "pass"
    journal = [json.loads(line) for line in (state_of(tmp_path) / "journal/journal.jsonl").read_text().splitlines()]
    assert (journal[-1]["kind"], journal[-1]["reason"], journal[-1]["signers"]) == ("break-glass", "INC-7", ["a@x"])
    (decided,) = (state_of(tmp_path) / "users").rglob("journal.jsonl")
    last = json.loads(decided.read_text().splitlines()[-1])
    assert [(rule["id"], rule["would"]) for rule in last["rules"]] == [("acme.small/no-install", "deny")]
    assert run(["bundle", "rollback", *words(tmp_path)]) == 0
    assert ask(tmp_path, "npm install") == "deny"


def test_break_glass_needs_a_trust_root(tmp_path: Path) -> None:
    assert activate(tmp_path, build(tmp_path)) == 0
    order = tmp_path / "order.phb"
    assert run(["bundle", "break-glass", "--name", "acme", "--reason", "x", "-o", str(order)]) == 0
    assert activate(tmp_path, order) == 7
    assert ask(tmp_path, "npm install") == "deny"


@pytest.mark.parametrize(("seconds", "mode"), [(3600, "audit"), (-1, "enforce")])
def test_a_relaxed_program_enforces_again_by_itself(tmp_path: Path, seconds: int, mode: str) -> None:
    from policyhooks.compiler.compile import compile_policies

    (tmp_path / "small.yaml").write_text(POLICY)
    compiled = compile_policies([str(tmp_path / "small.yaml")])
    relaxed = relax(Program(compiled.modules, compiled.digest, compiled.layer), int(time.time()) + seconds)
    assert relaxed.digest != compiled.digest
    load = source_loader(relaxed.modules)
    assert load("index")["DIGEST"] == relaxed.digest
    assert load("bucket_000")["RULES"][0].mode == mode  # type: ignore[index]
    assert bool(load("index")["OPTIONS"]["defaults"]) == (mode == "enforce")  # type: ignore[index]
