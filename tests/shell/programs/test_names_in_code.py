"""Facts about programs stand in their rows: no code of the shell view holds a list of program names."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import policyhooks.shell
from policyhooks.compiler.tables.programs import names_in
from tests.shell.programs.families import FAMILIES

SHELL = Path(policyhooks.shell.__file__).parent
KNOWN = frozenset(name for family in FAMILIES.values() for name, _ in names_in(family.rows))
FEWEST = 2  # names that make a list
SHARE = 0.4  # of the texts in it
# Words that are names of programs too, but are none here: roles and operations, languages, keys and values of rows.
OTHER_WORDS = """
    read write append delete chmod link exec move use cwd host url command program code config script module argv split
    env mount socat httpie search text sql database package image remote remote_host
    bash sh posix dash zsh mksh ksh shell python ruby perl php lua javascript sed awk vim ed gdb
    kind node grep find fd ls git words format directory files input nothing start op file open - . [ : n v w r R
"""
OTHER = frozenset(OTHER_WORDS.split())
# Lists that stay, by the names in them, and why. They only become fewer.
EXCEPTIONS = {
    "remove unlink rmtree rmdir rm_rf rm_r rm delete rmsync rimraf": "functions of other languages",
    "lftp ftp sftp vim ed make": "languages whose words are strings",
    "unlink rmdir": "functions of Perl",
    "delete die local raise set": "words of other languages",
    "export readonly local declare typeset": "the grammar: these are statements of their own to shfmt",
    "= noglob nocorrect repeat coproc foreach autoload zmodload setopt unsetopt emulate zcompile": "the grammar of zsh",
    "http https ws wss ftp ftps sftp ssh git ldap telnet rsync redis postgres postgresql mysql mongodb smtp": "schemes",
    "http https": "schemes",
    "export declare typeset local readonly": "builtins: how the shell carries out each of its own is code",
    "read mapfile readarray": "builtins",
    "alias hash unset": "builtins",
    "compgen complete": "builtins",
    "test [ printf read mapfile readarray getopts": "builtins",
    "bind bind-key set set-option": "commands of tmux",
}


def texts_of(node: ast.AST) -> list[str]:
    """The texts that a literal lists: elements, keys of a table, words of a text."""
    if isinstance(node, ast.Tuple | ast.Set | ast.List):
        items: list[ast.expr | None] = list(node.elts)
    elif isinstance(node, ast.Dict):
        items = list(node.keys)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str) and "\n" in node.value:
        return node.value.split()
    else:
        return []
    return [item.value for item in items if isinstance(item, ast.Constant) and isinstance(item.value, str)]


def lists_programs(texts: list[str]) -> bool:
    named = [text for text in texts if text in KNOWN and text not in OTHER]
    return len(named) >= FEWEST and len(named) >= SHARE * len(texts)


def docstrings(tree: ast.Module) -> Iterator[ast.AST]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr):
            yield node.value


def lists_in_code() -> dict[str, str]:
    """The names of each list of programs -> where it stands."""
    found: dict[str, str] = {}
    for path in sorted(SHELL.rglob("*.py")):
        place = path.relative_to(SHELL).as_posix()
        tree = ast.parse(path.read_text(encoding="utf-8"))
        spared = set(map(id, docstrings(tree)))
        for node in ast.walk(tree):
            texts = texts_of(node)
            if id(node) not in spared and lists_programs(texts):
                found[" ".join(texts)] = f"{place}:{getattr(node, 'lineno', 0)}"
    return found


def test_no_list_of_program_names_in_code() -> None:
    new = {names: place for names, place in lists_in_code().items() if names not in EXCEPTIONS}
    assert not new, f"a fact about programs is a key of their rows (docs/reference/program-rows.md): {new}"


def test_exceptions_become_fewer() -> None:
    assert set(EXCEPTIONS) <= set(lists_in_code()), "take out what is no longer needed"


def test_a_list_would_be_found() -> None:
    assert lists_programs(["tee", "dd", "sponge"])
    assert lists_programs(["tmux", "byobu"])
    assert not lists_programs(["read", "write", "append"])
    assert not lists_programs(["PATH", "HOME", "tee"])
