"""`policyhooks trust policyhooks.yaml`: shows what a project file would do on this machine, and trusts it as it is."""

from __future__ import annotations

import argparse
import json
import os
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from policyhooks.cli.options.notes import working
from policyhooks.cli.options.policies import show_problems
from policyhooks.cli.options.said import say
from policyhooks.errors import InvalidPolicies, UsageError
from policyhooks.report.screen.chart import count
from policyhooks.report.screen.paragraph import hang
from policyhooks.report.screen.style import one_line, style_of

if TYPE_CHECKING:
    from policyhooks.compiler.compile import Compiled
    from policyhooks.installation.project_digest import Digests

WIDTH = 13


def trust_file(arguments: argparse.Namespace, path: Path) -> int:
    """Trust a project file, or trust it no more."""
    from policyhooks.installation.project_file import NAME
    from policyhooks.installation.project_trust import forget_trust

    path = Path(os.path.realpath(path.parent)) / path.name
    if path.name != NAME:
        raise UsageError(f"`{path}` is not a project file", f"its name is {NAME}")
    if arguments.remove:
        if not forget_trust(path):
            raise UsageError(f"`{path}` is not trusted", "`policyhooks trust --list` shows what is")
        print(f"{path} is not trusted any more")
        return 0
    try:
        return _trust(path, yes=arguments.yes)
    except InvalidPolicies as problem:
        return show_problems(problem)


def _trust(path: Path, *, yes: bool) -> int:
    from policyhooks.installation.project_digest import digest_project

    digests = digest_project(path)
    show(path, digests, sys.stdout)
    if not yes and not sys.stdin.isatty():
        raise UsageError("nothing was trusted: there is no terminal to ask on", "read the above, then add --yes")
    if not yes and not confirm():
        print("nothing was trusted", file=sys.stderr)
        return 1
    accept(path, digests)
    say(f"{path}, {count(len(digests.files), 'file')}, digest {digests.whole[:16]}", "trusted ")
    for name in sorted(digests.files):
        say(name, "  ")
    print("after a change of one of them trust it again")
    return 0


def offer_trust(path: Path) -> bool:
    """Show a project file to the person at the terminal and ask; whether it is trusted now."""
    from policyhooks.installation.project_digest import digest_project

    digests = digest_project(path)
    show(path, digests, sys.stderr)
    if not confirm():
        return False
    accept(path, digests)
    return True


def confirm() -> bool:
    """Whether the person types the whole word."""
    print("trust it? type `yes`: ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip() == "yes"


def accept(path: Path, digests: Digests) -> None:
    """Keep what was shown; what has changed meanwhile was not."""
    from policyhooks.installation.project_digest import digest_project
    from policyhooks.installation.project_trust import save_trust

    if digest_project(path) != digests:
        raise UsageError(f"`{path}` or a file that it names changed while it was read", "try again")
    save_trust(path, digests)


def list_files() -> int:
    """Every trusted project file, and whether it is still what was trusted."""
    from policyhooks.cli.options.project import distrust
    from policyhooks.errors import PolicyHooksError
    from policyhooks.installation.project_trust import list_trust

    found = list_trust()
    for one in found:
        try:
            problem = distrust(Path(one.file))
        except PolicyHooksError as broken:
            problem = broken.message
        print(f"{one_line(one.file)}  {f'NOT TRUSTED: {one_line(problem)}' if problem else 'trusted'}")
    if not found:
        print("no project file is trusted")
    return 0


def show(path: Path, digests: Digests, out: TextIO) -> None:
    """Everything that the file would bring about, nothing cut short, nothing that steers a terminal."""
    from policyhooks.cli.options.project import ready_pinned
    from policyhooks.compiler.compile import compile_policies
    from policyhooks.compiler.packs import shown

    ready_pinned(path)  # read and verified, never fetched: what is shown must be what would be taken
    with working(f"reading {path.name}", 0, aloud=False) as step:
        compiled = compile_policies([], shown(path), layer="project", progress=step)
    style = style_of(out)
    print(style.paint(f"{one_line(str(path))} would", "bold"), file=out)
    for name, value in (*describe(compiled, path), ("digest", digests.whole)):
        print(*hang(f"  {name:<{WIDTH}} ", value, style), sep="\n", file=out)


def describe(compiled: Compiled, path: Path) -> Iterator[tuple[str, str]]:
    """What a project file brings about, line by line: names and what they mean."""
    from policyhooks.compiler.named import packs_of
    from policyhooks.compiler.shelf import sources_of

    assert compiled.config is not None
    config = compiled.config.model
    packs = packs_of(config)
    yield "take packs", ", ".join("every shipped pack" if name == "all" else name for name in packs) or "none"
    own = [file for file in compiled.policies if Path(file.path).resolve().is_relative_to(path.resolve().parent)]
    for file in own if config.policies else ():
        rules = sum(rule.file.path == file.path for rule in compiled.rules)
        yield "take policies", f"{file.path}: {count(rules, 'rule')}"
    for bundle in config.bundles:
        rules = sum(Path(rule.file.path).is_relative_to(sources_of(bundle.hex)) for rule in compiled.rules)
        yield "take bundle", f"{bundle.source}: {count(rules, 'rule')}, sha256:{bundle.hex}"
    read = {name for file in compiled.policies for name in file.model.environment}
    read |= {name for library in compiled.libraries for name in library.model.environment}
    if read:
        yield "see variables", ", ".join(sorted(read))
    if compiled.rows:
        yield "know programs", ", ".join(compiled.rows)
    yield "for clients", ", ".join(config.clients) or "those that you install it for"
    yield from _outside(compiled, path)
    yield from _looser(compiled)
    if config.missing != "block":
        fate = {"ask": "asked", "pass": "let through"}[config.missing]
        yield "without us", f"colleagues who lack policyhooks are {fate}"
    for name, server in config.servers.items():
        yield "know server", f"{name}: {server.url or shlex.join(server.command or ())}"


def _outside(compiled: Compiled, path: Path) -> Iterator[tuple[str, str]]:
    """What would be started or sent: programs, models, where they are, the names of keys."""
    from policyhooks.compiler.border import inside, repository_of

    assert compiled.config is not None
    for rule in compiled.rules:
        if rule.model.command is not None:
            run = rule.model.command.run
            here = inside(run[0], repository_of(path.parent))
            warning = " (IN THE REPOSITORY: whoever changes it there decides)" if here else ""
            yield "run program", f"{rule.id}: {shlex.join(run)}{warning}"
    for name, model in compiled.config.model.judge.models.items():
        where = f" at {model.api_base}" if model.api_base else ""
        key = f", key from {model.api_key_env}" if model.api_key_env else ""
        more = "".join(f", {option} {value}" for option, value in sorted(model.params.items()))
        yield "use model", f"{name}: {model.model}{where}{key}{more}"
    for rule in compiled.rules:
        judge = rule.model.judge
        if judge is not None:
            sent = "the whole event" if judge.input is None else ", ".join(judge.input) or "nothing"
            models = " then ".join(alias for alias in (judge.model, judge.escalate) if alias)
            yield "ask model", f"{rule.id}: {models}, told {sent}"


def _looser(compiled: Compiled) -> Iterator[tuple[str, str]]:
    """What could let more through: profile, overrides, exceptions, rules that allow or change something."""
    from policyhooks.core.effects import LOOSENING

    assert compiled.config is not None
    config = compiled.config.model
    if config.profile != "balanced":
        yield "set profile", config.profile
    for name, part in (("set defaults", config.defaults), ("keep records", config.journal)):
        for key, value in part.model_dump(exclude_defaults=True).items():
            yield name, f"{key} {value}"
    for owner, values in config.params.items():
        yield "set params", f"{owner}: {json.dumps(values)}"
    for glob, override in config.rules.items():
        words = [f"{key} {value}" for key, value in override.model_dump(exclude_none=True).items()]
        yield "change rules", f"{glob}: {', '.join(words)}"
    for exception in config.exceptions:
        yield "except", f"{exception.rule} becomes {exception.becomes} until {exception.expires} ({exception.id})"
    for glob in config.delegate:
        yield "delegate", glob
    for rule in compiled.rules:
        if rule.effect in LOOSENING:
            yield "loosen", f"{rule.id}: {rule.effect}"
