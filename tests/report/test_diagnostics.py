"""Diagnostics in every format."""

import ast
import json
import re
from pathlib import Path

from policyhooks.errors import Diagnostic
from policyhooks.report.diagnostics import github as diagnostics_github
from policyhooks.report.diagnostics import sarif as diagnostics_sarif
from policyhooks.report.diagnostics import text as diagnostics_text
from policyhooks.report.diagnostics.codes import CODES
from policyhooks.report.diagnostics.formats import FORMATS, render

PROBLEMS = [
    Diagnostic("unknown-field", "no field `x`", "a.yaml", 2, 7, 10, help="did you mean `y`?"),
    Diagnostic("missing-file", "there is no file `b.yaml`", "b.yaml"),
    Diagnostic("understanding-unchecked", "nobody looks", "a.yaml", 3, 1, 2, severity="warning"),
    Diagnostic("ask-becomes-deny", "becomes deny", "a.yaml", 4, 1, 2, severity="note"),
]


def test_text_has_name_place_line_caret_help_and_count(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("one\n  when: x.y\n", encoding="utf-8")
    screen = render([Diagnostic("unknown-field", "no field", str(path), 2, 9, 10, "here", "try y")], "text", 1)
    assert screen == (
        f"error[unknown-field]: no field\n --> {path}:2:9\n  |\n2 |   when: x.y\n  |         ^ here\n  |\n"
        "  = help: try y\n\n1 error in 1 file\n"
    )


def test_text_never_moves_the_cursor() -> None:
    problem = Diagnostic("x", "bad \x1b[2J", "a.yaml", 1, 1, 2, help="\r\x07")
    screen = diagnostics_text.one(problem, lambda path, line: "a\x1b]0;x\x07\tb")
    assert "\x1b" not in screen
    assert "\x07" not in screen
    assert "\r" not in screen


def test_a_long_line_is_cut_around_the_caret() -> None:
    line = "x" * 5000 + "HERE" + "y" * 5000
    problem = Diagnostic("x", "m", "a.yaml", 1, 5001, 5005)
    rows = diagnostics_text.one(problem, lambda path, number: line).split("\n")
    shown, caret = rows[3], rows[4]
    assert len(shown) < 180
    assert shown[caret.index("^") : caret.rindex("^") + 1] == "HERE"


def test_count_names_each_severity() -> None:
    assert diagnostics_text.total(PROBLEMS, 2) == "2 errors, 1 warning, 1 note in 2 files\n"
    assert diagnostics_text.total([], 1) == "no problems in 1 file\n"


def test_json_holds_everything() -> None:
    document = json.loads(render(PROBLEMS, "json", 2))
    assert (document["files"], document["errors"]) == (2, 2)
    assert document["diagnostics"][0] == {
        "severity": "error", "code": "unknown-field", "message": "no field `x`", "path": "a.yaml", "line": 2,
        "column": 7, "end_column": 10, "help": "did you mean `y`?",
    }  # fmt: skip


def test_github_commands_cannot_be_forged() -> None:
    problem = Diagnostic("x", "a\n::error::b%", "d,e:f.yaml", 1, 2, 3)
    assert (
        diagnostics_github.one(problem)
        == "::error file=d%2Ce%3Af.yaml,title=x,line=1,col=2,endColumn=3::a%0A::error::b%25"
    )
    assert render(PROBLEMS, "github", 2).count("\n") == 4
    assert "::notice " in render(PROBLEMS, "github", 2)


def test_sarif_has_a_result_at_each_place() -> None:
    run = json.loads(diagnostics_sarif.render(PROBLEMS, "1.0"))["runs"][0]
    assert [result["level"] for result in run["results"]] == ["error", "error", "warning", "note"]
    place = run["results"][0]["locations"][0]["physicalLocation"]
    assert place["region"] == {"startLine": 2, "startColumn": 7, "endColumn": 10}
    assert "region" not in run["results"][1]["locations"][0]["physicalLocation"]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert all(rules[result["ruleIndex"]] == result["ruleId"] for result in run["results"])


def test_every_format_takes_no_problems() -> None:
    assert all(isinstance(render([], form, 1, "1"), str) for form in FORMATS)


def test_every_name_that_the_compiler_gives_is_described() -> None:
    root = Path(__file__).resolve().parents[2] / "policyhooks"
    sources = [*(root / "compiler").rglob("*.py"), *(root / "cel").glob("*.py")]
    given: set[str] = set()
    for path in sources:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) in GIVING:
                texts = [one.value for one in node.args if isinstance(one, ast.Constant)]
                given |= {text for text in texts if isinstance(text, str) and NAME.fullmatch(text)}
    assert len(given) > 40
    assert given - CODES.keys() == set()


GIVING = {"at", "diagnose", "Diagnostic", "Trap", "Problem", "BadPrompt", "report"}
NAME = re.compile(r"[a-z]+(-[a-z0-9]+)+")
