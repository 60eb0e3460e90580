"""The runner cannot be green on a wrong result: every expectation is broken in turn, and each time the run is red."""

import copy
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from policyhooks.suite.run import run_suite

DATA = Path(__file__).resolve().parents[1] / "data" / "suite"
WORDS = ("deny", "ask", "allow", "warn", "rewrite", "redact", "context", "followup", "env", "quiet")
EXPECTED = ("deny", "ask", "allow", "warn", "redact", "context", "followup", "env", "quiet")


def load(name: str) -> dict:
    return yaml.load((DATA / name).read_text(encoding="utf-8"), yaml.BaseLoader)


def broken(name: str) -> Iterator[tuple[str, dict]]:
    """The file again and again, each time with one expectation that is wrong."""
    original = load(name)
    for at, rule in enumerate(original["rules"]):
        for word in WORDS:
            for number, entry in enumerate(rule["tests"].get(word, ())):
                yield from broken_entry(original, at, word, number, entry)
        for number, case in enumerate(rule["tests"].get("cases", ())):
            yield from broken_case(original, at, number, case)


def broken_entry(original: dict, at: int, word: str, number: int, entry: object) -> Iterator[tuple[str, dict]]:
    rule = original["rules"][at]["id"]
    if word == "rewrite":
        changed = copy.deepcopy(original)
        changed["rules"][at]["tests"]["rewrite"][number]["to"] = "something else"
        yield f"{rule} rewrite to something else", changed
        return
    for wrong in EXPECTED:
        if wrong == word:
            continue
        changed = copy.deepcopy(original)
        tests = changed["rules"][at]["tests"]
        tests.setdefault(wrong, []).append(tests[word].pop(number))
        yield f"{rule} {word} {entry} as {wrong}", changed


def broken_case(original: dict, at: int, number: int, case: dict) -> Iterator[tuple[str, dict]]:
    rule = original["rules"][at]["id"]
    for wrong in (*EXPECTED, "pass", "audit"):
        if wrong != case["expect"] and "todo" not in case:
            changed = copy.deepcopy(original)
            changed["rules"][at]["tests"]["cases"][number]["expect"] = wrong
            yield f"{rule} case {number} as {wrong}", changed
    if "todo" in case:
        changed = copy.deepcopy(original)
        del changed["rules"][at]["tests"]["cases"][number]["todo"]
        yield f"{rule} case {number} without todo", changed
    else:
        changed = copy.deepcopy(original)
        changed["rules"][at]["tests"]["cases"][number]["todo"] = "true"
        yield f"{rule} case {number} with todo", changed


def plain(value: object) -> object:
    """The tree with every scalar quoted but the booleans that the model wants."""
    if isinstance(value, dict):
        return {key: plain(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [plain(inner) for inner in value]
    return {"true": True, "false": False}.get(value, value)


def write(path: Path, document: dict) -> str:
    path.write_text(json.dumps(plain(document), indent=1), encoding="utf-8")  # JSON is YAML
    return str(path)


@pytest.mark.parametrize("name", ["complete.yaml", "commands.yaml"])
def test_the_samples_are_green(name: str, tmp_path: Path) -> None:
    for path in (str(DATA / name), write(tmp_path / name, load(name))):
        result = run_suite([path])
        assert result.failed == []
        assert result.exit_code == 0
        assert not result.gaps


@pytest.mark.parametrize("name", ["complete.yaml", "commands.yaml"])
def test_every_broken_expectation_is_red(name: str, tmp_path: Path) -> None:
    count = 0
    for label, document in broken(name):
        count += 1
        result = run_suite([write(tmp_path / name, document)])
        assert result.exit_code == 4, label
        assert len(result.failed) == 1, label
    assert count > 40


def test_every_rule_that_never_fires_is_red(tmp_path: Path) -> None:
    for name in ("complete.yaml", "commands.yaml"):
        original = load(name)
        for at, rule in enumerate(original["rules"]):
            changed = copy.deepcopy(original)
            changed["rules"][at]["when"] = 'event.client == "none"'
            result = run_suite([write(tmp_path / name, changed)])
            assert result.exit_code == 4, rule["id"]


def test_no_tests_at_all_are_red(tmp_path: Path) -> None:
    original = load("complete.yaml")
    for rule in original["rules"]:
        del rule["tests"]
    result = run_suite([write(tmp_path / "bare.yaml", original)])
    assert (result.exit_code, len(result.cases)) == (4, 0)
    assert {gap.missing for gap in result.gaps} == {"no test at all"}


def test_a_selection_of_nothing_is_red() -> None:
    assert run_suite([str(DATA)], select="no such rule").exit_code == 4
