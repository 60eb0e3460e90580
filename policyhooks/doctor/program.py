"""The state folder: is the program the one that was installed, whole, private, and that of today's policies."""

from __future__ import annotations

import hashlib
import json
import os
import shlex
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from policyhooks.bundle.weakening import weakened
from policyhooks.compiler.emit.program import digest_of
from policyhooks.doctor.finding import Finding, fault, note, ok
from policyhooks.doctor.target import Target, private
from policyhooks.errors import EnvironmentBroken, PolicyHooksError
from policyhooks.image.activation import image_name
from policyhooks.image.front_table import FILE as FRONT_TABLE
from policyhooks.image.layout import is_behind
from policyhooks.image.starters import interpreter_path, start_sources
from policyhooks.image.stub import start_code
from policyhooks.installation.records import load_record
from policyhooks.report.screen.chart import count

if TYPE_CHECKING:
    from policyhooks.compiler.compile import Compiled

_PRIVATE = ("journal", "judge", "counters")


def read_manifest(state: Path) -> Mapping[str, object]:
    """What activation wrote about the current generation; empty where it cannot be read."""
    try:
        found = json.loads((state / "current" / "manifest.json").read_bytes())
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def check_record(target: Target) -> Iterator[Finding]:
    """The backup of the client's file as it was before us."""
    try:
        record = load_record(target.place.state, target.place.file)
    except EnvironmentBroken as problem:
        path = problem.message.partition(" is damaged")[0]
        yield fault("record", problem.message, f"rm -f {shlex.quote(path)} && {target.reinstall}")
        return
    if record is None:
        message = "the record of this installation is gone: uninstall could not give back the exact file"
        yield fault("record", message, target.reinstall)
    else:
        yield ok("record", "uninstall can give back the file as it was")


def check_program(target: Target) -> Iterator[Finding]:
    """The current generation against its manifest."""
    state = target.place.state
    manifest = read_manifest(state)
    if not manifest:
        yield fault("program", f"{state} holds no program: every call is blocked", target.reinstall)
        return
    folder = state / "current"
    problem = _damage(folder, manifest)
    if problem:
        yield fault("program", problem, target.reinstall)
        return
    interpreter = Path(str(manifest.get("interpreter")))
    if not os.access(interpreter, os.X_OK):
        yield fault("program", f"its interpreter {interpreter} is gone: every call is blocked", target.reinstall)
        return
    digests = manifest.get("programs")
    shown = ", ".join(str(one)[:16] for one in digests) if isinstance(digests, list) else ""
    yield ok("program", f"whole, for {interpreter}; digest {shown}")


def _damage(folder: Path, manifest: Mapping[str, object]) -> str:
    images = sorted(folder.glob("*.image"))
    if not images or not (folder / "hook.py").is_file():
        return "its image or script is gone: every call is blocked"
    if (folder / image_name()).is_file() and not _starts_as_written(folder):
        return "what starts its image is not what was written: somebody has changed it"
    if all(hashlib.sha256(image.read_bytes()).hexdigest() != manifest.get("image") for image in images):
        return "its image is not the one that was activated: somebody has changed it"
    if "told" in manifest and _digest(folder / FRONT_TABLE) != manifest["told"]:
        return "what its front is told is not what was written: somebody has changed it"
    digests = manifest.get("programs")
    for position, digest in enumerate(digests if isinstance(digests, list) else []):
        sources = folder / "programs" / str(position)
        modules = {path.stem: path.read_text("utf-8", "replace") for path in sources.glob("*.py")}
        index, mark, _ = modules.get("index", "").rpartition("DIGEST = ")
        if not mark or digest_of({**modules, "index": index}) != digest:
            return "the readable copy of the program is not what was activated: somebody has changed it"
    if manifest.get("interpreter") == str(interpreter_path()) and not (folder / image_name()).is_file():
        return "its image is for another version of the interpreter: every call is blocked"
    return ""


def _digest(path: Path) -> str:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""


def _starts_as_written(folder: Path) -> bool:
    number = int(os.readlink(folder).rpartition("/")[2])
    name, code = start_code()
    try:
        if (folder / name).is_file() and (folder / name).read_bytes() != code:
            return False  # a generation of before has none
        return all(
            (folder / name).read_text("utf-8") == source
            for name, source in start_sources(folder, number, image_name()).items()
        )
    except (OSError, UnicodeDecodeError):
        return False


def check_layout(target: Target) -> Iterator[Finding]:
    """Whether this policyhooks can change the state folder, or would bring it up to date first."""
    state = target.place.state
    try:
        behind = state.is_dir() and is_behind(state)
    except EnvironmentBroken as problem:
        yield fault("layout", problem.message, problem.hint)
        return
    if behind:
        yield note("layout", "the state folder is laid out as by an earlier policyhooks; the next install renews it")


def check_current(target: Target) -> Iterator[Finding]:
    """Whether the program is that of the policies as they are now."""
    compiled = target.compiled
    if isinstance(compiled, PolicyHooksError):
        repair = target.reinstall
        if target.origin is not None:
            named = ["--config", target.origin.config] if not target.origin.policies else []
            repair = shlex.join(["policyhooks", "check", *target.origin.policies, *named])
        yield fault("policies", f"it cannot be told whether the program is current: {compiled.message}", repair)
        return
    manifest = read_manifest(target.place.state)
    digests = manifest.get("programs")
    bundle = manifest.get("bundle")
    if isinstance(bundle, Mapping) and bundle.get("kind") == "break-glass":
        return  # an order that stands in front of the policies; check_bundle tells
    if isinstance(digests, list) and compiled.digest in digests:
        yield ok(
            "policies", f"the program is that of the policies as they are now, {count(len(compiled.rules), 'rule')}"
        )
    elif digests is not None:
        yield _changed(target, compiled)


def _changed(target: Target, compiled: Compiled) -> Finding:
    """The repair says `--replace` only together with how much would be let go."""
    message = "the policies or policyhooks have changed since they were installed"
    weaker = {one.subject for one in weakened(target.place.state, compiled)}
    if not weaker:
        return fault("policies", message, target.reinstall)
    first = f"{count(len(weaker), 'installed rule')} would go or may decide less, `{min(weaker)}` first"
    return fault(
        "policies", f"{message}, and {first}; install with --dry-run lists them", f"{target.reinstall} --replace"
    )


def check_bundle(target: Target) -> Iterator[Finding]:
    """Where the program came in a signed bundle: which, until when, and whether an order has relaxed it."""
    bundle = read_manifest(target.place.state).get("bundle")
    if not isinstance(bundle, Mapping):
        return
    name = f"{bundle.get('name')} {bundle.get('version')}, serial {bundle.get('serial')}"
    expires = bundle.get("expires")
    left = float(expires) - time.time() if isinstance(expires, int | float) and expires else 0.0
    if bundle.get("kind") == "break-glass":
        if left > 0:
            message = f"break-glass: rules only record for another {int(left // 60) + 1} minutes, by a signed order"
            yield fault("bundle", message, f"policyhooks bundle rollback {target.words()}")
        else:
            yield note("bundle", "an order to break the glass has ended; the rules are enforced again")
    elif expires and left <= 0:
        yield note("bundle", f"{name} has expired and stays in force; activate a newer one")
    else:
        yield ok("bundle", name)


def check_permissions(target: Target) -> Iterator[Finding]:
    """Who could write into the state folder. The hook refuses to run from a folder that others can write."""
    state = target.place.state
    if not state.is_dir():
        return
    loose = [path for path in _guarded(state) if not private(path)]
    if loose:
        quoted = shlex.quote(str(state))
        message = f"{loose[0]} can be written by other users, so the hook blocks or cannot be trusted"
        yield fault("permissions", message, f"chmod -R go-w {quoted}")
    for name in _PRIVATE:
        folder = target.own_state / name
        if folder.is_dir() and folder.stat().st_mode & 0o077 and folder not in loose:
            yield fault("permissions", f"{folder} can be read by others", f"chmod 700 {shlex.quote(str(folder))}")
    parser = sorted((state / "bin").glob("shfmt-*"))
    if not parser:
        yield fault("parser", "shfmt is not in the state folder, so no command is understood", target.reinstall)
    for path in parser:
        if not hashlib.sha256(path.read_bytes()).hexdigest().startswith(path.name.partition("-")[2]):
            repair = f"rm -f {shlex.quote(str(path))} && {target.reinstall}"
            yield fault("parser", f"{path} is not the shfmt that was installed", repair)


def _guarded(state: Path) -> Iterator[Path]:
    yield state
    for name in ("generations", "bin", *_PRIVATE):
        if (state / name).is_dir():
            yield state / name
    current = state / "current"
    if current.is_dir():
        yield from (path for path in current.rglob("*") if not path.is_symlink())
