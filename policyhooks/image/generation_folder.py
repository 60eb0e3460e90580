"""Makes the folder of a generation: whole under its number, or not there.

It knows neither what an image holds nor which generation is current.
"""

from __future__ import annotations

import json
import os
import secrets
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

from policyhooks.image.starters import write_start


def make_generation(
    state: Path,
    files: Mapping[str, bytes],
    programs: Sequence[Mapping[str, str]],
    manifest: Mapping[str, object],
    *,
    shared: bool,
) -> int:
    """The number of a new generation with these files, of which the first is its image. All or nothing."""
    folder = state / "generations" / f".new-{os.getpid()}-{secrets.token_hex(4)}"
    folder.mkdir(mode=0o700)
    try:
        _fill(folder, files, programs, manifest)
        _open_to_readers(folder, shared)
        return _settle(state, folder, next(iter(files)))
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


def _fill(
    folder: Path, files: Mapping[str, bytes], programs: Sequence[Mapping[str, str]], manifest: Mapping[str, object]
) -> None:
    for name, data in files.items():
        (folder / name).write_bytes(data)
    for position, modules in enumerate(programs):
        sources = folder / "programs" / str(position)
        sources.mkdir(parents=True)
        for name, source in modules.items():
            (sources / f"{name}.py").write_text(source, encoding="utf-8")
    (folder / "manifest.json").write_text(json.dumps(manifest, indent=2) + "\n", encoding="utf-8")


def _next(state: Path) -> int:
    return max((int(entry.name) for entry in (state / "generations").iterdir() if entry.name.isdigit()), default=0) + 1


def _settle(state: Path, folder: Path, image: str) -> int:
    """Give the folder its number; another activation may have taken it meanwhile."""
    number = _next(state)
    while True:
        write_start(folder, number, image)
        try:
            folder.rename(state / "generations" / str(number))
        except OSError:
            if not (state / "generations" / str(number)).exists():
                raise
            number += 1
        else:
            return number


def _open_to_readers(folder: Path, shared: bool) -> None:
    for path in [folder, *folder.rglob("*")]:
        path.chmod((0o755 if shared else 0o700) if path.is_dir() else (0o644 if shared else 0o600))
