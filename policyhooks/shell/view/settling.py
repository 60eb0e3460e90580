"""Where and how a command is read, put together: what the walk asks of the view is handed in here."""

from __future__ import annotations

from policyhooks.shell.walk.reading import Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from policyhooks.core.own_rows import OwnRows
    from policyhooks.core.stored_text import StoredText
    from policyhooks.shell.syntax.parser import Parser
    from policyhooks.shell.walk.commands import Command


def settings_of(
    command: str,
    *,
    dialect: str,
    workspace: str,
    home: str,
    resolve_links: bool = True,
    parser: Parser,
    guarded: Sequence[str] = (),
    rows: OwnRows | None = None,  # what users have described, beside what is shipped
    scripts: Callable[[str], StoredText | None] | None = None,  # what stands in files that are run
) -> Settings:
    """Where and how a command is read."""
    return Settings(
        parser=parser,
        dialect=dialect or "bash",
        source=command.encode("utf-8", "surrogatepass"),
        workspace=workspace,
        home=home,
        links=resolve_links,
        guarded=guarded,
        paths_of=asked("path_roles", "paths_of"),
        environment_of=asked("targets", "target_env"),
        sources_of=asked("provenance", "sources_of"),
        rows=rows,
        scripts=scripts,
    )


def asked(module: str, function: str) -> Callable[[Command], Any]:
    """How a command answers for itself what is a view of it, by a module that loads when a rule asks."""

    def compute(command: Command) -> Any:
        found = __import__("policyhooks.shell.view." + module, None, None, (function,))
        return getattr(found, function)(command)

    return compute
