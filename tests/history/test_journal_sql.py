"""A question is one SELECT over the journal's records, and reaches nothing else."""

import json
from pathlib import Path

import pytest

from policyhooks.cli.main import run
from policyhooks.errors import UsageError
from tests.support.hooks import install, payload
from tests.support.hooks import run as run_hook

pytest.importorskip("duckdb", reason="DuckDB is not installed (make .venv/history)")

from policyhooks.history.journal_sql import RECORDS, RULES, ask

PAGE = Path(__file__).parents[2] / "docs/how-to/ask-the-journal.md"
RECORD: dict[str, object] = {
    "id": "a1",
    "installation": "/state",
    "seq": 7,
    "time": "2026-11-18T10:00:00.123Z",
    "client": "claude-code",
    "tool": "Bash",
    "verdict": "deny",
    "by": ["acme.x/one"],
    "ms": {"total": 2.5},
    "input": {"tool_input": {"command": "ls"}},
    "rules": [{"id": "acme.x/one", "outcome": "fired", "effect": "deny"}, {"id": "acme.x/two", "outcome": "failed"}],
}
HOSTILE: list[dict[str, object]] = [
    {**RECORD, "id": "'); drop table decisions; --", "input": {"a": "\x00\ud800"}, "time": "no time", "seq": 1 << 80},
    {**RECORD, "by": [{"x": [1]}, None, "\ud800"], "rules": [7, {"id": ["x"]}], "ms": "slow", "verdict": {"a": 1}},
    {**RECORD, "rules": {"a": 1}, "ms": {"total": "x"}, "by": "acme", "input": [[[[[[1]]]]]], "client": "\x00"},
    {},
]


def test_both_views() -> None:
    found = ask([RECORD], "select seq, year(time), decided_by, ms, input->>'$.tool_input.command' from decisions")
    assert found.rows == ((7, 2026, ["acme.x/one"], 2.5, "ls"),)
    found = ask([RECORD] * 2500, "select rule, outcome, verdict, id, count(*) n from rules group by all order by rule")
    assert found.columns == ("rule", "outcome", "verdict", "id", "n")
    assert found.rows == (
        ("acme.x/one", "fired", "deny", "a1", 2500),
        ("acme.x/two", "failed", "deny", "a1", 2500),
    )


def test_values_are_data_whatever_they_are() -> None:
    found = ask([*HOSTILE, RECORD], "select count(*), count(time), count(seq), count(ms) from decisions")
    assert found.rows == ((5, 3, 3, 2),)
    assert ask(HOSTILE, "select id from decisions").rows[0] == ("'); drop table decisions; --",)


def test_the_page_tells_every_column_and_its_questions_are_answered() -> None:
    text = PAGE.read_text("utf-8")
    assert all(f"`{name}`" in text for name in {*RECORDS, *RULES})
    questions = [line.split("| `")[1].split("` |")[0] for line in text.splitlines() if "| `select " in line]
    assert len(questions) == 5
    for question in questions:
        ask([RECORD], question)


@pytest.mark.parametrize(
    "question",
    [
        "copy decisions to 'FOLDER/x.csv'",
        "copy (select 1) to '/dev/stdout'",
        "export database 'FOLDER/x'",
        "attach 'FOLDER/x.db'",
        "install httpfs",
        "load httpfs",
        "set enable_external_access = true",
        "pragma database_list",
        "call pragma_version()",
        "drop table decisions",
        "insert into decisions (id) values ('x')",
        "create table t (a int)",
        "select 1; copy decisions to 'FOLDER/x.csv'",
        "select * from read_text('FOLDER/secret')",
        "select * from read_csv('FOLDER/secret')",
        "select * from 'FOLDER/secret.csv'",
        "select * from glob('FOLDER/*')",
        "select getenv('HOME')",
        "select * from read_csv('http://127.0.0.1:1/x')",
        "selec",
        "",
    ],
)
def test_a_question_reaches_nothing_else(tmp_path: Path, question: str) -> None:
    for name in ("secret", "secret.csv"):
        (tmp_path / name).write_text("a,b\n1,2\n")
    with pytest.raises(UsageError):
        ask([RECORD], question.replace("FOLDER", str(tmp_path)))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["secret", "secret.csv"]


def test_a_question_without_an_end_ends() -> None:
    with pytest.raises(UsageError, match="took longer"):
        ask([RECORD], "select count(*) from range(100000000000) a, range(1000000) b", 0.2)


def test_the_verb(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    active = install(tmp_path)
    for do in ("deny", "nothing", "nothing"):
        run_hook(active, payload(do))
    question = "select verdict, count(*) n from decisions group by 1 order by n"
    assert run(["log", "query", question, "--state", str(active.state)]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert told == [{"verdict": "deny", "n": 1}, {"verdict": "pass", "n": 2}]
    assert run(["log", "query", question, "--state", str(active.state), "--format", "table"]) == 0
    assert capsys.readouterr().out.splitlines()[0].split() == ["verdict", "n"]
    assert run(["log", "query", "--state", str(active.state)]) == 2
    assert "a question in SQL" in capsys.readouterr().err
