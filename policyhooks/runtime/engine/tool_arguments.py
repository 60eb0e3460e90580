"""What the free-form input of a call names: paths with what is done to them, addresses, commands, SQL.

For MCP calls and for tools that no table of a client knows. It knows no rules.
"""

from __future__ import annotations

from policyhooks.core.values import Record
from policyhooks.runtime.engine.argument_keys import PATCH_KEYS
from policyhooks.runtime.engine.argument_leaves import read_leaves
from policyhooks.runtime.engine.command_arguments import commands_in
from policyhooks.runtime.engine.path_arguments import paths_in, urls_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from policyhooks.core.event import HeldCommand
    from policyhooks.runtime.engine.argument_leaves import Leaf
    from policyhooks.runtime.engine.path_arguments import Named

# What a text that is SQL begins with: a verb, a comment or a parenthesis; and what may hold one: JSON, an option.
_SQL_STARTS = frozenset(
    "select insert update delete drop alter create truncate grant revoke merge replace with call exec execute rename"  # noqa: SIM905
    " copy attach detach load explain begin analyze prepare do pragma vacuum reindex declare if set delimiter go"
    " use".split()
)
_PATCH_STARTS = ("*** ", "diff ", "--- ", "Index: ", "\n")
_SQL_SIGNS = '-/#{["\ufeff'


class Input(Record):
    """What was found in an input."""

    paths: Sequence[Named] = ()
    urls: Sequence[str] = ()
    pages: Sequence[str] = ()  # of these, the ones whose key says that they are fetched
    commands: Sequence[HeldCommand] = ()
    problem: str = ""  # why that is not all
    leaves: Sequence[Leaf] = ()


def read_input(tool: str, arguments: Mapping[str, object]) -> Input:
    """Everything that derived events are made of."""
    leaves = read_leaves(arguments)
    found = leaves.found
    paths, many_paths = paths_in(found, tool)
    commands, many_commands = commands_in(found, tool)
    urls, pages = urls_in(found)
    problem = leaves.problem or many_paths or many_commands
    if any(leaf.key in PATCH_KEYS or leaf.text.startswith(_PATCH_STARTS) for leaf in found):
        from policyhooks.runtime.engine.patch_arguments import patches_in

        patched, unread = patches_in(found, tool)
        paths, problem = [*paths, *patched], problem or unread
    return Input(paths=paths, urls=urls, pages=pages, commands=commands, problem=problem, leaves=found)


def sql_in(arguments: Mapping[str, object], leaves: Sequence[Leaf], tool: str = "") -> tuple[list[str], bool]:
    """The statements of every string that is SQL, and whether all of it could be read."""
    for leaf in leaves:
        if leaf.key == "sql" or (leaf.text and _may_hold_sql(leaf.text)):
            from policyhooks.runtime.engine.sql_arguments import read_sql

            return read_sql(arguments, tool)
    return [], True


def _may_hold_sql(text: str) -> bool:
    """Whether a text begins like SQL, or like something that may hold some; most do not."""
    start = text[:64].lstrip(" \t\r\n\f\v(;")
    if not start:
        return len(text) > 64
    if start[0] in _SQL_SIGNS:
        return True
    word = start[:12].lower()
    for end, letter in enumerate(word):
        if not letter.isalpha():
            return word[:end] in _SQL_STARTS
    return word in _SQL_STARTS
