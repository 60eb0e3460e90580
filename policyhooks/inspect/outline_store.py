"""Outlines kept in a state folder, one a program: `outlines/<key>`, as private as the image beside it.

Keeping one is a convenience: what cannot be written is not kept, what cannot be read is made again from the sources.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from policyhooks.errors import PolicyHooksError
from policyhooks.image.manifests import list_manifests
from policyhooks.inspect.rule_outlines import Outline, decode, encode, key_of
from policyhooks.whole_file import write_whole

if TYPE_CHECKING:
    from policyhooks.compiler.compile import Compiled
    from policyhooks.image.layers import StoredLayer

FOLDER = "outlines"
LONGEST = 64 << 20


class Store:
    """The outlines of one state folder."""

    def __init__(self, state: Path, *, shared: bool = False) -> None:
        self.state, self.shared = state, shared

    def of_program(self, digest: str, compile_again: Callable[[], Compiled | None]) -> Outline | None:
        """The outline of a program; None where its sources are gone or are others today."""
        return self.read(digest) or self._make(digest, compile_again)

    def of_layer(self, layer: StoredLayer) -> Outline | None:
        """The outline of a trusted layer, from the sources that were trusted."""
        from policyhooks.image.layers import compile_kept

        kept = self.read(layer.digest)
        if kept is not None or not layer.kept:
            return kept
        folder = ""

        def compile_again() -> Compiled:
            nonlocal folder
            compiled, folder = compile_kept(layer)
            return compiled

        return self._make(layer.digest, compile_again, lambda path: path.replace(folder, layer.sources, 1))

    def _make(
        self, digest: str, compile_again: Callable[[], Compiled | None], shown: Callable[[str], str] = str
    ) -> Outline | None:
        from policyhooks.inspect.outline_making import outline_of

        try:
            compiled = compile_again()
        except PolicyHooksError:
            return None
        if compiled is None or compiled.digest != digest:
            return None
        made = outline_of(compiled)
        outline = replace(made, rules=[replace(rule, place=shown(rule.place)) for rule in made.rules])
        self.keep(digest, outline)
        return outline

    def read(self, digest: str) -> Outline | None:
        """What is kept; None where it is missing, damaged, or could be of somebody else."""
        try:
            descriptor = os.open(self._path(digest), os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK)
            with os.fdopen(descriptor, "rb") as file:
                status = os.fstat(descriptor)
                if status.st_uid not in (0, os.geteuid()) or status.st_mode & 0o022:
                    return None
                return decode(file.read(LONGEST))
        except (OSError, ValueError, EOFError, TypeError):
            return None

    def keep(self, digest: str, outline: Outline) -> None:
        """Write it in one step, and forget those of programs that are not here any more."""
        target = self._path(digest)
        with contextlib.suppress(OSError, ValueError):
            data = encode(outline)
            target.parent.mkdir(mode=0o755 if self.shared else 0o700, exist_ok=True)
            write_whole(target, data, 0o644 if self.shared else 0o600, durable=False)
            self._forget_others(digest)

    def _forget_others(self, digest: str) -> None:
        from policyhooks.image.layers import read_layers

        wanted = {digest, *(layer.digest for layer in read_layers(self.state))}
        for manifest in list_manifests(self.state):
            programs = manifest.get("programs")
            wanted.update(map(str, programs) if isinstance(programs, list) else ())
        names = {key_of(one) for one in wanted}
        for entry in self._path(digest).parent.iterdir():
            if entry.name not in names and not entry.name.startswith("."):
                entry.unlink(missing_ok=True)

    def _path(self, digest: str) -> Path:
        return self.state / FOLDER / key_of(digest)
