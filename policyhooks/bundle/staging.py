"""The sources of a bundle on this machine: written into the state folder, from where they are compiled and tested.

They stay there: doctor holds the active program against them. The program of a bundle is compiled
anew from its sources, and where the engine is the same it must be the very program that was shipped.
"""

from __future__ import annotations

import os
import secrets
import shutil
from pathlib import Path

from policyhooks.bundle.manifest import engine_of
from policyhooks.bundle.sources import CONFIG, FOLDER
from policyhooks.bundle.verification import Bundle
from policyhooks.compiler.compile import Compiled, compile_policies
from policyhooks.compiler.shelf import NAME_LENGTH, SOURCES
from policyhooks.errors import EnvironmentBroken, VerificationFailed
from policyhooks.image.generations import Generation, list_generations

STAGE = SOURCES


def stage(state: Path, bundle: Bundle, *, shared: bool = False) -> Path:
    """The folder with the bundle's sources: whole, or not there."""
    target = state / STAGE / bundle.digest[:NAME_LENGTH]
    draft = target.with_name(f".new-{os.getpid()}-{secrets.token_hex(4)}")
    folder_mode, file_mode = (0o755, 0o644) if shared else (0o700, 0o600)
    try:
        target.parent.mkdir(mode=folder_mode, exist_ok=True)
        for name, content in bundle.files.items():
            if name == CONFIG or name.startswith(f"{FOLDER}/"):
                path = draft / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
        for path in [draft, *draft.rglob("*")]:
            path.chmod(folder_mode if path.is_dir() else file_mode)
        # What an earlier, killed activation left there is not believed.
        if target.exists():
            target.rename(draft.with_name(draft.name + "-old"))
        draft.rename(target)
    except OSError as problem:
        raise EnvironmentBroken(f"{target} cannot be written: {problem.strerror}") from None
    finally:
        for leftover in (draft, draft.with_name(draft.name + "-old")):
            shutil.rmtree(leftover, ignore_errors=True)
    return target


def staged_paths(folder: Path) -> tuple[list[str], str | None]:
    """What to compile, and the Config."""
    config = folder / CONFIG
    return [str(folder / FOLDER)], str(config) if config.is_file() else None


def compile_bundle(bundle: Bundle, folder: Path, layer: str) -> Compiled:
    """The program of the staged sources. Raises VerificationFailed when another one was shipped."""
    paths, config = staged_paths(folder)
    # An exception that has ended since the build is over by itself; it must not keep a newer bundle out.
    built_for = bundle.manifest.engine["program"]
    compiled = compile_policies(paths, config, layer=layer, arrived=True, program_format=built_for)
    same_engine = bundle.manifest.engine == engine_of(compiled.modules)
    if same_engine and layer == bundle.manifest.layer and dict(compiled.modules) != bundle.program:
        raise VerificationFailed("the program in the bundle is not what its sources compile to", "build it again")
    return compiled


def bundle_sources(state: Path, generation: Generation) -> tuple[list[str], str | None] | None:
    """What the bundle of a generation was compiled from; None where it came in none, or its sources are gone."""
    bundle = generation.about.get("bundle")
    folder = state / STAGE / str(bundle.get("digest"))[:32] if isinstance(bundle, dict) else None
    return staged_paths(folder) if folder is not None and folder.is_dir() else None


def forget_old_sources(state: Path) -> None:
    """Remove the sources of bundles of which no generation is kept."""
    kept = {
        str(bundle.get("digest"))[:32]
        for generation in list_generations(state)
        if isinstance(bundle := generation.about.get("bundle"), dict)
    }
    folder = state / STAGE
    for entry in folder.iterdir() if folder.is_dir() else ():
        if entry.name not in kept and not entry.name.startswith("."):
            shutil.rmtree(entry, ignore_errors=True)
