"""Places of shipped files are short at a terminal, and whole paths everywhere else."""

import pytest

from policyhooks.report.screen.place import show_place
from policyhooks.report.screen.style import PLAIN, Style
from policyhooks.shipped.folders import shipped_folder

SHIPPED = shipped_folder("policies")


@pytest.mark.parametrize(
    ("place", "shown"),
    [
        (f"{SHIPPED}/mcp/mcp.yaml:3", "shipped policies/mcp/mcp.yaml:3"),
        (f"{SHIPPED}-of-mine/mcp.yaml:3", f"{SHIPPED}-of-mine/mcp.yaml:3"),
        ("policies/mcp/mcp.yaml:3", "policies/mcp/mcp.yaml:3"),
        ("", ""),
    ],
)
def test_a_place(place: str, shown: str) -> None:
    assert show_place(place, Style(width=80)) == shown
    assert show_place(place, PLAIN) == place
