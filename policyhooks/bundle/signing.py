"""Signatures of bundles with SSH keys, made and checked by OpenSSH's own `ssh-keygen -Y`.

A signature is kept as the binary SSHSIG blob, which is read strictly before any program sees it:
namespace `policyhooks`, a written list of algorithms, nothing left over. `ssh-keygen` is taken from
a written list of system folders, never from the PATH, and runs with an environment of our own. It
knows neither manifests nor who is trusted for what.
"""

from __future__ import annotations

import base64
import binascii
import os
import re
import subprocess
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from policyhooks.errors import EnvironmentBroken, VerificationFailed
from policyhooks.runtime.ports import ssh_keygen
from policyhooks.runtime.ports.ssh_keygen import ENVIRONMENT

NAMESPACE = "policyhooks"
LIMIT_S = 60
SIGN_LIMIT_S = 300  # a hardware key waits for a touch
MAGIC = b"SSHSIG\x00\x00\x00\x01"
BEGIN, END = b"-----BEGIN SSH SIGNATURE-----", b"-----END SSH SIGNATURE-----"
# Key type -> signature algorithms. Certificates, DSA and RSA with SHA-1 are not here.
ALGORITHMS: dict[bytes, tuple[bytes, ...]] = {
    b"ssh-ed25519": (b"ssh-ed25519",),
    b"sk-ssh-ed25519@openssh.com": (b"sk-ssh-ed25519@openssh.com",),
    b"ecdsa-sha2-nistp256": (b"ecdsa-sha2-nistp256",),
    b"ecdsa-sha2-nistp384": (b"ecdsa-sha2-nistp384",),
    b"ecdsa-sha2-nistp521": (b"ecdsa-sha2-nistp521",),
    b"sk-ecdsa-sha2-nistp256@openssh.com": (b"sk-ecdsa-sha2-nistp256@openssh.com",),
    b"ssh-rsa": (b"rsa-sha2-512", b"rsa-sha2-256"),
}
HASHES = (b"sha512", b"sha256")


@dataclass(frozen=True)
class Signature:
    """A well-formed signature; whether it holds is another question."""

    blob: bytes
    key: bytes  # the public key, as SSH writes it on the wire
    algorithm: str


def find_ssh_keygen() -> str:
    """The system's ssh-keygen. Raises EnvironmentBroken where there is none that only root can change."""
    path = ssh_keygen.find_ssh_keygen()
    if path:
        return path
    raise EnvironmentBroken("there is no ssh-keygen in /usr/bin", "on Debian: apt-get install openssh-client")


def read_signature(blob: bytes, purpose: str = NAMESPACE) -> Signature:
    """The blob taken apart. Raises VerificationFailed on anything but this purpose and a known algorithm."""
    if not blob.startswith(MAGIC):
        raise VerificationFailed("a signature of the bundle is not an SSH signature")
    parts = _strings(blob[len(MAGIC) :])
    if len(parts) != 5:
        raise VerificationFailed("a signature of the bundle is damaged")
    key, namespace, reserved, digest, signature = parts
    inner, outer = _strings(signature, rest=True), _strings(key, rest=True)
    if namespace != purpose.encode() or reserved:
        raise VerificationFailed("a signature of the bundle was made for another purpose")
    if not inner or not outer or digest not in HASHES or inner[0] not in ALGORITHMS.get(outer[0], ()):
        raise VerificationFailed("a signature of the bundle uses an algorithm that is not known here")
    return Signature(blob, key, inner[0].decode("ascii"))


def _strings(data: bytes, *, rest: bool = False) -> list[bytes]:
    """SSH strings; with `rest` only the first, whatever follows. Empty when the lengths do not add up."""
    found = []
    at = 0
    while at < len(data):
        end = at + 4 + int.from_bytes(data[at : at + 4], "big")
        if end > len(data) or len(data) - at < 4:
            return []
        found.append(data[at + 4 : end])
        at = end
        if rest:
            break
    return found


def armor(blob: bytes) -> bytes:
    """The blob as ssh-keygen reads it."""
    text = base64.b64encode(blob)
    lines = [text[at : at + 70] for at in range(0, len(text), 70)]
    return b"\n".join([BEGIN, *lines, END, b""])


def dearmor(text: bytes) -> bytes:
    """The blob in what ssh-keygen writes."""
    begin, end = text.find(BEGIN), text.find(END)
    if begin < 0 or end < begin:
        raise EnvironmentBroken("ssh-keygen gave no signature")
    try:
        return base64.b64decode(b"".join(text[begin + len(BEGIN) : end].split()), validate=True)
    except binascii.Error:
        raise EnvironmentBroken("ssh-keygen gave no signature") from None


def sign(message: bytes, key: str, purpose: str = NAMESPACE) -> bytes:
    """A signature with the key in a file, on a token or in the agent. Raises EnvironmentBroken."""
    agent = {name: os.environ[name] for name in ("SSH_AUTH_SOCK", "HOME") if name in os.environ}
    done = _run(["-Y", "sign", "-q", "-f", os.path.abspath(key), "-n", purpose], message, SIGN_LIMIT_S, agent)
    if done.returncode != 0:
        reason = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise EnvironmentBroken(f"ssh-keygen could not sign: {reason[-1] if reason else 'no reason given'}")
    blob = dearmor(done.stdout)
    read_signature(blob, purpose)
    return blob


def holds(message: bytes, signature: Signature) -> bool:
    """Whether a signature is mathematically what its own key makes of the message. Says nothing about trust."""
    with _written(armor(signature.blob)) as (path,):
        return _run(["-Y", "check-novalidate", "-n", NAMESPACE, "-s", path], message).returncode == 0


def find_signer(message: bytes, signature: Signature, allowed: bytes, now: float) -> str:
    """The principal that an allowed-signers file names for a signature that holds now; empty for none."""
    at = time.strftime("%Y%m%d%H%M%S", time.gmtime(now))
    with _written(armor(signature.blob), allowed) as (path, signers):
        words = ["-s", path, "-f", signers, f"-Overify-time={at}"]
        found = _run(["-Y", "find-principals", *words], b"")
        lines = found.stdout.decode("utf-8", "replace").splitlines()
        if found.returncode != 0 or not lines:
            return ""
        principal = lines[0].split(",")[0].strip()
        if not principal or principal.startswith("-") or not re.fullmatch(r"[!-~]+", principal):
            return ""
        done = _run(["-Y", "verify", "-n", NAMESPACE, "-I", principal, *words], message)
        return principal if done.returncode == 0 else ""


class _written:  # noqa: N801 - reads as a word of its `with`
    """Contents as files of a private folder that is gone afterwards."""

    def __init__(self, *contents: bytes) -> None:
        self.contents = contents

    def __enter__(self) -> list[str]:
        self.folder = tempfile.TemporaryDirectory(prefix="policyhooks-verify-")
        paths = []
        for number, content in enumerate(self.contents):
            path = Path(self.folder.name) / str(number)
            path.write_bytes(content)
            paths.append(str(path))
        return paths

    def __exit__(self, *_: object) -> None:
        self.folder.cleanup()


def _run(
    words: Sequence[str], stdin: bytes, limit_s: float = LIMIT_S, extra: dict[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    command = [find_ssh_keygen(), *words]
    environment = {**ENVIRONMENT, **(extra or {})}
    try:
        return subprocess.run(
            command, input=stdin, capture_output=True, check=False, env=environment, timeout=limit_s, cwd="/"
        )
    except subprocess.TimeoutExpired:
        raise EnvironmentBroken(f"ssh-keygen did not answer within {limit_s:g} s") from None
    except OSError as problem:
        raise EnvironmentBroken(f"ssh-keygen cannot be started: {problem.strerror}") from None
