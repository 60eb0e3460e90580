"""Real hooks whose denies a signer lifts (law 10): what passes, what never does, and a second account that tries."""

import json
import os
import site
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from policyhooks.errors import UsageError
from policyhooks.image.activation import Activation
from policyhooks.inspect.journal_verification import verify
from policyhooks.installation.approving import approve, open_tickets
from policyhooks.installation.signed_tickets import accept
from policyhooks.runtime.ports import tickets
from tests.support import signing_lifts as signers
from tests.support.bundles import needs_ssh_keygen
from tests.support.hooks import argv
from tests.support.lifting import encoded, lifts_told, said, shell
from tests.support.signing_lifts import latest, lifted, signed

pytestmark = needs_ssh_keygen
PUBLISH, RELEASE = "npm publish", "gh release create v1"
CHECKOUT = Path(__file__).resolve().parents[3]
NOBODY = 65534


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


def denied(active: Activation, command: str = PUBLISH) -> None:
    assert said(active, shell(command, "a")) == "deny"


def test_a_signer_lifts_one_call(active: Activation, keys: dict[str, Path]) -> None:
    denied(active)
    assert lifted(active.state, keys["dana"]) == ["dana"]
    assert [said(active, shell(PUBLISH, use)) for use in "bc"] == ["pass", "deny"]
    # Others of this file use lifts in the same state, in any order.
    told = [one for one in lifts_told(active) if isinstance(one, dict) and one.get("used") is True][-1]
    assert (told["who"], told["reason"]) == ("dana", "a release")
    assert not verify(active.state).problems


def test_the_deny_says_who_can_lift_it(active: Activation) -> None:
    from tests.support.lifting import answer

    text = answer(active, shell(PUBLISH, "a"))
    assert f"policyhooks approvals request {latest(active.state).ticket}" in text
    assert "policyhooks approve" not in text


def test_the_person_of_the_account_cannot(active: Activation) -> None:
    denied(active)
    with pytest.raises(UsageError, match="needs the signature"):
        approve(active.state, latest(active.state), who="dana", reason="x")
    assert said(active, shell(PUBLISH, "b")) == "deny"


def put_lift(active: Activation, told: dict[str, object]) -> None:
    """A lift as whoever has the key of the state folder can write it."""
    one = latest(active.state)
    moment = tickets.now()
    base = {"ticket": one.ticket, "digest": one.digest, "at": moment.wall, "steady": moment.steady, "for_s": 900}
    base.update({"uses": 1, "who": "dana", "reason": "x"})
    tickets.write(str(active.state), tickets.secret_of(str(active.state)), f"{one.name}.lift", {**base, **told})


def altered(active: Activation, keys: dict[str, Path], **changes: object) -> dict[str, object]:
    """A statement that says something else than what was signed."""
    request = signed(active.state, keys["dana"])
    told = {**json.loads(request.statement), **changes}
    text = json.dumps(told, sort_keys=True, separators=(",", ":"))
    return {"statement": text, "signatures": [dict(one) for one in request.signatures]}


def test_a_lift_without_a_signature_lifts_nothing(active: Activation) -> None:
    denied(active)
    put_lift(active, {})
    assert said(active, shell(PUBLISH, "b")) == "deny"


def test_nor_does_the_signature_of_a_stranger(active: Activation, keys: dict[str, Path]) -> None:
    denied(active)
    request = signed(active.state, keys["stranger"])
    with pytest.raises(UsageError, match="0 of the 1 signatures"):
        accept(active.state, latest(active.state), request)
    put_lift(active, {"statement": request.statement, "signatures": [dict(one) for one in request.signatures]})
    assert said(active, shell(PUBLISH, "b")) == "deny"


def test_nor_a_signature_under_somebody_elses_key(active: Activation, keys: dict[str, Path]) -> None:
    denied(active)
    request = signed(active.state, keys["stranger"])
    claimed = [{"key": signers.public(keys["dana"]), "signature": request.signatures[0]["signature"]}]
    put_lift(active, {"statement": request.statement, "signatures": claimed})
    assert said(active, shell(PUBLISH, "b")) == "deny"


CHANGES: dict[str, dict[str, object]] = {
    "longer": {"until": 4_000_000_000},
    "more calls": {"uses": 5},
    "another reason": {"reason": "y"},
    "another ticket": {"ticket": "PH-0000-0000"},
    "another installation": {"installation": "x"},
    "more rules": {"rules": ["acme.lifts/publish", "acme.lifts/two"]},
    "of a rule": {"bind": "rule"},
}


@pytest.mark.parametrize("case", CHANGES)
def test_every_word_is_signed(active: Activation, keys: dict[str, Path], case: str) -> None:
    denied(active)
    put_lift(active, altered(active, keys, **CHANGES[case]))
    assert said(active, shell(PUBLISH, "b")) == "deny"


def test_a_statement_as_it_was_signed_is_the_control_of_these(active: Activation, keys: dict[str, Path]) -> None:
    denied(active)
    put_lift(active, altered(active, keys))
    assert said(active, shell(PUBLISH, "b")) == "pass"


def test_what_was_signed_for_one_call_lifts_no_other(active: Activation, keys: dict[str, Path]) -> None:
    denied(active)
    told = altered(active, keys)
    for path in (active.state / tickets.FOLDER).glob("*"):
        path.unlink()
    denied(active, "npm publish --tag evil")
    put_lift(active, told)
    assert said(active, shell("npm publish --tag evil", "b")) == "deny"


def test_a_bundles_signature_is_none(active: Activation, keys: dict[str, Path]) -> None:
    from policyhooks.bundle.signing import armor, sign

    denied(active)
    request = signed(active.state, keys["dana"])
    other = armor(sign(request.statement.encode(), str(keys["dana"]))).decode()
    key = signers.public(keys["dana"])
    put_lift(active, {"statement": request.statement, "signatures": [{"key": key, "signature": other}]})
    assert said(active, shell(PUBLISH, "b")) == "deny"


@pytest.mark.parametrize(
    ("names", "passes"),
    [
        (("eli", "fay"), True),
        (("eli",), False),
        (("eli", "dana"), False),  # dana asks: it is dana's account
        (("eli", "stranger"), False),
        (("dana", "eli", "fay"), True),
    ],
)
def test_two_signers_of_whom_none_asks(
    active: Activation, keys: dict[str, Path], names: tuple[str, ...], passes: bool
) -> None:
    denied(active, RELEASE)
    request = signed(active.state, *[keys[name] for name in names])
    if not passes:
        with pytest.raises(UsageError, match="of the 2 signatures"):
            accept(active.state, latest(active.state), request)
    put_lift(active, {"statement": request.statement, "signatures": [dict(one) for one in request.signatures]})
    assert said(active, shell(RELEASE, "b")) == ("pass" if passes else "deny")


def test_one_signature_twice_is_one(active: Activation, keys: dict[str, Path]) -> None:
    denied(active, RELEASE)
    request = signed(active.state, keys["eli"])
    twice = [dict(one) for one in request.signatures * 2]
    put_lift(active, {"statement": request.statement, "signatures": twice})
    assert said(active, shell(RELEASE, "b")) == "deny"


def test_whom_nobody_knows_has_no_four_eyes(tmp_path: Path, keys: dict[str, Path]) -> None:
    active = signers.installed(tmp_path, keys, uid=os.getuid() + 1)
    denied(active, RELEASE)
    request = signed(active.state, keys["eli"], keys["fay"])
    with pytest.raises(UsageError, match="does not say who asks"):
        accept(active.state, latest(active.state), request)
    put_lift(active, {"statement": request.statement, "signatures": [dict(one) for one in request.signatures]})
    assert said(active, shell(RELEASE, "b")) == "deny"


def test_of_a_command_other_words_may_differ_and_nothing_else(active: Activation, keys: dict[str, Path]) -> None:
    denied(active, "kubectl delete pod one")
    lifted(active.state, keys["eli"])
    commands = {
        "kubectl delete pod two": "pass",
        "kubectl delete pod two --wait": "pass",
        "kubectl apply -f x.yaml": "deny",
        "sudo kubectl delete pod one": "deny",
        "kubectl delete pod one > log": "deny",
        "kubectl delete pod one; kubectl delete pod two": "deny",
        "KUBECONFIG=x kubectl delete pod one": "deny",
        "kubectl delete pod $X": "deny",
    }
    assert {text: said(active, shell(text, f"u{text}")) for text in commands} == commands
    assert said(active, shell("kubectl delete pod two", "f", cwd="/tmp")) == "deny"


def test_of_a_command_also_for_the_person_of_the_account(active: Activation) -> None:
    denied(active, "pnpm publish --tag a")
    approve(active.state, latest(active.state), who="dana", reason="x")
    assert said(active, shell("pnpm add evil", "b")) == "deny"
    assert said(active, shell("pnpm publish --tag b", "c")) == "pass"
    assert said(active, shell("pnpm publish --tag b", "d")) == "deny"


def test_of_a_rule_every_call_of_the_session_and_only_of_this_rule(active: Activation, keys: dict[str, Path]) -> None:
    denied(active, "terraform apply $X")
    one = latest(active.state)
    assert "terraform" not in json.dumps(dict(one.fields)) + json.dumps(dict(one.messages)), "no word of the agent"
    lifted(active.state, keys["eli"])
    calls = ["terraform apply", "terraform destroy -auto-approve", "cd x && terraform plan"]
    assert [said(active, shell(text, f"u{number}")) for number, text in enumerate(calls)] == ["pass"] * 3
    assert said(active, shell("terraform apply", "s", session_id="s2")) == "deny"
    assert said(active, shell("terraform apply && npm publish", "t")) == "deny"


def test_the_two_events_of_cursor(active: Activation, keys: dict[str, Path]) -> None:
    from tests.runtime.launch.test_lifting import cursor

    first, second = "preToolUse", "beforeShellExecution"
    assert not cursor(active, first, "a")
    lifted(active.state, keys["dana"])
    assert cursor(active, first, "b")
    assert not cursor(active, second, "", "npm publish --tag evil")
    assert cursor(active, second, "")
    assert not cursor(active, second, "")
    assert not cursor(active, first, "c")


def test_without_listed_keys_there_is_no_ticket(tmp_path: Path, keys: dict[str, Path]) -> None:
    from tests.support import lifting as lifts

    active = lifts.installed(tmp_path, signers.RULES)
    denied(active)
    assert open_tickets(active.state) == []


@pytest.fixture
def shared(keys: dict[str, Path]) -> Iterator[Activation]:
    """A managed installation that a second account uses; what pytest makes is closed to it."""
    if os.geteuid() != 0:
        pytest.skip("only root can be a second account too")
    python = open_to_all()
    with tempfile.TemporaryDirectory(prefix="policyhooks-shared-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        (folder / "keys.json").write_text(json.dumps({one: str(path) for one, path in keys.items()}))
        done = subprocess.run(
            [python, "-c", INSTALL, name, str(NOBODY)],
            env={"PATH": "/usr/bin:/bin", "PYTHONPATH": os.pathsep.join([str(CHECKOUT), *site.getsitepackages()])},
            capture_output=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        yield Activation(folder / "state", 1, Path(python), Path(), ())


INSTALL = """\
import json, sys
from pathlib import Path
from tests.support import signing_lifts
folder = Path(sys.argv[1])
keys = {name: Path(path) for name, path in json.loads((folder / "keys.json").read_text()).items()}
signing_lifts.installed(folder, keys, uid=int(sys.argv[2]), shared=True)
"""


def open_to_all() -> str:
    """An interpreter of our version that a second account can start too."""
    ask = ["-c", "import sys; print(*sys.version_info[:2])"]
    for python in (sys.executable, "/usr/bin/python3", "/usr/local/bin/python3"):
        try:
            told = as_nobody([python, *ask], b"").stdout.split()
        except OSError:
            continue
        if told == [b"%d" % number for number in sys.version_info[:2]]:
            return python
    pytest.skip("a second account can start no interpreter of this version here")


def as_nobody(command: list[str], stdin: bytes) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        command,
        input=stdin,
        capture_output=True,
        check=False,
        user=NOBODY,
        group=NOBODY,
        extra_groups=[],
        env={"PATH": "/usr/bin:/bin", "HOME": "/nonexistent", "PYTHONPATH": str(CHECKOUT)},
        cwd="/",
        timeout=120,
    )


def said_to_nobody(active: Activation, command: str, use: str) -> str:
    done = as_nobody(argv(active), encoded(shell(command, use, cwd="/")))
    assert done.returncode in (64, 70, 2), done.stderr
    return "deny" if b'"deny"' in done.stdout or done.returncode in (2, 70) else "pass"


FORGE = """\
import json, sys
from pathlib import Path
from policyhooks.installation.approving import open_tickets
from policyhooks.runtime.ports import tickets
state, way, given = Path(sys.argv[1]), sys.argv[2], json.loads(sys.stdin.read())
(one,) = open_tickets(state)
secret = tickets.secret_of(str(state))
moment = tickets.now()
lift = {"ticket": one.ticket, "digest": one.digest, "at": moment.wall, "steady": moment.steady, "for_s": 900,
        "uses": 1, "who": "dana", "reason": "x", **given}
if way == "ticket":  # the stranger's key among those who sign, where this account can write it
    told = tickets.read(str(state), secret, one.name)
    told["approvers"] = [{"signers": {"dana": [given["signatures"][0]["key"]]}}]
    told["terms"]["by"] = "user"
    (state / "tickets" / one.name).unlink()
    tickets.write(str(state), secret, one.name, {k: v for k, v in told.items() if k not in ("v", "file")})
if way == "program":
    for path in sorted(state.parent.parent.rglob("*")):
        if path.is_file() and "users" not in path.parts:
            try:
                path.write_bytes(path.read_bytes())
                sys.exit(f"{path} could be written")
            except PermissionError:
                pass
    for folder in (state.parent.parent, state.parent.parent / "bin"):
        try:
            (folder / "planted").write_text("x")
            sys.exit(f"{folder} could be written")
        except PermissionError:
            pass
tickets.write(str(state), secret, f"{one.name}.lift", lift)
print("forged")
"""


@pytest.mark.parametrize("way", ["plain", "stranger", "ticket", "program"])
def test_a_program_of_the_user_cannot_lift_what_a_signer_must(
    shared: Activation, keys: dict[str, Path], way: str
) -> None:
    """Managed scope, a second account, with everything that is its own: the ticket, the key of its state folder."""
    assert said_to_nobody(shared, PUBLISH, "a") == "deny"
    (own,) = (shared.state / "users").iterdir()
    given: dict[str, object] = {}
    if way in ("stranger", "ticket"):
        request = signed(own, keys["stranger"])
        given = {"statement": request.statement, "signatures": [dict(one) for one in request.signatures]}
    forged = as_nobody([str(shared.interpreter), "-c", FORGE, str(own), way], json.dumps(given).encode())
    assert forged.stdout == b"forged\n", forged.stderr
    assert said_to_nobody(shared, PUBLISH, "b") == "deny"


def test_what_a_signer_has_signed_is_lifted_there(shared: Activation, keys: dict[str, Path]) -> None:
    assert said_to_nobody(shared, PUBLISH, "a") == "deny"
    (own,) = (shared.state / "users").iterdir()
    request = signed(own, keys["dana"])
    given = {"statement": request.statement, "signatures": [dict(one) for one in request.signatures]}
    brought = as_nobody([str(shared.interpreter), "-c", FORGE, str(own), "plain"], json.dumps(given).encode())
    assert brought.stdout == b"forged\n", brought.stderr
    assert [said_to_nobody(shared, PUBLISH, use) for use in "bc"] == ["pass", "deny"]


def test_what_the_account_may_lift_is_lifted_by_nobody_there(shared: Activation) -> None:
    assert said_to_nobody(shared, "yarn publish", "a") == "deny"
    assert not list((shared.state / "users").rglob(tickets.FOLDER))
