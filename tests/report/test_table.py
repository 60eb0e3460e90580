"""Tables: alignment, cutting, colours."""

from policyhooks.report.screen.style import Style, columns
from policyhooks.report.screen.table import draw

ROWS = [["cursor", "git push --force origin main", "3.2"], ["claude-code", "ls", "10.0"]]
HEADING = ["client", "wanted", "ms"]


def test_columns_align() -> None:
    assert draw(HEADING, ROWS, right={2}) == [
        "client       wanted                          ms",
        "cursor       git push --force origin main   3.2",
        "claude-code  ls                            10.0",
    ]


def test_the_chosen_column_gives_way_first() -> None:
    lines = draw(HEADING, ROWS, right={2}, style=Style(width=36), least={1: 10})
    assert max(columns(line) for line in lines) == 36
    assert "git push --force…" in lines[1]
    assert "claude-code" in lines[2]


def test_a_table_that_cannot_fit_is_as_narrow_as_it_may_be() -> None:
    lines = draw(HEADING, ROWS, style=Style(width=10), least={1: 10})
    assert lines[1] == "cursor       git push …  3.2"


def test_columns_go_one_after_the_other_before_any_is_cut_too_far() -> None:
    def heading(width: int) -> list[str]:
        return draw(HEADING, ROWS, style=Style(width=width), least={1: 20}, drop=(2, 0))[0].split()

    assert [heading(width) for width in (0, 60, 39, 38, 20)] == [
        ["client", "wanted", "ms"],
        ["client", "wanted", "ms"],
        ["client", "wanted", "ms"],
        ["client", "wanted"],
        ["wanted"],
    ]


def test_colours_do_not_move_columns() -> None:
    plain = draw(HEADING, ROWS)
    painted = draw(HEADING, ROWS, style=Style(colour=True), paint={0: lambda cell: ("red",)})
    assert [
        line.replace("\x1b[31m", "").replace("\x1b[1m", "").replace("\x1b[0m", "").rstrip() for line in painted
    ] == plain


def test_cells_are_one_line() -> None:
    assert draw(["a"], [["x\ny\x1b[2J"]])[1] == "x\\ny\\x1b[2J"
