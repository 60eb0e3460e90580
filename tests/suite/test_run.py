"""Runs of whole files: what is compiled together, gaps, lines, the disk, libraries."""

import subprocess
import sys
from pathlib import Path

import pytest

from policyhooks.errors import InvalidPolicies
from policyhooks.suite.run import run_suite

HEAD = """apiVersion: policyhooks/v1
kind: Policy
metadata: {id: a.b, title: T, owner: o@example.com}
match: {events: [file.read]}
rules:
"""
RULE = """  - id: one
    match: {paths: ["**/x"]}
    effect: deny
    message: {user: "No.", agent: "No."}
"""


def suite(folder: Path, text: str, name: str = "p.yaml"):
    (folder / name).write_text(HEAD + text, encoding="utf-8")
    return run_suite([str(folder)])


@pytest.mark.parametrize(
    ("tests", "missing"),
    [
        ("", "no test at all"),
        ("    tests: {}\n", "no test at all"),
        ("    tests: {deny: [/w/project/x]}\n", "no test in which it is quiet"),
        ("    tests: {quiet: [/w/project/y]}\n", "no test in which it fires"),
        ("    tests: {deny: [/w/project/x], quiet: [/w/project/y]}\n", None),
    ],
)
def test_gaps(tests: str, missing: str | None, tmp_path: Path) -> None:
    result = suite(tmp_path, RULE + tests)
    assert [gap.missing for gap in result.gaps] == ([] if missing is None else [missing])


def test_results_stand_at_their_lines(tmp_path: Path) -> None:
    result = suite(
        tmp_path,
        RULE + "    tests:\n      deny:\n        - /w/project/x\n        - /w/project/y\n      quiet: [/w/z]\n",
    )
    assert [(case.line, case.passed) for case in result.cases] == [(12, True), (13, False), (14, True)]
    assert "was not selected: its match or condition cannot fit" in result.cases[1].why


def test_a_file_is_tested_alone(tmp_path: Path) -> None:
    other = (
        HEAD.replace("a.b", "c.d")
        + RULE.replace("effect: deny", "effect: ask")
        + "    tests: {ask: [/w/project/x], quiet: [/w/y]}\n"
    )
    (tmp_path / "other.yaml").write_text(other)
    result = suite(tmp_path, RULE + "    tests: {deny: [/w/project/x], quiet: [/w/project/y]}\n")
    assert (result.exit_code, len(result.cases), result.rules) == (0, 4, 2)


def test_libraries_beside_a_file_can_be_imported(tmp_path: Path) -> None:
    library = "apiVersion: policyhooks/v1\nkind: Library\nlists: {names: [x]}\n"
    library += "metadata: {id: lib.x, title: T, owner: o@example.com}\n"
    (tmp_path / "lib.yaml").write_text(library)
    head = HEAD.replace("rules:", "imports: [lib.x]\nrules:")
    rule = RULE.replace('match: {paths: ["**/x"]}', 'when: lists.names.exists(n, file.path.norm.endsWith("/" + n))')
    (tmp_path / "p.yaml").write_text(head + rule + "    tests: {deny: [/w/project/x], quiet: [/w/project/y]}\n")
    assert run_suite([str(tmp_path)]).exit_code == 0


@pytest.mark.parametrize("mode", ["audit", "disabled", "warn"])
def test_rules_are_tested_as_if_enforced(mode: str, tmp_path: Path) -> None:
    result = suite(
        tmp_path, RULE + f"    mode: {mode}\n    rollout: 0\n    tests: {{deny: [/w/project/x], quiet: [/w/y]}}\n"
    )
    assert result.exit_code == 0


def test_the_real_disk_is_not_looked_at(tmp_path: Path) -> None:
    secret = tmp_path / "x"
    link = tmp_path / "link"
    link.symlink_to(secret)
    result = suite(tmp_path, RULE + f"    tests: {{deny: [{secret}], quiet: [{link}]}}\n")
    assert result.exit_code == 0


def test_files_of_a_case_are_on_disk_for_it_alone(tmp_path: Path) -> None:
    cases = (
        "    tests:\n      quiet: [/w/project/link]\n      cases:\n"
        '        - {file: {path: /w/project/link}, files: {/w/project/link: "-> /w/project/x"}, expect: deny}\n'
        "        - {file: {path: /w/project/link}, files: [/w/project/link], expect: quiet}\n"
    )
    result = suite(tmp_path, RULE + cases)
    assert [case.error or case.got for case in result.cases] == ["quiet", "deny", "quiet"]
    assert result.exit_code == 0


BAD_CASES = [
    ("{file: {path: 7}, expect: deny}", "must be a string"),
    ("{event: {brunch: x}, file: {path: /w/project/x}, expect: deny}", "there is no field `event.brunch`"),
    ("{shell: {command: ls, comand: ls}, expect: deny}", "there is no field `shell.comand`"),
    ("{shell: {command: ls, understood: false}, expect: deny}", "a case cannot set it"),
    ("{event: {time: now}, file: {path: /w/project/x}, expect: deny}", "`event.time` is worked out"),
    ("{client: claude-code, event: tab.read, file: {path: /w/x}, expect: deny}", "no client that the rule matches"),
    ("{file: {path: /w/project/x}, files: {/../../etc/x: a}, expect: deny}", "outside the virtual root"),
]


@pytest.mark.parametrize(("case", "error"), BAD_CASES)
def test_a_case_that_cannot_be_run_fails(case: str, error: str, tmp_path: Path) -> None:
    result = suite(tmp_path, RULE + f"    tests:\n      cases:\n        - {case}\n")
    assert result.exit_code == 4
    assert error in result.cases[0].error


def test_an_invalid_file_stops_the_run(tmp_path: Path) -> None:
    with pytest.raises(InvalidPolicies):
        suite(tmp_path, "  - id: one\n")


LIBRARY = """apiVersion: policyhooks/v1
kind: Library
metadata: {id: a.words, title: T, owner: o@example.com}
lists: {names: [x]}
"""
COUNTING = """
import collections, sys
opened = collections.Counter()
sys.addaudithook(lambda name, given: opened.update([str(given[0])]) if name == "open" else None)
from policyhooks.suite.run import run_suite
result = run_suite([sys.argv[1]])
print(len(result.files), sorted(count for path, count in opened.items() if path.startswith(sys.argv[1])))
"""


def test_every_file_is_read_once_however_many_policies_there_are(tmp_path: Path) -> None:
    (tmp_path / "words.yaml").write_text(LIBRARY, encoding="utf-8")
    for name in ("one", "two", "three"):
        head = HEAD.replace("a.b", f"a.{name}").replace("rules:\n", "imports: [a.words]\nrules:\n")
        (tmp_path / f"{name}.yaml").write_text(head + RULE + "    tests: {deny: [/w/project/x]}\n", encoding="utf-8")
    run = subprocess.run([sys.executable, "-c", COUNTING, str(tmp_path)], capture_output=True, text=True, check=True)
    assert run.stdout == "3 [1, 1, 1, 1]\n"
