"""Entries of version 1, as the first release wrote them: renewed in place, and uninstalled to the byte.

tests/data/installation/entries-1 holds a file of each client as that release left it, with what was
there before; the places of its machine are written as @STATE@, @PYTHON@ and @ROOT@.
"""

import json
import os
import sys
from pathlib import Path

import pytest

from policyhooks.cli.main import run
from policyhooks.compiler.compile import compile_policies
from policyhooks.image.activation import activate
from policyhooks.installation.entries import commands_of, is_ours
from policyhooks.installation.places import locate
from policyhooks.installation.records import InstallRecord, digest, save_record
from tests.cli.test_committed import FILES, Person

DATA = Path(__file__).resolve().parents[1] / "data/installation/entries-1"


def install_version_one(person: Person, client: str) -> bytes | None:
    """The client's file, the record and the state as they were; what the file was before."""
    kept = json.loads((DATA / f"{client}.json").read_text("utf-8"))
    place = locate(client, "project", str(person.root))
    text = kept["installed"].replace("@STATE@", str(place.state)).replace("@PYTHON@", os.path.realpath(sys.executable))
    place.file.parent.mkdir(parents=True, exist_ok=True)
    place.file.write_bytes(text.encode())
    original = None if kept["original"] is None else kept["original"].encode()
    made = [one.replace("@ROOT@", str(person.root)) for one in kept["made"]]
    activate(place.state, [compile_policies([str(person.home / "policies")], layer="project")])
    save_record(place.state, place.file, InstallRecord(str(place.file), original, digest(text.encode()), made))
    return original


@pytest.fixture
def ann(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Person:
    person = Person(tmp_path / "ann", monkeypatch)
    monkeypatch.setenv("HOME", str(person.home))
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    monkeypatch.chdir(person.root)
    return person


@pytest.mark.parametrize("client", FILES)
def test_they_are_known_renewed_and_taken_out(ann: Person, client: str) -> None:
    original = install_version_one(ann, client)
    file = ann.root / FILES[client][0]
    old = json.loads(file.read_text())["hooks"]
    assert all(any(is_ours(entry) for entry in entries) for entries in old.values() if "notify" not in str(entries))
    assert b"Use npm ci." in ann.ask(client, "npm install").stdout, "until then they go on deciding"
    assert ann.install(client) == 0
    commands = [one for entries in json.loads(file.read_text())["hooks"].values() for one in commands_of(entries)]
    ours = [one for one in commands if "audit.sh" not in one and "notify.sh" not in one]
    assert all("/bin/hook" in one and "hook.py" not in one for one in ours)
    assert len(ours) == sum(len([one for one in entries if is_ours(one)]) for entries in old.values())
    denied = ann.ask(client, "npm install")
    assert (b'"deny"' in denied.stdout, b"Use npm ci." in denied.stdout) == (True, True)
    assert run(["uninstall", "--client", client]) == 0
    assert (file.read_bytes() if file.exists() else None) == original


def test_uninstall_without_renewal(ann: Person) -> None:
    original = install_version_one(ann, "claude-code")
    assert run(["uninstall", "--client", "claude-code"]) == 0
    assert (ann.root / ".claude/settings.json").read_bytes() == original


def test_the_journal_of_before_goes_on(ann: Person) -> None:
    install_version_one(ann, "claude-code")
    ann.ask("claude-code", "npm install")
    state = locate("claude-code", "project", str(ann.root)).state
    assert ann.install("claude-code") == 0
    assert locate("claude-code", "project", str(ann.root)).state == state
    ann.ask("claude-code", "npm ci")
    lines = (state / "journal/journal.jsonl").read_text().splitlines()
    assert [json.loads(line)["verdict"] for line in lines] == ["deny", "pass"]
    assert run(["log", "verify", "--client", "claude-code"]) == 0
