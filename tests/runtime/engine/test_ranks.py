"""Policies of one id in several ranks: what one of them works out is not what another is told."""

from pathlib import Path

import pytest

from policyhooks.clients.native_payload import native_payload
from policyhooks.clients.subject import Subject
from policyhooks.compiler.compile import compile_policies
from policyhooks.inspect.place import make_place
from policyhooks.inspect.program import load_modules
from policyhooks.runtime.engine.session import read_event
from tests.runtime.programs import decide_on

POLICY = """\
apiVersion: policyhooks/v1
kind: Policy
metadata: {id: acme.one, title: One, owner: appsec@acme.example}
variables: {bad: "!shell.command.contains('WORD')"}
rules:
  - {id: without-WORD, match: {events: [shell.before]}, when: vars.bad, effect: deny, message: {user: x, agent: x}}
"""
WORDS = ("alpha", "beta")


@pytest.mark.parametrize("order", [1, -1])
@pytest.mark.parametrize("command", ["alpha", "beta", "alpha beta", "gamma"])
def test_no_program_decides_by_the_variables_of_another(command: str, order: int, tmp_path: Path) -> None:
    """Else whoever writes the lowest layer would decide what the variables of the highest one are."""
    programs = []
    for rank, word in enumerate(WORDS):
        file = tmp_path / f"{word}.yaml"
        file.write_text(POLICY.replace("WORD", word))
        programs.append(load_modules(compile_policies([str(file)]).modules, rank))
    native, payload = native_payload("claude-code", Subject("shell.before", command=command))
    decision = decide_on(*programs[::order], on=read_event("claude-code", native, payload, {}, make_place(links=False)))
    fired = {result.rule.id for result in decision.results if result.effect}
    assert fired == {f"acme.one/without-{word}" for word in WORDS if word not in command}
