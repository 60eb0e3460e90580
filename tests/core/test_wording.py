"""Values in messages: quoted, one line, short, and never able to change a decision."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from policyhooks.core.schema import RECORDS
from policyhooks.core.shell_records import Cmd, PathRef
from policyhooks.core.wording import SAID_LIMIT, UNKNOWN, projected, quote, said, shown
from policyhooks.evaluation.times import Duration, Timestamp
from policyhooks.runtime.engine.repository import PlacedInfo
from policyhooks.shell.syntax.parser import Parser
from policyhooks.shell.view.shell import read
from tests.support.counts import scaled


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("rm -rf /", '"rm -rf /"'),
        ('say "hi"', "\"say 'hi'\""),
        ("a\nb\x1b[2J", '"a\\x0ab\\x1b[2J"'),
        ("\u202eabc", '"\\u202eabc"'),
        (("a", "b"), '"a, b"'),
        ([1, True, None], '"1, true, null"'),
        (3, '"3"'),
        (False, '"false"'),
        ("", '""'),
        (PathRef(raw="x"), '"PathRef"'),
        (Timestamp(1_800_000_000_500_000_000), '"2027-01-15T08:00:00.500Z"'),
        (Duration(-1_500_000_000), '"-1.500s"'),
    ],
)
def test_a_value(value: object, expected: str) -> None:
    assert quote(value) == expected


@settings(max_examples=scaled(10_000), deadline=None)
@given(value=st.one_of(st.text(max_size=600), st.lists(st.text(max_size=50))))
def test_no_value_leaves_its_quotation(value: object) -> None:
    text = quote(value)
    assert len(text) <= 202
    assert text[0] == text[-1] == '"'
    assert '"' not in text[1:-1]
    assert text.isprintable()


def test_a_failing_value_is_not_known() -> None:
    assert shown(lambda: 1 // 0) == UNKNOWN
    assert said(lambda: 1 // 0) == UNKNOWN


def test_what_a_judge_says_is_a_sentence_of_one_line() -> None:
    assert said(lambda: 'Run the "tests".\nThen stop.') == 'Run the "tests".\\x0aThen stop.'
    assert said(lambda: "x" * 3000) == "x" * SAID_LIMIT + "…"


def test_a_projected_time_is_its_text() -> None:
    assert projected({"at": Timestamp(0)}) == {"at": "1970-01-01T00:00:00Z"}


def test_a_projection_is_json() -> None:
    value = {"c": [Cmd(name="git", args=("push",))], "n": None}
    assert projected(value) == {"c": [{"name": "git", "args": ["push"]}], "n": None}


def test_a_projection_holds_what_a_record_works_out() -> None:
    info = projected(PlacedInfo(client="codex", cwd="/nowhere"))
    assert set(info) == {*RECORDS["EventInfo"], "time_ns"}
    assert (info["client"], info["repo"]) == ("codex", "")
    view = read("rm -rf x", dialect="bash", cwd="/w", workspace="/w", home="/h", resolve_links=False, parser=Parser(""))
    shell = projected(view)
    assert set(shell) == set(RECORDS["Shell"])
    assert (shell["understood"], [path["norm"] for path in shell["paths"]]) == (True, ["/w/x"])
    assert set(shell["commands"][0]) == set(RECORDS["Cmd"])
    assert shell["commands"][0]["deletes"] == shell["paths"]
