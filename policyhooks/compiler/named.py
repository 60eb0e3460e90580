"""The policies that a Config itself names: `policies` beside it, `packs` that are shipped, `bundles` on the shelf.

Paths count from the Config's folder. One that is a link out of the repository is refused before it is read.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from policyhooks.compiler.border import inside, repository_of
from policyhooks.compiler.files import File, Files, expand, read_file, read_files
from policyhooks.compiler.model.config import Config
from policyhooks.compiler.model.policy import Library, Policy
from policyhooks.compiler.model.project import ALL
from policyhooks.compiler.packs import pack_names, pack_paths
from policyhooks.compiler.plan import PlannedRule
from policyhooks.compiler.prompts import find_prompt, is_file_name
from policyhooks.compiler.shelf import sources_of
from policyhooks.compiler.suggestion import did_you_mean
from policyhooks.errors import Diagnostic


@dataclass(frozen=True)
class Named:
    """What a Config names: paths as it writes them, the files that they mean, folders of packs."""

    root: Path  # nothing of the project lies outside of it
    entries: tuple[str, ...]
    files: tuple[str, ...]
    packs: tuple[str, ...]
    problems: tuple[Diagnostic, ...]
    bundles: tuple[str, ...] = ()  # folders of their policies

    @property
    def taken(self) -> tuple[str, ...]:
        """The folders of what is not the project's own."""
        return (*self.packs, *self.bundles)


def name_sources(config: File[Config]) -> Named:
    """Everything that the Config names; without any name, every shipped pack."""
    base = Path(config.path).parent
    root = repository_of(base)
    problems: list[Diagnostic] = []
    entries: list[str] = []
    files: dict[str, None] = {}
    for number, entry in enumerate(config.model.policies):
        path = str(base / entry)
        found, wrong = _files_of(config, number, entry, path, root)
        problems.extend(wrong)
        if found:
            entries.append(path)
            files.update(dict.fromkeys(found))
    packs = packs_of(config.model)
    problems.extend(_unknown_packs(config))
    known = [name for name in packs if name == ALL or name in pack_names()]
    bundles, missing = _bundles_of(config)
    problems.extend(missing)
    return Named(root, tuple(entries), tuple(files), tuple(pack_paths(known)), tuple(problems), tuple(bundles))


def packs_of(config: Config) -> tuple[str, ...]:
    """The packs that a Config takes: those that it names, and all of them where it names nothing at all."""
    return config.packs or (() if config.policies or config.bundles else (ALL,))


def _bundles_of(config: File[Config]) -> tuple[list[str], list[Diagnostic]]:
    """The folders of bundles, as the shelf has them; whoever acts on the file has looked at the bundles before."""
    folders, problems = [], []
    for number, bundle in enumerate(config.model.bundles):
        folder = sources_of(bundle.hex)
        if folder.is_dir():
            folders.append(str(folder))
            continue
        message = f"the bundle `{bundle.source}` of this digest is not on this machine"
        hint = f"policyhooks bundle fetch {config.path}"
        problems.append(config.at(("bundles", number, "source"), "missing-bundle", message, hint))
    return folders, problems


def _files_of(
    config: File[Config], number: int, entry: str, path: str, root: Path
) -> tuple[list[str], list[Diagnostic]]:
    place = ("policies", number)
    if not inside(path, root):
        message = f"`{entry}` is a link that leads out of the repository"
        return [], [config.at(place, "path-outside", message, "a project is made of its own files")]
    if not os.path.exists(path):
        message = f"there is no file or folder `{entry}`"
        return [], [config.at(place, "missing-file", message, "paths count from the folder of this file")]
    found, wrong = expand([path])
    problems = [config.at(place, problem.code, problem.message, problem.help) for problem in wrong]
    for file in found:
        if not inside(file, root):
            message = f"`{file}` is a link that leads out of the repository"
            problems.append(config.at(place, "path-outside", message, "a project is made of its own files"))
    return [file for file in found if inside(file, root)], problems


def _unknown_packs(config: File[Config]) -> Iterator[Diagnostic]:
    known = pack_names()
    if not known and packs_of(config.model):
        hint = "name your own under `policies`"
        yield config.at(("packs",), "no-policies", "the shipped packs are not here", hint, key=True)
        return
    for number, name in enumerate(config.model.packs):
        if name != ALL and name not in known:
            hint = did_you_mean(name, [*known, ALL]) or f"one of {', '.join(known)}"
            yield config.at(("packs", number), "unknown-pack", f"there is no pack `{name}`", hint)


def read_named(config: str) -> tuple[Files, Named | None]:
    """The files that a Config names, with the Config bound. One that cannot be read names nothing."""
    found, _ = read_file(config)
    if found is None or not isinstance(found.model, Config):
        return read_files([], config), None
    named = name_sources(File(found.path, found.document, found.model))
    files = read_files([*named.files, *named.taken], config)
    # Where a path was refused, that there is no policy is no news.
    told = [one for one in files.problems if not (named.problems and one.code == "no-policies")]
    return replace(files, problems=(*told, *named.problems)), named


def libraries_below(folders: Sequence[str]) -> list[str]:
    """The libraries in folders: what files elsewhere may import from there."""
    names, _ = expand(folders)
    found = ((name, read_file(name)[0]) for name in names)
    return [name for name, file in found if file is not None and isinstance(file.model, Library)]


def foreign_prompts(rules: Sequence[PlannedRule], named: Named) -> Iterator[Diagnostic]:
    """Prompt files of the project's own rules that lie outside of its repository."""
    own = frozenset(named.files)
    for rule in rules:
        judge = rule.model.judge
        if judge is None or rule.file.path not in own or not is_file_name(judge.prompt):
            continue
        path = find_prompt(judge.prompt, rule.file.path)
        if path is not None and not inside(str(path), named.root):
            message = f"the prompt file `{judge.prompt}` lies outside of the repository"
            yield rule.file.at((*rule.place, "judge", "prompt"), "path-outside", message, "move it below the policies")


def prompt_files(policy: str) -> Iterator[str]:
    """The prompt files that the rules of a policy file name, where they are; none where it cannot be read."""
    found, _ = read_file(policy)
    if found is None or not isinstance(found.model, Policy):
        return
    for rule in found.model.rules:
        if rule.judge is not None and is_file_name(rule.judge.prompt):
            path = find_prompt(rule.judge.prompt, policy)
            if path is not None:
                yield str(path)
