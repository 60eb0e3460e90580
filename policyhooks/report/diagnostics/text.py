"""Diagnostics for people: name, message, place, the line itself with a caret, help; a count at the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from policyhooks.errors import Diagnostic
from policyhooks.report.screen.style import PLAIN, Style

MAX_LINE = 160
COLOURS = {"error": "red", "warning": "yellow", "note": "cyan"}
ReadLine = Callable[[str, int], str | None]


def render(diagnostics: Sequence[Diagnostic], files: int, read_line: ReadLine, style: Style = PLAIN) -> str:
    """Every diagnostic, then the count. `read_line` gives a line of a file, or None."""
    return "".join(f"{one(problem, read_line, style)}\n" for problem in diagnostics) + count(diagnostics, files)


def one(problem: Diagnostic, read_line: ReadLine, style: Style = PLAIN) -> str:
    """One diagnostic as a block."""
    colour = COLOURS.get(problem.severity, "red")
    head = style.paint(f"{problem.severity}[{problem.code}]", "bold", colour)
    lines = [f"{head}: {style.paint(visible(problem.message), 'bold')}"]
    gutter = " " * len(str(problem.line)) if problem.line else " "
    arrow = style.paint("-->", "blue")
    if problem.line:
        lines.append(f"{gutter}{arrow} {visible(problem.path)}:{problem.line}:{problem.column}")
        lines.extend(excerpt(problem, gutter, read_line(problem.path, problem.line), style))
    elif problem.path:
        lines.append(f"{gutter}{arrow} {visible(problem.path)}")
    if problem.help:
        lines.append(f"{gutter} {style.paint('=', 'blue')} help: {visible(problem.help)}")
    return "\n".join(lines) + "\n"


def excerpt(problem: Diagnostic, gutter: str, line: str | None, style: Style) -> list[str]:
    """The line with a caret under the exact characters; a long line is cut around them."""
    if line is None:
        return []
    start = problem.column - 1
    width = max(1, problem.end_column - problem.column)
    cut = 0
    if len(line) > MAX_LINE:
        cut = max(0, start - 40)
        line = line[cut : cut + MAX_LINE]
    carets = "^" * max(1, min(width, len(line) - (start - cut)))
    under = style.paint(f"{carets} {problem.label}".rstrip(), "bold", COLOURS.get(problem.severity, "red"))
    bar = style.paint("|", "blue")
    number = style.paint(str(problem.line), "blue")
    pad = " " * (start - cut)
    return [f"{gutter} {bar}", f"{number} {bar} {visible(line)}", f"{gutter} {bar} {pad}{under}", f"{gutter} {bar}"]


def visible(text: str) -> str:
    """A text without anything that could move a terminal's cursor; one character stays one."""
    return "".join(
        character if character.isprintable() else " " if character == "\t" else "\N{REPLACEMENT CHARACTER}"
        for character in text
    )


def count(diagnostics: Sequence[Diagnostic], files: int) -> str:
    """`2 errors, 1 warning in 6 files`."""
    parts = []
    for severity in ("error", "warning", "note"):
        number = sum(problem.severity == severity for problem in diagnostics)
        if number:
            parts.append(f"{number} {severity}{'s' if number > 1 else ''}")
    found = ", ".join(parts) or "no problems"
    return f"{found} in {files} file{'' if files == 1 else 's'}\n"
