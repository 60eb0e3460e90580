"""Steps: events in their order, with what they leave behind; each expectation is a case of its own."""

from pathlib import Path

import pytest

from policyhooks.compiler.compile import compile_policies
from policyhooks.inspect.program import load_modules
from policyhooks.suite.run import run_suite, trials_of
from policyhooks.suite.shipped import decode, encode, run_trials
from tests.support import remembering as past

STEPS = """\
  - id: one
    match: {{events: [{events}]}}
    when: '{when}'
    effect: deny
    message: {{user: No., agent: No.}}
    tests:
      steps:
{steps}
"""
EGRESS = "memory.secret.set && shell.hosts.size() > 0"
CURL = '{shell: "curl https://x.example", expect: EXPECT}'
READ = "{file: {path: /home/dev/.aws/credentials, op: read}}"


def ran(folder: Path, *steps: str, when: str = EGRESS, events: str = "shell.before") -> list[tuple[bool, str, str]]:
    lines = "\n".join(f"        - {step}" for step in steps)
    path = past.policy(folder, rules=STEPS.format(when=when, steps=lines, events=events))
    found = run_suite([str(path)]).cases
    return [(case.passed, case.title, case.error or case.why) for case in found]


def test_a_step_knows_those_before_it(tmp_path: Path) -> None:
    quiet, deny = CURL.replace("EXPECT", "quiet"), CURL.replace("EXPECT", "deny")
    found = ran(tmp_path, quiet, READ, deny, quiet.replace("}", ", fresh: true}", 1))
    assert [passed for passed, _, _ in found] == [True, True, True]
    assert found[1][1].startswith("step 3")


@pytest.mark.parametrize(("wrong", "number"), [("deny", 0), ("quiet", 2)])
def test_what_is_not_as_written_fails(tmp_path: Path, wrong: str, number: int) -> None:
    words = ["quiet", "", "deny"]
    words[number] = wrong
    steps = [CURL.replace("EXPECT", word) if word else READ for word in words]
    found = ran(tmp_path, *steps)
    assert [passed for passed, _, _ in found].count(False) == 1


def test_time_passes_and_calls_are_done(tmp_path: Path) -> None:
    memory = "  at: {latest: event.time, events: [shell.after], relaxes: true}"
    rules = STEPS.format(
        when='event.time - memory.at.at > duration("1h")',
        events="shell.before",
        steps="\n".join(
            (
                "        - {shell: ls, expect: deny}",
                "        - {shell: ls, done: true}",
                "        - {shell: ls, expect: quiet, after: 30m}",
                "        - {shell: ls, expect: deny, after: 31m}",
            )
        ),
    )
    path = past.policy(tmp_path, memory, rules)
    assert [case.passed for case in run_suite([str(path)]).cases] == [True, True, True]


def test_what_no_event_tells_is_an_error(tmp_path: Path) -> None:
    found = ran(tmp_path, READ.replace("}}", "}, done: true}"), CURL.replace("EXPECT", "quiet"))
    assert found == [(False, found[0][1], found[0][2])]
    assert "no event tells that a `file.read` was done" in found[0][2]


def test_steps_travel_with_a_program(tmp_path: Path) -> None:
    lines = "\n".join(f"        - {step}" for step in (READ, CURL.replace("EXPECT", "deny")))
    path = past.policy(tmp_path, rules=STEPS.format(when=EGRESS, steps=lines, events="shell.before"))
    compiled = compile_policies([str(path)])
    trials = [trial for rule in compiled.rules for trial in trials_of(rule)]
    assert load_modules(compiled.modules, enforce=True).facts is not None
    again = decode(encode(trials))
    assert encode(again) == encode(trials)
    assert [case.passed for case in run_trials(again, compiled.modules)] == [True]
