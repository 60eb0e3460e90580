"""Cells of a journal's texts in a file that a spreadsheet opens: no formula, no second row, no control character."""

import csv
import io

import pytest

from policyhooks.web.spreadsheet import FORMULA, render


@pytest.mark.parametrize("text", [*(f"{sign}cmd|'/C calc'!A0" for sign in FORMULA), "  =1+1", "\n=1", "\x00@x"])
def test_no_cell_is_a_formula(text: str) -> None:
    ((cell,),) = list(csv.reader(io.StringIO(render(["a"], [[text]]))))[1:]
    assert cell.startswith("'")


@pytest.mark.parametrize("text", ['a"b', "a,b", "a\r\nb", "a\x1b[31mb", "a\u202eb", "a;b\tc"])
def test_a_cell_stays_one_cell_on_one_line(text: str) -> None:
    whole = render(["a", "b"], [[text, "end"]])
    rows = list(csv.reader(io.StringIO(whole)))
    assert [len(row) for row in rows] == [2, 2]
    assert whole.count("\r\n") == 2
    assert rows[1][0].isprintable()


def test_numbers_stay_numbers() -> None:
    assert render(["a", "b"], [[-3, 1.5]]).splitlines()[1] == "-3,1.5"
