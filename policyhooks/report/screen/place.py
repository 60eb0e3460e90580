"""A place in a file as a screen shows it: a shipped file by its path below the folder that ships it.

Machine formats and output that goes into a file keep the path as it is.
"""

from __future__ import annotations

from policyhooks.report.screen.style import Style
from policyhooks.shipped.folders import shipped_folder

SHIPPED = "shipped "


def show_place(place: str, style: Style) -> str:
    """At a terminal `shipped policies/...`: the whole path of an installed package is wider than that."""
    folder = shipped_folder("policies")
    if not style.width or not place.startswith(f"{folder}/"):
        return place
    return f"{SHIPPED}{folder.name}{place[len(str(folder)) :]}"
