"""Effects have one home: no other list of them, and a new one is a row and the clients that can say it."""

import ast
import json
from pathlib import Path

from policyhooks.core.effects import EFFECTS, FILLS, JOINED, LADDER, PASS, RULE_EFFECTS, STRENGTH, TABLE
from policyhooks.core.verdict import Decision
from tests.support.copies import change, copy_of_package, run_copy, touched

PACKAGE = Path(__file__).parents[2] / "policyhooks"
HOME = "core/effects.py"
# Lists of three or more effect names that are not lists of ours. It only gets shorter.
ELSEWHERE = {
    "importing/claude_permissions.py": "the words of another tool's file",
    "report/screen/style.py": "which of them have a colour of their own; the others share one",
}


def listed_in(path: Path) -> list[int]:
    """The lines on which a literal names three effects or more."""
    names = {*EFFECTS, PASS}
    lines = []
    for node in ast.walk(ast.parse(path.read_text())):
        values = node.keys if isinstance(node, ast.Dict) else getattr(node, "elts", ())
        words = {value.value for value in values if isinstance(value, ast.Constant)}
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value) < 80:
            words = set(node.value.split())
            words = words if words <= names else set()
        if len(words & names) >= 3:
            lines.append(node.lineno)
    return lines


def test_no_second_list_of_effects() -> None:
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(PACKAGE).as_posix()
        # What an event of a client can express is the client's fact, and its events say it.
        if name != HOME and not name.startswith("clients/") and (lines := listed_in(path)):
            found[name] = lines
    assert found.keys() == ELSEWHERE.keys(), found


def test_the_search_sees_a_list(tmp_path: Path) -> None:
    file = tmp_path / "some.py"
    file.write_text(
        'A = ("deny", "ask", "env")\nB = {"deny": 1, "warn": 2, "pass": 3}\nC = ("deny", "ask")\nD = "deny ask env"\n'
    )
    assert listed_in(file) == [1, 2, 4]


def test_rows_fit_together() -> None:
    names = [row.name for row in TABLE]
    assert len(set(names)) == len(names)
    for row in TABLE:
        assert row.fills in vars(Decision), row.name
        assert row.note, row.name
        assert (row.kind == "modifier") or not (row.joined or row.value), row.name
        assert row.kind != "verdict" or row.fills == "verdict"
    strict = [row.strictness for row in TABLE if row.name in RULE_EFFECTS]
    assert len(set(strict)) == len(strict), "two effects of one strictness cannot be told apart"
    assert len({STRENGTH[name] for name in STRENGTH}) == len(STRENGTH)
    assert sorted(LADDER.values()) == list(range(1, len(LADDER) + 1)), "the ladder misses a rung"
    assert {name: FILLS[name] for name, _, _ in JOINED} == {name: field for name, field, _ in JOINED}


ROW = """
    Effect(name="remind", kind="modifier", note="the agent is reminded", strictness=10, loosens=True,
           fills="contexts", joined="words", tested=("Events with a reminder.", "hello")),
)  # fmt: skip
"""
POLICY = """
apiVersion: policyhooks/v1
kind: Policy
metadata: {id: acme.reminders, title: Reminders, owner: dana@acme.example, version: 1.0.0}
match: {clients: [claude-code], events: [prompt.submit]}
rules:
  - id: plan
    when: prompt.text.contains("deploy")
    effect: remind
    message: {user: Write the plan first.}
    tests:
      remind: [please deploy it]
      quiet: [hello]
"""
EVENT = {
    "session_id": "s", "transcript_path": "/t", "cwd": "/w", "hook_event_name": "UserPromptSubmit",
    "permission_mode": "default", "prompt": "please deploy it",
}  # fmt: skip


def test_a_new_effect_is_one_row_and_a_word_of_the_clients_that_can_say_it(tmp_path: Path) -> None:
    copy = copy_of_package(tmp_path)
    change(copy, HOME, "\n)  # fmt: skip\n", ROW)
    events = "clients/claude_code/events.py"
    change(copy, events, '"deny warn context halt suppress", "block"', '"deny warn context remind halt", "block"')
    policy = tmp_path / "reminders.yaml"
    policy.write_text(POLICY)

    def run(*arguments: str, given: str = "") -> str:
        done = run_copy(copy, "-m", "policyhooks", *arguments, given=given)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    run("check", str(policy))
    assert "2 passed" in run("test", str(policy))
    answer = run("decide", "--policies", str(policy), "--client", "claude-code", given=json.dumps(EVENT))
    assert "Write the plan first." in answer
    assert "remind" in run("clients", "--client", "claude-code")
    assert '"remind"' in run("schema")
    assert touched(copy) == {HOME, events}
