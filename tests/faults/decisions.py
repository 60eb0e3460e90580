"""Decisions that cannot be made as they should: conditions that err, unreadable commands, programs outside."""

import json
import unicodedata
from collections.abc import Iterator

from tests.faults.calls import COMMAND
from tests.faults.installation import SHORT, Bench
from tests.faults.outcomes import Outcome, compare

ASKS = ("claude-code", "copilot-cli", "cursor")  # the others cannot ask: there it is a deny
# What people read must not steer a terminal, stand on its head or be a template; the last is what our own prompts hold.
SPEAKING = {
    "colours": "\x1b[31mred\x1b]0;title\x07",
    "a line of its own": "x\r\x1b[2Kallowed",
    "control characters": "a\x00b\x7fc\x9b31md",
    "right to left": "abc\u202edcba\u2066x\u2069",
    "without width": "to\u200bu\u2060ch\ufeff",
    "tags": "x\U000e0041\U000e0042",
    "a template": "{{ 7 * 7 }} {% raw %}",
    "a placeholder": "$ARGUMENTS ${ARGUMENTS}",
}
UNREADABLE = ("echo $(", "if then", "(((", "echo hi) (", "eval $x", "$(cat x) y")


def erring(bench: Bench) -> Iterator[Outcome]:
    for installation in bench.every():
        call = installation.call(COMMAND).saying("echo seven")
        wanted = "ask" if installation.client in ASKS else "block"
        yield compare(call.name, call, installation.run(call), wanted)


def unreadable_command(bench: Bench) -> Iterator[Outcome]:
    installation = bench.installation("claude-code", "managed")
    for command in UNREADABLE:
        call = installation.call(COMMAND).saying(command)
        yield compare(f"{call.name}: {command}", call, installation.run(call), "ask")


def speaking(bench: Bench) -> Iterator[Outcome]:
    """A message that quotes the command."""
    for installation in bench.every():
        for name, text in SPEAKING.items():
            call = installation.call(COMMAND).saying(f"echo quoted {text}")
            ended = installation.run(call)
            yield compare(f"{call.name}: {name}", call, ended, "block")
            said = [*_texts(json.loads(ended.stdout or b"null")), ended.stderr.decode()]
            hidden = {
                char for one in said for char in one.replace("\n", "") if unicodedata.category(char) in ("Cc", "Cf")
            }
            yield Outcome(f"{call.name}: {name}, as it is read", f"it holds {sorted(hidden)}" if hidden else "")
            if text.isascii() and text.isprintable():
                as_sent = any(text in one for one in said)
                yield Outcome(f"{call.name}: {name}, as it was sent", "" if as_sent else f"it became {said}")


def _texts(value: object) -> Iterator[str]:
    """Every string of a document."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for inner in value:
            yield from _texts(inner)
    elif isinstance(value, str):
        yield value


def outside(bench: Bench) -> Iterator[Outcome]:
    """One that leaves with an error, one that is not there, one that is slower than the deadline."""
    installation = bench.installation("claude-code", "managed")
    for word, seconds in (("failing", 30), ("absent", 30), ("sluggish", SHORT)):
        call = installation.call(COMMAND).saying(f"echo {word}")
        ended = installation.run(call, seconds=seconds)
        yield compare(f"{call.name}: {word}", call, ended, "ask")
