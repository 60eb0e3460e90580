"""Which texts that were not kept no rule looks at: the agent's own words beside a command, where no rule reads them.

A journal keeps no prose, and nearly every command has some. Whether a program reads a call's raw input is told by its
functions themselves, so an answer is never a guess.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import CodeType, FunctionType

from policyhooks.core.program import Rule
from policyhooks.runtime.engine.selection import LoadedProgram

PROSE = frozenset(("tool_input.description", "toolArgs.description", "toolInput.description"))
SHELL = "shell.before"
RAW = frozenset(("input", "payload"))


def is_prose(unknown: Sequence[str]) -> bool:
    """Whether all that was not kept of an event is prose. Each text begins with the dotted name."""
    return all(one.split(" ", 1)[0] in PROSE and " was not kept" in one for one in unknown)


def reads_raw_input(programs: Sequence[LoadedProgram]) -> bool:
    """Whether a rule about commands reads the input of the call as the client sent it."""
    return any(RAW & set(_names(code)) for program in programs for code in _codes(program))


def _codes(program: LoadedProgram) -> Iterator[CodeType]:
    """The code of every rule that a command can concern."""
    count, size = program.index.get("RULE_COUNT"), program.index.get("BUCKET_SIZE")
    assert isinstance(count, int)
    assert isinstance(size, int)
    for bucket in range((count + size - 1) // size):
        module = program.load(f"bucket_{bucket:03d}")
        rules = module["RULES"]
        assert isinstance(rules, dict)
        others = {str(number) for number, rule in rules.items() if not _about_commands(rule)}
        own = [(name, value) for name, value in module.items() if isinstance(value, FunctionType)]
        for name, value in own:
            number = name.partition("_")[2].partition("_")[0]  # when_3 and exception_3_1 belong to rule 3
            # What was imported from the engine reads no event by itself.
            if value.__globals__ is module and number not in others:
                yield value.__code__


def _about_commands(rule: Rule) -> bool:
    return not rule.events or SHELL in rule.events or "tool.before" in rule.events


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)
