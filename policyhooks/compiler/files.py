"""Policy files on disk: which files a path means, read and held to the model of their kind."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from policyhooks.compiler.model.config import Config
from policyhooks.compiler.model.fields import Model
from policyhooks.compiler.model.policy import Library, Policy
from policyhooks.compiler.model.programs_file import Programs
from policyhooks.compiler.nodes import Document, Mapping, Place, Scalar
from policyhooks.compiler.salvage import salvage
from policyhooks.compiler.source import read_document
from policyhooks.compiler.suggestion import did_you_mean
from policyhooks.compiler.validation import validate
from policyhooks.errors import Diagnostic

M = TypeVar("M", bound=Model)
MODELS: dict[str, type[Model]] = {"Policy": Policy, "Library": Library, "Config": Config, "Programs": Programs}
MAX_FILES = 20_000
DESCRIPTION = "bundle.yaml"  # may lie beside policies and is none: it describes the bundle of them


@dataclass(frozen=True)
class File(Generic[M]):
    """A valid file: its model and where everything in it stands."""

    path: str
    document: Document
    model: M
    salvaged: bool = False

    def line(self, place: Place) -> int:
        """The line of the value at a place."""
        node = self.document.node(place)
        return self.document.position(node.start)[0] if node is not None else 1

    def at(
        self, place: Place, code: str, message: str, help: str = "", severity: str = "error", *, key: bool = False
    ) -> Diagnostic:
        """A problem with the value at a place, or with its key."""
        node = self.document.node(place)
        token = self.document.key(place) if key or not isinstance(node, Scalar) else node
        if token is None:
            first = next(iter(node.entries.values()))[0] if isinstance(node, Mapping) and node.entries else node
            start, end = (first.start, first.end) if first is not None else (0, 1)
        else:
            start, end = token.start, token.end
        return self.document.diagnose(code, message, start, end, help, severity=severity)


@dataclass(frozen=True)
class Files:
    """What was read: valid files by kind, and the problems of the others."""

    policies: tuple[File[Policy], ...]
    libraries: tuple[File[Library], ...]
    config: File[Config] | None
    problems: tuple[Diagnostic, ...]
    salvaged: tuple[File[Policy], ...] = ()  # policies without the parts that do not fit: to look at, not to compile
    programs: tuple[File[Programs], ...] = ()

    @property
    def paths(self) -> list[str]:
        """Every valid file that holds rules, or what rules share."""
        groups: tuple[Sequence[File[Any]], ...] = (self.programs, self.libraries, self.policies)
        return [file.path for group in groups for file in group]

    @property
    def complete(self) -> bool:
        """Whether every file could be read, so that what is named and not there is really missing."""
        return not any(problem.severity == "error" for problem in self.problems)


def read_files(paths: Sequence[str], config: str | None) -> Files:
    """Every policy, library and file of programs below the paths, and the Config."""
    policies: list[File[Policy]] = []
    libraries: list[File[Library]] = []
    programs: list[File[Programs]] = []
    salvaged: list[File[Policy]] = []
    names, problems = expand(paths)
    for name in names:
        found, more = read_file(name)
        problems.extend(more)
        if found is None:
            continue
        if isinstance(found.model, Policy) and found.salvaged:
            salvaged.append(File(found.path, found.document, found.model, salvaged=True))
        elif isinstance(found.model, Policy):
            policies.append(File(found.path, found.document, found.model))
        elif isinstance(found.model, Library):
            libraries.append(File(found.path, found.document, found.model))
        elif isinstance(found.model, Programs):
            programs.append(File(found.path, found.document, found.model))
        elif config is None or identity(config) != identity(name):
            message = "this Config is not bound"
            problems.append(found.at(("kind",), "config-not-bound", message, f"give it with --config {name}", "note"))
    bound: File[Config] | None = None
    if config is not None:
        found, more = read_file(config)
        # The same file may lie below the paths: its problems are told once.
        problems.extend(problem for problem in more if repr(problem) not in set(map(repr, problems)))
        if found is not None and isinstance(found.model, Config):
            bound = File(found.path, found.document, found.model)
        elif found is not None:
            problems.append(found.at(("kind",), "not-a-config", "this file is not a Config", "write `kind: Config`"))
    nothing = not policies and not libraries and not programs
    if nothing and not any(problem.severity == "error" for problem in problems):
        problems.append(Diagnostic("no-policies", "there is no policy file at these paths", paths[0] if paths else ""))
    policies.sort(key=lambda file: (file.model.metadata.id, file.path))
    libraries.sort(key=lambda file: (file.model.metadata.id, file.path))
    programs.sort(key=lambda file: (file.model.metadata.id, file.path))
    return Files(tuple(policies), tuple(libraries), bound, tuple(problems), tuple(salvaged), tuple(programs))


def expand(paths: Sequence[str]) -> tuple[list[str], list[Diagnostic]]:
    """The files that paths mean: a folder stands for every *.yaml below it, hidden ones left out."""
    names: dict[str, None] = {}
    problems = []
    for path in paths:
        try:
            if not Path(path).is_dir():
                names[path] = None
                continue
            below = sorted(
                str(entry)
                for entry in Path(path).rglob("*.yaml")
                if entry.name != DESCRIPTION and not any(part.startswith(".") for part in entry.relative_to(path).parts)
            )
        except (OSError, ValueError):
            problems.append(Diagnostic("unreadable-file", f"`{path}` cannot be read", path))
            continue
        if not below:
            problems.append(Diagnostic("no-policies", f"there is no *.yaml file below `{path}`", path))
        if len(below) > MAX_FILES:
            problems.append(Diagnostic("too-many-files", f"more than {MAX_FILES} files below `{path}`", path))
            below = []
        names.update(dict.fromkeys(below))
    once = {identity(name): name for name in reversed(names)}
    return list(reversed(once.values())), problems


def identity(path: str) -> str:
    """What makes two spellings of a path one file."""
    try:
        return os.path.realpath(path)
    except (OSError, ValueError):
        return path


def read_file(path: str) -> tuple[File[Model] | None, list[Diagnostic]]:
    """One file as the model that its `kind` names."""
    document, traps = read_document(path)
    if document is None:
        return None, traps
    found, problems = read_model(document)
    return found, [*traps, *problems]


def read_model(document: Document) -> tuple[File[Model] | None, list[Diagnostic]]:
    """A document as the model that its `kind` names."""
    if not isinstance(document.root, Mapping):
        message = "a policy file is a mapping of keys"
        return None, [document.diagnose("wrong-type", message, document.root.start, document.root.start + 1)]
    kind = document.node(("kind",))
    if kind is None:
        first = next(iter(document.root.entries.values()), None)
        start, end = (first[0].start, first[0].end) if first else (0, 1)
        hint = f"one of {', '.join(MODELS)}"
        return None, [document.diagnose("missing-key", "the key `kind` is missing", start, end, hint)]
    name = kind.value if isinstance(kind, Scalar) else ""
    model = MODELS.get(name)
    if model is None:
        hint = did_you_mean(name, MODELS) or f"one of {', '.join(MODELS)}"
        start, end = (kind.start, kind.end) if isinstance(kind, Scalar) else (kind.start, kind.start + 1)
        return None, [document.diagnose("bad-value", f"`{name}` is not a kind of file", start, end, hint)]
    valid, problems = validate(document, model)
    if valid is not None:
        return File(document.path, document, valid), problems
    rest = salvage(document) if model is Policy else None
    return (File(document.path, document, rest, salvaged=True) if rest is not None else None), problems
