"""Finds what users have described, by a program's name. Loaded only where somebody has, for names that nobody ships."""

from __future__ import annotations

from policyhooks.shell.programs.lookup import NOTHING, describe_form, describe_shipped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.core.own_rows import OwnRows
    from policyhooks.shell.programs.entry import Entry


def describe_own(rows: OwnRows, name: str) -> Entry:
    """The entry of a program that is not shipped, or an empty one; with its version too, where its row says so."""
    return find_own(rows, name)[0]


def is_dangerous_own(rows: OwnRows, name: str) -> bool:
    """As `is_dangerous`; what is shipped under the name is not for users to say."""
    if describe_shipped(name) is not NOTHING:
        return False
    entry, key = find_own(rows, name)
    owner = rows.owner(key) if entry is not NOTHING else None
    return owner is not None and owner.is_dangerous(key)


def find_own(rows: OwnRows, name: str) -> tuple[Entry, str]:
    """The entry, and the name that has the row."""
    found = ""

    def describe(key: str) -> Entry:
        nonlocal found
        owner = rows.owner(key)
        if owner is None:
            return NOTHING
        found = key
        row: Entry = owner.row(key)  # type: ignore[assignment]  # checked when it was compiled
        return row

    entry = describe(name)
    return (describe_form(name, describe) if entry is NOTHING else entry), found
