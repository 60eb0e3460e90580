"""CEL inside a file: expressions and {{ }} templates, checked, their problems at the file's own characters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from policyhooks.cel.check import Checked, check
from policyhooks.cel.environment import Environment
from policyhooks.cel.problems import CelSyntaxError, Problem
from policyhooks.cel.syntax import parse
from policyhooks.cel.types import BOOL, Type
from policyhooks.compiler.nodes import Document, Place, Scalar
from policyhooks.compiler.positions import index_of
from policyhooks.compiler.suggestion import did_you_mean
from policyhooks.errors import Diagnostic

# What a name below these roots is called in a diagnostic.
NAMED_ROOTS = {
    "lists": "unknown-list",
    "params": "unknown-param",
    "vars": "unknown-variable",
    "env": "undeclared-variable",
    "memory": "unknown-fact",
}
LABELS = {
    "unknown-list": "list",
    "unknown-param": "param",
    "unknown-variable": "variable",
    "undeclared-variable": "declared variable of the client",
    "unknown-fact": "fact",
}


@dataclass(frozen=True)
class Source:
    """An expression in a file: where it stands, and where in its scalar it begins."""

    document: Document
    place: Place
    text: str
    offset: int = 0

    def diagnose(self, problem: Problem, severity: str = "error") -> Diagnostic:
        """A problem of the expression at its characters in the file."""
        scalar = self.document.node(self.place)
        assert isinstance(scalar, Scalar)
        start = index_of(self.document, scalar, self.offset + problem.start)
        last = index_of(self.document, scalar, self.offset + max(problem.end, problem.start + 1) - 1)
        message = problem.message.rstrip(".")
        return self.document.diagnose(
            problem.code, message, start, max(last, start) + 1, problem.help, severity=severity
        )


def check_expression(
    source: Source, environment: Environment, want: Type | None = None
) -> tuple[Checked | None, list[Diagnostic]]:
    """The checked expression, or why it is none."""
    try:
        node = parse(source.text)
    except CelSyntaxError as refused:
        return None, [source.diagnose(problem) for problem in refused.problems]
    checked = check(node, environment, want)
    if checked.problems:
        return None, [source.diagnose(rename(problem, source.text, environment)) for problem in checked.problems]
    return checked, []


def check_condition(source: Source, environment: Environment) -> tuple[Checked | None, list[Diagnostic]]:
    """A checked boolean expression, or why it is none."""
    return check_expression(source, environment, BOOL)


def rename(problem: Problem, text: str, environment: Environment) -> Problem:
    """An unknown `lists.x` is an unknown list, with the nearest of those that exist."""
    if problem.code != "unknown-name":
        return problem
    written = text[problem.start : problem.end]
    begin = problem.start
    # The problem may point at the whole dotted name or at its root alone.
    while begin > 0 and (text[begin - 1].isalnum() or text[begin - 1] in "_."):
        begin -= 1
    end = problem.end
    while end < len(text) and (text[end].isalnum() or text[end] in "_."):
        end += 1
    root, dot, rest = text[begin:end].partition(".")
    code = NAMED_ROOTS.get(root)
    if code is None or not dot:
        return problem
    name = rest.split(".")[0]
    known = [full.partition(".")[2] for full in environment.variables if full.startswith(f"{root}.")]
    near = did_you_mean(name, known)
    hint = near.replace("`", f"`{root}.", 1) if near else (f"known: {', '.join(sorted(known))}" if known else "")
    if code == "undeclared-variable" and not near:
        hint = f"declare it at the top of the file: `environment: [{name}]`"
    start = begin + len(root) + 1
    message = f"there is no {LABELS[code]} `{name or written}`"
    return Problem(start, start + max(1, len(name)), code, message, hint)


@dataclass(frozen=True)
class Piece:
    """Part of a message: a text of its own, or an expression."""

    text: str
    checked: Checked | None = None
    offset: int = 0  # of an expression, in the text that holds it


def check_template(
    document: Document, place: Place, text: str, environment: Environment
) -> tuple[tuple[Piece, ...], list[Diagnostic]]:
    """The pieces of a text with {{ CEL }} in it."""
    pieces: list[Piece] = []
    problems: list[Diagnostic] = []
    at = 0
    while (open_at := text.find("{{", at)) >= 0:
        close_at = text.find("}}", open_at + 2)
        if close_at < 0:
            hole = Source(document, place, text[open_at:], open_at)
            problem = Problem(0, 2, "open-template", "`{{` is not closed", "end the expression with `}}`")
            return tuple(pieces), [*problems, hole.diagnose(problem)]
        if open_at > at:
            pieces.append(Piece(text[at:open_at]))
        source = Source(document, place, text[open_at + 2 : close_at], open_at + 2)
        checked, found = check_expression(source, environment)
        problems.extend(found)
        if checked is not None:
            pieces.append(Piece(source.text, checked, source.offset))
        at = close_at + 2
    if at < len(text):
        pieces.append(Piece(text[at:]))
    return tuple(pieces), problems


def join_conditions(texts: Sequence[tuple[str, Sequence[str]]]) -> str:
    """One expression for `all`, `any` and `none` lists, in CEL's own logic of errors."""
    parts = []
    for word, members in texts:
        if members:
            # A line end after each, so that a comment in one does not swallow the next.
            joined = (" && " if word == "all" else " || ").join(f"({member}\n)" for member in members)
            parts.append(f"!({joined})" if word == "none" else f"({joined})")
    return " && ".join(parts)
