"""What searches led by coverage are pointed at: readers of texts that others write, and what must hold for any bytes.

A target raises where that does not hold, and says whether its reader took the input. It knows nothing of the fuzzer;
`test_targets.py` runs it on the kept inputs.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import NamedTuple

from policyhooks.clients.catalog import natives
from policyhooks.clients.detection import read_event
from policyhooks.clients.errors import MalformedPayload
from policyhooks.clients.patches import read_patch
from policyhooks.clients.registry import CLIENTS, adapter_for
from policyhooks.core.strict_json import RejectedJson, parse
from policyhooks.core.verdict import Decision
from policyhooks.judge import answer
from policyhooks.judge.opinion import Undecided
from tests.cel.test_hostile import assert_harmless, lowered
from tests.shell.reading import every_field, view

DIALECTS = ("bash", "zsh", "sh")


class Target(NamedTuple):
    """`packages`: whose coverage leads the search."""

    check: Callable[[bytes], bool]
    packages: tuple[str, ...]
    longest: int = 2000


def text_of(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def check_payload(data: bytes) -> bool:
    """An event, or an error that is declared; and every event can be answered, in one JSON document or nothing."""
    client = CLIENTS[data[0] % len(CLIENTS)] if data else CLIENTS[0]
    known = natives(client)
    native = known[data[1] % len(known)] if len(data) > 1 else known[0]
    try:
        payload = parse(data[2:])
    except RejectedJson:
        return False
    if not isinstance(payload, dict):
        return False
    try:
        event = read_event(client, native, payload, {})
    except MalformedPayload:
        return False
    for verdict in ("deny", "pass"):
        response = adapter_for(event.client).render(event, Decision(verdict=verdict, user="u", agent="a"))
        if response.stdout:
            json.loads(response.stdout)
    return True


def check_json(data: bytes) -> bool:
    """What is taken is what the standard reader takes, with the same value, and no key stands twice."""
    try:
        value = parse(data)
    except RejectedJson:
        return False
    text = data.decode("utf-8").lstrip("\ufeff")
    assert json.loads(text, object_pairs_hook=once) == value
    return True


def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    assert len(dict(pairs)) == len(pairs), "a key stands twice"
    return dict(pairs)


def check_condition(data: bytes) -> bool:
    """A condition becomes harmless code, or problems with places in the text."""
    code = lowered(text_of(data))
    if code is not None:
        assert_harmless(code)
    return code is not None


def check_command(data: bytes) -> bool:
    """Every text has a view, all of whose fields can be asked for."""
    shell = view(text_of(data[1:]), DIALECTS[data[0] % len(DIALECTS)] if data else "bash")
    every_field(shell)
    assert "internal" not in shell.problems
    return bool(shell.understood)


def check_answer(data: bytes) -> bool:
    """A judge's answer is exactly one object, or undecided: "ok" is nothing but a plain `true`."""
    text = text_of(data)
    try:
        opinion = answer.read(text, "stop")
    except Undecided:
        return False
    said = json.loads(text.strip().removeprefix("```json").removeprefix("```").removesuffix("```"))
    assert said["ok"] is opinion.ok
    assert set(said) <= answer.KEYS
    assert len(opinion.reason) <= answer.REASON_LIMIT
    return True


def check_patch(data: bytes) -> bool:
    """A patch names files or is refused; what a head names is among them."""
    text = text_of(data)
    try:
        files = read_patch(text)
    except MalformedPayload:
        return False
    assert files
    named = {file.path.raw for file in files if file.path is not None}
    for line in text.split("\n"):
        for head in ("*** Add File: ", "*** Update File: ", "*** Delete File: "):
            if line.startswith(head) and line.isprintable():
                assert line.removeprefix(head).strip() in named
    return True


TARGETS = {
    "payload": Target(check_payload, ("policyhooks.clients", "policyhooks.core")),
    "json": Target(check_json, ("policyhooks.core.strict_json",), 400),
    "condition": Target(check_condition, ("policyhooks.cel",), 300),
    "command": Target(check_command, ("policyhooks.shell",), 400),
    "answer": Target(check_answer, ("policyhooks.judge.answer", "policyhooks.core.strict_json"), 800),
    "patch": Target(check_patch, ("policyhooks.clients.patches",), 800),
}
