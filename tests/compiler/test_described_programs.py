"""Files of `kind: Programs`: what is refused, where it is told, and what becomes of the rest."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from policyhooks.compiler.compile import check_policies, compile_policies
from policyhooks.compiler.described_programs import LARGEST_ROW, MOST_NAMES
from policyhooks.core.own_rows import RowStore
from policyhooks.core.program import source_loader
from policyhooks.errors import Diagnostic, InvalidPolicies
from tests.shell.programs.families import FAMILIES

HEAD = "apiVersion: policyhooks/v1\nkind: Programs\nmetadata: {id: acme.tools, title: Tools, owner: a@b.example}\n"
POLICY = """apiVersion: policyhooks/v1
kind: Policy
metadata: {id: acme.rules, title: Rules, owner: a@b.example}
match: {events: [shell.before]}
rules:
  - id: all
    when: "!shell.understood"
    effect: deny
    message: {user: "No.", agent: "No."}
"""

# rows, code, (line, column), words of the message or help
MISTAKES = {
    "a key": ("programs:\n  acme: {optins: -v}\n", "unknown-key", (5, 10), "did you mean `options`"),
    "a role": ("programs:\n  acme: {options: --x=wirte}\n", "bad-value", (5, 19), "`wirte` in `--x=wirte` is no role"),
    "a condition": ("programs:\n  acme: {changes: --gone}\n", "bad-value", (5, 3), "names `--gone`"),
    "an option twice": ("programs:\n  acme: {options: -v -v}\n", "bad-value", (5, 19), "named twice"),
    "a field of an example": (
        "programs:\n  acme: {examples: [{command: acme, nme: acme}]}\n", "bad-value", (5, 22), "no field of a command",
    ),
    "a known name": ("programs:\n  git: {}\n", "known-program", (5, 3), "from the shipped family `git`"),
    "a known alias": ("programs:\n  acme: {aliases: [podman]}\n", "known-program", (5, 20), "family `containers`"),
    "a known name among plain ones": ("plain: [acme, rm]\n", "known-program", (4, 15), "family `files`"),
    "a known program with its version": (
        "programs:\n  python3.12: {}\n", "known-program", (5, 3), "family `interpreters`",
    ),
    "every version of a known program": ("programs:\n  python3.*: {}\n", "known-program", (5, 3), "`python3` is known"),
    "a known kind of names": ("plain: [mkfs.acme]\n", "known-program", (4, 9), "is known already"),
    "a builtin": ("plain: [cd]\n", "known-program", (4, 9), "family `builtins`"),
    "a word of the shell": ("plain: [then]\n", "known-program", (4, 9), "a word of the shell itself"),
    "a word of zsh": ("plain: [repeat]\n", "known-program", (4, 9), "a word of the shell itself"),
    "a command of git": ("plain: [git-push]\n", "known-program", (4, 9), "as `git push`"),
    "a name with a dollar": ("plain: [a$b]\n", "bad-name", (4, 9), "no name that a program can be known by"),
    "a star in the middle": ('plain: ["ac*me"]\n', "bad-name", (4, 9), "`NAME.*` stands for"),
    "a name twice": ("plain: [acme]\nplain_network: [acme]\n", "duplicate-program", (5, 17), "has a row already"),
    "an alias that has a row": (
        "programs:\n  acme: {aliases: [ac]}\n  ac: {}\n", "duplicate-program", (6, 3), "has a row already",
    ),
    "like nothing": ("programs:\n  acme: {like: acmee}\n", "unknown-program", (5, 16), "did you mean `acme`"),
    "like one that is like another": (
        "programs:\n  acme: {like: rm}\n  acne: {like: acme}\n", "unknown-program", (6, 16), "no row of its own",
    ),
    "like one whose options are gone": (
        'programs:\n  acme: {like: tar, options: "-v"}\n', "bad-value", (5, 16), "which is no option here",
    ),
    "a language": (
        "programs:\n  acme: {sub: {run: {kind: interpreter, lang: pyhton}}}\n", "bad-value", (5, 47), "`python`",
    ),
    "a huge row": (
        f"programs:\n  acme: {{options: {' '.join(f'--o{n}' for n in range(LARGEST_ROW // 4))}}}\n",
        "row-too-large", (5, 3), f"more than {LARGEST_ROW}",
    ),
    "too many": (
        f"plain:\n{''.join(f'  - acme{n}x{chr(10)}' for n in range(MOST_NAMES + 2))}",
        "too-many-programs", (5 + MOST_NAMES, 5), "more than 1000",
    ),
}  # fmt: skip


def write(folder: Path, rows: str, name: str = "tools.yaml", head: str = HEAD) -> str:
    (folder / "rules.yaml").write_text(POLICY)
    (folder / name).write_text(head + rows)
    return str(folder)


def problems_of(folder: str) -> list[Diagnostic]:
    return [one for one in check_policies([folder]).diagnostics if one.severity == "error"]


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_told_where_it_stands(name: str, tmp_path: Path) -> None:
    rows, code, place, words = MISTAKES[name]
    found = problems_of(write(tmp_path, rows))
    assert [(one.code, Path(one.path).name) for one in found] == [(code, "tools.yaml")]
    assert (found[0].line, found[0].column) == place
    assert words in f"{found[0].message} {found[0].help}"


def test_a_name_in_two_files_is_told_in_the_second(tmp_path: Path) -> None:
    write(tmp_path, "plain: [acme]\n")
    other = HEAD.replace("acme.tools", "acme.zoo")
    (found,) = problems_of(write(tmp_path, "programs:\n  acme: {}\n", "zoo.yaml", other))
    assert (found.code, Path(found.path).name, found.line) == ("duplicate-program", "zoo.yaml", 5)
    assert "tools.yaml" in found.message


def test_one_id_for_two_files_is_refused(tmp_path: Path) -> None:
    write(tmp_path, "plain: [acme]\n")
    (found,) = problems_of(write(tmp_path, "plain: [acne]\n", "zoo.yaml"))
    assert found.code == "duplicate-id"


def test_rows_become_modules_that_are_read_one_by_one(tmp_path: Path) -> None:
    rows = "programs:\n  acme: {aliases: [ac], like: rm}\n  acne: {danger: true}\nplain: [ad, ae]\n"
    found = compile_policies([write(tmp_path, rows)])
    assert [name for name in found.modules if name.startswith("row")] == ["row_000", "row_001", "row_002", "rows"]
    read: list[str] = []

    def load(name: str) -> object:
        read.append(name)
        return source_loader(found.modules)(name)

    store = RowStore(load)  # type: ignore[arg-type]
    assert set(store.names) == {"acme", "ac", "acne", "ad", "ae"}
    assert set(read) == {"rows"}
    assert store.row("ac") == store.row("acme")
    assert store.row("ac")["operands"] == "delete*"
    assert set(read) == {"rows", "row_000"}
    assert [name for name in store.names if store.is_dangerous(name)] == ["ac", "acme", "acne"]


HOSTILE = '\'"""+__import__(\'os\').system(\'true\')+"""\\n\\ud800\\u2028{x}'


def test_no_text_of_a_row_becomes_code(tmp_path: Path) -> None:
    quoted = "'" + HOSTILE.replace("'", "''") + "'"
    rows = f"programs:\n  acme:\n    as_user: {quoted}\n    package: {quoted}\n    config: {{{quoted}: command}}\n"
    found = compile_policies([write(tmp_path, rows)])
    for name in ("rows", "row_000"):
        for statement in ast.parse(found.modules[name]).body:
            assert isinstance(statement, ast.Assign)
            if name == "row_000":
                row = ast.literal_eval(statement.value)
                assert row == {"as_user": HOSTILE, "package": HOSTILE, "config": {HOSTILE: "command"}}


def test_a_program_without_rows_is_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "rules.yaml").write_text(POLICY)
    found = compile_policies([str(tmp_path)])
    assert "FEATURES = ()\n" in found.modules["index"]
    assert not [name for name in found.modules if name.startswith("row")]


def test_the_order_of_files_does_not_matter(tmp_path: Path) -> None:
    one, two = "programs:\n  acme: {danger: true}\n", "plain: [acne]\n"
    digests = set()
    for number, (first, second) in enumerate([(one, two), (two, one)]):
        folder = tmp_path / str(number)
        folder.mkdir()
        write(folder, first, "a.yaml")
        write(folder, second, "b.yaml", HEAD.replace("acme.tools", "acme.zoo"))
        digests.add(compile_policies([str(folder)]).digest)
    assert len(digests) == 1


def test_what_has_become_known_since_keeps_nothing_out(tmp_path: Path) -> None:
    """A bundle was built before policyhooks knew the name: its other rows count, that one does not."""
    folder = write(tmp_path, "programs:\n  git: {aliases: [acme], read_only: true}\n")
    with pytest.raises(InvalidPolicies):
        compile_policies([folder])
    found = compile_policies([folder], arrived=True)
    assert set(found.rows) == {"acme"}
    assert "known-program" in [one.code for one in found.diagnostics if one.severity == "warning"]


def test_a_row_may_be_like_every_shipped_program(tmp_path: Path) -> None:
    names = [name for family in FAMILIES.values() for name in family.rows.programs]
    rows = "".join(
        f"  a{number}x: {{like: '{name}'}}\n" for number, name in enumerate(names[:: len(names) // 200 or 1])
    )
    assert not problems_of(write(tmp_path, "programs:\n" + rows))


def test_a_file_of_programs_alone_is_no_mistake(tmp_path: Path) -> None:
    (tmp_path / "tools.yaml").write_text(HEAD + "plain: [acme]\n")
    assert not check_policies([str(tmp_path)]).errors
