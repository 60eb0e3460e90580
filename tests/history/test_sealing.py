"""Bodies are sealed to a public key, only what is on the disk goes, and the private key gives back every byte."""

import base64
import json
import os
import time
from pathlib import Path

import pytest

from policyhooks.cli.main import run
from policyhooks.compiler.compile import compile_policies
from policyhooks.errors import EnvironmentBroken, InvalidPolicies, UsageError, VerificationFailed
from policyhooks.history.kept_bodies import GONE, kept_of
from policyhooks.image.activation import activate
from policyhooks.image.admission import check_journal
from policyhooks.runtime.ports import whole_events as bodies

pytest.importorskip("nacl", reason="PyNaCl is not installed (make .venv/history)")

from policyhooks.history import sealing

TEXT = b'{"tool_name": "Bash", "n": 1}'
HOUR_S = 3600
CONFIG = """\
apiVersion: policyhooks/v1
kind: Config
journal: {JOURNAL}
"""
POLICY = """\
apiVersion: policyhooks/v1
kind: Policy
metadata: {id: acme.one, title: One, owner: a@b.example}
rules:
  - id: one
    match: {events: [shell.before]}
    effect: deny
    when: shell.command == "x"
    message: {user: No., agent: No.}
"""


def kept_in(state: Path, count: int = 3) -> list[dict[str, object]]:
    """Records of so many bodies."""
    state.mkdir(exist_ok=True)
    return [{"body": bodies.write(str(state), TEXT, {"user": f"u{number}", "looks": {}})} for number in range(count)]


def pair_in(folder: Path) -> tuple[str, str]:
    path = str(folder / "private.key")
    return path, sealing.make_key(path)


def readable(state: Path, records: list[dict[str, object]]) -> list[object]:
    (state / "journal").mkdir(exist_ok=True)
    return [
        (one := kept_of(str(state / "journal/journal.jsonl"), record)).why or one.seen["user"] for record in records
    ]


def everything(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())


def test_sealed_bodies_come_back_byte_for_byte(tmp_path: Path) -> None:
    private, public = pair_in(tmp_path)
    state = tmp_path / "state"
    records = kept_in(state)
    before = everything(state)
    assert sealing.seal(state, public, time.time()).open_bodies == 3, "the hour has not ended"
    assert everything(state) == before
    assert sealing.seal(state, public, time.time() + 2 * HOUR_S) == sealing.Told(3, 1, 0)
    assert readable(state, records) == [GONE] * 3
    assert b"Bash" not in everything(state)
    assert {path.name.partition(".")[2] for path in (state / bodies.FOLDER).iterdir()} == {"", "0.sealed"}
    assert sealing.open_sealed(state, private) == sealing.Told(3, 1)
    assert readable(state, records) == ["u0", "u1", "u2"]
    modes = {
        oct(path.stat().st_mode & 0o777)
        for path in [Path(private), *(state / bodies.FOLDER).rglob("*")]
        if path.is_file()
    }
    assert modes == {"0o600"}


def test_an_hour_is_sealed_again_beside_what_it_was(tmp_path: Path) -> None:
    private, public = pair_in(tmp_path)
    state = tmp_path / "state"
    first = kept_in(state)
    sealing.seal(state, public, time.time() + 2 * HOUR_S)
    late = kept_in(state, 1)
    sealing.seal(state, public, time.time() + 2 * HOUR_S)
    assert len(list((state / bodies.FOLDER).glob("*.sealed"))) == 2
    sealing.open_sealed(state, private)
    assert readable(state, [*first, *late]) == ["u0", "u1", "u2", "u0"]


def test_a_wrong_key_or_a_changed_file_opens_nothing(tmp_path: Path) -> None:
    _, public = pair_in(tmp_path)
    state = tmp_path / "state"
    records = kept_in(state)
    sealing.seal(state, public, time.time() + 2 * HOUR_S)
    other = str(tmp_path / "other.key")
    sealing.make_key(other)
    with pytest.raises(VerificationFailed):
        sealing.open_sealed(state, other)
    (path,) = (state / bodies.FOLDER).glob("*.sealed")
    data = path.read_bytes()
    path.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
    with pytest.raises(VerificationFailed):
        sealing.open_sealed(state, str(tmp_path / "private.key"))
    assert readable(state, records) == [GONE] * 3
    with pytest.raises(UsageError):
        sealing.make_key(other)


def test_what_cannot_be_sealed_stays_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _, public = pair_in(tmp_path)
    state = tmp_path / "state"
    records = kept_in(state)

    def full(_descriptor: int) -> None:
        raise OSError(28, "no space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(EnvironmentBroken):
        sealing.seal(state, public, time.time() + 2 * HOUR_S)
    assert readable(state, records) == ["u0", "u1", "u2"]
    assert not bodies.is_sealed(str(state)), "who could not seal has not sealed"


def test_links_and_strangers_are_not_sealed(tmp_path: Path) -> None:
    _, public = pair_in(tmp_path)
    state = tmp_path / "state"
    kept_in(state, 1)
    (hour,) = (state / bodies.FOLDER).iterdir()
    (tmp_path / "mine").write_text("mine")
    (hour / ("a" * 32)).symlink_to(tmp_path / "mine")
    (hour / "notes").write_text("theirs")
    assert sealing.seal(state, public, time.time() + 2 * HOUR_S).bodies == 1
    assert sorted(path.name for path in hour.iterdir()) == ["a" * 32, "notes"]
    assert (tmp_path / "mine").read_text() == "mine"


def test_bodies_go_with_their_hour(tmp_path: Path) -> None:
    state = tmp_path / "state"
    for name in ("2026-01-01T10", "2026-01-01T11", "2026-01-01T12"):
        (state / bodies.FOLDER / name).mkdir(parents=True)
        (state / bodies.FOLDER / f"{name}.0.sealed").write_bytes(b"x")
    assert sealing.drop_before(state, "2026-01-01T12:30:00.000Z") == 4
    left = sorted(path.name for path in (state / bodies.FOLDER).iterdir())
    assert left == ["2026-01-01T12", "2026-01-01T12.0.sealed"]


@pytest.mark.parametrize(
    ("journal", "shared", "why"),
    [
        ({"bodies": "full"}, False, "public key"),
        ({"bodies": "full", "seal": "k"}, True, "managed scope"),
    ],
)
def test_full_is_refused_where_nothing_could_seal(journal: dict[str, object], shared: bool, why: str) -> None:
    with pytest.raises(EnvironmentBroken, match=why):
        check_journal({"journal": journal}, shared=shared)


def test_full_is_refused_without_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    with pytest.raises(EnvironmentBroken, match="PyNaCl"):
        check_journal({"journal": {"bodies": "full", "seal": "k"}}, shared=False)
    check_journal({"journal": {"bodies": "masked"}}, shared=False)


def compile_with(folder: Path, journal: str) -> object:
    folder.mkdir()
    (folder / "p.yaml").write_text(POLICY)
    (folder / "policyhooks.yaml").write_text(CONFIG.replace("JOURNAL", journal))
    return compile_policies([str(folder / "p.yaml")], str(folder / "policyhooks.yaml"))


@pytest.mark.parametrize("journal", ["bodies: full", "bodies: full, seal: x", f"bodies: full, seal: {'A' * 42}B="])
def test_the_config_is_refused_without_a_key(tmp_path: Path, journal: str) -> None:
    with pytest.raises(InvalidPolicies):
        compile_with(tmp_path / "c", journal)


def test_the_verb_seals_what_is_installed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bodies", "key", str(tmp_path / "k")]) == 0
    public = capsys.readouterr().out.strip()
    assert len(base64.b64decode(public)) == 32
    compiled = compile_with(tmp_path / "c", f"bodies: full, seal: {public}")
    state = activate(tmp_path / "state", [compiled], options=compiled.options).state  # type: ignore[attr-defined,list-item]
    assert run(["bodies", "seal", "--state", str(state)]) == 0
    assert bodies.is_sealed(str(state))
    record = {"body": bodies.write(str(state), TEXT, {"user": "u", "looks": {}})}
    (state / "journal/journal.jsonl").write_text(json.dumps(record) + "\n")
    (hour,) = (state / bodies.FOLDER).glob("2*")
    past = hour.rename(hour.with_name(time.strftime("%Y-%m-%dT%H", time.gmtime(time.time() - 3 * HOUR_S))))
    assert run(["bodies", "seal", "--state", str(state)]) == 0
    assert not past.exists()
    assert "sealed 1 event" in capsys.readouterr().out
    assert run(["bodies", "open", str(tmp_path / "k"), "--state", str(state)]) == 0
    assert past.is_dir()
