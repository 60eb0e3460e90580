"""Decisions that cannot be made as they should: conditions that err, unreadable commands, programs outside."""

from collections.abc import Iterator

from tests.faults.calls import COMMAND
from tests.faults.installation import SHORT, Bench
from tests.faults.outcomes import Outcome, compare

ASKS = ("claude-code", "copilot-cli", "cursor")  # the others cannot ask: there it is a deny
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


def outside(bench: Bench) -> Iterator[Outcome]:
    """One that leaves with an error, one that is not there, one that is slower than the deadline."""
    installation = bench.installation("claude-code", "managed")
    for word, seconds in (("failing", 30), ("absent", 30), ("sluggish", SHORT)):
        call = installation.call(COMMAND).saying(f"echo {word}")
        ended = installation.run(call, seconds=seconds)
        yield compare(f"{call.name}: {word}", call, ended, "ask")
