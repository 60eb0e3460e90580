"""Against real shells: every program that bash or dash would run is in the view, or the command is not understood."""

from __future__ import annotations

import ast
import fnmatch
import random
import re
import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from policyhooks.core.shell_records import Shell
from policyhooks.shell.view.shell import read
from tests.shell import oracle
from tests.shell.filetools import FILE_COMMANDS
from tests.shell.generator import PROGRAMS, echoes, generate, glued, simple, soup, wrapped, writing
from tests.shell.oddities import ODDITIES, WRITING_ODDITIES
from tests.shell.sightings import PARSER, view_of
from tests.shell.tools import INTERPRETED, TOOL_COMMANDS
from tests.support.counts import FUZZ, scaled

SEED = time.time_ns() if FUZZ else 20261116
CHUNKS = 8
TOOL = re.compile(r"/usr/bin/[a-z0-9-]+")
# bash 5.2 prints `$(coproc x)` back as `coproc COPROC x` before it reads it again, and then looks for a program COPROC.
QUIRKS = frozenset(("COPROC",))

needs_bash = pytest.mark.skipif(not Path(oracle.BASH).exists(), reason="no bash here")
needs_zsh = pytest.mark.skipif(not Path(oracle.ZSH).exists(), reason="no zsh here")
needs_dash = pytest.mark.skipif(not Path(oracle.DASH).exists(), reason="no dash here")


def misses(commands: list[str], ran: list[set[str]], dialect: str) -> tuple[list[str], int]:
    """Commands with a program that the view neither names nor admits not to understand; how many it understood."""
    missed = []
    understood = 0
    for text, names in zip(commands, ran, strict=True):
        shell = view_of(text, dialect)
        if not shell.understood:
            continue
        understood += 1
        seen = {item.name for item in shell.commands} | {name for item in shell.commands for name in item.wrappers}
        unseen = names - seen - QUIRKS
        if unseen:
            missed.append(f"{text!r}: {dialect} ran {sorted(unseen)}; seen {[item.name for item in shell.commands]}")
    return missed, understood


def make(maker: Callable[[random.Random], str], seed: str, count: int) -> list[str]:
    rng = random.Random(seed)
    return [maker(rng) for _ in range(count)]


@needs_bash
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_differential_constructs(chunk: int, tmp_path: Path) -> None:
    commands = make(generate, f"{SEED}-{chunk}", scaled(8000) // CHUNKS)
    ran = oracle.run_bash(commands, tmp_path)
    assert sum(1 for names in ran if names) > len(commands) * 0.9, "the oracle has to see programs run"
    missed, understood = misses(commands, ran, "bash")
    assert not missed, f"seed {SEED}:\n" + "\n".join(missed)
    assert understood > len(commands) * 0.4, "a view that understands nothing would miss nothing"


@needs_bash
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_differential_token_soup(chunk: int, tmp_path: Path) -> None:
    commands = make(soup, f"{SEED}-soup-{chunk}", scaled(8000) // CHUNKS)
    missed, _ = misses(commands, oracle.run_bash(commands, tmp_path), "bash")
    assert not missed, f"seed {SEED}:\n" + "\n".join(missed)


@needs_bash
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_differential_echoes(chunk: int, tmp_path: Path) -> None:
    commands = make(echoes, f"{SEED}-echoes-{chunk}", scaled(8000) // CHUNKS)
    missed, _ = misses(commands, oracle.run_bash(commands, tmp_path), "bash")
    assert not missed, f"seed {SEED}:\n" + "\n".join(missed)


@needs_bash
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_differential_glued(chunk: int, tmp_path: Path) -> None:
    commands = make(glued, f"{SEED}-glued-{chunk}", scaled(8000) // CHUNKS)
    missed, _ = misses(commands, oracle.run_bash(commands, tmp_path), "bash")
    assert not missed, f"seed {SEED}:\n" + "\n".join(missed)


@needs_bash
def test_differential_oddities(tmp_path: Path) -> None:
    commands = list(ODDITIES)
    missed, understood = misses(commands, oracle.run_bash(commands, tmp_path), "bash")
    assert not missed, "\n".join(missed)
    assert understood > len(commands) * 0.4


@needs_bash
def test_differential_real_tools(tmp_path: Path) -> None:
    """The arity of options by the tools themselves: what they start is in the view."""
    commands = [text for text in TOOL_COMMANDS if all(Path(word).exists() for word in TOOL.findall(text))]
    ran = oracle.run_with_tools(commands, tmp_path, ("alpha", "beta", "gamma"))
    assert sum(1 for names in ran if names) > len(commands) * 0.7, "the tools have to start something"
    missed, understood = misses(commands, ran, "bash")
    assert not missed, "\n".join(missed)
    assert understood > len(commands) * 0.8


@needs_bash
def test_differential_interpreters(tmp_path: Path) -> None:
    """What an interpreter starts is named, or its code is there for a rule to see; never nothing."""
    commands = [text for text in INTERPRETED if all(Path(word).exists() for word in TOOL.findall(text))]
    ran = oracle.run_with_tools(commands, tmp_path, ("alpha", "beta", "gamma"))
    missed, _ = misses(commands, ran, "bash")
    silent = [text for text in missed if not shows_code(text)]
    assert not silent, "\n".join(silent)


def shows_code(row: str) -> bool:
    shell = view_of(ast.literal_eval(row.partition(": bash ran")[0]))
    return bool(shell.inline_code) or any(item.name == "make" for item in shell.commands)


@needs_bash
def test_differential_writes(tmp_path: Path) -> None:
    """Every file that bash makes by a redirection is among the written paths, or is marked as dynamic."""
    commands = [*WRITING_ODDITIES, *make(writing, f"{SEED}-writes", scaled(6000))]
    missed = []
    for text, (place, made) in zip(commands, oracle.run_writing(commands, tmp_path.resolve()), strict=True):
        home = str(place)
        shell = read(text, dialect="bash", cwd=home, workspace=home, home=home, parser=PARSER)
        written = [item for item in shell.paths if item.op in ("write", "append")]
        unseen = made - {item.real for item in written} - {item.norm for item in written}
        if shell.understood and unseen and not any(item.dynamic for item in written):
            missed.append(f"{text!r}: made {sorted(unseen)}; seen {[item.norm for item in written]}")
    assert not missed, f"seed {SEED}:\n" + "\n".join(missed)


@needs_bash
def test_the_oracle_keeps_commands_apart(tmp_path: Path) -> None:
    """What one command writes lies where it ran, though `cd -` leads to where a shell was before."""
    commands = ["echo x > f", "cd nowhere && cd c; cd - && echo x > a/f", "cd -; echo x > c/g"]
    found = [
        {str(Path(name).relative_to(place)) for name in made}
        for place, made in oracle.run_writing(commands, tmp_path.resolve())
    ]
    assert found == [{"f"}, set(), {"c/g"}]


@needs_bash
def test_differential_files(tmp_path: Path) -> None:
    """What the machine's own tools make, change and remove is among the paths; a folder covers what is in it."""
    commands = [text for text in FILE_COMMANDS if shutil.which(text.split()[0]) or text.split()[0] in ("cd", "for")]
    missed = []
    effects = 0
    for text, (place, changed, removed) in zip(
        commands, oracle.run_changing(commands, tmp_path.resolve()), strict=True
    ):
        home = str(place)
        shell = read(text, dialect="bash", cwd=home, workspace=home, home=home, resolve_links=False, parser=PARSER)
        effects += bool(changed or removed)
        unseen = sorted(
            [f"write {name}" for name in changed if not covers(shell, name, ("write", "append", "link", "delete"))]
            + [f"delete {name}" for name in removed if not covers(shell, name, ("delete", "write"))]
        )
        if shell.understood and unseen:
            missed.append(
                f"{text!r}: {unseen}; seen {[f'{item.op}:{item.norm}' for item in shell.paths]}".replace(home, ".")
            )
    assert effects > len(commands) * 0.9, "the tools have to change something"
    assert not missed, "\n".join(missed)


def covers(shell: Shell, name: str, ops: tuple[str, ...]) -> bool:
    """A path with this operation is the file, holds it, names it by pattern or is dynamic.

    Files named by standard input, by code of another language or by a Makefile are not known by their path.
    """
    if shell.inline_code or any(item.stdin_args or item.name == "make" for item in shell.commands):
        return True
    paths = [item for item in shell.paths if item.op in ops]
    return any(
        item.dynamic
        or name == item.norm
        or name.startswith((item.norm + "/", item.norm + ".", item.norm + "~"))
        or (item.glob and fnmatch.fnmatch(name, item.norm))
        for item in paths
    )


POSIX = (
    "{c}\n{d}",
    "( {c} )",
    "{{ {c}; }}",
    "if {c}; then {d}; fi",
    "if false; then :; else {c}; fi",
    "for i in 1; do {c}; done",
    "while :; do {c}; break; done",
    "case a in a) {c};; esac",
    "{c} && {d}",
    "{c} || {d}",
    "{c} | {d}",
    "echo $({c})",
    'echo "$({c})"',
    "v=$({c})",
    'echo "${{unset:-$({c})}}"',
    "f() {{ {c}; }}; f",
    "eval '{c}'",
    "trap '{c}' EXIT",
    ": <<E\n$({c})\nE\n{d}",
    "v=rm; $v x; {c}",
    'echo "${{x:-\'}}"; {c}; echo "\'}}"',
    'echo "${{x#\'}}"; {c}; echo "\'}}"',
    "echo $'\\''; {c} ; echo '",
    "echo $'a' ; {c}",
    "echo a &> out; {c}",
    "{c} &> out",
    "echo {{a,b}}; {c}",
    "! {c}",
    'set -- rm x; "$@"; {c}',
    "[ -n a ] && {c}",
    "echo a <<< b; {c}",
    "echo ${{x/a/b}}; {c}",
)


def posix_command(rng: random.Random) -> str:
    def plain(maker: Callable[[random.Random], str]) -> str:
        while True:
            text = maker(rng)
            if not any(
                part in text for part in ("'", '$"', "\n", "time", "xargs", "env", "setsid", "busybox", "timeout")
            ):
                return text

    return rng.choice(POSIX).format(c=plain(rng.choice((simple, wrapped))), d=plain(simple))


@needs_dash
def test_differential_dash(tmp_path: Path) -> None:
    commands = make(posix_command, f"{SEED}-dash", scaled(2000))
    ran = oracle.run_dash(commands, tmp_path, (*PROGRAMS, "cat", "x", "zeta"))
    missed, understood = misses(commands, ran, "sh")
    assert not missed, f"seed {SEED}:\n" + "\n".join(missed)
    assert understood > len(commands) * 0.15, "most of these forms are read in two ways, but not all"


# A redirection without a command runs one that zsh has for this: it reads what the redirection names.
ZSH_QUIRKS = frozenset(("cat", "more", "pager"))


@needs_zsh
@pytest.mark.parametrize(
    "maker", [posix_command, generate, soup, echoes, glued], ids=["posix", "constructs", "soup", "echoes", "glued"]
)
def test_differential_zsh(maker: Callable[[random.Random], str], tmp_path: Path) -> None:
    commands = make(maker, f"{SEED}-zsh", scaled(2000))
    ran = [names - ZSH_QUIRKS for names in oracle.run_zsh(commands, tmp_path)]
    assert any(ran), "the oracle has to see programs run"
    missed, understood = misses(commands, ran, "zsh")
    assert not missed, f"seed {SEED}:\n" + "\n".join(missed)
    assert understood > len(commands) * (0.05 if maker in (soup, echoes, glued) else 0.3)
