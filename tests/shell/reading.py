"""Reads a command in a fixed place, without links: cwd and workspace /w, home /home/dev."""

from __future__ import annotations

from policyhooks.core.shell_records import Shell
from policyhooks.shell.syntax.parser import Parser
from policyhooks.shell.syntax.shfmt_place import locate
from policyhooks.shell.view.shell import read

PARSER = Parser(locate(), limit_s=5.0)


def view(command: str, dialect: str = "bash", parser: Parser = PARSER) -> Shell:
    return read(
        command, dialect=dialect, cwd="/w", workspace="/w", home="/home/dev", resolve_links=False, parser=parser
    )


def names(command: str, dialect: str = "bash") -> list[str]:
    return [item.name for item in view(command, dialect).commands]


def every_field(shell: Shell) -> object:
    """Compute all that a rule could ask for."""
    return (
        [(c.reads, c.writes, c.deletes, c.target_env, c.read_only, c.resolved) for c in shell.commands],
        shell.read_only,
        shell.paths,
        shell.hosts,
        shell.urls,
        shell.flows,
        shell.inline_code,
        shell.package_ops,
        shell.redirects,
    )
