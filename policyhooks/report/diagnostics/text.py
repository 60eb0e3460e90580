"""Diagnostics for people: name, message, place, the line itself with a caret, help; a count at the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from policyhooks.errors import Diagnostic
from policyhooks.report.screen.chart import count
from policyhooks.report.screen.paragraph import hang
from policyhooks.report.screen.place import show_place
from policyhooks.report.screen.style import PLAIN, Style, shorten

MAX_LINE = 160
COLOURS = {"error": "red", "warning": "yellow", "note": "cyan"}
ReadLine = Callable[[str, int], str | None]


def render(diagnostics: Sequence[Diagnostic], files: int, read_line: ReadLine, style: Style = PLAIN) -> str:
    """Every diagnostic, then the count. `read_line` gives a line of a file, or None."""
    return "".join(f"{one(problem, read_line, style)}\n" for problem in diagnostics) + total(diagnostics, files)


def one(problem: Diagnostic, read_line: ReadLine, style: Style = PLAIN) -> str:
    """One diagnostic as a block."""
    colour = COLOURS.get(problem.severity, "red")
    head = f"{problem.severity}[{problem.code}]: "
    lines = hang(head, visible(problem.message), style, colours=("bold",), label_colours=("bold", colour))
    gutter = " " * len(str(problem.line)) if problem.line else " "
    arrow = style.paint("-->", "blue")
    path = visible(show_place(problem.path, style))
    if problem.line:
        lines.append(f"{gutter}{arrow} {path}:{problem.line}:{problem.column}")
        lines.extend(excerpt(problem, gutter, read_line(problem.path, problem.line), style))
    elif problem.path:
        lines.append(f"{gutter}{arrow} {path}")
    if problem.help:
        lines += hang(f"{gutter} = help: ", visible(problem.help), style, label_colours=("blue",))
    return "\n".join(lines) + "\n"


def excerpt(problem: Diagnostic, gutter: str, line: str | None, style: Style) -> list[str]:
    """The line with a caret under the exact characters; a long line is cut around them."""
    if line is None:
        return []
    start = problem.column - 1
    width = max(1, problem.end_column - problem.column)
    cut = 0
    room = max(20, style.width - len(gutter) - 3) if style.width else MAX_LINE
    if len(line) > room:
        cut = max(0, min(start - room // 4, len(line) - room))
        line = line[cut : cut + room]
    carets = "^" * max(1, min(width, len(line) - (start - cut)))
    label = shorten(f"{carets} {problem.label}".rstrip(), max(1, room - (start - cut)) if style.width else 0)
    under = style.paint(label, "bold", COLOURS.get(problem.severity, "red"))
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


def total(diagnostics: Sequence[Diagnostic], files: int) -> str:
    """`2 errors, 1 warning in 6 files`."""
    numbers = {
        severity: sum(problem.severity == severity for problem in diagnostics)
        for severity in ("error", "warning", "note")
    }
    found = ", ".join(count(number, severity) for severity, number in numbers.items() if number)
    return f"{found or 'no problems'} in {count(files, 'file')}\n"
