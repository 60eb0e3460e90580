"""One question to a model and everything that came of it, for people and for machines."""

from __future__ import annotations

import json
from collections.abc import Mapping

FORMATS = ("text", "json")
_APART = ("rule", "outcome", "reason", "exchanges")


def render(told: Mapping[str, object], form: str) -> str:
    """The outcome first, then each request with its answer."""
    if form == "json":
        return json.dumps(told, indent=2) + "\n"
    lines = [f"{str(told['outcome']).replace('_', ' ')}: {told.get('reason') or '(no reason given)'}", ""]
    lines += [
        f"  {name:<11} {value}" for name, value in {"rule": told["rule"], **told}.items() if name not in _APART[1:]
    ]
    exchanges = told.get("exchanges")
    for one in exchanges if isinstance(exchanges, list) else ():
        if isinstance(one, Mapping):
            lines += _exchange(one)
    return "\n".join(lines) + "\n"


def _exchange(one: Mapping[str, object]) -> list[str]:
    status = one.get("failure") or f"status {one.get('status')}"
    lines = ["", f"sent to {one.get('address')} ({status}, {one.get('ms')} ms)", *_indented(str(one.get("sent", "")))]
    if one.get("received"):
        lines += ["", "received", *_indented(str(one["received"]))]
    return lines


def _indented(text: str) -> list[str]:
    """JSON with its texts unfolded: what a model reads has lines."""
    try:
        shown = json.dumps(json.loads(text), indent=2, ensure_ascii=False).replace("\\n", "\n")
    except ValueError:
        shown = text
    return [f"  {_plain(line)}" for line in shown.splitlines()]


def _plain(line: str) -> str:
    """No control characters on a terminal."""
    return "".join(character if character.isprintable() else "?" for character in line)
