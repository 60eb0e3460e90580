"""Small bundles and keys for tests."""

import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from policyhooks.bundle.archive import Container, assemble, disassemble, pack, unpack
from policyhooks.bundle.manifest import FILE, Manifest, read_manifest
from policyhooks.bundle.signing import sign
from policyhooks.bundle.trust import TrustRoot
from policyhooks.cli.main import run

POLICY = """\
apiVersion: policyhooks/v1
kind: Policy
metadata: {id: acme.small, title: Small, owner: appsec@acme.example}
params:
  words: {type: list<string>, default: [npm install]}
rules:
  - id: no-install
    match: {events: [shell.before]}
    when: params.words.exists(word, shell.command.contains(word))
    effect: deny
    message: {user: "No installs.", agent: "Use npm ci."}
    tests: {deny: ["npm install"], quiet: ["npm ci"]}
"""
ABOUT = """\
apiVersion: policyhooks/v1
kind: Bundle
name: acme
version: 1.4.0
serial: 14
"""

needs_ssh_keygen = pytest.mark.skipif(
    not Path("/usr/bin/ssh-keygen").exists(), reason="no /usr/bin/ssh-keygen (Debian: openssh-client)"
)


def write_policies(folder: Path, policy: str = POLICY, about: str = ABOUT) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "small.yaml").write_text(policy)
    (folder / "bundle.yaml").write_text(about)
    return folder


def build(folder: Path, *words: str, name: str = "acme.phb", policy: str = POLICY, about: str = ABOUT) -> Path:
    """A bundle file of the small policy, made as people make it."""
    policies = write_policies(folder / f"policies-{name}", policy, about)
    out = folder / name
    assert run(["bundle", "build", str(policies), "-o", str(out), *words]) == 0
    return out


def make_key(folder: Path, name: str, kind: str = "ed25519") -> Path:
    """A key pair without a pass phrase."""
    path = folder / name
    words = ["-q", "-t", kind, "-N", "", "-C", name, "-f", str(path)]
    subprocess.run([shutil.which("ssh-keygen") or "ssh-keygen", *words], check=True)
    return path


def line_of(key: Path, principal: str, options: str = "") -> str:
    """A line of an allowed-signers file."""
    public = " ".join(key.with_suffix(".pub").read_text().split()[:2])
    return f"{principal} {options} {public}\n" if options else f"{principal} {public}\n"


def root_of(*lines: str, threshold: int = 1) -> TrustRoot:
    return TrustRoot("test", "".join(lines).encode(), threshold)


def contents(path: Path) -> dict[str, bytes]:
    return unpack(disassemble(path.read_bytes()).archive)


def archive_of(path: Path) -> bytes:
    return disassemble(path.read_bytes()).archive


def signed(archive: bytes, *keys: Path) -> bytes:
    return assemble(archive, [sign(archive, str(key)) for key in keys])


def repacked(path: Path, changes: dict[str, bytes | None], **fields: object) -> bytes:
    """The archive with other files, its manifest true to them, and other fields."""
    import hashlib

    files = {name: content for name, content in {**contents(path), **changes}.items() if content is not None}
    manifest: Manifest = read_manifest(contents(path))
    digests = {name: hashlib.sha256(content).hexdigest() for name, content in files.items() if name != FILE}
    return pack({**files, FILE: replace(manifest, **{"files": digests, **fields}).encode()})  # type: ignore[arg-type]


def container(path: Path) -> Container:
    return disassemble(path.read_bytes())
