"""The limits of CONTRIBUTING.md hold: what is over them stands in a written list, and that list only shrinks."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.support.limits import CEILINGS, LIMITS, ROOT, listed, measure, measures_of, problems, shrunk

SIZES = ("C901", "PLR0911", "PLR0912", "PLR0913", "PLR0915")
NONE: dict[str, dict[str, int]] = {kind: {} for kind in LIMITS}


def test_nothing_is_over_a_limit_but_what_is_listed() -> None:
    assert problems(measure(), listed()) == [], "`python -m tests.support.limits` lowers the numbers of limits.yaml"


def over(kind: str, number: int) -> dict[str, dict[str, int]]:
    return {**NONE, kind: {"a.py:f": number}}


@pytest.mark.parametrize(
    ("found", "allowed", "said"),
    [
        (over("nesting", 4), NONE, "at most 3: split it"),
        (over("nesting", 5), over("nesting", 4), "at most 4: split it"),
        (over("nesting", 4), over("nesting", 5), "lower the number"),
        (NONE, over("nesting", 4), "drop it from the list"),
        (over("module_lines", 401), over("module_lines", 401), "at most 400: split it"),
    ],
)
def test_what_is_said(found: dict[str, dict[str, int]], allowed: dict[str, dict[str, int]], said: str) -> None:
    (problem,) = problems(found, allowed)
    assert said in problem
    assert CEILINGS["module_lines"] == 400


def test_what_is_listed_as_it_is_passes() -> None:
    assert problems(over("complexity", 13), over("complexity", 13)) == []


def test_the_list_is_lowered_and_never_raised() -> None:
    allowed = {**NONE, "nesting": {"a.py:f": 6, "a.py:g": 4, "a.py:h": 5}}
    found = {**NONE, "nesting": {"a.py:f": 5, "a.py:g": 7, "a.py:new": 9}}
    assert shrunk(found, allowed)["nesting"] == {"a.py:f": 5, "a.py:g": 4}


@pytest.mark.parametrize(
    ("text", "kind", "number"),
    [
        ("def f():\n    if a:\n        pass\n    elif b:\n        pass\n    else:\n        pass\n", "nesting", 1),
        ("def f():\n    for x in y:\n        if x:\n            pass\n", "nesting", 2),
        ("def f():\n    if a:\n        pass\n    elif b:\n        for x in y:\n            pass\n", "nesting", 2),
        ("def f():\n    try:\n        pass\n    except A:\n        if a:\n            pass\n", "nesting", 2),
        ("def f():\n    if a:\n        pass\n    elif b:\n        pass\n    else:\n        pass\n", "complexity", 3),
        ("def f():\n    try:\n        pass\n    except A:\n        pass\n    else:\n        pass\n", "complexity", 3),
        (
            "def f():\n    match a:\n        case 1:\n            pass\n        case _:\n            pass\n",
            "complexity",
            2,
        ),
        ("def f():\n    return a and b or c\n", "complexity", 1),
        ("def f():\n    return [\n        a\n    ]\n", "function_lines", 4),
        ("A = 1\n\n\ndef f():\n    pass\n", "module_lines", 5),
    ],
)
def test_measures(text: str, kind: str, number: int) -> None:
    assert [found for measured, _, found in measures_of(text) if measured == kind] == [number]


def test_functions_have_dotted_names() -> None:
    text = "class A:\n    def f(self):\n        def g(): pass\n"
    assert {name for _, name, _ in measures_of(text)} == {"", "A.f", "A.f.g"}


def test_a_module_without_functions_is_a_table_of_any_length() -> None:
    assert list(measures_of("A = 1\n" * 1000)) == []


def ruff_findings() -> set[tuple[str, str]]:
    """(file, rule) of everything over the sizes that pyproject.toml gives to ruff, exceptions or not."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["ruff"]["lint"]
    maxima = {f"lint.{group}.{key}": value for group in ("mccabe", "pylint") for key, value in settings[group].items()}
    options = [part for key, value in maxima.items() for part in ("--config", f"{key}={value}")]
    command = [sys.executable, "-m", "ruff", "check", "--isolated", "--no-cache", "--output-format", "json"]
    run = subprocess.run(
        [*command, "--select", ",".join(SIZES), *options, "policyhooks", "tests", "benchmarks"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return {(Path(item["filename"]).relative_to(ROOT).as_posix(), item["code"]) for item in json.loads(run.stdout)}


def test_exceptions_for_ruff_are_all_needed() -> None:
    ignored = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["ruff"]["lint"]["per-file-ignores"]
    written = {(file, rule) for file, rules in ignored.items() for rule in rules if rule in SIZES}
    assert written - ruff_findings() == set(), "drop these from per-file-ignores of pyproject.toml"


def test_our_complexity_is_that_of_ruff() -> None:
    ours = {(place.partition(":")[0], "C901") for place in measure()["complexity"]}
    assert ours == {found for found in ruff_findings() if found[1] == "C901" and found[0].startswith("policyhooks/")}
