"""Signed bundles: who is believed, and every way in which one is refused."""

import random
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from policyhooks.bundle import signing
from policyhooks.bundle.archive import assemble, disassemble
from policyhooks.bundle.signing import NAMESPACE, armor, dearmor, read_signature, sign
from policyhooks.bundle.trust import machine_trust, read_trust_root
from policyhooks.bundle.verification import check_expiry, open_bundle
from policyhooks.cli.main import run
from policyhooks.errors import VerificationFailed
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
    assert "index" in bundle.program


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
        made, engine={"program": 2, "version": "9", "features": ["memory"]}
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


@pytest.mark.parametrize("attack", ATTACKS)
def test_attacks_are_refused(made: Path, attack: str) -> None:
    root = root_of(line_of(made / "alice", A), threshold=1)
    data = ATTACKS[attack](made)
    with pytest.raises(VerificationFailed):
        open_bundle(data, [root], now=time.time())


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
    with pytest.raises(VerificationFailed, match="expired"):
        check_expiry(bundle.manifest, 2_000_000_000)
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
    monkeypatch.setattr(signing, "FOLDERS", ("/nonexistent",))
    data = disassemble((made / "acme.phb").read_bytes())
    with pytest.raises(Exception, match="there is no ssh-keygen"):
        sign(data.archive, str(made / "alice"))


def test_the_namespace_is_ours() -> None:
    assert NAMESPACE == "policyhooks"


# ---- trust roots ------------------------------------------------------------------------------


def test_a_trust_root_is_read_with_its_threshold(tmp_path: Path) -> None:
    path = tmp_path / "allowed_signers"
    path.write_text("# policyhooks threshold 2\na@b ssh-ed25519 AAAA\n")
    assert read_trust_root(path).threshold == 2
    assert read_trust_root(path, 3).threshold == 3
    assert read_trust_root(path, 1).threshold == 2


@pytest.mark.parametrize(
    "text", ["", "\n \n", "# policyhooks threshold 0\n", "# policyhooks threshold two\n", "#policyhooks off\n"]
)
def test_a_trust_root_that_says_nothing_clear_refuses(tmp_path: Path, text: str) -> None:
    path = tmp_path / "allowed_signers"
    path.write_text(text)
    with pytest.raises(VerificationFailed):
        read_trust_root(path)


def test_a_trust_root_that_others_can_change_refuses(tmp_path: Path) -> None:
    path = tmp_path / "allowed_signers"
    path.write_text("a@b ssh-ed25519 AAAA\n")
    path.chmod(0o666)
    with pytest.raises(VerificationFailed, match="changed by others"):
        read_trust_root(path)


def test_presence_drives_verification(tmp_path: Path) -> None:
    assert machine_trust(tmp_path, tmp_path / "home") == []
    folder = tmp_path / "etc/policyhooks"
    folder.mkdir(parents=True)
    (folder / "allowed_signers").symlink_to("nowhere")
    with pytest.raises(VerificationFailed):  # there is one, and it cannot be read
        machine_trust(tmp_path, None)
    (folder / "allowed_signers").unlink()
    (folder / "allowed_signers").write_text("a@b ssh-ed25519 AAAA\n")
    mine = tmp_path / "home/.config/policyhooks"
    mine.mkdir(parents=True)
    (mine / "allowed_signers").write_text("c@d ssh-ed25519 AAAA\n")
    assert len(machine_trust(tmp_path, tmp_path / "home")) == 2
