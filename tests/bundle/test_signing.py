"""Signatures before any program sees them, and how ssh-keygen is started: in surroundings of ours."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from policyhooks.bundle import signing
from policyhooks.bundle.signing import (
    ALGORITHMS,
    HASHES,
    MAGIC,
    NAMESPACE,
    Signature,
    armor,
    dearmor,
    find_signer,
    find_ssh_keygen,
    holds,
    read_signature,
    sign,
)
from policyhooks.errors import EnvironmentBroken, VerificationFailed
from tests.support.bundles import line_of, make_key, needs_ssh_keygen

OURS = NAMESPACE.encode()
NOT_SSH = "a signature of the bundle is not an SSH signature"
DAMAGED = "a signature of the bundle is damaged"
PURPOSE = "a signature of the bundle was made for another purpose"
ALGORITHM = "a signature of the bundle uses an algorithm that is not known here"


def string(text: bytes) -> bytes:
    return len(text).to_bytes(4, "big") + text


def blob(
    kind: bytes = b"ssh-ed25519",
    algorithm: bytes = b"ssh-ed25519",
    namespace: bytes = OURS,
    reserved: bytes = b"",
    digest: bytes = b"sha512",
) -> bytes:
    key, signature = string(kind) + string(b"k" * 32), string(algorithm) + string(b"s" * 64)
    return MAGIC + b"".join(map(string, (key, namespace, reserved, digest, signature)))


@pytest.mark.parametrize("digest", HASHES)
@pytest.mark.parametrize(("kind", "algorithm"), [(kind, one) for kind, all_ in ALGORITHMS.items() for one in all_])
def test_known_algorithms_are_read(kind: bytes, algorithm: bytes, digest: bytes) -> None:
    data = blob(kind, algorithm, digest=digest)
    assert read_signature(data) == Signature(data, string(kind) + string(b"k" * 32), algorithm.decode())


def five(*parts: bytes) -> bytes:
    return MAGIC + b"".join(map(string, parts))


REFUSED = [
    (b"", NOT_SSH),
    (b"SSHSIG\0\0\0\2" + blob()[len(MAGIC) :], NOT_SSH),
    (MAGIC, DAMAGED),
    (blob() + string(b""), DAMAGED),
    (blob() + b"\0", DAMAGED),
    (blob() + b"\0\0\0", DAMAGED),
    (blob()[:-1], DAMAGED),
    (five(b"a", b"b", b"c", b"d"), DAMAGED),
    (blob(namespace=b"git"), PURPOSE),
    (blob(namespace=OURS + b"2"), PURPOSE),
    (blob(namespace=b""), PURPOSE),
    (blob(reserved=b"x"), PURPOSE),
    (blob(digest=b"sha1"), ALGORITHM),
    (blob(digest=b""), ALGORITHM),
    (blob(kind=b"ssh-dss", algorithm=b"ssh-dss"), ALGORITHM),
    (blob(kind=b"ssh-rsa", algorithm=b"ssh-rsa"), ALGORITHM),
    (blob(algorithm=b"rsa-sha2-512"), ALGORITHM),
    (five(b"", OURS, b"", b"sha512", string(b"ssh-ed25519")), ALGORITHM),
    (five(string(b"ssh-ed25519"), OURS, b"", b"sha512", b""), ALGORITHM),
    (five(b"\0\0\0\x0bssh", OURS, b"", b"sha512", string(b"ssh-ed25519")), ALGORITHM),
]


@pytest.mark.parametrize(("data", "reason"), REFUSED)
def test_anything_else_is_refused(data: bytes, reason: str) -> None:
    with pytest.raises(VerificationFailed) as problem:
        read_signature(data)
    assert problem.value.message == reason


def test_armor_is_what_openssh_writes() -> None:
    data = bytes(range(120))
    lines = armor(data).split(b"\n")
    assert (lines[0], lines[-2:]) == (b"-----BEGIN SSH SIGNATURE-----", [b"-----END SSH SIGNATURE-----", b""])
    assert [len(line) for line in lines[1:-2]] == [70, 70, 20]
    assert dearmor(b"before\n" + armor(data) + b"after") == data
    assert dearmor(armor(data) + armor(b"second")) == data


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"-----END SSH SIGNATURE-----\n-----BEGIN SSH SIGNATURE-----\n",
        b"-----BEGIN SSH SIGNATURE-----\nAAAA\n",
        b"AAAA\n-----END SSH SIGNATURE-----\n",
        b"-----BEGIN SSH SIGNATURE-----\nA*A=\n-----END SSH SIGNATURE-----\n",
        b"-----BEGIN SSH SIGNATURE-----\nAAAAA\n-----END SSH SIGNATURE-----\n",
    ],
)
def test_what_is_no_armor_is_said(text: bytes) -> None:
    with pytest.raises(EnvironmentBroken) as problem:
        dearmor(text)
    assert problem.value.message == "ssh-keygen gave no signature"


def planted(folder: Path, text: str = "exit 0", mode: int = 0o755) -> str:
    folder.mkdir(exist_ok=True)
    path = folder / "ssh-keygen"
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(mode)
    return str(folder)


@needs_ssh_keygen
def test_ssh_keygen_is_one_that_only_root_can_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "folder/ssh-keygen").mkdir(parents=True)
    for bad in (
        tmp_path / "gone",
        tmp_path / "folder",
        planted(tmp_path / "a", mode=0o775),
        planted(tmp_path / "b", mode=0o757),
    ):
        monkeypatch.setattr(signing.ssh_keygen, "FOLDERS", (str(bad), "/usr/bin"))
        assert find_ssh_keygen() == "/usr/bin/ssh-keygen"
        monkeypatch.setattr(signing.ssh_keygen, "FOLDERS", (str(bad),))
        with pytest.raises(EnvironmentBroken) as problem:
            find_ssh_keygen()
        assert problem.value.message == "there is no ssh-keygen in /usr/bin"
        assert problem.value.hint == "on Debian: apt-get install openssh-client"


root_only = pytest.mark.skipif(os.geteuid() != 0, reason="only root's ssh-keygen is taken")
Plant = Callable[..., None]


@pytest.fixture
def plant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Plant:
    """Puts another ssh-keygen into the system's place."""

    def put(text: str, mode: int = 0o755) -> None:
        monkeypatch.setattr(signing.ssh_keygen, "FOLDERS", (planted(tmp_path / "system", text, mode),))

    return put


@root_only
def test_somebody_elses_ssh_keygen_is_not_taken(tmp_path: Path, plant: Plant) -> None:
    plant("exit 0")
    assert find_ssh_keygen() == str(tmp_path / "system/ssh-keygen")
    os.chown(tmp_path / "system/ssh-keygen", 1, -1)
    with pytest.raises(EnvironmentBroken):
        find_ssh_keygen()


@root_only
def test_ssh_keygen_sees_nothing_of_our_surroundings(
    tmp_path: Path, plant: Plant, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LD_PRELOAD", "")
    monkeypatch.setenv("SSH_AUTH_SOCK", "/agent")
    monkeypatch.setenv("HOME", "/home/dev")
    report = tmp_path / "report"
    plant(f'{{ /usr/bin/env; /bin/pwd; echo "$@"; /bin/cat; }} > {report}; exit 1')
    signature = read_signature(blob())
    assert not holds(b"the message", signature)
    seen = report.read_text().splitlines()
    assert {"PATH=/usr/bin:/bin", "LC_ALL=C", "TZ=UTC"} <= set(seen)
    assert not [line for line in seen if line.startswith(("LD_PRELOAD", "SSH_AUTH_SOCK", "HOME", "POLICYHOOKS"))]
    assert seen[-3] == "/"
    words = seen[-2].split()
    assert words[:5] == ["-Y", "check-novalidate", "-n", "policyhooks", "-s"]
    assert Path(words[5]).parent.name.startswith("policyhooks-verify-")
    assert not Path(words[5]).parent.exists()
    assert seen[-1] == "the message"
    with pytest.raises(EnvironmentBroken):
        sign(b"the message", "key")
    seen = report.read_text().splitlines()
    assert {"SSH_AUTH_SOCK=/agent", "HOME=/home/dev"} <= set(seen)
    assert seen[-2] == f"-Y sign -q -f {os.path.abspath('key')} -n policyhooks"


@root_only
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("echo first >&2; echo 'no such key' >&2; exit 1", "ssh-keygen could not sign: no such key"),
        ("printf '\\377' >&2; exit 1", "ssh-keygen could not sign: \ufffd"),
        ("exit 1", "ssh-keygen could not sign: no reason given"),
        ("exit 0", "ssh-keygen gave no signature"),
    ],
)
def test_why_nothing_could_be_signed(plant: Plant, text: str, reason: str) -> None:
    plant(text)
    with pytest.raises(EnvironmentBroken) as problem:
        sign(b"x", "key")
    assert problem.value.message == reason


@root_only
def test_an_ssh_keygen_that_never_answers_or_cannot_start_is_said(
    plant: Plant, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant("exec /bin/sleep 60")
    monkeypatch.setattr(signing, "SIGN_LIMIT_S", 0.5)
    with pytest.raises(EnvironmentBroken) as problem:
        sign(b"x", "key")
    assert problem.value.message == "ssh-keygen did not answer within 0.5 s"
    plant("exit 0", mode=0o600)
    with pytest.raises(EnvironmentBroken) as problem:
        sign(b"x", "key")
    assert problem.value.message == "ssh-keygen cannot be started: Permission denied"


@root_only
@pytest.mark.parametrize(
    ("found", "code", "verified", "signer"),
    [
        ("a@b", 0, 0, "a@b"),
        ("a@b,c@d", 0, 0, "a@b"),
        (" a@b ", 0, 0, "a@b"),
        ("a@b", 1, 0, ""),
        ("a@b", 0, 1, ""),
        ("", 0, 0, ""),
        (",a@b", 0, 0, ""),
        ("-oProxy", 0, 0, ""),
        ("a b", 0, 0, ""),
        ("\u00e9@b", 0, 0, ""),
    ],
)
def test_only_a_plain_principal_that_is_verified_counts(
    plant: Plant, found: str, code: int, verified: int, signer: str
) -> None:
    plant(f"case $2 in find-principals) echo '{found}'; exit {code};; verify) exit {verified};; esac; exit 9")
    assert find_signer(b"x", read_signature(blob()), b"", 0) == signer


@needs_ssh_keygen
def test_a_signature_holds_for_its_own_message_and_its_time(tmp_path: Path) -> None:
    key = make_key(tmp_path, "alice")
    signature = read_signature(sign(b"message", str(key)))
    assert holds(b"message", signature)
    assert not holds(b"another", signature)
    allowed = line_of(key, "a@b", 'valid-after="20200101",valid-before="20300101"').encode()
    table = [(1_600_000_000, "a@b"), (1_500_000_000, ""), (1_900_000_000, "")]
    for now, signer in table:
        assert find_signer(b"message", signature, allowed, now) == signer
    assert find_signer(b"another", signature, allowed, 1_600_000_000) == ""
    assert find_signer(b"message", signature, b"", 1_600_000_000) == ""
