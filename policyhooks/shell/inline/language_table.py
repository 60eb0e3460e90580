"""The table of a language in the form in which names are looked up. What is in the tables stands in data/languages."""

from __future__ import annotations

from policyhooks.shell.tables import find_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


class Table:
    """The tables of one language, turned from `what -> names` into `name -> what`."""

    __slots__ = ("data", "effects", "folds", "method_folds", "methods", "showing")

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data
        self.effects = inverted(data.get("EFFECTS", {}))
        self.methods = inverted(data.get("METHODS", {}))
        self.folds = inverted(data.get("FOLDS", {}))
        self.method_folds = inverted(data.get("METHOD_FOLDS", {}))
        self.showing = frozenset(data.get("SHOWING", "").split())


def inverted(table: Mapping[str, str]) -> dict[str, str]:
    return {name: what for what, names in table.items() for name in names.split()}


def tables_of(lang: str) -> Table:
    found = _tables.get(lang)
    if found is None:
        found = _tables[lang] = Table(find_value("languages/" + lang))
    return found


_tables: dict[str, Table] = {}
