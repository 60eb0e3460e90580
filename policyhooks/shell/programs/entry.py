"""The form of what is known about one program, as type checkers see it: no process loads this module.

Every key may be absent. The rows are written, checked and explained elsewhere (compiler/model/program_rows.py); a test
holds the keys of both to each other.
"""

from __future__ import annotations

from typing import TypedDict


class Entry(TypedDict, total=False):
    """A program or a sub-command of one. Texts with a form of their own (`options`, `operands`) are not split here."""

    kind: str
    lang: str
    options: str
    options_if: dict[str, str]
    operands: str
    operands_if: dict[str, str]
    style: str
    posix: bool
    sub: dict[str, Entry]
    versions: bool
    # what it talks to, and what its input and output are
    network: bool
    network_if: str
    output: str
    output_if: str
    stdin_code: bool
    stdin_code_if: str
    stdin_args: bool
    stdin_secret: str
    stdin_to_file: str
    reads_stdin: str | int
    filters: bool
    addresses: str
    # what it changes, and for whom
    elevated: bool
    as_user: str
    remote: bool
    read_only: bool
    read_only_if: str
    changes: str
    idle_if: str
    danger: bool
    touches: dict[str, str]
    copies: str
    spreads: str
    makes_project: bool
    package: str
    package_op: str
    no_scripts: str
    config: dict[str, str]
    target: str
    targets: str
    # which reader knows more about it, and what that one asks for
    special: str
    project: str
    acts: str
    runs_words: bool
    sets: str
    in_shell: bool
    no_functions: bool
    prints: str
    prints_setup: str
    prints_place: str
    locates: str
    words_are_text: bool
    slash_is_content: bool
    lists: str
    script_of: str
    selects: dict[str, str]
