"""The programs that users describe: held against what is shipped and against each other, and put together.

A row adds names. INVARIANT: none of them is one that policyhooks knows already, so nothing that is shipped changes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from pydantic import ValidationError

from policyhooks.compiler.files import File
from policyhooks.compiler.model.program_rows import Command, Program, row_of
from policyhooks.compiler.model.programs_file import Programs
from policyhooks.compiler.nodes import Place
from policyhooks.compiler.suggestion import did_you_mean
from policyhooks.compiler.tables.building import DATA
from policyhooks.compiler.tables.programs import PLAIN, Family, Row, names_in, read_families
from policyhooks.errors import Diagnostic
from policyhooks.shell.programs.lookup import NOTHING, describe_shipped, without_version
from policyhooks.shell.syntax.plain import RESERVED
from policyhooks.shell.syntax.zsh import STARTS

MOST_NAMES = 1000
LARGEST_ROW = 40_000  # characters; the largest that is shipped has half of that
# No sign that a shell reads in another way: what is only known when it runs is never a name.
NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.+:@-]*(\.\*)?")
NAME_HINT = "letters, digits and `_.+:@-`; `NAME.*` stands for every name that begins so"
HINT = "a row adds a name, it never changes one that is known"


def check_own(files: Sequence[File[Programs]], *, arrived: bool = False) -> Iterator[Diagnostic]:
    """What is wrong with rows beyond their form.

    `arrived`: they were fine where they were made. A name that has become known since is told and keeps nothing out:
    what is shipped counts.
    """
    own = own_programs(files)
    seen: dict[str, str] = {}
    for file in files:
        for name, place in names_in(file.model):
            if not NAME.fullmatch(name):
                message = f"`{name}` is no name that a program can be known by"
                yield file.at(place, "bad-name", message, NAME_HINT, key=is_key(place))
            elif why := why_known(name):
                yield file.at(place, "known-program", why, HINT, "warning" if arrived else "error", key=is_key(place))
            elif name in seen:
                message = f"`{name}` has a row already, in `{seen[name]}`"
                yield file.at(place, "duplicate-program", message, "a program has one row", key=is_key(place))
            if name not in seen and len(seen) == MOST_NAMES:
                message = f"more than {MOST_NAMES} programs are described"
                yield file.at(place, "too-many-programs", message, "describe those that rules must understand")
            seen.setdefault(name, file.path)
        for name, program in file.model.programs.items():
            yield from check_row(file, name, program, own)


def check_row(file: File[Programs], name: str, program: Program, own: Mapping[str, Program]) -> Iterator[Diagnostic]:
    """One row: where it takes the rest from, whether its conditions can hold, its size."""
    place = ("programs", name)
    size = len(json.dumps(row_of(program)))
    if size > LARGEST_ROW:
        message = f"the row of `{name}` has {size} characters, more than {LARGEST_ROW}"
        yield file.at(place, "row-too-large", message, "leave out what no rule asks for", key=True)
    for where, lang in languages_of(program, place):
        if lang not in known_languages():
            hint = did_you_mean(lang, sorted(known_languages())) or "name a language that a shipped program has"
            yield file.at((*where, "lang"), "bad-value", f"`{lang}` is no language that is known", hint)
    other = program.like
    if other is None:
        return
    if not (own[other].like is None if other in own else describe_shipped(other) is not NOTHING):
        hint = did_you_mean(other, sorted(own)) or "name a program that is shipped, or one with a row of its own"
        yield file.at((*place, "like"), "unknown-program", f"`{other}` has no row of its own", hint)
        return
    try:
        Program.model_validate(dict(whole_row(program, own)))
    except ValidationError as problem:
        words = problem.errors(include_url=False, include_input=False)[0].get("ctx", {})
        message = str(words.get("message", f"the row does not go with that of `{other}`"))
        yield file.at((*place, "like"), "bad-value", message, f"what is not written here is that of `{other}`")


def is_key(place: Place) -> bool:
    """A name is a key of `programs`, and a value of every list."""
    return place[0] == "programs" and len(place) == 2


def why_known(name: str) -> str:
    """Why a name is none that users may describe; empty where it is."""
    stem = name.removesuffix(".*")
    if name in RESERVED or name in STARTS:
        return f"`{name}` is a word of the shell itself"
    for known in dict.fromkeys((name, stem)):
        if describe_shipped(known) is not NOTHING:
            return f"`{known}` is known already, from {family_of(known)}"
    if name.startswith("git-") and name[4:] in git_words():
        return f"`{name}` is known already, as `git {name[4:]}`"
    return ""


def family_of(name: str) -> str:
    """The shipped family that knows a name, also in another form of it."""
    families = shipped_families()
    for form in (name, name.partition(".")[0] + ".*", without_version(name)):
        if form in families:
            return f"the shipped family `{families[form]}`"
    return "the shipped programs"


@cache
def shipped() -> Sequence[Family]:
    """The shipped rows as they are written; none where only their built form is at hand."""
    return read_families(DATA / "programs")


@cache
def shipped_families() -> Mapping[str, str]:
    """The family of every shipped name."""
    return {name: family.name for family in shipped() for name, _ in names_in(family.rows)}


@cache
def known_languages() -> frozenset[str]:
    """The languages of shipped shells and interpreters."""
    rows = [program for family in shipped() for program in family.rows.programs.values()]
    return frozenset(lang for program in rows for _, lang in languages_of(program, ()))


def languages_of(command: Command, place: Place) -> Iterator[tuple[Place, str]]:
    """Every language that a row names, with where it does."""
    if command.lang is not None:
        yield place, command.lang
    for name, inner in (command.sub or {}).items():
        yield from languages_of(inner, (*place, "sub", name))


def git_words() -> frozenset[str]:
    return frozenset(word for names in describe_shipped("git").get("sub", NOTHING) for word in names.split("|"))


def own_programs(files: Sequence[File[Programs]]) -> dict[str, Program]:
    return {name: program for file in files for name, program in file.model.programs.items()}


def collect_own(files: Sequence[File[Programs]]) -> dict[str, Row]:
    """The row of every name that is not known already, in the order of names."""
    own = own_programs(files)
    rows: dict[str, Row] = {}
    for file in files:
        for name, place in names_in(file.model):
            if not why_known(name):
                rows[name] = PLAIN[str(place[0])] if place[0] in PLAIN else whole_row(own[str(place[1])], own)
    return dict(sorted(rows.items()))


def whole_row(program: Program, own: Mapping[str, Program]) -> Row:
    """A row with what it takes from the program that it is like, shipped or not."""
    other = program.like
    base: Mapping[str, Any] = {}
    if other is not None:
        base = row_of(own[other]) if other in own else describe_shipped(other)
    return {**base, **row_of(program)}
