"""What a program that agrees prints: context, a line for the user, variables; and rules that speak once."""

from pathlib import Path

import pytest

from policyhooks.runtime.engine.printed import CONTEXT_LIMIT, UnreadableLine, variables
from policyhooks.runtime.ports.commands import CommandOutcome, CommandRequest
from policyhooks.runtime.ports.counters import claim, is_claimed
from tests.runtime.programs import Still, decide_on, event, exception, fails, program, rule

LINES = [
    ("A=1", {"A": "1"}),
    ("export A=1\nB=two words", {"A": "1", "B": "two words"}),
    ('declare -x PATH="/opt/node/bin:/bin"', {"PATH": "/opt/node/bin:/bin"}),
    ("typeset -x A='it is $5'", {"A": "it is $$5"}),
    ('A="a \\"quoted\\" \\$word"', {"A": 'a "quoted" $$word'}),
    ("# a comment\n\nA=", {"A": ""}),
    ("A=$HOME", {"A": "$$HOME"}),
    ("A=1=2", {"A": "1=2"}),
]
NO_VARIABLES = ["hello", "=1", "1A=2", "A B=1", 'A="open', 'A="$(id)"', "A='", "A-B=1", "A=1\nNow using node v20"]


@pytest.mark.parametrize(("text", "found"), LINES)
def test_variables(text: str, found: dict[str, str]) -> None:
    assert variables(text) == found


@pytest.mark.parametrize("text", NO_VARIABLES)
def test_what_is_no_variable_is_an_error(text: str) -> None:
    with pytest.raises(UnreadableLine) as problem:
        variables(text)
    assert "line" in str(problem.value)


class Printing(Still):
    """Programs that agree and print."""

    __slots__ = ("text",)

    def __init__(self, text: str, state: str = "") -> None:
        super().__init__()
        self.text, self.state = text, state

    def consult(self, judges, commands, end):  # type: ignore[no-untyped-def]
        self.asked += [request.rule_id for request in commands]
        return [], [CommandOutcome(outcome="ok", stdout=self.text) for _ in commands]


def printing(output: str, effect: str = "deny", **fields: object):  # type: ignore[no-untyped-def]
    command = {"run": ["/bin/true"], "timeout_ms": 1000, "output": output}
    fields = {"on_error": "closed", **fields}
    return program(rule("r", effect, kind="command", command=command, **fields))


def test_context_is_for_the_agent() -> None:
    decision = decide_on(printing("context"), outside=Printing(" two open issues \n"))
    assert (decision.contexts, decision.verdict, decision.warnings) == (("two open issues",), "pass", ())
    long = decide_on(printing("context"), outside=Printing("x" * 60_000)).contexts[0]
    assert len(long) == CONTEXT_LIMIT


def test_a_line_is_for_the_user() -> None:
    decision = decide_on(printing("warn"), outside=Printing("formatted 3 files"))
    assert (decision.warnings, decision.contexts) == (("formatted 3 files",), ())


def test_variables_are_set() -> None:
    assert decide_on(printing("env"), outside=Printing("A=1\nB=$x")).env == {"A": "1", "B": "$$x"}


def test_output_that_is_no_variables_is_the_rules_error() -> None:
    decision = decide_on(printing("env"), outside=Printing("Now using node v20"))
    assert (decision.verdict, decision.env) == ("ask", None)
    assert "line 1 of its output is not NAME=value" in decision.results[0].why


def test_silence_is_nothing() -> None:
    decision = decide_on(printing("context"), outside=Printing(" \n"))
    assert [(one.outcome, one.effect) for one in decision.results] == [("clear", "")]


def test_modes_and_exceptions_hold_for_what_it_prints() -> None:
    assert decide_on(printing("context", mode="warn"), outside=Printing("x")).contexts == ()
    excepted = printing("context", exceptions=(exception("audit"),))
    assert decide_on(excepted, outside=Printing("x")).contexts == ()


def test_words_of_the_event_become_arguments() -> None:
    seen: list[CommandRequest] = []

    class Looking(Still):
        def consult(self, judges, commands, end):  # type: ignore[no-untyped-def]
            seen.extend(commands)
            return [], [CommandOutcome(outcome="ok") for _ in commands]

    command = {"run": ["/bin/fmt", "{{ tool.name }}"], "refuses": (1,)}
    made = rule("r", "warn", {"run": lambda e: ["/bin/fmt", e.tool.name]}, kind="command", command=command)
    decide_on(program(made), outside=Looking())
    assert [(one.argv, one.refuses) for one in seen] == [(["/bin/fmt", "Some"], (1,))]


def test_a_word_that_cannot_be_made_is_the_rules_error() -> None:
    def bad(_event: object) -> list[str]:
        from policyhooks.core.run_words import argument

        return ["/bin/fmt", argument(lambda: "--write")]

    outside = Still({"managed/r": "ok"})
    made = rule("r", "deny", {"run": bad}, kind="command", command={"run": ["/bin/fmt", "x"]})
    decision = decide_on(program(made), outside=outside)
    assert (decision.verdict, outside.asked) == ("ask", [])
    assert "read as an option" in decision.results[0].why


def test_a_rule_speaks_once_a_session(tmp_path: Path) -> None:
    spoken = program(rule("r", "context", {"context": lambda e: "Use make."}, once=True))

    def said(state: Path, session: str) -> tuple[str, ...]:
        from policyhooks.core.records import Session

        on = event(session=Session(id=session))
        return tuple(decide_on(spoken, on=on, outside=Printing("", str(state))).contexts)

    assert [said(tmp_path, one) for one in ("a", "a", "b", "a")] == [("Use make.",), (), ("Use make.",), ()]
    assert [said(tmp_path, "") for _ in range(2)] == [("Use make.",)] * 2, "no session, no memory"
    lost = tmp_path / "file"
    lost.write_text("not a folder")
    assert [said(lost, "a") for _ in range(2)] == [("Use make.",)] * 2, "what cannot be kept is said again"


def test_no_verdict_and_no_error_is_given_once(tmp_path: Path) -> None:
    denying = program(rule("r", "deny", once=True))
    failing = program(rule("r", "context", {"when": fails, "context": lambda e: "x"}, once=True))
    asking = program(rule("r", "deny", kind="command", command={"run": ["/bin/true"]}, once=True))
    outside = Still({"managed/r": "not_ok"})
    outside.state = str(tmp_path)
    assert [decide_on(denying, outside=outside).verdict for _ in range(3)] == ["deny"] * 3
    assert [decide_on(failing, outside=outside).verdict for _ in range(3)] == ["ask"] * 3
    assert [decide_on(asking, outside=outside).verdict for _ in range(3)] == ["deny"] * 3


def test_a_program_runs_once_a_session_when_it_has_an_answer(tmp_path: Path) -> None:
    once = printing("context", "warn", once=True)
    outside = Printing("x", str(tmp_path))
    assert [decide_on(once, outside=outside).contexts for _ in range(3)] == [("x",), (), ()]
    assert outside.asked == ["managed/r"]
    broken = Still()
    broken.state = str(tmp_path / "other")
    Path(broken.state).mkdir()
    for _ in range(2):
        decide_on(once, outside=broken)
    assert broken.asked == ["managed/r"] * 2, "a crash is no answer: it is tried again"


def test_of_two_at_one_moment_one_is_first(tmp_path: Path) -> None:
    assert [claim(str(tmp_path), "s", "r") for _ in range(3)] == [True, False, False]
    assert is_claimed(str(tmp_path), "s", "r")
    assert not is_claimed(str(tmp_path), "t", "r")
    assert (next((tmp_path / "counters").iterdir()).stat().st_mode & 0o777) == 0o600
