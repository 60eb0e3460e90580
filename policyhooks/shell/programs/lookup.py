"""Finds what is known about a program, by its name. Entries are read-only; what they mean is for others to know.

What is shipped comes first: what users have described (own_lookup.py) only adds names, for the reading under way.
"""

from __future__ import annotations

from policyhooks.shell.tables import find_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeVar

    from policyhooks.core.own_rows import OwnRows
    from policyhooks.shell.programs.entry import Entry

    Result = TypeVar("Result")

NOTHING: Entry = {}
DANGEROUS = "dangerous"  # the key of all names of programs with danger, between blanks
# A number makes another program of a name (k6 is not a k), unless its row says that it has versions. Shells and
# interpreters have: taken for one of them, a program's words are looked at most closely.
COME_WITH_VERSIONS = ("shell", "interpreter")
_entries: dict[str, Entry] = {}
_options: dict[str, dict[str, tuple[tuple[str, ...], str, str]]] = {}
_dangerous: list[str] = []
_own: list[OwnRows] = []  # of the readings under way, the inmost last


def reading_with(rows: OwnRows, work: Callable[..., Result], *given: object) -> Result:
    """What some work gives when these rows of users count too, until it ends. INVARIANT: nothing of them is kept."""
    _own.append(rows)
    try:
        return work(*given)
    finally:
        _own.pop()


def describe(name: str) -> Entry:
    """The entry of a program, or an empty one."""
    found = _entries.get(name)
    if found is None:
        row = None if " " in name else find_value("programs/" + name)
        # INVARIANT: what is kept is shipped.
        found = _entries[name] = describe_form(name, describe_shipped) if row is None else row
    if found is NOTHING and _own:
        from policyhooks.shell.programs.own_lookup import describe_own

        return describe_own(_own[-1], name)
    return found


def describe_shipped(name: str) -> Entry:
    """As `describe`, whatever users have described."""
    aside = _own.copy()
    _own.clear()
    try:
        return describe(name)
    finally:
        _own.extend(aside)


def describe_form(name: str, describe: Callable[[str], Entry]) -> Entry:
    """The entry of a name that has no row: one with a `.*` (mkfs.ext9), a program with its version (python3.12), or a
    shell or interpreter as a disk without case knows it (BASH, bash.exe)."""
    if "." in name[1:] and not name.endswith(".*"):
        general = describe(name.partition(".")[0] + ".*")
        if general is not NOTHING:
            return general
    base = without_version(name)
    if base:
        entry = describe(base)
        if entry.get("versions") or entry.get("kind") in COME_WITH_VERSIONS:
            return entry
    folded = name.lower().removesuffix(".exe")
    if folded != name and describe(folded).get("kind") in COME_WITH_VERSIONS:
        return describe(folded)
    return NOTHING


def without_version(name: str) -> str:
    """The name before a version such as `3`, `-12`, `3.11`; empty where there is none."""
    base = name.rstrip("0123456789.-")
    version = name[len(base) :].removeprefix("-")
    return base if version and all(part.isdigit() for part in version.split(".")) else ""


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
    """Whether the program, or a sub-command of it, is worth finding behind an unknown one."""
    if not name or " " in name:
        return False
    if not _dangerous:
        _dangerous.append(find_value(DANGEROUS))
    names = _dangerous[0]
    if f" {name} " in names:
        return True
    general = name.partition(".")[0] + ".*"
    base = without_version(name)
    if f" {general} " in names or (base and f" {base} " in names):
        entry = describe_shipped(name)  # it may have a row of its own, which says otherwise
        if entry is not NOTHING:
            return entry is describe_shipped(general if f" {general} " in names else base)
    if not _own:
        return False
    from policyhooks.shell.programs.own_lookup import is_dangerous_own

    return is_dangerous_own(_own[-1], name)


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
