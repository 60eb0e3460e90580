"""The capability page promises nothing that the catalog does not."""

from policyhooks.clients.catalog import rows
from policyhooks.clients.facts import payloads_of
from policyhooks.clients.registry import CLIENTS
from policyhooks.core.effects import EFFECTS
from policyhooks.report.reference.capabilities import GRADES, grade_of, render


def test_what_was_proved_stands_in_the_catalog() -> None:
    for client in CLIENTS:
        for event, effects in payloads_of(client).PROVED.items():
            found = rows(client, event)
            for effect in effects.split():
                assert any(effect in row.effects for row in found), (client, event, effect)


def test_every_cell_has_a_grade_that_is_explained() -> None:
    cells = {grade_of(row, effect) for row in rows() for effect in EFFECTS}
    assert cells - {""} <= set(GRADES)
    assert "proved" in cells


def test_cursor_is_never_said_to_be_proved() -> None:
    assert not payloads_of("cursor").PROVED
    assert not [line for line in render().splitlines() if line.startswith("| cursor") and "proved" in line]
