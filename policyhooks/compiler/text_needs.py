"""What a search in a text needs: texts that must occur, of literals, patterns and globs. It knows no expressions."""

from __future__ import annotations

from collections.abc import Iterable

from policyhooks.cel.required_texts import required_groups, required_literal
from policyhooks.compiler.needs import NONE, Need, all_of, one_key, some_of, text_in
from policyhooks.compiler.rarity import Clause
from policyhooks.core.candidates import GRAM
from policyhooks.core.event_texts import FOLDED
from policyhooks.evaluation.glob_reader import read_path_glob
from policyhooks.evaluation.globs import SETS, items_of

SEARCHES = ("contains", "startsWith", "endsWith")


def search_in(field: str, how: str, text: str, odd: Clause = NONE) -> Need | None:
    """`field.contains(text)` and its like."""
    if how in SEARCHES:
        return text_in(field, text.casefold() if field[0] == FOLDED else text, odd)
    return pattern_in(field, text, odd) if how == "matches" else None


def equal_in(field: str, text: str) -> Need | None:
    """A text that equals another contains it."""
    return search_in(field, "contains", text) if field else None


def call_in(field: str, name: str, text: str) -> Need | None:
    """`glob(field, text)`, `path_under(field, text)`, `host_matches(field, text)`."""
    if name == "host_matches" and field in ("hosts", "web.host.name"):
        return host_is(text.removeprefix("*.")) if "*" not in text[1:] and text != "*" else None
    if not field or name not in ("glob", "path_under"):
        return None
    if name == "path_under":
        return all_of(search_in(field, "contains", part) for part in text.split("/")) if ".." not in text else None
    alternatives = read_path_glob(text, strict=False)
    return some_of(all_of(glob_in(field, part) for part in parts) for parts in alternatives)


def is_host_list(over: str) -> bool:
    return over in ("shell.hosts", "mcp.hosts")


def host_is(name: str) -> Need | None:
    """A host of this name, or below it."""
    plain = name.casefold().rstrip(".")
    return one_key("host", plain) if plain and name.isascii() else None


def pattern_in(field: str, pattern: str, odd: Clause = NONE) -> Need | None:
    """A pattern that is found: what each match contains, as it stands and, where that says more, in any case."""
    plain = field.removeprefix(FOLDED)
    exact, folded = (long_enough(required_groups(pattern, folded=folded)) for folded in (False, True))
    if plain != field:
        exact = []
    elif {tuple(text.casefold() for text in group) for group in exact} >= set(folded):
        folded = []
    groups = [(field, group) for group in exact] + [(FOLDED + plain, group) for group in folded]
    return all_of(some_of(text_in(where, text, odd) for text in group) for where, group in groups)


def long_enough(groups: Iterable[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """The groups that can be looked for, the longest first."""
    known = [group for group in groups if min(map(len, group)) >= GRAM]
    return sorted(known, key=lambda group: (len(group), -len(group[0])))


def glob_in(field: str, glob: str, odd: Clause = NONE) -> Need | None:
    """A compiled glob that a part of the field fits: its literal runs, the longest first."""
    runs = sorted(literal_runs(glob), key=lambda run: (-len(run), run))
    return all_of(search_in(field, "contains", run, odd) for run in runs)


def literal_runs(glob: str) -> list[str]:
    """The texts between the wildcards of a compiled glob."""
    items = items_of(glob) if glob[:2] == SETS else list(glob)
    return "".join("\0" if len(item) > 1 or item in "*?" else item for item in items).split("\0")


def component_in(text: str, *, whole: bool) -> Need | None:
    """The components of a path that holds this text; its last one only where the path ends there (`whole`)."""
    parts = text.split("/")[1:] if whole else text.split("/")[1:-1]
    known = sorted(filter(None, parts), key=len, reverse=True)
    return all_of(one_key("part", part.casefold()) for part in known)


def norms_in(how: str, text: str) -> Need | None:
    """`p.norm.contains(text)` and its like for some path of a command."""
    parts = component_in(required_literal(text) if how == "matches" else text, whole=how == "endsWith")
    return all_of((parts, search_in("shell.paths", how, text)))
