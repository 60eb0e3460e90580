"""`bundle diff`: which way a change goes, and the old and new text of what changed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from policyhooks.cli.main import run
from tests.support.bundles import ABOUT, POLICY, build

WAIVER = '{id: EX-1, becomes: BECOMES, owner: a@acme.example, reason: r, ticket: T-1, expires: DAY, when: "WHEN"}'
CONFIG = "apiVersion: policyhooks/v1\nkind: Config\n"


def waived(becomes: str = "ask", day: str = "2099-01-31", when: str = "event.user == 'ci'") -> str:
    waiver = WAIVER.replace("BECOMES", becomes).replace("DAY", day).replace("WHEN", when)
    return POLICY.replace("    tests:", f"    exceptions:\n      - {waiver}\n    tests:")


def made(folder: Path, name: str, policy: str, config: str = "") -> Path:
    """A bundle of a policy and, where there is one, a Config."""
    about = ABOUT
    if config:
        (folder / f"policies-{name}").mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.config").write_text(CONFIG + config)
        about += f"config: {folder / f'{name}.config'}\n"
    return build(folder, name=name, policy=policy, about=about)


def differ(old: Path, new: Path, capsys: pytest.CaptureFixture[str]) -> str:
    capsys.readouterr()
    assert run(["bundle", "diff", str(old), str(new)]) == 0
    return capsys.readouterr().out


def mapped(*maps: str) -> str:
    """The policy with `maps` at its file, and at its rule."""
    whole, own = maps
    return POLICY.replace("rules:\n", f"maps: {{{whole}}}\nrules:\n").replace(
        "    effect: deny\n", f"    maps: {{{own}}}\n    effect: deny\n"
    )


# old policy, new policy, lines that are shown
CASES: tuple[tuple[str, str, str, tuple[str, ...]], ...] = (
    (
        "condition",
        POLICY,
        POLICY.replace("params.words.exists(word", "params.words.all(word"),
        (
            "changed   acme.small/no-install: match or condition changed",
            "    - when: params.words.exists(word, shell.command.contains(word))",
            "    + when: params.words.all(word, shell.command.contains(word))",
            "      effect: deny",
        ),
    ),
    (
        "effect",
        POLICY,
        POLICY.replace("effect: deny", "effect: ask").replace("tests: {deny", "tests: {ask"),
        ("loosened  acme.small/no-install: effect: deny -> ask", "    - effect: deny", "    + effect: ask"),
    ),
    ("exception added", POLICY, waived(), ("loosened  acme.small/no-install: exception EX-1: none -> ask until 2099",)),
    ("exception removed", waived(), POLICY, ("tightened acme.small/no-install: exception EX-1: ask until 2099-01-31",)),
    ("exception longer", waived(), waived(day="2099-12-31"), ("loosened  acme.small/no-install: exception EX-1",)),
    ("exception shorter", waived(day="2099-12-31"), waived(), ("tightened acme.small/no-install: exception EX-1",)),
    ("exception other", waived(), waived(becomes="warn"), ("changed   acme.small/no-install: exception EX-1",)),
    (
        "exception condition",
        waived(),
        waived(when="event.user == 'cd'"),
        ("changed   acme.small/no-install: what it says changed", "    +   - {id: EX-1"),
    ),
    (
        "removed",
        POLICY + POLICY.partition("rules:\n")[2].replace("no-install", "other").replace("exists(", "all("),
        POLICY,
        ("loosened  acme.small/other: removed: was deny, enforce", "    - id: other"),
    ),
    (
        "added",
        POLICY,
        POLICY + POLICY.partition("rules:\n")[2].replace("no-install", "other").replace("exists(", "all("),
        ("tightened acme.small/other: added: deny, enforce", "    + id: other"),
    ),
    (
        "list",
        POLICY.replace("rules:", "lists:\n  x: [a, b]\nrules:"),
        POLICY.replace("rules:", "lists:\n  x: [a, c]\nrules:"),
        ("changed   acme.small: lists.x changed", "    - [a, b]", "    + [a, c]"),
    ),
    (
        "maps",
        mapped("owasp: [ASI02]", "attack: [T1485], cwe: [CWE-78]"),
        mapped("owasp: [ASI02, ASI05]", "attack: [T1485, T1561]"),
        (
            "changed   acme.small/no-install: maps.attack: +T1561",
            "changed   acme.small/no-install: maps.cwe: -CWE-78",
            "changed   acme.small/no-install: maps.owasp: +ASI05",
        ),
    ),
)


@pytest.mark.parametrize(("title", "old", "new", "lines"), CASES, ids=[case[0] for case in CASES])
def test_texts_and_directions(
    title: str, old: str, new: str, lines: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = differ(made(tmp_path, "old.phb", old), made(tmp_path, "new.phb", new), capsys)
    for line in lines:
        assert any(one.startswith(line) for one in shown.splitlines()), (line, shown)


def test_another_mapping_is_nothing_that_a_pipeline_stops_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old = made(tmp_path, "old.phb", mapped("owasp: [ASI02]", "attack: [T1485]"))
    new = made(tmp_path, "new.phb", mapped("owasp: [ASI05]", "cwe: [CWE-78]"))
    assert run(["bundle", "diff", str(old), str(new), "--fail-on", "loosened"]) == 0
    capsys.readouterr()
    manifests = []
    for bundle in (old, new):
        assert run(["bundle", "inspect", str(bundle), "--format", "json"]) == 0
        manifests.append(json.loads(capsys.readouterr().out)["manifest"])
    told = [one["rules"]["acme.small/no-install"] for one in manifests]
    assert [one["maps"] for one in told] == [
        {"owasp": ["ASI02"], "attack": ["T1485"]},
        {"owasp": ["ASI05"], "cwe": ["CWE-78"]},
    ]
    assert told[0]["logic"] == told[1]["logic"]
    assert manifests[0]["program"] == manifests[1]["program"]  # the hook runs the same


def test_tests_are_no_difference(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    new = POLICY.replace('["npm ci"]', '["npm ci", "npm test"]')
    assert "no rule" in differ(made(tmp_path, "old.phb", POLICY), made(tmp_path, "new.phb", new), capsys)


@pytest.mark.parametrize(
    ("before", "after", "direction"),
    [("strict", "balanced", "loosened"), ("audit", "strict", "tightened"), ("balanced", "audit", "loosened")],
)
def test_a_profile(before: str, after: str, direction: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old = made(tmp_path, "old.phb", POLICY, f"profile: {before}\n")
    new = made(tmp_path, "new.phb", POLICY, f"profile: {after}\n")
    assert f"{direction:<9} profile: {before} -> {after}" in differ(old, new, capsys)


def test_the_texts_for_machines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old, new = made(tmp_path, "old.phb", POLICY), made(tmp_path, "new.phb", POLICY.replace("No installs.", "None."))
    capsys.readouterr()
    assert run(["bundle", "diff", str(old), str(new), "--format", "json"]) == 0
    [found] = json.loads(capsys.readouterr().out)
    assert found["direction"] == "changed"
    assert "No installs." in found["before"]
    assert "None." in found["after"]
    assert "tests" not in found["after"]
