"""What a generation tells its front: the variables that are read, and the fail answer of every event."""

import ast
import re
from pathlib import Path

import pytest

from policyhooks.clients.catalog import rows
from policyhooks.clients.registry import CLIENTS, adapter_for
from policyhooks.image.build import closed_set
from policyhooks.image.front_table import (
    MUST_SPEAK,
    READ,
    REASON,
    TWO_ANSWERS,
    check_of,
    flags_of,
    front_table,
    named_variables,
)
from tests.compiler.policy_text import compile_text, policy, rule


def variables_read(source: str) -> set[str]:
    """The names for which a module looks into `environ`: `environ.get(NAME)`, `environ[NAME]`, `NAME in environ`."""
    found: set[object] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get":
            asked, keys = node.func.value, node.args[:1]
        elif isinstance(node, ast.Subscript):
            asked, keys = node.value, [node.slice]
        elif isinstance(node, ast.Compare) and len(node.comparators) == 1:
            asked, keys = node.comparators[0], [node.left]
        else:
            continue
        if ast.unparse(asked).endswith("environ"):
            found |= {key.value for key in keys if isinstance(key, ast.Constant)}
    return {name for name in found if isinstance(name, str)}


def test_the_list_is_what_the_hook_reads() -> None:
    """Where a name is computed, the program names it: keys of models, values of `env`."""
    found = set().union(*(variables_read(source) for source in closed_set().values()))
    assert found == set(READ)


def test_variables_that_a_program_names(tmp_path: Path) -> None:
    values = {"PATH": "/opt/bin:$PATH", "WHO": "${USER} $$HOME", "PLAIN": "x"}
    text = rule("set", match={"events": ["session.start"], "clients": ["cursor"]}, effect="env", env=values)
    assert set(named_variables(compile_text(tmp_path, policy([text])).modules)) == {"PATH", "USER"}
    models = {"index": 'OPTIONS = {"judge": {"models": {"fast": {"api_key_env": "ACME_KEY", "model": "HOME"}}}}'}
    assert list(named_variables(models)) == ["ACME_KEY"]
    assert b"ACME_KEY\n" in front_table([models])


@pytest.mark.parametrize("client", CLIENTS)
def test_every_event_has_the_answer_that_its_adapter_gives(client: str) -> None:
    table = front_table([])
    for row in rows(client):
        answer = adapter_for(client).fail(row.native, REASON)
        pattern = rf"answer {client} {row.native} (\d+) (\d) (\d) (\d+) (\d+) ([0-9a-f]{{16}})\n".encode()
        (found,) = re.finditer(pattern, table)
        limit, flags, code, out, err = (int(word) for word in found.groups()[:5])
        body = table[found.end() : found.end() + out + err]
        assert (body, code, out) == (answer.stdout + answer.stderr, answer.exit_code, len(answer.stdout))
        assert flags == flags_of(client, row.native)
        assert limit in (8 << 20, 16 << 20)
        assert int(found[6], 16) == check_of(found[0][: -len(found[6]) - 1] + body)
    assert table.endswith(b"\nend\n")


def test_what_an_answer_can_be() -> None:
    assert flags_of("claude-code", "PreToolUse") == TWO_ANSWERS
    assert flags_of("claude-code", "PostToolUse") == 0
    assert flags_of("cursor", "beforeShellExecution") == TWO_ANSWERS + MUST_SPEAK
    assert flags_of("cursor", "stop") == MUST_SPEAK
