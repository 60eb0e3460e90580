"""What can still be checked in a policy that does not fit its model: the file without the parts that do not.

All problems are told at once, so a misspelt key in one rule must not hide a wrong condition in another. What
is salvaged is looked at and never compiled.
"""

from __future__ import annotations

from typing import Any

from pydantic import ValidationError

from policyhooks.compiler.model.policy import Policy
from policyhooks.compiler.nodes import Document, Mapping, Place, plain_data
from policyhooks.compiler.validation import real_place

ROUNDS = 4
# Without these, names that are fine would look unknown.
NEEDED = ("lists", "variables", "params", "imports", "kind", "apiVersion")


def salvage(document: Document) -> Policy | None:
    """The policy without its misfitting parts; None when too little is left to judge the rest by."""
    data: Any = plain_data(document.root)
    for _ in range(ROUNDS):
        try:
            return Policy.model_validate(data)
        except ValidationError as refused:
            if not _mend_all(document, data, refused):
                return None
    return None


def _mend_all(document: Document, data: Any, refused: ValidationError) -> bool:
    """Take out what is refused; false where that is a part without which nothing can be judged."""
    for error in refused.errors(include_url=False, include_input=False):
        place, missing = real_place(document.root, error["loc"])
        if not isinstance(document.root, Mapping) or not place or place[0] in NEEDED:
            return False
        if error["type"] == "too_short" and place == ("rules",):
            continue  # said of a list all of whose rules misfit
        mend(data, place, missing if error["type"] == "missing" else "")
    return True


def mend(data: Any, place: Place, missing: str) -> None:
    """Fill in what is missing, or take out the key that holds what does not fit; rules keep their numbers."""
    rule = place[:2] if place[0] == "rules" and len(place) > 1 else ()
    owner = place if missing else place[:-1]
    if missing and (owner == rule or owner == ("metadata",)):
        set_at(data, (*owner, missing), "salvaged")
        return
    inner = place[len(rule) :]
    keys = [number for number, step in enumerate(inner) if isinstance(step, int)]
    end = len(rule) + (keys[0] if keys else len(inner))
    if end <= len(rule):
        set_at(data, rule or place[:1], {"id": "salvaged", "effect": "warn"})
    else:
        take_out(data, place[:end])


def set_at(data: Any, place: Place, value: object) -> None:
    owner = find(data, place[:-1])
    last = place[-1]
    if isinstance(owner, dict) or (isinstance(owner, list) and isinstance(last, int) and last < len(owner)):
        owner[last] = value  # type: ignore[index]


def take_out(data: Any, place: Place) -> None:
    owner = find(data, place[:-1])
    if isinstance(owner, dict):
        owner.pop(place[-1], None)


def find(data: Any, place: Place) -> Any:
    """What an earlier mend has left at a place, or None."""
    for step in place:
        if isinstance(data, dict):
            data = data.get(step)
        elif isinstance(data, list) and isinstance(step, int) and step < len(data):
            data = data[step]
        else:
            return None
    return data
