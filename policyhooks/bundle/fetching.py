"""Gets the bytes of a bundle from where a fleet publishes them: a file, a web server, git, an OCI registry.

Nothing that arrives is believed: whoever calls verifies it. `mark` is what tells the server which
version we have (an ETag, a commit), so that nothing is sent when nothing is new. It knows neither
manifests nor state folders.
"""

from __future__ import annotations

import importlib.util
import ipaddress
import os
import subprocess
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from email.message import Message
from http.client import HTTPException
from pathlib import Path
from typing import IO

from policyhooks.bundle.archive import MAX_ARCHIVE
from policyhooks.bundle.whole_limit import within
from policyhooks.errors import EnvironmentBroken, UsageError

LIMIT_S = 60.0  # without a byte
WHOLE_LIMIT_S = 300.0  # for all of it: tries, pauses, and a server that sends a byte a second
TRIES = 4
PAUSE_S = 1.0  # doubles with every try
LONGEST_PAUSE_S = 60.0
LONGEST = MAX_ARCHIVE + (1 << 20)
FOLDERS = ("/usr/bin", "/usr/local/bin", "/bin")
# A repository's own configuration, hooks and helpers have no say.
GIT = ("-c", "core.hooksPath=/dev/null", "-c", "protocol.ext.allow=never", "-c", "core.fsmonitor=false")
GIT_ENVIRONMENT = {
    "PATH": "/usr/bin:/bin",
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": "/dev/null",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
}


@dataclass(frozen=True)
class Fetched:
    """What was found. `data` is None where it is what we have already."""

    data: bytes | None
    mark: str


class _Again(Exception):
    """A failure that may pass; `wait_s` is what the server asks for."""

    def __init__(self, reason: str, wait_s: float = 0.0) -> None:
        super().__init__(reason)
        self.wait_s = wait_s


class _SafeRedirects(urllib.request.HTTPRedirectHandler):
    """Follows redirects only to places that we would have gone to by ourselves."""

    def redirect_request(
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: Message, newurl: str
    ) -> urllib.request.Request | None:
        check_url(newurl)
        return super().redirect_request(req, fp, code, msg, headers, newurl)  # type: ignore[arg-type]


def fetch(
    source: str,
    mark: str,
    *,
    ref: str = "",
    sleep: Callable[[float], None] = time.sleep,
    limit_s: float = WHOLE_LIMIT_S,
) -> Fetched:
    """The bundle at a source. Raises UsageError on a source we do not know, EnvironmentBroken when it cannot be had.

    All of it is over after `limit_s`, whatever the other side does.
    """
    found = within(limit_s, lambda end: _fetch(source, mark, ref, sleep, end))
    if found is None:
        raise EnvironmentBroken(f"the bundle did not arrive within {limit_s:g} seconds", "what is active stays so")
    return found


def _fetch(source: str, mark: str, ref: str, sleep: Callable[[float], None], end: float) -> Fetched:
    scheme = source.partition(":")[0].lower() if "://" in source else ""
    if scheme in ("", "file"):
        return Fetched(_read(Path(urllib.parse.urlsplit(source).path if scheme else source)), "")
    if scheme in ("http", "https"):
        check_url(source)
        return _with_patience(lambda: _get(source, mark), sleep, end)
    if scheme.startswith("git+"):
        return _from_git(source, mark, ref, end)
    if scheme == "oci":
        return _from_registry(source, end)
    raise UsageError(f"`{scheme}` is not a kind of source", "a path, file, https, git+https, git+ssh, git+file or oci")


def check_url(url: str) -> None:
    """https everywhere; http only to this machine itself. Raises UsageError."""
    parts = urllib.parse.urlsplit(url)
    if parts.scheme == "https" and parts.hostname:
        return
    if parts.scheme == "http" and parts.hostname and _is_here(parts.hostname):
        return
    raise UsageError("bundles come over https", "http is for addresses of this machine alone, such as 127.0.0.1")


def _is_here(host: str) -> bool:
    """An address of this machine itself, written as one."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _with_patience(get: Callable[[], Fetched], sleep: Callable[[float], None], end: float) -> Fetched:
    pause = PAUSE_S
    for attempt in range(TRIES):
        try:
            return get()
        except _Again as problem:
            if attempt == TRIES - 1 or time.monotonic() > end:
                raise EnvironmentBroken(f"the bundle cannot be fetched: {problem}", "what is active stays so") from None
            sleep(min(max(pause, problem.wait_s), LONGEST_PAUSE_S))
            pause *= 2
    raise AssertionError("unreachable")


def _get(url: str, mark: str) -> Fetched:
    headers = {"User-Agent": "policyhooks", "Accept": "application/octet-stream"}
    if mark:
        headers["If-None-Match"] = mark
    request = urllib.request.Request(url, headers=headers)  # noqa: S310 - check_url has looked at it
    opener = urllib.request.build_opener(_SafeRedirects)
    try:
        with opener.open(request, timeout=LIMIT_S) as answer:
            data = answer.read(LONGEST + 1)
            length = answer.headers.get("Content-Length")
            if len(data) > LONGEST:
                raise EnvironmentBroken(f"the bundle is larger than {LONGEST >> 20} MiB")
            if length is not None and length.isdigit() and len(data) != int(length):
                raise _Again("the answer was cut off")
            return Fetched(data, answer.headers.get("ETag") or "")
    except urllib.error.HTTPError as problem:
        problem.close()
        if problem.code == 304 and mark:
            return Fetched(None, mark)
        if problem.code == 429 or problem.code >= 500:
            asked = problem.headers.get("Retry-After", "")
            raise _Again(f"the server says {problem.code}", float(asked) if asked.isdigit() else 0.0) from None
        raise EnvironmentBroken(f"the server says {problem.code}", "is the address right?") from None
    except (OSError, HTTPException) as problem:
        raise _Again(str(getattr(problem, "reason", "") or type(problem).__name__)) from None


def _read(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(LONGEST)
    except OSError as problem:
        raise EnvironmentBroken(f"`{path}` cannot be read: {(problem.strerror or 'unknown').lower()}") from None


def _from_git(source: str, mark: str, ref: str, end: float) -> Fetched:
    """`git+https://host/repository.git#path/in/it.phb`; nothing is checked out."""
    url, _, path = source.removeprefix("git+").partition("#")
    wanted = ref or "HEAD"
    if not path or path.startswith(("/", "-")) or ".." in path.split("/") or wanted.startswith("-"):
        raise UsageError("a git source names a file", "git+https://host/repository.git#path/acme.phb")
    git = _find("git", "apt-get install git")
    listed = _run([git, *GIT, "ls-remote", "--exit-code", url, wanted], GIT_ENVIRONMENT, end).split()
    commit = listed[0].decode("ascii", "replace") if listed else ""
    if commit and commit == mark:
        return Fetched(None, mark)
    with tempfile.TemporaryDirectory(prefix="policyhooks-git-") as folder:
        _run([git, *GIT, "init", "-q", "--bare", folder], GIT_ENVIRONMENT, end)
        _run([git, *GIT, "-C", folder, "fetch", "-q", "--depth", "1", url, wanted], GIT_ENVIRONMENT, end)
        got = _run([git, *GIT, "-C", folder, "rev-parse", "FETCH_HEAD"], GIT_ENVIRONMENT, end).decode("ascii").strip()
        return Fetched(
            _run([git, *GIT, "-C", folder, "cat-file", "blob", f"FETCH_HEAD:{path}"], GIT_ENVIRONMENT, end), got
        )


def _from_registry(source: str, end: float) -> Fetched:
    """`oci://registry/name:tag`, whose one file ends in .phb, by the package `oras` or the command of that name."""
    reference = source.removeprefix("oci://")
    if not reference or reference.startswith("-"):
        raise UsageError("an OCI source names an artifact", "oci://registry/name:tag")
    with tempfile.TemporaryDirectory(prefix="policyhooks-oci-") as folder:
        if importlib.util.find_spec("oras") is not None:
            _pull(reference, folder)
        else:
            oras = _find("oras", "pip install 'policyhooks[oci]', or put the single binary there")
            own = {name: os.environ[name] for name in ("HOME", "DOCKER_CONFIG") if name in os.environ}
            _run([oras, "pull", "--output", folder, reference], {"PATH": "/usr/bin:/bin", **own}, end)
        found = [path for path in Path(folder).rglob("*.phb") if path.is_file() and not path.is_symlink()]
        if len(found) != 1:
            raise EnvironmentBroken(f"the artifact holds {len(found)} bundles", "push exactly one .phb file")
        return Fetched(_read(found[0]), "")


def _pull(reference: str, folder: str) -> None:
    """The artifact's files, by the package. Plain http only to this machine, as with web servers."""
    from oras.client import OrasClient

    host = reference.partition("/")[0].rpartition(":")[0] or reference.partition("/")[0]
    try:
        OrasClient(insecure=_is_here(host)).pull(target=reference, outdir=folder)
    except Exception as problem:  # noqa: BLE001 - the package raises whatever its HTTP client does
        raise EnvironmentBroken(
            f"the registry gave no artifact: {type(problem).__name__}", "is the name right?"
        ) from None


def _find(program: str, hint: str) -> str:
    for folder in FOLDERS:
        if os.access(f"{folder}/{program}", os.X_OK):
            return f"{folder}/{program}"
    raise EnvironmentBroken(f"this source needs `{program}`, which is in none of {', '.join(FOLDERS)}", hint)


def _run(command: Sequence[str], environment: Mapping[str, str], end: float) -> bytes:
    left = max(0.1, end - time.monotonic())
    try:
        done = subprocess.run(command, capture_output=True, check=False, env=dict(environment), timeout=left)
    except (OSError, subprocess.TimeoutExpired) as problem:
        raise EnvironmentBroken(f"{Path(command[0]).name} did not finish: {type(problem).__name__}") from None
    if done.returncode:
        last = (done.stderr.decode("utf-8", "replace").strip().splitlines() or ["no reason given"])[-1]
        raise EnvironmentBroken(f"{Path(command[0]).name} failed: {last[:200]}")
    return done.stdout
