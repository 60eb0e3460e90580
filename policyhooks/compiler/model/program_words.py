"""The small notations inside a program's row: options, operands, conditions, roles. Each is checked when it is read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pydantic_core import PydanticCustomError

from policyhooks.shell.programs.roles import is_role

if TYPE_CHECKING:
    from policyhooks.compiler.model.program_rows import Command

OPERATIONS = ("read", "write", "append", "delete", "chmod", "link", "exec", "use")


def refuse(message: str) -> PydanticCustomError:
    """The error that becomes a diagnostic at the value, with this message."""
    return PydanticCustomError("said", "{message}", {"message": message})


def check_role(role: str, where: str) -> None:
    if not is_role(role):
        raise refuse(f"`{role}` in `{where}` is no role")


def check_options(text: str) -> str:
    """`-a|--all -o|--output=write --bind=write,text --color=?`."""
    seen: set[str] = set()
    for token in text.split():
        names, _, roles = token.partition("=")
        for name in names.split("|"):
            if not name:
                raise refuse(f"`{token}` has an option without a name")
            if name in seen:
                raise refuse(f"the option `{name}` is named twice")
            seen.add(name)
        for role in roles.removeprefix("?").split(",") if roles.removeprefix("?") else ():
            check_role(role, token)
    return text


def check_operands(text: str) -> str:
    """`text read* write`: at most one repeated role, besides `env*` before a command."""
    tokens = text.split()
    for token in tokens:
        check_role(token.rstrip("?*+"), token)
    if sum(one[-1] in "*+" and one != "env*" for one in tokens) > 1:
        raise refuse(f"`{text}` repeats more than one role")
    return text


def check_condition(text: str) -> str:
    """Groups with `&` between, of options with `|` between; `!`, `@2`, `%word`, `-X=GET`; empty is always."""
    if text:
        for item in items_of(text):
            if not item or any(sign.isspace() for sign in item):
                raise refuse(f"`{text}` is no condition: a part of it is empty or holds a blank")
            if item[0] == "@" and not item[1:].isdigit():
                raise refuse(f"`{item}` is no number of operands: write `@2`")
    return text


def check_option_names(text: str) -> str:
    """`-a|--bc`."""
    if not text or any(not name or any(sign.isspace() for sign in name) for name in text.split("|")):
        raise refuse(f"`{text}` is no list of options: write `-a|--all`")
    return text


def check_paths(text: str) -> str:
    """`write:. delete:~/x`."""
    for token in text.split():
        operation, colon, path = token.partition(":")
        if operation not in OPERATIONS or not colon or not path:
            raise refuse(f"`{token}` is no path that is touched: write `write:PATH`")
    return text


def check_setting(text: str) -> str:
    """The role of a setting's value; `command!` is one after a leading `!`."""
    check_role(text.removesuffix("!"), text)
    return text


def items_of(condition: str) -> Iterator[str]:
    """The single terms of a condition, without their `!`."""
    for group in condition.split("&"):
        for item in group.removeprefix("!").split("|"):
            yield item.removeprefix("!")


def check_lists(command: Command, known: frozenset[str] = frozenset(("", "--"))) -> None:
    """Whether every condition names options that the command or one above it has. `idle_if` may name any."""
    known |= {name for token in (command.options or "").split() for name in token.partition("=")[0].split("|")}
    conditions = [
        *(command.operands_if or ()),
        *(command.options_if or ()),
        *(command.touches or ()),
        *(
            one
            for one in (
                command.changes, command.read_only_if, command.output_if, command.network_if, command.stdin_code_if,
            )
            if one is not None
        ),
    ]  # fmt: skip
    for condition in conditions:
        for item in items_of(condition):
            if item[:1] not in ("@", "%") and item.partition("=")[0] not in known:
                raise refuse(f"the condition `{condition}` names `{item}`, which is no option here")
    for inner in (command.sub or {}).values():
        check_lists(inner, known)
