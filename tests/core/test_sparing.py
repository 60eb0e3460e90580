"""What `unless` excuses: whole rules on real command lines, and that nothing is loosened beyond what was named."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from policyhooks.core.event import Event
from policyhooks.core.matching import any_command, cover_commands, cover_hosts, cover_paths
from policyhooks.core.shell_records import Cmd, Env, Host, PathRef, Shell
from policyhooks.core.sparing import spare_commands, spare_hosts, spare_paths
from policyhooks.suite.run import run_suite
from tests.compiler.policy_text import policy, rule
from tests.support.counts import scaled

PUBLISH = {"match": {"commands": ["npm publish"]}, "unless": {"commands": ["npm publish --dry-run"]}}
SHARED = {"match": {"commands": ["npm publish", "git"]}, "unless": {"commands": ["npm publish --dry-run"]}}
ANY = {"when": "event.user != 'x'", "unless": {"commands": ["npm publish --dry-run"]}}
LOOKING = {**PUBLISH, "when": "shell.commands.exists(c, c.name == 'rm')"}
HOSTS = {"match": {"hosts": ["*.acme.example"]}, "unless": {"hosts": ["docs.acme.example"]}}
PATHS = {"match": {"paths": ["**/.env*"]}, "unless": {"paths": ["**/.env.example"]}}
# rule, whether it fires on the line
LINES: tuple[tuple[dict[str, object], str, bool], ...] = (
    (PUBLISH, "npm publish", True),
    (PUBLISH, "npm publish --dry-run", False),
    (PUBLISH, "cd x && npm publish --dry-run", False),
    (PUBLISH, "npm ci; npm run build && npm publish --dry-run 2>&1 | tail -3", False),
    (PUBLISH, "npm publish --dry-run > /dev/null", False),
    (PUBLISH, "npm publish --dry-run && npm publish", True),
    (PUBLISH, "npm publish; npm publish --dry-run", True),
    (PUBLISH, "cd x && npm publish && npm publish --dry-run", True),
    (PUBLISH, "bash -c 'npm publish' && npm publish --dry-run", True),
    (PUBLISH, "bash -c 'npm publish --dry-run'", False),
    (PUBLISH, "npm publish --dry-run $(npm publish)", True),
    (PUBLISH, "sudo npm publish --dry-run", True),
    (PUBLISH, "npm_config_dry_run=false npm publish --dry-run", True),
    (PUBLISH, "export npm_config_dry_run=false; npm publish --dry-run", True),
    (PUBLISH, "npm() { rm -rf x; }; npm publish --dry-run", True),
    (PUBLISH, "alias npm=evil; npm publish --dry-run", True),
    (PUBLISH, "npm publish --dry-run > out.txt", True),
    (SHARED, "git status && npm publish --dry-run", True),
    (SHARED, "ls && npm publish --dry-run", False),
    (ANY, "npm publish --dry-run", False),
    (ANY, "cd x && npm publish --dry-run", True),
    (LOOKING, "rm x; npm publish --dry-run", True),
    (HOSTS, "curl https://docs.acme.example/a https://pypi.org/b", False),
    (HOSTS, "curl https://docs.acme.example/a https://db.acme.example/b", True),
    (PATHS, "cat .env.example README.md", False),
    (PATHS, "cat .env.example .env", True),
    (PATHS, "cat README.md", False),
)


def test_rules_on_lines(tmp_path: Path) -> None:
    rules = []
    for number, (keys, line, fires) in enumerate(LINES):
        rules.append(rule(f"r{number}", **keys, tests={"deny" if fires else "quiet": [line]}))
    for number, one in enumerate(rules):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / "policy.yaml").write_text(json.dumps(policy([one])), encoding="utf-8")
        wrong = [case for case in run_suite([str(folder)]).cases if not case.passed]
        assert not wrong, (LINES[number], wrong)


@pytest.mark.parametrize("kind", ["file", "rule"])
def test_what_the_file_matches_has_to_be_left_too(kind: str, tmp_path: Path) -> None:
    """`git` of the file and `git push` of the rule: other uses of git are in nobody's way."""
    document = policy(
        [
            rule(
                match={"commands": ["git push"]},
                unless={"commands": ["git push --dry-run"]},
                tests={"quiet": ["git status && git push --dry-run"], "deny": ["git status && git push"]},
            )
        ],
        match={"events": ["shell.before"], **({"commands": ["git"]} if kind == "file" else {})},
    )
    (tmp_path / "policy.yaml").write_text(json.dumps(document), encoding="utf-8")
    assert all(case.passed for case in run_suite([str(tmp_path)]).cases)


NAMES = ("npm", "git", "ls", "rm")
FLAGS = ((), ("--dry-run",), ("-f",), ("--dry-run", "-f"))


def some_command(chooser: random.Random) -> Cmd:
    wrappers = chooser.choice(((), (), (), ("sudo",)))
    return Cmd(
        name=chooser.choice(NAMES),
        flags=chooser.choice(FLAGS),
        wrappers=wrappers,
        program_dynamic=chooser.random() < 0.1,
    )


def some_patterns(chooser: random.Random) -> tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...]:
    names = (*NAMES, "*", "sudo")
    return tuple((chooser.choice(names), (), chooser.choice(FLAGS)) for _ in range(chooser.randint(1, 2)))


def test_property_a_command_that_is_not_excused_is_never_carried_through() -> None:
    chooser = random.Random(2)
    spared = 0
    for _ in range(scaled(40_000)):
        commands = tuple(some_command(chooser) for _ in range(chooser.randint(0, 4)))
        wanted, excused = some_patterns(chooser), some_patterns(chooser)
        keys = {"env": (Env(name="A"),)} if chooser.random() < 0.1 else {}
        event = Event(name="shell.before", command="x", shell=Shell(commands=commands, **keys))
        alone = [Event(name="shell.before", command="x", shell=Shell(commands=(one,), **keys)) for one in commands]
        quiet = spare_commands(event, (excused, (wanted,)))
        spared += quiet
        if any_command(event, wanted):
            # The law by single commands: quiet exactly when each that matches would be covered on its own.
            each = [cover_commands(one, excused) for one in alone if any_command(one, wanted)]
            assert quiet == all(each), (commands, wanted, excused)
        if cover_commands(event, excused):
            assert quiet
    assert spared > 20


def test_property_paths_and_hosts_that_are_not_excused_fire() -> None:
    chooser = random.Random(4)
    for _ in range(scaled(20_000)):
        texts = [chooser.choice(("/a/x", "/a/y", "/b/x", "/c")) for _ in range(chooser.randint(0, 3))]
        dynamic = [chooser.random() < 0.2 for _ in texts]
        paths = tuple(PathRef(raw=t, norm=t, real=t, dynamic=d) for t, d in zip(texts, dynamic, strict=True))
        event = Event(name="shell.before", command="x", shell=Shell(paths=paths))
        wanted, excused = (("", ("a", "**")),), (("", ("**", "x")),)
        matching = [one for one in paths if one.norm.startswith("/a/")]
        expected = bool(matching) and all(one.norm.endswith("x") and not one.dynamic for one in matching)
        assert spare_paths(event, (excused, (wanted,))) == (expected or (not matching and covers(paths)))
        hosts = tuple(Host(name=t.strip("/").replace("/", "."), dynamic=d) for t, d in zip(texts, dynamic, strict=True))
        visit = Event(name="shell.before", command="x", shell=Shell(hosts=hosts))
        assert spare_hosts(visit, (("*.x",), (("a.*",),))) == (expected or (not matching and covers(paths)))
        assert not (cover_paths(event, excused) and not spare_paths(event, (excused, (wanted,))))
        assert not (cover_hosts(visit, ("*.x",)) and not spare_hosts(visit, (("*.x",), (("a.*",),))))


def covers(paths: tuple[PathRef, ...]) -> bool:
    """Nothing matches, so that it does not matter; something was excused all the same."""
    return any(one.norm.endswith("x") and not one.dynamic for one in paths)
