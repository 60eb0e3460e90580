"""What an earlier release has left: its bundles run, its states are read, upgraded, rolled back and taken out."""

import base64
import json
import shutil
import sqlite3
from pathlib import Path
from types import SimpleNamespace

import pytest

from policyhooks.bundle.trust import read_trust_root
from policyhooks.bundle.verification import open_bundle, read_file
from policyhooks.cli.main import run
from policyhooks.core.program import LAYERS, rank_of
from policyhooks.image.activation import activate
from policyhooks.image.layers import ENGINE, read_layers
from policyhooks.image.layout import FILE, LAYOUT, PARTS
from policyhooks.inspect.journal import read_records
from policyhooks.inspect.journal_verification import verify
from policyhooks.inspect.program import load_modules
from tests.support.bundles import needs_ssh_keygen
from tests.support.released import DATA, Engine, shell, snapshot, stop, unpack

SETTINGS = b'{\n   "model":"own",\n\t"permissions": {"deny": ["Read(.env)"]}\n}'


def words(root: Path) -> list[str]:
    place = ["--client", "claude-code", "--scope", "project", "--root", f"{root}/project"]
    return [*place, "--state", f"{root}/state"]


def install(root: Path) -> None:
    assert run(["install", "--policies", f"{root}/policies", *words(root)]) == 0


# ---- a signed bundle of program format 1 ---------------------------------------------------------


@needs_ssh_keygen
def test_its_signed_bundle_is_verified_inspected_activated_and_decides(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    signers = tmp_path / "allowed_signers"
    shutil.copyfile(DATA / "allowed_signers", signers)
    signers.chmod(0o600)
    trusting = ["--allowed-signers", str(signers)]
    assert run(["bundle", "verify", str(DATA / "acme.phb"), *trusting]) == 0
    assert run(["bundle", "inspect", str(DATA / "acme.phb")]) == 0
    assert "program format 1" in capsys.readouterr().out
    place = ["--client", "claude-code", "--scope", "user", "--root", f"{tmp_path}/root", "--state", f"{tmp_path}/state"]
    assert run(["bundle", "activate", str(DATA / "acme.phb"), *trusting, *place]) == 0
    state = tmp_path / "state"
    assert [shell(state, one) for one in ("npm install", "npm install left-pad", "ls")] == ["deny", "ask", "pass"]
    assert stop(state) == "Run the tests."


@needs_ssh_keygen
@pytest.mark.parametrize("layer", LAYERS)
def test_its_program_runs_as_it_was_shipped(tmp_path: Path, layer: str) -> None:
    """As a portable file runs it, without a compiler; its rank is that of the installation, not that of its text."""
    signers = tmp_path / "allowed_signers"
    shutil.copyfile(DATA / "allowed_signers", signers)
    signers.chmod(0o600)
    bundle = open_bundle(read_file(DATA / "acme.phb"), [read_trust_root(signers)], now=1_900_000_000)
    assert "FORMAT = 1\n" in bundle.program["index"]
    assert load_modules(bundle.program, rank_of(layer)).rank == rank_of(layer)
    program = SimpleNamespace(modules=bundle.program, digest=bundle.manifest.program, layer=layer)
    active = activate(tmp_path / "state", [program])
    assert json.loads((tmp_path / "state/current/manifest.json").read_text())["ranks"] == [layer]
    assert [shell(active.state, one) for one in ("npm install", "npm install left-pad", "ls")] == [
        "deny",
        "ask",
        "pass",
    ]


# ---- a state folder of layout 1 ------------------------------------------------------------------


def test_its_state_is_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    state = unpack(tmp_path)
    before = snapshot(state)
    assert run(["log", "verify", *words(tmp_path)]) == 0
    assert run(["trust", "--list", *words(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert "6 records" in said
    assert said.count("trusted\n") == 2
    assert run(["bundle", "history", *words(tmp_path)]) == 0
    assert snapshot(state) == before


def ledger_of(state: Path) -> list[object]:
    connection = sqlite3.connect(state / "judge/ledger.sqlite3")
    try:
        return [connection.execute(f"SELECT * FROM {name}").fetchall() for name in ("verdicts", "spending", "counts")]
    finally:
        connection.close()


def assert_upgraded(root: Path) -> None:
    """Everything of before is there, and what was trusted is in force with the rank of today."""
    state = root / "state"
    assert json.loads((state / FILE).read_text()) == {"layout": LAYOUT, "parts": dict(PARTS)}
    assert [shell(state, one) for one in ("npm install", "npm install left-pad", "ls")] == ["deny", "ask", "pass"]
    assert [shell(state, one, root / "project") for one in ("yarn x", "pnpm x")] == ["deny", "deny"]
    assert [shell(state, one) for one in ("yarn x", "pnpm x")] == ["pass", "deny"]
    assert shell(state, "make deploy", root / "project") == "pass"  # it was allowed
    assert [stop(state), stop(state)] == ["Run the tests.", "pass"]  # the third of three, two were given before
    found = verify(state)
    assert (found.problems, found.first, found.records) == ((), 1, found.last)
    assert found.last == 6 + 10
    assert [record["v"] for record in read_records(state)] == [1] * 6 + [2] * 10
    assert found.notes == ("6 records of the earlier format have no key: who can write could have made them",)


def test_its_state_is_upgraded_by_install(tmp_path: Path) -> None:
    state = unpack(tmp_path)
    kept = {
        name: (state / name).read_bytes() for name in ("key", "machine", "judge/cache.key", "journal/journal.jsonl")
    }
    ledger = ledger_of(state)
    install(tmp_path)
    for name, content in kept.items():
        assert (state / name).read_bytes() == content
    assert ledger_of(state) == ledger
    assert_upgraded(tmp_path)
    for layer in read_layers(state):
        assert layer.engine == ENGINE
        assert "FORMAT = 2\n" in layer.modules["index"]
        assert base64.b64decode(layer.kept["own.yaml"]) == Path(layer.sources, "own.yaml").read_bytes()


def test_its_state_is_upgraded_by_trust(tmp_path: Path) -> None:
    """The programs of the earlier generation go on, as they were compiled."""
    state = unpack(tmp_path)
    assert run(["trust", f"{tmp_path}/project", *words(tmp_path)]) == 0
    assert "FORMAT = 1\n" in (state / "current/programs/0/index.py").read_text()
    assert json.loads((state / "current/manifest.json").read_text())["ranks"] == ["project"]
    assert_upgraded(tmp_path)


@pytest.mark.parametrize("missing", [False, True])
def test_its_layers_stay_in_force_without_their_sources(tmp_path: Path, missing: bool) -> None:
    """They were compiled by another engine, and cannot be compiled again: they run as they are."""
    unpack(tmp_path)
    for folder in ("project", "own"):
        if missing:
            shutil.rmtree(tmp_path / folder / ".policyhooks")
        else:
            (tmp_path / folder / ".policyhooks/stray").write_text("x")
    install(tmp_path)
    assert_upgraded(tmp_path)
    assert {layer.engine for layer in read_layers(tmp_path / "state")} == {"0.1.0"}


def test_a_layer_that_cannot_run_any_more_is_refused_aloud(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    state = unpack(tmp_path)
    install(tmp_path)
    path = next(path for path in (state / "layers").iterdir() if "project.own" in path.read_text())
    layer = json.loads(path.read_text())
    layer["modules"]["index"] = layer["modules"]["index"].replace("FORMAT = 2", "FORMAT = 3")
    path.write_text(json.dumps({**layer, "kept": {}}))
    before = snapshot(state / "generations")
    capsys.readouterr()
    assert run(["install", "--policies", f"{tmp_path}/policies", *words(tmp_path)]) == 1
    said = capsys.readouterr().err
    assert "cannot run: the program has format `3`" in said
    assert "--remove" in said
    assert snapshot(state / "generations") == before
    assert shell(state, "yarn x", tmp_path / "project") == "deny"
    # What was kept of its sources is compiled again by whatever engine can.
    path.write_text(json.dumps({**layer, "engine": "another"}))
    install(tmp_path)
    assert shell(state, "yarn x", tmp_path / "project") == "deny"


@pytest.mark.parametrize("upgraded", [False, True])
def test_its_state_is_uninstalled_to_the_byte(tmp_path: Path, upgraded: bool) -> None:
    unpack(tmp_path)
    file = tmp_path / "project/.claude/settings.json"
    assert file.read_bytes() != SETTINGS
    if upgraded:
        install(tmp_path)
    assert run(["uninstall", *words(tmp_path)]) == 0
    assert file.read_bytes() == SETTINGS


def test_its_generation_still_starts_after_a_rollback(tmp_path: Path) -> None:
    """With that engine itself: an image is whole in itself, and reads a state that was upgraded meanwhile."""
    engine = Engine(tmp_path / "engine")
    root = tmp_path / "root"
    state = unpack(root)
    engine.run("install", "--policies", f"{root}/policies", *words(root))
    assert shell(state, "make deploy", root / "project") == "allow"
    install(root)
    assert shell(state, "make deploy", root / "project") == "pass"
    assert stop(state) == "Run the tests."
    # That engine does not drop what it cannot read: it refuses.
    assert "cannot be read" in engine.run("install", "--policies", f"{root}/policies", *words(root), code=1)
    assert shell(state, "make deploy", root / "project") == "pass"
    assert run(["bundle", "rollback", *words(root)]) == 0
    assert shell(state, "make deploy", root / "project") == "allow"
    assert [shell(state, one) for one in ("npm install", "pnpm x", "ls")] == ["deny", "deny", "pass"]
    assert stop(state) == "pass"  # counted on
    assert verify(state).problems == ()
    install(root)
    assert shell(state, "make deploy", root / "project") == "pass"
    assert shell(state, "yarn x", root / "project") == "deny"
    assert verify(state).problems == ()
    assert run(["uninstall", *words(root)]) == 0
    assert (root / "project/.claude/settings.json").read_bytes() == SETTINGS
