"""Bundles that a project file names by reference and digest: opened, held to the digest, verified, put on the shelf.

Nothing here reaches over a network but `fetch_pinned`, which a person asks for. Whether the file may name anything at
all is decided before: what it names counts only after trust.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from policyhooks.bundle.archive import disassemble
from policyhooks.bundle.fetching import fetch
from policyhooks.bundle.signing import holds, read_signature
from policyhooks.bundle.sources import CONFIG, FOLDER
from policyhooks.bundle.staging import stage
from policyhooks.bundle.trust import TrustRoot
from policyhooks.bundle.verification import Bundle, check_expiry, open_bundle, read_file
from policyhooks.compiler.border import inside, repository_of
from policyhooks.compiler.files import File, read_model
from policyhooks.compiler.model.config import Config
from policyhooks.compiler.model.project import PinnedBundle
from policyhooks.compiler.shelf import archive_of, shelf_folder, sources_of
from policyhooks.compiler.source import Refused, decode, parse_document
from policyhooks.errors import Diagnostic, EnvironmentBroken, InvalidPolicies, VerificationFailed
from policyhooks.whole_file import write_whole

# What a bundle's own Config may say in a project: which project and sources it was built from, and with what.
HARMLESS = {"apiVersion", "kind", "project", "policies", "packs", "bundles", "clients", "requires"}
SIGN = "sign it with `policyhooks bundle sign`, or ask its author to"


class Refusal(Exception):
    """Why a bundle is not taken: the name of the diagnostic, the message and the way on."""

    def __init__(self, code: str, message: str, help: str = "") -> None:
        super().__init__(message)
        self.code, self.message, self.help = code, message, help


def ready_bundles(config: File[Config], roots: Sequence[TrustRoot]) -> list[Bundle]:
    """Every bundle that a Config names, verified, with its sources on the shelf. Raises InvalidPolicies with all that
    is wrong. One at an address is taken from the shelf: nothing is fetched here.
    """
    found: list[Bundle] = []
    problems: list[Diagnostic] = []
    for number, pinned in enumerate(config.model.bundles):
        try:
            data = _on_shelf(config, pinned) if pinned.remote else _beside(config, pinned)
            found.append(_take(pinned, data, roots))
        except Refusal as refused:
            key = "digest" if refused.code == "changed-bundle" else "source"
            problems.append(config.at(("bundles", number, key), refused.code, refused.message, refused.help))
    if problems:
        raise InvalidPolicies(problems)
    return found


def fetch_pinned(config: File[Config], roots: Sequence[TrustRoot]) -> Iterator[tuple[PinnedBundle, Bundle]]:
    """Fetch what a Config names at addresses, and read what lies beside it. Raises InvalidPolicies on the first one."""
    for number, pinned in enumerate(config.model.bundles):
        try:
            data = _fetched(pinned) if pinned.remote else _beside(config, pinned)
            yield pinned, _take(pinned, data, roots)
        except Refusal as refused:
            place = ("bundles", number, "source")
            raise InvalidPolicies([config.at(place, refused.code, refused.message, refused.help)]) from None


def _fetched(pinned: PinnedBundle) -> bytes:
    """The bytes at an address. One that cannot be reached takes nothing away: what is installed does not ask it."""
    try:
        return fetch(pinned.source, "").data or b""
    except EnvironmentBroken as problem:
        hint = "what is installed stays in force"
        raise EnvironmentBroken(f"`{pinned.source}`: {problem.message}", hint) from None


def _beside(config: File[Config], pinned: PinnedBundle) -> bytes:
    """The bytes of a bundle in the repository."""
    base = Path(config.path).parent
    path = base / pinned.source
    if not inside(str(path), repository_of(base)):
        message = f"`{pinned.source}` is a link that leads out of the repository"
        raise Refusal("path-outside", message, "a project is made of its own files")
    if not path.is_file():
        hint = "paths count from the folder of this file"
        raise Refusal("missing-bundle", f"there is no bundle `{pinned.source}`", hint)
    return read_file(path)


def _on_shelf(config: File[Config], pinned: PinnedBundle) -> bytes:
    """The bytes of a bundle that was fetched before."""
    path = archive_of(pinned.hex)
    if not path.is_file():
        message = f"the bundle `{pinned.source}` was not fetched yet"
        hint = f"look at the address, then run: policyhooks bundle fetch {config.path}"
        raise Refusal("missing-bundle", message, hint)
    return read_file(path)


def _take(pinned: PinnedBundle, data: bytes, roots: Sequence[TrustRoot]) -> Bundle:
    """The bundle in these bytes, on the shelf: the digest first, then signatures, form, expiry and its Config."""
    try:
        bundle = _open(pinned, data, roots)
        _refuse_binding(pinned, bundle)
        _shelve(bundle, data)
    except VerificationFailed as refused:
        raise Refusal("refused-bundle", f"`{pinned.source}`: {refused.message}", refused.hint) from None
    return bundle


def _open(pinned: PinnedBundle, data: bytes, roots: Sequence[TrustRoot]) -> Bundle:
    container = disassemble(data)
    if container.digest != pinned.hex:
        message = f"`{pinned.source}` is another bundle: its digest is sha256:{container.digest}"
        raise Refusal("changed-bundle", message, "find out who changed it; write this digest only when you know")
    if not container.signatures:
        raise Refusal("refused-bundle", f"the bundle `{pinned.source}` is not signed", SIGN)
    # Without a trust root the digest says which bundle it is; its signatures must hold all the same.
    if not roots and not all(holds(container.archive, read_signature(blob)) for blob in container.signatures):
        raise VerificationFailed("a signature of the bundle does not hold")
    now = time.time()
    bundle = open_bundle(data, roots, now=now)
    check_expiry(bundle.manifest, now)
    if bundle.manifest.kind != "policies":
        raise VerificationFailed("this is an order to break the glass and holds no policies")
    return bundle


def _refuse_binding(pinned: PinnedBundle, bundle: Bundle) -> None:
    """Two Configs do not mix: what the bundle's own one binds would be lost without a word."""
    text = bundle.files.get(CONFIG)
    if text is None:
        return
    try:
        document, _ = parse_document(decode(text, CONFIG), CONFIG)
    except Refused:
        document = None
    found = read_model(document)[0] if document is not None else None
    if found is None or not isinstance(found.model, Config):
        raise VerificationFailed("its Config cannot be read", "build it again")
    bound = sorted(set(found.model.model_dump(exclude_defaults=True)) - HARMLESS)
    if bound:
        message = f"`{pinned.source}` binds {', '.join(f'`{name}`' for name in bound)} in a Config of its own"
        hint = "write that into this file, and build the bundle without it"
        raise Refusal("refused-bundle", message, hint)


def _shelve(bundle: Bundle, data: bytes) -> None:
    """Archive and sources, private, each in one step. What is there as it should be stays."""
    shelf = shelf_folder()
    target = archive_of(bundle.digest)
    try:
        shelf.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not target.is_file() or target.read_bytes() != data:
            write_whole(target, data)
    except OSError as problem:
        raise EnvironmentBroken(f"{target} cannot be written: {(problem.strerror or 'unknown').lower()}") from None
    if not _is_staged(bundle):
        stage(shelf, bundle)


def _is_staged(bundle: Bundle) -> bool:
    """Whether the sources on the shelf are those of the bundle, byte by byte and none beside them."""
    folder = sources_of(bundle.digest)
    wanted = {name: data for name, data in bundle.files.items() if name.startswith(f"{FOLDER}/")}
    try:
        there = {path.relative_to(folder.parent).as_posix() for path in folder.rglob("*") if not path.is_dir()}
        return there == set(wanted) and all((folder.parent / name).read_bytes() == wanted[name] for name in wanted)
    except OSError:
        return False
