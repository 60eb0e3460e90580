"""Whether the tests notice a change of our own code: mutmut changes one expression at a time, a test must fail.

It owns which modules are changed, which tests must notice and how the outcome is told; what a mutant is and how it is
run is mutmut's. Everything happens in a private copy of the checkout. The sample of mutants and what the property
tests draw depend on the seed alone. A mutant that means the same as the original is a survivor like any other.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import textwrap
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
WIDTH = 80
SEED = 1
WANTED = 90.0  # percent, of every group and of all
MOST = 100  # mutants of one module, so that all is done in half an hour on two cores; 0: all
MEMORY = 4 << 30
NOTICED = ("killed", "timeout", "segfault")
LEFT_OUT = (".git", ".venv", ".hunt", ".hypothesis", ".mypy_cache", ".ruff_cache", "__pycache__")


@dataclass(frozen=True)
class Group:
    """What is changed together, and the tests that must notice."""

    name: str
    modules: tuple[str, ...]
    tests: tuple[str, ...]
    slow: tuple[str, ...] = ()  # left out: they take longer than all the others together


@dataclass(frozen=True)
class Outcome:
    """What became of the mutants of one module."""

    group: str
    module: str
    made: int
    tried: int
    survivors: tuple[tuple[str, str], ...]  # status and diff
    late: int = 0  # of those that were noticed: by a test that did not end

    @property
    def noticed(self) -> int:
        return self.tried - len(self.survivors)


GROUPS = (
    Group(
        "combiner",
        ("policyhooks/runtime/engine/combine.py",),
        ("tests/runtime/engine/test_combine.py",),
    ),
    Group(
        "layers",
        (
            "policyhooks/core/program.py",
            "policyhooks/image/layers.py",
            "policyhooks/runtime/engine/delegation.py",
            "policyhooks/runtime/engine/trusted.py",
        ),
        (
            "tests/image/test_stored_layers.py",
            "tests/runtime/engine/test_delegation.py",
            "tests/runtime/engine/test_trusted.py",
        ),
    ),
    Group(
        "fail answers",
        (
            "policyhooks/clients/answers.py",
            "policyhooks/clients/claude_code/answer.py",
            "policyhooks/clients/claude_code/withholding.py",
            "policyhooks/clients/codex/answer.py",
            "policyhooks/clients/copilot_cli/answer.py",
            "policyhooks/clients/cursor/answer.py",
            "policyhooks/clients/gemini_cli/answer.py",
            "policyhooks/runtime/launch/failing.py",
        ),
        (
            "tests/clients/claude_code/test_withholding.py",
            "tests/clients/test_adapters.py",
            "tests/clients/test_answers.py",
            "tests/clients/test_answers_golden.py",
            "tests/runtime/launch/test_failing.py",
        ),
        ("tests/clients/test_adapters.py::test_only_an_allow_skips_a_prompt",),
    ),
    Group(
        "strict JSON",
        ("policyhooks/core/strict_json.py",),
        ("tests/core/test_strict_json.py",),
    ),
    Group(
        "verification",
        (
            "policyhooks/bundle/archive.py",
            "policyhooks/bundle/manifest.py",
            "policyhooks/bundle/signing.py",
            "policyhooks/bundle/trust.py",
            "policyhooks/bundle/verification.py",
        ),
        (
            "tests/bundle/test_archive.py",
            "tests/bundle/test_manifest.py",
            "tests/bundle/test_signing.py",
            "tests/bundle/test_trust.py",
            "tests/bundle/test_verification.py",
        ),
        (
            "tests/bundle/test_verification.py::test_every_single_byte_counts",
            "tests/bundle/test_verification.py::test_kinds_of_keys",
            "tests/bundle/test_verification.py::test_random_bytes_of_a_large_bundle_count",
        ),
    ),
    Group(
        "masking",
        (
            "policyhooks/runtime/engine/concealment.py",
            "policyhooks/runtime/engine/secret_replacement.py",
            "policyhooks/secrets/masking.py",
        ),
        (
            "tests/runtime/engine/test_concealment.py",
            "tests/runtime/engine/test_secret_replacement.py",
            "tests/secrets/test_masking.py",
        ),
        (
            "tests/runtime/engine/test_concealment.py::test_an_explanation_does_not_show_it",
            "tests/runtime/engine/test_concealment.py::test_every_row_with_the_role_hides_its_secret",
        ),
    ),
    Group(
        "provenance",
        ("policyhooks/shell/view/provenance.py", "policyhooks/shell/walk/code_sources.py"),
        ("tests/shell/walk/test_code_sources.py",),
    ),
)


def mutant_names(module: str) -> list[str]:
    """Every mutant that mutmut makes of a module of the working folder."""
    from mutmut.mutation.file_mutation import mutate_file_contents
    from mutmut.utils.format_utils import get_mutant_name

    mutated = mutate_file_contents(module, Path(module).read_text(encoding="utf-8"))
    return [get_mutant_name(Path(module), name) for name in mutated.mutant_names]


def sample(names: Sequence[str], module: str, seed: int, most: int) -> list[str]:
    """At most so many of a module's mutants, the same ones for the same seed."""
    if len(names) <= most:
        return list(names)
    return sorted(random.Random(f"{seed} {module}").sample(sorted(names), most))


def configuration(group: Group, seed: int) -> str:
    """The table of mutmut for one group, as TOML (whose lists of strings are those of JSON)."""
    left_out = [f"--deselect={test}" for test in group.slow]
    entries: dict[str, object] = {
        "source_paths": ["policyhooks"],
        "only_mutate": list(group.modules),
        "also_copy": sorted(path.name for path in ROOT.iterdir() if path.name not in LEFT_OUT),
        "pytest_add_cli_args": ["-p", "no:randomly", "-p", "no:xdist", f"--hypothesis-seed={seed}", *left_out],
        "pytest_add_cli_args_test_selection": list(group.tests),
        # A mutant that never ends is stopped after (time of its tests + constant) * multiplier seconds.
        "timeout_constant": 2.0,
        "timeout_multiplier": 10.0,  # generous: on a busy machine a slow test is not a mutant that never ends
        "use_git_change_detection": False,
        "track_dependencies": False,
    }
    return "\n[tool.mutmut]\n" + "".join(f"{key} = {json.dumps(value)}\n" for key, value in entries.items())


def run_group(group: Group, seed: int, most: int, processes: int, folder: Path) -> Iterator[Outcome]:
    """The outcome of each module of a group. Raises SystemExit where the unchanged code fails its tests."""
    copy = folder / group.name.replace(" ", "-")
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*LEFT_OUT))
    with (copy / "pyproject.toml").open("a", encoding="utf-8") as file:
        file.write(configuration(group, seed))
    with contextlib.chdir(copy):  # mutmut reads its table from the working folder
        made = {module: mutant_names(module) for module in group.modules}
    tried = {module: sample(names, module, seed, most) for module, names in made.items()}
    log = copy / "mutmut.log"
    command = [sys.executable, "-m", "mutmut", "run", "--max-children", str(processes)]
    with log.open("wb") as out:
        subprocess.run(
            [*command, *[name for names in tried.values() for name in names]],
            cwd=copy,
            env={**os.environ, "TMPDIR": str(folder), "PYTHONHASHSEED": str(seed)},
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            preexec_fn=limit_memory,
            check=False,
        )
    for module in group.modules:
        statuses = read_statuses(copy, module)
        unknown = [name for name in tried[module] if statuses.get(name, "not checked") == "not checked"]
        if unknown:
            end = log.read_text(encoding="utf-8", errors="replace")[-3000:]
            raise SystemExit(f"{module}: mutmut has no result for {len(unknown)} mutants; its output ends so:\n{end}")
        survivors = [(name, statuses[name]) for name in tried[module] if statuses[name] not in NOTICED]
        with contextlib.chdir(copy):
            told = tuple((status, describe(name, module)) for name, status in survivors)
        late = sum(statuses[name] == "timeout" for name in tried[module])
        yield Outcome(group.name, module, len(made[module]), len(tried[module]), told, late)


def limit_memory() -> None:
    """A mutant that grows without end fails before the machine does."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def read_statuses(copy: Path, module: str) -> dict[str, str]:
    """What mutmut says of each mutant of a module."""
    from mutmut.stats import status_by_exit_code

    path = copy / "mutants" / f"{module}.meta"
    if not path.exists():
        return {}
    codes = json.loads(path.read_text(encoding="utf-8"))["exit_code_by_key"]
    return {name: status_by_exit_code[code] for name, code in codes.items()}


def describe(name: str, module: str) -> str:
    """A mutant's name and the lines that it changes; the working folder is the copy that has it."""
    from mutmut.mutation.diff_apply import get_diff_for_mutant

    diff = get_diff_for_mutant(name, path=module).splitlines()
    changed = [line for line in diff if line[:1] in "+-" and line[:3] not in ("+++", "---")]
    return "\n".join([name.rpartition(".")[2], *changed])


def wrapped(text: str, indent: str) -> str:
    """Lines that fit the screen; what goes on stands deeper."""
    return "\n".join(
        textwrap.fill(line, WIDTH, initial_indent=indent, subsequent_indent=indent + "    ", break_on_hyphens=False)
        for line in text.splitlines()
    )


def share(noticed: int, tried: int) -> float:
    """Percent, cut and not rounded: 89.96 is not 90."""
    return int(1000 * noticed / tried) / 10 if tried else 0.0


def print_row(name: str, made: int, tried: int, noticed: int) -> None:
    print(f"{name:<42}{made:>7}{tried:>7}{noticed:>8}{tried - noticed:>9}{share(noticed, tried):>6.1f}%", flush=True)


def print_group(outcomes: Sequence[Outcome]) -> None:
    """The survivors of a group's modules, and a row for each module."""
    for outcome in outcomes:
        for status, text in outcome.survivors:
            print(wrapped(f"{status}: {text}", "  "))
        print_row(outcome.module.removeprefix("policyhooks/"), outcome.made, outcome.tried, outcome.noticed)


def main(argv: Sequence[str] | None = None) -> int:
    """Change the groups that are named, or all; print each survivor, a row a module and a row a group."""
    parser = argparse.ArgumentParser(prog="benchmarks.mutants", description=main.__doc__)
    parser.add_argument("groups", nargs="*", metavar="GROUP", help=", ".join(group.name for group in GROUPS))
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--most", type=int, default=MOST, help="mutants of one module; 0: all")
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args(argv)
    chosen = [group for group in GROUPS if not options.groups or group.name in options.groups]
    if unknown := set(options.groups) - {group.name for group in GROUPS}:
        parser.error(f"no such group: {', '.join(sorted(unknown))}")
    most = options.most or sys.maxsize
    start = time.monotonic()
    print(f"seed {options.seed}, at most {options.most or 'all'} mutants a module, {options.processes} processes")
    print(f"{'module':<42}{'made':>7}{'tried':>7}{'noticed':>8}{'survived':>9}{'share':>7}")
    rows: list[tuple[str, int, int, int]] = []
    late = 0
    with tempfile.TemporaryDirectory(prefix="policyhooks-mutants-") as folder:
        for group in chosen:
            outcomes = list(run_group(group, options.seed, most, options.processes, Path(folder)))
            print_group(outcomes)
            rows.append(summed(group.name, outcomes))
            late += sum(outcome.late for outcome in outcomes)
    print()
    for row in rows:
        print_row(*row)
    total = ("all", *[sum(row[column] for row in rows) for column in (1, 2, 3)])
    print_row(*total)
    low = [row[0] for row in (*rows, total) if share(row[3], row[2]) < WANTED]
    minutes = (time.monotonic() - start) / 60
    print(f"{late} of those noticed by a test that did not end in time")
    print(f"seed {options.seed}, {minutes:.1f} minutes; wanted is {WANTED:.0f} % of every group")
    if low:
        print(f"too few noticed: {', '.join(low)}")
    return 1 if low else 0


def summed(name: str, outcomes: Sequence[Outcome]) -> tuple[str, int, int, int]:
    return (
        name,
        sum(outcome.made for outcome in outcomes),
        sum(outcome.tried for outcome in outcomes),
        sum(outcome.noticed for outcome in outcomes),
    )


if __name__ == "__main__":
    sys.exit(main())
