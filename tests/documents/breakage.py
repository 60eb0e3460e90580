"""Breaks what a statement rests on, in a copy of the code, and sees that its test notices.

`python -m tests.documents.breakage --seed 7` draws ten statements; `--count` more of them; `--ids C1-05 CC-39` those.
"""

import argparse
import io
import os
import random
import shutil
import subprocess
import sys
import tempfile
import tokenize
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.documents.trials import Statement, load

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "policyhooks"
COPIED = ("policyhooks", "tests")
FOLDERS = {"cursor": "cursor", "claude-code": "claude_code"}


@dataclass(frozen=True)
class Mutation:
    """A text of one file, or a word in the literals of a client's modules, that becomes another."""

    old: str
    new: str
    file: str = ""
    client: str = ""

    def __str__(self) -> str:
        where = self.file or f"clients/{FOLDERS[self.client]} and clients"
        return f"{where}: {' '.join(self.old.split())!r} -> {' '.join(self.new.split())!r}"


def mutation_of(one: Statement) -> Mutation:
    """What its row says, or else: the key that it is about has another name."""
    said = one.row.get("breaks")
    if said is not None:
        return Mutation(said["old"], said["new"], file=said["file"])
    if one.kind == "reads":
        ((path, _),) = one.row["reads"].items()
        names = path.split(".")
    else:
        wanted = next(iter(one.row["answers"].values())) if one.kind == "answers" else one.row["fails"]
        names = next(iter(wanted)).split(".")
    for name in reversed(names):
        mutation = Mutation(name, f"{name}_x", client=one.client)
        if mutate(mutation):
            return mutation
    raise AssertionError(f"{one.id} names no key of ours: say what breaks it")


def mutate(mutation: Mutation) -> dict[Path, str]:
    """The files that change, with their new text; relative to the package."""
    if mutation.file:
        text = (PACKAGE / mutation.file).read_text(encoding="utf-8")
        changed = text.replace(mutation.old, mutation.new)
        return {Path(mutation.file): changed} if changed != text else {}
    folder = PACKAGE / "clients"
    files = [*sorted(folder.glob("*.py")), *sorted((folder / FOLDERS[mutation.client]).glob("*.py"))]
    found = {}
    for path in files:
        text, literals = _literals(path)
        named = [token for token in literals if mutation.old in token.string[1:-1].split("|")]
        if named:
            found[path.relative_to(PACKAGE)] = _renamed(text, named, mutation)
    return found


@cache
def _literals(path: Path) -> tuple[str, list[tokenize.TokenInfo]]:
    """A source and its plain literals of one line, the last one first."""
    text = path.read_text(encoding="utf-8")
    tokens = [token for token in tokenize.generate_tokens(io.StringIO(text).readline) if token.type == tokenize.STRING]
    return text, [one for one in reversed(tokens) if one.string[0] in "\"'" and one.start[0] == one.end[0]]


def _renamed(text: str, named: Sequence[tokenize.TokenInfo], mutation: Mutation) -> str:
    """The source with these literals under another name, also among names that are joined by bars."""
    lines = text.splitlines(keepends=True)
    for token in named:
        parts = [mutation.new if part == mutation.old else part for part in token.string[1:-1].split("|")]
        row, mark = token.start[0] - 1, token.string[0]
        lines[row] = f"{lines[row][: token.start[1]]}{mark}{'|'.join(parts)}{mark}{lines[row][token.end[1] :]}"
    return "".join(lines)


def test_of(one: Statement) -> str:
    """The test that must notice."""
    return (
        str(one.row["test"])
        if one.kind == "test"
        else f"tests/documents/test_statements.py::test_a_statement[{one.id}]"
    )


def copy(folder: Path) -> Path:
    """A copy of the code and its tests; what else is at the root is linked."""
    for name in COPIED:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for path in ROOT.iterdir():
        if path.name not in (*COPIED, ".git", ".pytest_cache") and not (folder / path.name).exists():
            (folder / path.name).symlink_to(path)
    return folder


def passes(tests: Sequence[str], folder: Path) -> bool:
    """Whether tests pass in the copy."""
    options = ["-q", "-x", "-p", "no:cacheprovider", "-p", "no:randomly"]
    environ = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options, *dict.fromkeys(tests)],
        cwd=folder,
        env=environ,
        capture_output=True,
        text=True,
        check=False,
        timeout=1800,
    )
    # A change by which the code cannot even be loaded shows nothing.
    assert done.returncode in (0, 1), done.stdout + done.stderr
    return done.returncode == 0


def notices(one: Statement, changes: Mapping[Path, str], folder: Path) -> bool:
    """Whether its test fails in the copy with these changes."""
    originals = {path: (folder / "policyhooks" / path).read_text(encoding="utf-8") for path in changes}
    try:
        for path, text in changes.items():
            (folder / "policyhooks" / path).write_text(text, encoding="utf-8")
        return not passes([test_of(one)], folder)
    finally:
        for path, text in originals.items():
            (folder / "policyhooks" / path).write_text(text, encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    """Break statements and print what became of each; 1 when one was not noticed."""
    parser = argparse.ArgumentParser(prog="python -m tests.documents.breakage", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=10)
    parser.add_argument("--ids", nargs="*", default=[])
    options = parser.parse_args(arguments)
    statements = [one for one in load()[1] if one.kind != "open"]
    drawn = random.Random(options.seed).sample(statements, min(options.count, len(statements)))
    if options.ids:
        drawn = [one for one in statements if one.id in options.ids]
    missed = 0
    with tempfile.TemporaryDirectory() as folder:
        place = copy(Path(folder))
        if not passes([test_of(one) for one in drawn], place):
            print("their tests fail on the code as it is")
            return 1
        for one in drawn:
            mutation = mutation_of(one)
            seen = notices(one, mutate(mutation), place)
            missed += not seen
            print(f"{one.id:8}{'noticed' if seen else 'NOT NOTICED':12}{mutation}", flush=True)
    print(f"seed {options.seed}: {len(drawn) - missed} of {len(drawn)} noticed")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
