"""Finds what is known about a program: the index, then the one family that holds it. Entries are read-only."""

from __future__ import annotations

from policyhooks.shell.programs.tables.index import DANGEROUS, FAMILIES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    Entry = dict[str, Any]

NOTHING: Entry = {}
# Facts that make something certain hold for the very name only: `echo2` need not print its words.
OF_THE_NAME = frozenset(
    (
        "acts", "filters", "in_shell", "lists", "locates", "no_functions", "prints", "prints_place", "prints_setup",
        "runs_words", "sets", "words_are_text",
    )
)  # fmt: skip
_entries: dict[str, Entry] = {}
_options: dict[str, dict[str, tuple[tuple[str, ...], str, str]]] = {}


def find_family(name: str) -> str:
    """The family that knows the name, or empty."""
    key = f" {name} "
    for family, names in FAMILIES.items():
        if key in names:
            return family
    return ""


def describe(name: str) -> Entry:
    """The entry of a program, or an empty one."""
    if name in _entries:
        return _entries[name]
    family = "" if " " in name else find_family(name)
    found: Entry = NOTHING
    if family:
        programs = __import__("policyhooks.shell.programs.tables." + family, None, None, ("PROGRAMS",)).PROGRAMS
        entry: Entry | str = programs[name]
        found = programs[entry] if isinstance(entry, str) else entry
    else:
        versionless = name.rstrip("0123456789.-")  # python3.11, gcc-12
        general = name.partition(".")[0] + ".*" if "." in name[1:] and not name.endswith(".*") else ""  # mkfs.ext4
        if general and find_family(general):
            found = describe(general)
        elif versionless and versionless != name:
            found = without_own(describe(versionless))
    _entries[name] = found
    return found


def without_own(entry: Entry) -> Entry:
    """What holds for a program of a similar name too."""
    return entry if OF_THE_NAME.isdisjoint(entry) else {key: entry[key] for key in entry if key not in OF_THE_NAME}


def is_shell(entry: Entry) -> bool:
    """Whether a program is a shell: its code is shell text, in the dialect that `lang` names."""
    return entry.get("kind") == "shell"


def is_shell_name(name: str) -> bool:
    return is_shell(describe(name))


def asks_for(asked: str | None, words: Sequence[str]) -> bool:
    """Whether one of the words is among those that a table names (`init|shellenv`; `*`: whatever they are)."""
    return asked is not None and (asked == "*" or any(option in words for option in asked.split("|")))


def is_known(name: str) -> bool:
    return describe(name) is not NOTHING


def is_dangerous(name: str) -> bool:
    if not name or " " in name:
        return False
    return any(f" {form} " in DANGEROUS for form in (name, name.rstrip("0123456789.-"), name.partition(".")[0] + ".*"))


def read_options(text: str) -> dict[str, tuple[tuple[str, ...], str, str]]:
    """name -> (all names, `` | `=` | `?`, role or roles). The text of a table is read once."""
    found = _options.get(text)
    if found is None:
        found = {}
        for token in text.split():
            written, equals, role = token.partition("=")
            names = tuple(written.split("|"))
            mode = ""
            if equals:
                mode = "?" if role.startswith("?") else "="
                role = role.removeprefix("?")
            option = (names, mode, role)
            for name in names:
                found[name] = option
        _options[text] = found
    return found
