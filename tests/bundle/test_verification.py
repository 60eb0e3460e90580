"""Signed bundles: who is believed, and every way in which one is refused."""

import hashlib
import random
import subprocess
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from policyhooks.bundle import signing, verification
from policyhooks.bundle.archive import assemble, disassemble
from policyhooks.bundle.signing import NAMESPACE, armor, dearmor, read_signature, sign
from policyhooks.bundle.verification import check_expiry, known_signatures, open_bundle, read_file
from policyhooks.cli.main import run
from policyhooks.errors import EnvironmentBroken, VerificationFailed
from tests.support.bundles import (
    archive_of,
    build,
    contents,
    line_of,
    make_key,
    needs_ssh_keygen,
    repacked,
    root_of,
    signed,
)
from tests.support.counts import SOAK, scaled

pytestmark = needs_ssh_keygen
A, B = "alice@acme.example", "bob@acme.example"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bundle and the keys of Alice, Bob and a stranger."""
    folder = tmp_path_factory.mktemp("signed")
    build(folder)
    for name in ("alice", "bob", "stranger"):
        make_key(folder, name)
    return folder


def test_a_signed_bundle_is_opened(made: Path) -> None:
    data = signed(archive_of(made / "acme.phb"), made / "alice")
    bundle = open_bundle(data, [root_of(line_of(made / "alice", A))], now=time.time())
    assert bundle.trusted
    assert bundle.signers == (A,)
    assert bundle.manifest.name == "acme"
    assert set(bundle.program) == {"index", "bucket_000"}
    assert bundle.program["index"].encode() == bundle.files["program/index.py"]
    assert bundle.digest == hashlib.sha256(archive_of(made / "acme.phb")).hexdigest()
    assert bundle.signatures == 1
    assert [one.algorithm for one in known_signatures(disassemble(data))] == ["ssh-ed25519"]


def test_without_a_trust_root_nobody_vouches(made: Path) -> None:
    for data, count in ((read_file(made / "acme.phb"), 0), (signed(_archive(made), made / "bob", made / "alice"), 2)):
        bundle = open_bundle(data, [], now=time.time())
        assert (bundle.trusted, bundle.signers, bundle.signatures) == (False, (), count)


def test_a_file_is_read_whole_or_refused_in_words(made: Path, tmp_path: Path) -> None:
    assert read_file(str(made / "acme.phb")) == (made / "acme.phb").read_bytes()
    for path, reason in ((tmp_path / "gone", "no such file or directory"), (tmp_path, "is a directory")):
        with pytest.raises(VerificationFailed) as problem:
            read_file(path)
        assert problem.value.message == f"`{path}` cannot be read: {reason}"


def test_no_more_of_a_file_is_read_than_a_bundle_can_have(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verification, "MAX_ARCHIVE", 512)
    (tmp_path / "long").write_bytes(bytes((1 << 20) + 513))
    assert len(read_file(tmp_path / "long")) == (1 << 20) + 512


@pytest.mark.parametrize("kind", ["ed25519", "ecdsa", "rsa"])
def test_kinds_of_keys(made: Path, tmp_path: Path, kind: str) -> None:
    key = make_key(tmp_path, "key", kind)
    data = signed(archive_of(made / "acme.phb"), key)
    assert open_bundle(data, [root_of(line_of(key, A))], now=time.time()).signers == (A,)


def test_the_threshold_counts_different_signers(made: Path, tmp_path: Path) -> None:
    alice, bob, stranger = (made / name for name in ("alice", "bob", "stranger"))
    second = make_key(tmp_path, "alice-second")
    archive = archive_of(made / "acme.phb")
    root = root_of(line_of(alice, A), line_of(second, A), line_of(bob, B), threshold=2)
    two_names = root_of(line_of(alice, A), line_of(alice, "alias@acme.example"), threshold=2)
    now = time.time()
    assert open_bundle(signed(archive, alice, bob), [root], now=now).signers == (A, B)
    assert open_bundle(signed(archive, alice, bob, stranger), [root], now=now).signers == (A, B)
    for data, wanted in [
        (signed(archive, alice), root),
        (signed(archive, alice, stranger), root),
        (signed(archive, alice, second), root),
        (signed(archive, alice), two_names),
    ]:
        with pytest.raises(VerificationFailed, match="1 of the 2"):
            open_bundle(data, [wanted], now=now)


def test_every_trust_root_must_be_satisfied(made: Path) -> None:
    data = signed(archive_of(made / "acme.phb"), made / "alice")
    roots = [root_of(line_of(made / "alice", A)), root_of(line_of(made / "bob", B))]
    open_bundle(data, roots[:1], now=time.time())
    with pytest.raises(VerificationFailed):
        open_bundle(data, roots, now=time.time())


def test_every_single_byte_counts(made: Path) -> None:
    """All bytes of the head and the signatures, and of the archive a spread; in the soak every byte of all."""
    archive = repacked(made / "acme.phb", {"program/index.py": None, "program/bucket_000.py": None})
    data = signed(archive, made / "alice", made / "bob")
    root = root_of(line_of(made / "alice", A), line_of(made / "bob", B))
    open_bundle(data, [root], now=time.time())
    start = data.index(archive)
    edges = [*range(start), *range(start + len(archive), len(data))]
    spread = range(start, start + len(archive)) if SOAK else random.Random(7).sample(range(start, len(archive)), 40)
    step = 1 if SOAK else 7
    for at in [*edges[:start], *edges[start::step], *spread]:
        changed = bytearray(data)
        changed[at] ^= 1 << (at % 8)
        with pytest.raises(VerificationFailed):
            open_bundle(bytes(changed), [root], now=time.time())


def test_random_bytes_of_a_large_bundle_count(made: Path) -> None:
    """The shipped policies, signed: 10,000 changes in the soak, some dozens otherwise (each starts ssh-keygen)."""
    large = made / "large.phb"
    policies = str(Path(__file__).resolve().parents[2] / "policies")
    words = ["--name", "packs", "--version", "1.0.0", "--serial", "1"]
    assert run(["bundle", "build", policies, "-o", str(large), *words]) == 0
    data = signed(archive_of(large), made / "alice")
    root = root_of(line_of(made / "alice", A))
    open_bundle(data, [root], now=time.time())
    generator = random.Random(23)
    for _ in range(10_000 if SOAK else 60):
        changed = bytearray(data)
        at = generator.randrange(len(data))
        changed[at] ^= generator.randrange(1, 256)
        with pytest.raises(VerificationFailed):
            open_bundle(bytes(changed), [root], now=time.time())


def test_without_a_trust_root_every_byte_but_the_manifests_own_still_counts(made: Path) -> None:
    data = (made / "acme.phb").read_bytes()
    manifest = contents(made / "acme.phb")["manifest.json"]
    own = range(data.index(manifest), data.index(manifest) + len(manifest))
    generator = random.Random(11)
    for _ in range(scaled(10_000)):
        at = generator.randrange(len(data))
        changed = bytearray(data)
        changed[at] ^= generator.randrange(1, 256)
        if at not in own:
            with pytest.raises(VerificationFailed):
                open_bundle(bytes(changed), [], now=time.time())


# ---- attacks ----------------------------------------------------------------------------------

Attack = Callable[[Path], bytes]


def _archive(made: Path) -> bytes:
    return archive_of(made / "acme.phb")


def _with_blob(made: Path, change: Callable[[bytes], bytes]) -> bytes:
    archive = _archive(made)
    return assemble(archive, [change(sign(archive, str(made / "alice")))])


def _foreign_namespace(made: Path) -> bytes:
    archive = _archive(made)
    words = ["/usr/bin/ssh-keygen", "-q", "-Y", "sign", "-f", str(made / "alice"), "-n", "file"]
    return assemble(archive, [dearmor(subprocess.run(words, input=archive, capture_output=True, check=True).stdout)])


def _string(text: bytes) -> bytes:
    return len(text).to_bytes(4, "big") + text


def _other_signature(made: Path) -> bytes:
    """Alice's signature on other bytes."""
    return assemble(_archive(made), [sign(b"other bytes", str(made / "alice"))])


def _own_manifest(made: Path, **fields: object) -> bytes:
    return signed(repacked(made / "acme.phb", {}, **fields), made / "alice")


def _signed_files(made: Path, **fields: object) -> bytes:
    """Signed by Alice: what the signer's machine made of it is refused all the same."""
    changes = {name.replace("__", "/").replace("_dot_", "."): value for name, value in fields.items()}
    from policyhooks.bundle.archive import pack

    files = {name: value for name, value in {**contents(made / "acme.phb"), **changes}.items() if value is not None}
    return signed(pack(files), made / "alice")  # type: ignore[arg-type]


ATTACKS: dict[str, Attack] = {
    "unsigned": lambda made: assemble(_archive(made)),
    "signed by a stranger": lambda made: signed(_archive(made), made / "stranger"),
    "signed by a stranger, twice over": lambda made: signed(_archive(made), made / "stranger", made / "bob"),
    "a signature on other bytes": _other_signature,
    "a signature of the bundle before": lambda made: assemble(
        repacked(made / "acme.phb", {}, serial=99), [sign(_archive(made), str(made / "alice"))]
    ),
    "a signature for another purpose": _foreign_namespace,
    "a good signature and a broken one": lambda made: assemble(
        _archive(made), [sign(_archive(made), str(made / "alice")), sign(b"x", str(made / "bob"))]
    ),
    "no SSH signature": lambda made: assemble(_archive(made), [b"-----BEGIN PGP SIGNATURE-----"]),
    "an armored signature": lambda made: _with_blob(made, armor),
    "an empty blob": lambda made: _with_blob(made, lambda _: b"SSHSIG\0\0\0\1"),
    "another version of signatures": lambda made: _with_blob(made, lambda blob: blob[:9] + b"\2" + blob[10:]),
    "something after the signature": lambda made: _with_blob(made, lambda blob: blob + b"\0"),
    "a string after the signature": lambda made: _with_blob(made, lambda blob: blob + _string(b"x")),
    "a cut signature": lambda made: _with_blob(made, lambda blob: blob[:-1]),
    "something in the reserved field": lambda made: _with_blob(
        made, lambda blob: blob.replace(_string(b"policyhooks") + bytes(4), _string(b"policyhooks") + _string(b"x"))
    ),
    "an unknown hash": lambda made: _with_blob(made, lambda blob: blob.replace(_string(b"sha512"), _string(b"sha1"))),
    "no hash": lambda made: _with_blob(made, lambda blob: blob.replace(_string(b"sha512"), _string(b"none"))),
    "an unknown algorithm": lambda made: _with_blob(made, lambda blob: blob.replace(b"ssh-ed25519", b"ssh-ed25518")),
    "the algorithm of another key": lambda made: _with_blob(
        made, lambda blob: blob[:60] + blob[60:].replace(b"ssh-ed25519", b"rsa-sha2-51")
    ),
    "an obsolete algorithm": lambda made: _with_blob(made, lambda blob: blob.replace(b"ssh-ed25519", b"ssh-dss-old")),
    "another key in the signature": lambda made: _with_blob(
        made,
        lambda blob: blob.replace(read_signature(blob).key, read_signature(sign(b"x", str(made / "stranger"))).key),
    ),
    "an extra file": lambda made: _signed_files(made, policies__evil_dot_yaml=b"kind: Policy\n"),
    "an extra program module": lambda made: _signed_files(made, program__evil_dot_py=b"print(1)\n"),
    "a missing file": lambda made: _signed_files(made, policies__small_dot_yaml=None),
    "a missing module": lambda made: _signed_files(made, program__index_dot_py=None),
    "an altered file": lambda made: _signed_files(made, policies__small_dot_yaml=b"kind: Policy\n"),
    "an emptied file": lambda made: _signed_files(made, program__index_dot_py=b""),
    "no manifest": lambda made: _signed_files(made, manifest_dot_json=None),
    "an empty manifest": lambda made: _signed_files(made, manifest_dot_json=b""),
    "a manifest that is a list": lambda made: _signed_files(made, manifest_dot_json=b"[]\n"),
    "a manifest with an unknown key": lambda made: _signed_files(
        made,
        manifest_dot_json=contents(made / "acme.phb")["manifest.json"].replace(b'"name"', b'"no_verify": true, "name"'),
    ),
    "a manifest with a key twice": lambda made: _signed_files(
        made,
        manifest_dot_json=contents(made / "acme.phb")["manifest.json"].replace(
            b'"serial": 14', b'"serial": 99, "serial": 14'
        ),
    ),
    "a manifest in another spelling": lambda made: _signed_files(
        made, manifest_dot_json=contents(made / "acme.phb")["manifest.json"] + b"\n"
    ),
    "a nested manifest": lambda made: _signed_files(made, manifest_dot_json=b"[" * 100_000),
    "another format of bundles": lambda made: _own_manifest(made, format=2),
    "a newer engine": lambda made: _own_manifest(made, engine={"program": 3, "version": "9"}),
    "an engine before the first": lambda made: _own_manifest(made, engine={"program": 0, "version": "0"}),
    "a feature that nobody here knows": lambda made: _own_manifest(
        made, engine={"program": 2, "version": "9", "features": ["data"]}
    ),
    "features that are no list": lambda made: _own_manifest(
        made, engine={"program": 2, "version": "9", "features": "none"}
    ),
    "no engine": lambda made: _own_manifest(made, engine={}),
    "an unknown kind": lambda made: _own_manifest(made, kind="trusted"),
    "an unknown layer": lambda made: _own_manifest(made, layer="root"),
    "a serial that is a text": lambda made: _own_manifest(made, serial="14"),
    "a serial that is true": lambda made: _own_manifest(made, serial=True),
    "a negative serial": lambda made: _own_manifest(made, serial=-1),
    "an endless serial": lambda made: _own_manifest(made, serial=1 << 70),
    "a name that is a path": lambda made: _own_manifest(made, name="../../etc"),
    "a version with an escape": lambda made: _own_manifest(made, version="1\x1b[2J"),
    "an expiry that is a text": lambda made: _own_manifest(made, expires="never"),
    "rules that are a list": lambda made: _own_manifest(made, rules=[]),
    "a rule that is a text": lambda made: _own_manifest(made, rules={"a/b": "deny"}),
    "a digest that is a number": lambda made: _own_manifest(made, files={"policies/small.yaml": 1}),
}


NOT_VALID = "the manifest of the bundle is not valid:"
# What a person reads, and of which attacks.
REASONS: dict[tuple[str, str], tuple[str, ...]] = {
    ("the bundle is not signed", "sign it with `policyhooks bundle sign`"): ("unsigned",),
    (
        "the bundle has 0 of the 1 trusted signatures that test wants",
        "its signers are unknown, or their keys have expired",
    ): ("signed by a stranger", "signed by a stranger, twice over"),
    ("a signature of the bundle does not hold", ""): (
        "a signature on other bytes",
        "a signature of the bundle before",
        "a good signature and a broken one",
        "another key in the signature",
    ),
    ("a signature of the bundle was made for another purpose", ""): (
        "a signature for another purpose",
        "something in the reserved field",
    ),
    ("a signature of the bundle is not an SSH signature", ""): (
        "no SSH signature",
        "an armored signature",
        "another version of signatures",
    ),
    ("a signature of the bundle is damaged", ""): (
        "an empty blob",
        "something after the signature",
        "a string after the signature",
        "a cut signature",
    ),
    ("a signature of the bundle uses an algorithm that is not known here", ""): (
        "an unknown hash",
        "no hash",
        "an unknown algorithm",
        "the algorithm of another key",
        "an obsolete algorithm",
    ),
    ("the bundle holds `policies/evil.yaml`, which its manifest does not name", ""): ("an extra file",),
    ("the bundle holds `program/evil.py`, which its manifest does not name", ""): ("an extra program module",),
    ("the bundle lacks `policies/small.yaml`", ""): ("a missing file",),
    ("the bundle lacks `program/index.py`", ""): ("a missing module",),
    ("`policies/small.yaml` in the bundle is not what the manifest says", ""): ("an altered file",),
    ("`program/index.py` in the bundle is not what the manifest says", ""): ("an emptied file",),
    ("the bundle has no manifest", ""): ("no manifest",),
    ("the manifest of the bundle cannot be read", ""): (
        "an empty manifest",
        "a manifest that is a list",
        "a manifest with an unknown key",
        "a nested manifest",
    ),
    ("the manifest of the bundle is not in its canonical form", ""): (
        "a manifest with a key twice",
        "a manifest in another spelling",
    ),
    ("the bundle was built for another engine", "it wants policyhooks 9"): ("a newer engine",),
    ("the bundle was built for another engine", "it wants policyhooks 0"): ("an engine before the first",),
    ("the bundle uses `data`, which this policyhooks does not know", "it wants policyhooks 9"): (
        "a feature that nobody here knows",
    ),
    ("the bundle uses `features`, which this policyhooks does not know", "it wants policyhooks 9"): (
        "features that are no list",
    ),
    (f"{NOT_VALID} it has another format than this policyhooks reads", ""): ("another format of bundles",),
    (f"{NOT_VALID} `engine` is not complete", ""): ("no engine",),
    (f"{NOT_VALID} its kind or layer is not known", ""): ("an unknown kind", "an unknown layer"),
    (f"{NOT_VALID} `serial` has the wrong type", ""): ("a serial that is a text", "a serial that is true"),
    (f"{NOT_VALID} its serial is out of range", ""): ("a negative serial", "an endless serial"),
    (f"{NOT_VALID} its name or version has letters that are not allowed", ""): (
        "a name that is a path",
        "a version with an escape",
    ),
    (f"{NOT_VALID} `expires` has the wrong type", ""): ("an expiry that is a text",),
    (f"{NOT_VALID} `rules` has the wrong type", ""): ("rules that are a list",),
    (f"{NOT_VALID} a table has the wrong type", ""): ("a rule that is a text",),
    (f"{NOT_VALID} `files` has the wrong type", ""): ("a digest that is a number",),
}
REASON_OF = {attack: reason for reason, attacks in REASONS.items() for attack in attacks}


@pytest.mark.parametrize("attack", ATTACKS)
def test_attacks_are_refused(made: Path, attack: str) -> None:
    root = root_of(line_of(made / "alice", A), threshold=1)
    data = ATTACKS[attack](made)
    with pytest.raises(VerificationFailed) as problem:
        open_bundle(data, [root], now=time.time())
    assert (problem.value.message, problem.value.hint) == REASON_OF[attack]


# options of Alice's line, whether her signature counts
LINES = [
    ("", True),
    ('namespaces="policyhooks"', True),
    ('namespaces="git,policyhooks"', True),
    ('namespaces="git"', False),
    ('valid-before="20200101"', False),
    ('valid-after="20990101"', False),
    ('valid-after="20200101",valid-before="20990101"', True),
    ("cert-authority", False),
]


@pytest.mark.parametrize(("options", "counts"), LINES)
def test_options_of_a_signer(made: Path, options: str, counts: bool) -> None:
    data = signed(archive_of(made / "acme.phb"), made / "alice")
    root = root_of("# a comment\n", line_of(made / "alice", A, options))
    if counts:
        open_bundle(data, [root], now=time.time())
    else:
        with pytest.raises(VerificationFailed):
            open_bundle(data, [root], now=time.time())


def test_an_expired_bundle_and_a_key_that_expires_later(made: Path) -> None:
    archive = repacked(made / "acme.phb", {}, expires=2_000_000_000)
    root = root_of(line_of(made / "alice", A, 'valid-before="20400101"'))
    data = signed(archive, made / "alice")
    bundle = open_bundle(data, [root], now=1_999_999_999)
    check_expiry(bundle.manifest, 1_999_999_999)
    with pytest.raises(VerificationFailed) as problem:
        check_expiry(bundle.manifest, 2_000_000_000)
    assert problem.value.message == "the bundle acme 1.4.0 has expired"
    assert problem.value.hint == "build and sign a new one"
    check_expiry(replace(bundle.manifest, expires=0), 2_000_000_000)
    with pytest.raises(VerificationFailed):
        open_bundle(data, [root], now=2_300_000_000)


def test_ssh_keygen_is_never_taken_from_the_path(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake = tmp_path / "ssh-keygen"
    fake.write_text(f"#!/bin/sh\ntouch {tmp_path}/fooled\nexit 0\n")
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    with pytest.raises(VerificationFailed):
        open_bundle(
            signed(archive_of(made / "acme.phb"), made / "stranger"), [root_of(line_of(made / "alice", A))], now=0
        )
    assert not (tmp_path / "fooled").exists()


def test_no_ssh_keygen_is_said(made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signing.ssh_keygen, "FOLDERS", ("/nonexistent",))
    data = disassemble((made / "acme.phb").read_bytes())
    with pytest.raises(EnvironmentBroken) as problem:
        sign(data.archive, str(made / "alice"))
    assert problem.value.message == "there is no ssh-keygen in /usr/bin"
    assert problem.value.hint == "on Debian: apt-get install openssh-client"


def test_the_namespace_is_ours() -> None:
    assert NAMESPACE == "policyhooks"
