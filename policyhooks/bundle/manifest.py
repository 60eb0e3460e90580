"""The manifest of a bundle: what it is called, what it needs, and the digest of every file in it.

Canonical JSON (sorted keys, ASCII, one newline at the end); a manifest that is not exactly that, has
an unknown key or a value of another type is refused. It knows nothing of signatures.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from policyhooks import __version__
from policyhooks.core.program import FORMAT as PROGRAM_FORMAT
from policyhooks.core.program import LAYERS, source_loader
from policyhooks.errors import VerificationFailed

FILE = "manifest.json"
FORMAT = 1
KINDS = ("policies", "break-glass")
NAME = re.compile(r"[a-z0-9]+([._-][a-z0-9]+)*")
VERSION = re.compile(r"[0-9A-Za-z]+([.+_-][0-9A-Za-z]+)*")
# What a program needs of the engine that runs it, beside its features; readers of format 1 had none.
ENGINE: Mapping[str, Any] = {"program": PROGRAM_FORMAT, "version": __version__, "features": []}
PROGRAMS = "programs."  # before the name of a program that a file describes, among its lists
MAX_SERIAL = 1 << 53
MAX_TIME = 253402300800  # the year 10000


@dataclass(frozen=True)
class Manifest:
    """What a bundle says of itself. Times are seconds since the epoch, 0 for none; `expires` is exclusive."""

    name: str
    version: str
    serial: int
    kind: str = "policies"
    format: int = FORMAT
    issued: int = 0
    expires: int = 0
    layer: str = "managed"
    engine: Mapping[str, Any] = field(default_factory=lambda: dict(ENGINE))
    program: str = ""  # digest of the program, as its index has it
    config: str = ""  # the Config's place in the bundle
    clients: Mapping[str, list[str]] = field(default_factory=dict)  # native events that some rule looks at
    needs: list[str] = field(default_factory=list)  # of the target: shfmt, re2
    options: Mapping[str, Any] = field(default_factory=dict)
    params: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    lists: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    rules: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    tests: Mapping[str, int] = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)  # sha256 of every file but this one
    reason: str = ""  # of a break-glass

    @property
    def described(self) -> list[str]:
        """The programs that its files describe."""
        names = [name for values in self.lists.values() for name in values]
        return sorted(name.removeprefix(PROGRAMS) for name in names if name.startswith(PROGRAMS))

    @property
    def used_events(self) -> frozenset[tuple[str, str]]:
        """(client, native event) that some rule looks at."""
        return frozenset((client, native) for client, natives in self.clients.items() for native in natives)

    def encode(self) -> bytes:
        """The one sequence of bytes for this manifest."""
        return (json.dumps(asdict(self), sort_keys=True, indent=1, ensure_ascii=True) + "\n").encode("ascii")


def engine_of(modules: Mapping[str, str]) -> dict[str, Any]:
    """What a program of these modules, compiled here, needs of the engine that runs it."""
    features: Any = source_loader(modules)("index")["FEATURES"]
    return {**ENGINE, "features": list(features)}


def read_manifest(files: Mapping[str, bytes]) -> Manifest:
    """The manifest of unpacked files, every file held against its digest. Raises VerificationFailed."""
    data = files.get(FILE)
    if data is None:
        raise VerificationFailed("the bundle has no manifest")
    try:
        found = json.loads(data)
        manifest = Manifest(**found)
        problem = _problem(manifest, found)
    except (ValueError, TypeError, RecursionError):
        raise VerificationFailed("the manifest of the bundle cannot be read") from None
    if problem:
        raise VerificationFailed(f"the manifest of the bundle is not valid: {problem}")
    if manifest.encode() != data:
        raise VerificationFailed("the manifest of the bundle is not in its canonical form")
    check_files(manifest, files)
    return manifest


def check_files(manifest: Manifest, files: Mapping[str, bytes]) -> None:
    """Exactly the files of the manifest, with exactly their bytes."""
    present = set(files) - {FILE}
    missing, extra = sorted(set(manifest.files) - present), sorted(present - set(manifest.files))
    if missing:
        raise VerificationFailed(f"the bundle lacks `{missing[0]}`")
    if extra:
        raise VerificationFailed(f"the bundle holds `{extra[0]}`, which its manifest does not name")
    for name, digest in manifest.files.items():
        if hashlib.sha256(files[name]).hexdigest() != digest:
            raise VerificationFailed(f"`{name}` in the bundle is not what the manifest says")


def _problem(manifest: Manifest, found: object) -> str:
    """What is wrong with the values, in words; nothing when all is well."""
    defaults = Manifest("a", "1", 0)
    for one in fields(Manifest):
        value, kind = getattr(manifest, one.name), type(getattr(defaults, one.name))
        if type(value) is not kind:
            return f"`{one.name}` has the wrong type"
    if not isinstance(found, dict) or len(found) != len(fields(Manifest)):
        return "a key is missing"
    if manifest.format != FORMAT:
        return "it has another format than this policyhooks reads"
    if manifest.kind not in KINDS or manifest.layer not in LAYERS:
        return "its kind or layer is not known"
    if not NAME.fullmatch(manifest.name) or not VERSION.fullmatch(manifest.version):
        return "its name or version has letters that are not allowed"
    if not 0 <= manifest.serial < MAX_SERIAL:
        return "its serial is out of range"
    if not 0 <= manifest.issued < MAX_TIME or not 0 <= manifest.expires < MAX_TIME:
        return "a time is out of range"
    if type(manifest.engine.get("program")) is not int or not isinstance(manifest.engine.get("version"), str):
        return "`engine` is not complete"
    tables = (manifest.clients.values(), manifest.rules.values(), manifest.params.values(), manifest.lists.values())
    if not all(
        isinstance(value, kind) for table, kind in zip(tables, (list, dict, dict, dict), strict=True) for value in table
    ):
        return "a table has the wrong type"
    return "" if all(isinstance(digest, str) for digest in manifest.files.values()) else "`files` has the wrong type"
