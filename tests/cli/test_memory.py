"""`memory`: what an installation remembers is shown, and forgotten only when somebody says which."""

import json
from pathlib import Path

import pytest

from policyhooks.cli.main import run as policyhooks
from policyhooks.inspect.journal_verification import verify
from tests.support.sessions import Session


@pytest.fixture
def session(tmp_path: Path) -> Session:
    session = Session(tmp_path)
    (Path(session.state) / "journal").mkdir()
    session.read("~/.aws/credentials")
    session.fetch()
    session.edit("/home/dev/project/a.py")
    session.shell("git push")
    return session


def test_it_shows_facts_and_no_texts(session: Session, capsys: pytest.CaptureFixture[str]) -> None:
    assert policyhooks(["memory", "show", "--state", session.state]) == 0
    shown = capsys.readouterr().out
    for words in ("2 kept", "acme.past/secret: yes", "acme.past/pushes: 1 time,", "acme.past/edited: 1 member,"):
        assert words in shown
    assert "acme.past/web: a label that new sessions here begin with" in shown
    assert "a.py" not in shown
    policyhooks(["memory", "show", "--state", session.state, "--format", "json"])
    rows = json.loads(capsys.readouterr().out)
    assert {row["version"] for row in rows} == {1, 4}
    assert all(row["unknown"] == "" for row in rows)


def test_what_is_cleared_is_empty_and_recorded(session: Session, capsys: pytest.CaptureFixture[str]) -> None:
    policyhooks(["memory", "show", "--state", session.state, "--format", "json"])
    rows = json.loads(capsys.readouterr().out)
    (key,) = [row["key"] for row in rows if row["version"] == 4]
    assert policyhooks(["memory", "clear", key[:8], "--state", session.state]) == 0
    assert session.shell("curl https://x.example").verdict == "pass"
    assert policyhooks(["memory", "clear", "--all", "--state", session.state]) == 0
    assert "forgot 1 of 1" in capsys.readouterr().out
    told = [json.loads(line) for line in (Path(session.state) / "journal/journal.jsonl").read_text().splitlines()]
    assert [record["kind"] for record in told] == ["forgotten", "forgotten"]
    assert told[0]["forgotten"] == [key]
    assert not verify(Path(session.state)).problems


@pytest.mark.parametrize(
    ("words", "what"), [([], "which?"), (["zz"], "no key begins with `zz`"), (["x", "--all"], "which?")]
)
def test_it_asks_which(session: Session, capsys: pytest.CaptureFixture[str], words: list[str], what: str) -> None:
    assert policyhooks(["memory", "clear", *words, "--state", session.state]) == 2
    assert what in capsys.readouterr().err
    assert session.shell("curl https://x.example").verdict == "deny"


def test_where_nothing_is_remembered(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert policyhooks(["memory", "show", "--state", str(tmp_path)]) == 0
    assert "nothing is remembered" in capsys.readouterr().out
    assert policyhooks(["memory", "clear", "--all", "--state", str(tmp_path)]) == 0
    assert "forgot 0 of 0" in capsys.readouterr().out


def test_where_it_cannot_be_recorded_nothing_is_cleared(session: Session, capsys: pytest.CaptureFixture[str]) -> None:
    (Path(session.state) / "journal").rmdir()
    assert policyhooks(["memory", "clear", "--all", "--state", session.state]) == 1
    assert "cannot be cleared" in capsys.readouterr().err
    assert session.shell("curl https://x.example").verdict == "deny"


def test_what_is_damaged_is_told(session: Session, capsys: pytest.CaptureFixture[str]) -> None:
    for path in (Path(session.state) / "memory").glob("?" * 40):
        path.write_bytes(b"x")
    assert policyhooks(["memory", "show", "--state", session.state]) == 0
    assert capsys.readouterr().out.count("unknown: its file is damaged") == 2
