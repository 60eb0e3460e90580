"""The measures of the house: how long and how deep modules and functions are, and the written list of what is over.

`python -m tests.support.limits` lowers the numbers of that list and drops what is no longer over. It refuses to add or
raise anything; `--allow-more` does that too, and the diff says what was allowed.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "policyhooks"
LISTED = ROOT / "tests" / "contracts" / "limits.yaml"
LIMITS = {"module_lines": 250, "function_lines": 40, "nesting": 3, "complexity": 12}
CEILINGS = {"module_lines": 400}  # nothing may be listed with more
HEADER = """\
# What is over the limits of CONTRIBUTING.md, with its measure. The list only shrinks: tests/contracts/test_limits.py
# fails on anything over a limit that is not here, and on a number that is larger than it has to be.
# `python -m tests.support.limits` lowers the numbers after a change.
"""

Measures = dict[str, dict[str, int]]
BLOCKS = (ast.If, ast.For, ast.AsyncFor, ast.While, ast.Try, ast.TryStar, ast.With, ast.AsyncWith, ast.Match)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def measure(package: Path = PACKAGE) -> Measures:
    """Everything over a limit: kind -> place -> number."""
    found: Measures = {kind: {} for kind in LIMITS}
    for source in sorted(package.rglob("*.py")):
        place = source.relative_to(package.parent).as_posix()
        for kind, name, number in measures_of(source.read_text(encoding="utf-8")):
            if number > LIMITS[kind]:
                found[kind][f"{place}:{name}" if name else place] = number
    return found


def measures_of(text: str) -> Iterator[tuple[str, str, int]]:
    """(kind, function, number) of one module; a module without functions and classes is a table of any length."""
    tree = ast.parse(text)
    functions = list(named_functions(tree, ""))
    if functions or any(isinstance(node, ast.ClassDef) for node in tree.body):
        yield "module_lines", "", len(text.splitlines())
    for name, node in functions:
        yield "function_lines", name, (node.end_lineno or 0) - node.lineno + 1
        yield "nesting", name, nesting(node.body)
        yield "complexity", name, 1 + complexity(node.body)


def named_functions(tree: ast.AST, outer: str) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """Functions and methods, those inside functions too, by their dotted names."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            name = f"{outer}.{node.name}" if outer else node.name
            if isinstance(node, FUNCTIONS):
                yield name, node
            yield from named_functions(node, name)
        else:
            yield from named_functions(node, outer)


def nesting(statements: list[ast.stmt]) -> int:
    """How many blocks stand inside one another; `elif` is no level, a function inside starts anew."""
    deepest = 0
    for node in statements:
        if isinstance(node, BLOCKS):
            deepest = max(deepest, *(1 + nesting(body) - chained for body, chained in bodies(node)))
    return deepest


def bodies(node: ast.stmt) -> Iterator[tuple[list[ast.stmt], int]]:
    """The bodies of a block, and 1 for one that is an `elif`."""
    for field in ("body", "orelse", "finalbody"):
        body = getattr(node, field, [])
        chained = field == "orelse" and isinstance(node, ast.If) and len(body) == 1 and isinstance(body[0], ast.If)
        yield body, int(chained)
    for part in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
        yield part.body, 0


def complexity(statements: list[ast.stmt]) -> int:
    """The branches of statements, counted as ruff's C901 counts them."""
    total = 0
    for node in statements:
        if isinstance(node, (ast.If, ast.For, ast.AsyncFor, ast.While, *FUNCTIONS)):
            total += 1
        elif isinstance(node, (ast.Try, ast.TryStar)):
            total += len(node.handlers) + bool(node.orelse)
        elif isinstance(node, ast.Match):
            last = node.cases[-1]
            total += len(node.cases) - (isinstance(last.pattern, ast.MatchAs) and last.pattern.pattern is None)
        if isinstance(node, (*BLOCKS, *FUNCTIONS, ast.ClassDef)):
            total += sum(complexity(body) for body, _ in bodies(node))
    return total


def listed() -> Measures:
    """The written list."""
    found = yaml.safe_load(LISTED.read_text(encoding="utf-8")) if LISTED.exists() else None
    return {kind: dict((found or {}).get(kind) or {}) for kind in LIMITS}


def problems(found: Mapping[str, Mapping[str, int]], allowed: Mapping[str, Mapping[str, int]]) -> list[str]:
    """What is wrong with the code or with the list, each with what to do."""
    said = []
    for kind, limit in LIMITS.items():
        for place, number in found[kind].items():
            most = min(allowed[kind].get(place, limit), CEILINGS.get(kind, number))
            if number > most:
                said.append(f"{place}: {kind} is {number}, at most {most}: split it")
        for place, number in allowed[kind].items():
            now = found[kind].get(place)
            if now is None:
                said.append(f"{place}: {kind} is not over {limit} any more: drop it from the list")
            elif now < number:
                said.append(f"{place}: {kind} is {now}, listed as {number}: lower the number")
    return said


def shrunk(found: Measures, allowed: Measures) -> Measures:
    """The list without what is no longer over, and with no number raised."""
    return {
        kind: {place: min(number, found[kind][place]) for place, number in rows.items() if place in found[kind]}
        for kind, rows in allowed.items()
    }


def main(arguments: list[str]) -> int:
    """Rewrite the list; exit 1 where something is over a limit that may not be added."""
    found = measure()
    kept = found if "--allow-more" in arguments else shrunk(found, listed())
    rows = {kind: dict(sorted(entries.items())) for kind, entries in kept.items() if entries}
    text = yaml.safe_dump(rows, sort_keys=False, width=200) if rows else ""
    LISTED.write_text(HEADER + text, encoding="utf-8")
    left = problems(found, listed())
    print("\n".join(left) or f"{LISTED.relative_to(ROOT)} says what is over the limits")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
