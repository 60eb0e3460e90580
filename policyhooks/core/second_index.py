"""The second index: rules that share a key, found by what else they need of an event. Reads tables, knows no rules.

A number below zero in a table stands for the rules of another table (see core/program.py). Loaded for the programs
and the events that need it. Answers a superset, as the first index does.
"""

from __future__ import annotations

from policyhooks.core.candidates import GRAM, TEXTS, VALUES, find_grams, text_of, values_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from policyhooks.core.candidates import Keys
    from policyhooks.core.event import Event
    from policyhooks.core.program import Load

FEATURE = "index2"
MANY_WINDOWS = 1_000  # of a text: from here on every gram of the row is asked for


def find_packed(row: str, numbers: Sequence[int | tuple[int, ...]], text: str) -> set[int]:
    """The rules of those grams of a sorted row (all of one length) that occur in a text."""
    windows = {text[at : at + GRAM] for at in range(len(text) - GRAM + 1)}
    if len(windows) > MANY_WINDOWS:
        places = [at for at in range(len(numbers)) if row[at * GRAM : at * GRAM + GRAM] in windows]
    else:
        found_at = [place_of(row, window) for window in windows]
        places = [at for at in found_at if at >= 0]
    found: set[int] = set()
    for place in places:
        one = numbers[place]
        found.update((one,) if type(one) is int else one)  # type: ignore[arg-type]
    return found


def place_of(row: str, gram: str) -> int:
    """Where a gram stands in a sorted row of them, or -1."""
    low, high = 0, len(row) // GRAM
    while low < high:
        middle = (low + high) // 2
        if row[middle * GRAM : middle * GRAM + GRAM] < gram:
            low = middle + 1
        else:
            high = middle
    return low if row[low * GRAM : low * GRAM + GRAM] == gram else -1


def resolve(load: Load, e: Event, found: set[int]) -> set[int]:
    """The numbers of rules, those behind other tables included."""
    rules = {number for number in found if number >= 0}
    waiting = [number for number in found if number < 0]
    seen = set(waiting)
    values: dict[str, list[str]] = {}
    while waiting:
        table = load(f"second_{-1 - waiting.pop():03d}")
        ask: Callable[[Event], Iterable[int]] | None = table.get("ask")  # type: ignore[assignment]
        if ask is not None:
            rules.update(ask(e))
            continue
        more: set[int] = set(table["ALWAYS"])  # type: ignore[call-overload]
        keys: Keys = table["KEYS"]  # type: ignore[assignment]
        kinds: Sequence[str] = table["KINDS"]  # type: ignore[assignment]
        for kind in kinds:
            if kind not in values:
                values[kind] = [*VALUES[kind](e)] if kind in VALUES else values_of(load, e, kind)
            for value in values[kind]:
                more.update(keys.get(f"{kind}:{value}", ()))
        grams: Mapping[str, Keys] = table["GRAMS"]  # type: ignore[assignment]
        for field, texts in grams.items():
            more.update(find_grams(texts, TEXTS[field](e) if field in TEXTS else text_of(e, field)))
        new = {number for number in more if number < 0} - seen
        seen |= new
        waiting.extend(new)
        rules.update(number for number in more if number >= 0)
    return rules
