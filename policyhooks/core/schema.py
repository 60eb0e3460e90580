"""The typed shape of everything that a condition can see, read from the declarations of records.

For the checker, the documentation and tests; the hook never loads it. Types as in the policy language:
`string`, `int`, `bool`, `timestamp`, `dyn`, `list<T>`, `map<K, V>`, or the name of a record.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, get_args, get_origin, get_type_hints

from policyhooks.core import memory_records, records, shell_records
from policyhooks.core.event import Event
from policyhooks.core.events import MESSAGE_ROOTS, ROOTS
from policyhooks.core.own_rows import OwnRows
from policyhooks.core.values import Record
from policyhooks.evaluation.times import Timestamp

# What the hook's modules name only for type checkers.
_NAMES = {
    "Annotated": Annotated,
    "Callable": Callable,
    "Mapping": Mapping,
    "Memory": object,  # no condition sees it as a whole
    "OwnRows": OwnRows,
    "Sequence": Sequence,
    "Timestamp": Timestamp,
    "Url": shell_records.Url,
}
_SCALARS = {str: "string", int: "int", bool: "bool", object: "dyn", Timestamp: "timestamp"}


def _declared(kind: type[Record]) -> dict[str, tuple[str, str]]:
    """Name in conditions -> (type, note) of every field that conditions see, in the order of the class."""
    hints = get_type_hints(kind, localns=_NAMES, include_extras=True)
    found = {}
    for name, value in vars(kind).items():
        if isinstance(value, property) and value.fget is not None:
            hint = get_type_hints(value.fget, localns=_NAMES, include_extras=True)["return"]
        else:
            hint = hints.get(name)
        if get_origin(hint) is Annotated:
            of, note = get_args(hint)
            found[name.rstrip("_")] = (_type_name(of), note)
    return found


def _type_name(of: object) -> str:
    """A Python type in the words of the policy language."""
    origin, inner = get_origin(of), [_type_name(one) for one in get_args(of)]
    if origin is Sequence:
        return f"list<{inner[0]}>"
    if origin is Mapping:
        return f"map<{inner[0]}, {inner[1]}>"
    if isinstance(of, type) and issubclass(of, Record):
        return of.__name__
    return _SCALARS[of]  # type: ignore[index]  # a field of any other type is a mistake, found at import


def _kinds() -> list[type[Record]]:
    """Every record of a command, of memory and of the event: those behind roots first, those of messages last."""
    order = {name: at for at, name in enumerate((*ROOTS.values(), "", *MESSAGE_ROOTS.values()))}
    found = [*vars(shell_records).values(), *vars(memory_records).values(), *vars(records).values()]
    kinds = list(dict.fromkeys(kind for kind in found if inspect.isclass(kind) and issubclass(kind, Record)))
    kinds.remove(Record)
    return sorted(kinds, key=lambda kind: order.get(kind.__name__, order[""]))


_DECLARED = {kind: _declared(kind) for kind in _kinds()}

# Record -> field -> type, and the same for what they are.
RECORDS: dict[str, dict[str, str]] = {
    kind.__name__: {name: of for name, (of, _) in fields.items()} for kind, fields in _DECLARED.items()
}
FIELD_NOTES: dict[str, dict[str, str]] = {
    kind.__name__: {name: note for name, (_, note) in fields.items()} for kind, fields in _DECLARED.items()
}
# Of root variables that are no records.
ROOT_NOTES: dict[str, str] = {name: note for name, (_, note) in _declared(Event).items()}
RECORD_NOTES: dict[str, str] = {kind.__name__: inspect.getdoc(kind) or "" for kind in _DECLARED}
