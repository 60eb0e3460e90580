"""What a project file stands for: itself, every policy file that it names and every prompt of those, by digest.

Shipped packs are not part of it: they come with policyhooks, not with the repository.
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from policyhooks.compiler.files import File, read_file
from policyhooks.compiler.model.config import Config
from policyhooks.compiler.named import name_sources, prompt_files
from policyhooks.compiler.source import MAX_BYTES
from policyhooks.errors import EnvironmentBroken, InvalidPolicies, UsageError
from policyhooks.installation.project_file import read_project_file

FORM = b"policyhooks project 1\n"


@dataclass(frozen=True)
class Digests:
    """sha256 by name, relative to the project file's folder."""

    files: Mapping[str, str]

    @property
    def whole(self) -> str:
        """One digest of all of it."""
        lines = [f"{digest} {name}\n".encode("utf-8", "surrogateescape") for name, digest in sorted(self.files.items())]
        return hashlib.sha256(FORM + b"".join(lines)).hexdigest()


def read_config(path: Path) -> File[Config]:
    """A project file as a Config. Raises InvalidPolicies with every problem."""
    found, problems = read_file(str(path))
    if found is None or any(problem.severity == "error" for problem in problems):
        raise InvalidPolicies(problems)
    if not isinstance(found.model, Config):
        raise UsageError(f"`{path}` is not a Config", "write `kind: Config`")
    return File(found.path, found.document, found.model)


def digest_project(path: Path) -> Digests:
    """The digests as the files are now. What cannot be used is left out, so it counts as gone."""
    path = Path(os.path.realpath(path.parent)) / path.name
    files = {path.name: hashlib.sha256(read_project_file(path)).hexdigest()}
    named = name_sources(read_config(path))
    for policy in named.files:
        for file in (policy, *prompt_files(policy)):
            files[os.path.relpath(os.path.normpath(file), path.parent)] = _digest(file)
    return Digests(files)


def _digest(path: str) -> str:
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
        with os.fdopen(descriptor, "rb") as file:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise EnvironmentBroken(f"`{path}` is not a regular file")
            data = file.read(MAX_BYTES + 1)
    except OSError as problem:
        raise EnvironmentBroken(f"`{path}` cannot be read: {(problem.strerror or 'unknown').lower()}") from None
    if len(data) > MAX_BYTES:
        raise EnvironmentBroken(f"`{path}` is larger than {MAX_BYTES >> 20} MB")
    return hashlib.sha256(data).hexdigest()
