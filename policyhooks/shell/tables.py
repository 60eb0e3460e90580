"""Finds what is known about a program: the index, then the one family that holds it. Entries are read-only."""

from __future__ import annotations

from policyhooks.shell.programs.index import DANGEROUS, FAMILIES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Entry = dict[str, Any]

NOTHING: Entry = {}
_entries: dict[str, Entry] = {}
_options: dict[str, dict[str, tuple[tuple[str, ...], str, str]]] = {}


def describe(name: str) -> Entry:
    """The entry of a program, or an empty one."""
    if name in _entries:
        return _entries[name]
    family = FAMILIES.get(name)
    if family is None:
        versionless = name.rstrip("0123456789.-")  # python3.11, gcc-12
        if versionless == name or versionless not in FAMILIES:
            return NOTHING
        return describe(versionless)
    module = __import__("policyhooks.shell.programs." + family, None, None, ("PROGRAMS",))
    programs = module.PROGRAMS
    entry: Entry | str = programs[name]
    found: Entry = programs[entry] if isinstance(entry, str) else entry
    _entries[name] = found
    return found


def is_known(name: str) -> bool:
    return name in FAMILIES or name.rstrip("0123456789.-") in FAMILIES


def is_dangerous(name: str) -> bool:
    return name in DANGEROUS or name.rstrip("0123456789.-") in DANGEROUS


def read_options(text: str) -> dict[str, tuple[tuple[str, ...], str, str]]:
    """name -> (all names, `` | `=` | `?` | `2`, role). The text of a table is read once."""
    found = _options.get(text)
    if found is None:
        found = {}
        for token in text.split():
            written, equals, role = token.partition("=")
            names = tuple(written.split("|"))
            mode = ""
            if equals:
                mode = role[:1] if role[:1] in ("?", "2") else "="
                role = role.removeprefix(mode)
            option = (names, mode, role)
            for name in names:
                found[name] = option
        _options[text] = found
    return found
