"""The sources of a bundle: policies, libraries, prompts and the Config, under names that depend on no folder.

A policy's prompt file goes beside the policy, where the compiler looks first. It compiles nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from policyhooks.bundle.archive import is_name
from policyhooks.compiler.compile import Compiled
from policyhooks.compiler.files import DESCRIPTION, expand
from policyhooks.compiler.prompts import find_prompt, is_file_name
from policyhooks.errors import EnvironmentBroken, InvalidPolicies, UsageError

FOLDER = "policies"
CONFIG = "config.yaml"


@dataclass(frozen=True)
class Sources:
    """Which file becomes which name in the bundle, and the description where one lies beside them."""

    names: Mapping[str, str]  # path -> name in the bundle
    description: str = ""

    @property
    def paths(self) -> list[str]:
        """What the compiler is to read."""
        return list(self.names)


def find_sources(paths: Sequence[str]) -> Sources:
    """The policy files below the paths. Raises InvalidPolicies where a path holds none."""
    names: dict[str, str] = {}
    descriptions: list[str] = []
    for number, path in enumerate(paths):
        found, problems = expand([path])
        if problems:
            raise InvalidPolicies(problems)
        prefix = f"{FOLDER}/{number}" if len(paths) > 1 else FOLDER
        beside = Path(path) / DESCRIPTION if Path(path).is_dir() else Path(path).parent / DESCRIPTION
        if beside.is_file() and str(beside) not in descriptions:
            descriptions.append(str(beside))
        for file in found:
            inside = Path(file).relative_to(path).as_posix() if Path(path).is_dir() else Path(file).name
            names.setdefault(file, _name(f"{prefix}/{inside}", file))
    if len(descriptions) > 1:
        raise UsageError(f"there are two descriptions: {descriptions[0]} and {descriptions[1]}", "keep one")
    return Sources(names, descriptions[0] if descriptions else "")


def read_sources(sources: Sources, compiled: Compiled, config: str | None) -> dict[str, bytes]:
    """The bytes of every source under its name, prompts and Config included."""
    files: dict[str, bytes] = {}
    for path, name in sources.names.items():
        files[name] = _read(path)
    for rule in compiled.rules:
        if rule.model.judge is not None and is_file_name(rule.model.judge.prompt):
            prompt = rule.model.judge.prompt
            inside = Path(sources.names[rule.file.path]).parent / prompt
            files[_name(inside.as_posix(), prompt)] = _read(str(_find_prompt(prompt, rule.file.path)))
    if config is not None:
        files[CONFIG] = _read(config)
    return files


def _find_prompt(prompt: str, policy: str) -> Path:
    found = find_prompt(prompt, policy)
    if found is None:
        raise EnvironmentBroken(f"the prompt file `{prompt}` is gone")
    return found


def _read(path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError as problem:
        raise EnvironmentBroken(f"`{path}` cannot be read: {(problem.strerror or 'unknown').lower()}") from None


def _name(name: str, path: str) -> str:
    if not is_name(name):
        hint = "use letters, digits, `_`, `.`, `+` and `-`, and no hidden folders"
        raise UsageError(f"`{path}` cannot go into a bundle under this name", hint)
    return name
