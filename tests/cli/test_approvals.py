"""`approvals request`, `sign`, `accept`: a call goes to somebody with a key and comes back; what is forged does not."""

import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from policyhooks.cli.main import run as policyhooks
from policyhooks.errors import UsageError
from policyhooks.image.activation import Activation
from policyhooks.installation import lift_documents
from policyhooks.installation.approving import open_tickets
from policyhooks.runtime.ports import tickets
from tests.support import signing_lifts as signers
from tests.support.bundles import needs_ssh_keygen
from tests.support.hooks import records
from tests.support.lifting import said, shell
from tests.support.persons import approves, signs

pytestmark = needs_ssh_keygen
ROOT = Path(__file__).resolve().parents[2]
PUBLISH = "npm publish"


@pytest.fixture(scope="module")
def keys(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return signers.keys_in(tmp_path_factory.mktemp("keys"))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory, keys: dict[str, Path]) -> Activation:
    return signers.installed(tmp_path_factory.mktemp("signed"), keys, uid=os.getuid())


@pytest.fixture
def active(made: Activation) -> Activation:
    for path in (made.state / tickets.FOLDER).glob("*"):
        path.unlink()
    return made


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    return {"PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT), "HOME": str(tmp_path), "TERM": "xterm"}


def asked(active: Activation, folder: Path, command: str = PUBLISH, *more: str) -> Path:
    """The request of a call that was denied."""
    assert said(active, shell(command, "a")) == "deny"
    path = folder / "request.json"
    words = ["approvals", "request", signers.latest(active.state).ticket, "--state", str(active.state)]
    assert policyhooks([*words, "--out", str(path), *more]) == 0
    return path


def test_asked_signed_elsewhere_and_brought_back(
    active: Activation, keys: Mapping[str, Path], environ: Mapping[str, str], tmp_path: Path
) -> None:
    request = asked(active, tmp_path)
    assert request.stat().st_mode & 0o777 == 0o600
    ticket = json.loads(request.read_text())["ticket"]
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    code, screen = signs([str(request), "--key", str(keys["eli"])], {**environ, "HOME": str(elsewhere)}, elsewhere)
    assert code == 0, screen
    plain = " ".join(screen.split())
    for text in (PUBLISH, "acme.lifts/publish", "Whoever has a listed key says with it", "is signed"):
        assert text in plain
    signed = elsewhere / f"{ticket}.lift.json"
    assert policyhooks(["approvals", "accept", str(signed), "--state", str(active.state)]) == 0
    assert [said(active, shell(PUBLISH, use)) for use in "bc"] == ["pass", "deny"]
    told = [record["lift"] for record in records(active) if record.get("kind") == "lifted"]
    assert told[-1]["who"] == "eli"  # type: ignore[index]
    assert policyhooks(["approvals", "accept", str(signed), "--state", str(active.state)]) == 2


def test_approve_says_that_a_key_is_needed(active: Activation, environ: Mapping[str, str], tmp_path: Path) -> None:
    asked(active, tmp_path)
    one = signers.latest(active.state)
    code, screen = approves([one.ticket, "--state", str(active.state)], environ, tmp_path)
    assert (code, "needs the signature" in " ".join(screen.split())) == (2, True)


def test_nobody_signs_without_a_terminal(
    active: Activation, keys: Mapping[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    request = asked(active, tmp_path)
    assert policyhooks(["approvals", "sign", str(request), "--key", str(keys["eli"])]) == 2
    assert "needs a terminal" in capsys.readouterr().err


def test_a_secret_does_not_leave_by_accident(
    active: Activation, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = "npm publish --otp ghp_" + "aB3dE5gH7jK9mN1pQ3rS5tU7vW9xY1zA3bC5"
    assert said(active, shell(command, "a")) == "deny"
    words = ["approvals", "request", signers.latest(active.state).ticket, "--state", str(active.state)]
    path = tmp_path / "request.json"
    assert policyhooks([*words, "--out", str(path)]) == 2
    assert "ghp_" not in capsys.readouterr().err
    assert not path.exists()
    assert policyhooks([*words, "--out", str(path), "--unmasked"]) == 0


def test_a_file_that_is_there_is_not_written_over(active: Activation, tmp_path: Path) -> None:
    path = asked(active, tmp_path)
    words = ["approvals", "request", signers.latest(active.state).ticket, "--state", str(active.state)]
    assert policyhooks([*words, "--out", str(path)]) == 2


def harmless(told: dict[str, Any]) -> None:
    """What the signer sees is not what is bound elsewhere: the digest follows what is seen, so nothing is gained."""
    told["fields"]["input"] = told["fields"]["input"].replace("npm publish", "npm pack")


def test_another_call_on_the_screen_is_another_digest(
    active: Activation, keys: Mapping[str, Path], tmp_path: Path
) -> None:
    path = asked(active, tmp_path)
    told = json.loads(path.read_text())
    harmless(told)
    request = lift_documents.read(json.dumps(told).encode(), "x")
    from policyhooks.installation.signed_tickets import accept, sign_request

    signed = sign_request(request, str(keys["eli"]), "x", 600)
    with pytest.raises(UsageError, match="it is for another call"):
        accept(active.state, signers.latest(active.state), signed)


def twin(told: dict[str, Any]) -> None:
    told["twins"] = [{"event": "x", "input": told["fields"]["input"].replace("npm publish", "rm -rf /")}]


def twin_input(told: dict[str, Any]) -> None:
    said = json.loads(told["fields"]["input"])
    told["twins"] = [{"event": "x", "input": json.dumps({**said, "input": {"command": "rm -rf /"}})}]


def twin_rules(told: dict[str, Any]) -> None:
    told["twins"] = [{"event": "x", "rules": "[]"}]


def other_rules(told: dict[str, Any]) -> None:
    told["rules"] = ["acme.lifts/harmless"]


def other_bind(told: dict[str, Any]) -> None:
    told["bind"] = "rule"


def no_ticket(told: dict[str, Any]) -> None:
    told["ticket"] = "../../x"


def no_format(told: dict[str, Any]) -> None:
    told["format"] = "policyhooks-lift-request@v9"


def no_number(told: dict[str, Any]) -> None:
    told["uses"] = True


def no_field(told: dict[str, Any]) -> None:
    del told["fields"]


HOSTILE = (twin, twin_input, twin_rules, other_rules, other_bind, no_ticket, no_format, no_number, no_field)


@pytest.mark.parametrize("change", HOSTILE)
def test_documents_that_say_one_thing_and_bind_another(
    active: Activation, tmp_path: Path, change: Callable[[dict[str, Any]], None]
) -> None:
    path = asked(active, tmp_path)
    told = json.loads(path.read_text())
    lift_documents.read(json.dumps(told).encode(), "x")
    change(told)
    with pytest.raises(UsageError, match="no request for a lift"):
        lift_documents.read(json.dumps(told).encode(), "x")


@pytest.mark.parametrize("data", [b"", b"{}", b"[]", b"null", b'{"format": []}', b"x" * 10, b"{" * 5000])
def test_what_is_no_document(data: bytes) -> None:
    with pytest.raises(UsageError):
        lift_documents.read(data, "x")


def test_what_was_signed_is_not_signed_as_something_else(
    active: Activation, keys: Mapping[str, Path], tmp_path: Path
) -> None:
    """The second of two signers sees what the first one signed."""
    asked(active, tmp_path, "gh release create v1")
    request = signers.signed(active.state, keys["eli"])
    told = json.loads(lift_documents.write(request))
    assert lift_documents.read(json.dumps(told).encode(), "x").digest == request.digest
    harmless_there = json.loads(told["statement"])
    harmless_there["digest"] = "0" * 64
    told["statement"] = json.dumps(harmless_there)
    with pytest.raises(UsageError, match="another call"):
        lift_documents.read(json.dumps(told).encode(), "x")


def test_a_key_signs_once(active: Activation, keys: Mapping[str, Path], tmp_path: Path) -> None:
    asked(active, tmp_path)
    with pytest.raises(UsageError, match="has signed it already"):
        signers.signed(active.state, keys["eli"], keys["eli"])


def test_list_tells_what_waits(active: Activation, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked(active, tmp_path, "terraform apply")
    asked_for = open_tickets(active.state)[0].ticket
    assert policyhooks(["approvals", "list", "--state", str(active.state)]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert asked_for in shown
    assert "waits for a signature" in shown
    assert "every call that it denies in this session" in shown
