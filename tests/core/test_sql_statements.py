"""SQL in statements: what every dialect would run is among them, however it is spelled."""

import contextlib
import random
import sqlite3
from collections.abc import Callable

import pytest

from policyhooks.core.sql_dialects import DIALECTS, Dialect, readings_of
from policyhooks.core.sql_split import split
from policyhooks.core.sql_statements import MOST_STATEMENTS, looks_like_sql, may_be_sql, statements_in
from tests.support.counts import scaled

TABLE = [
    ("select 1; drop table users", ["select 1", "drop table users"]),
    ("select 1;;; ;drop table users;", ["select 1", "drop table users"]),
    ("drop -- x\n table /* y */ users", ["drop table users"]),
    ("drop # x\n table users", ["drop table users"]),
    ("drop // x\n table users", ["drop table users"]),
    ("select 1--1; drop table users", ["drop table users"]),
    ("/* /* */ drop table users /* */ */", ["drop table users */"]),
    ("/* /* */ */ drop table users", ["drop table users"]),
    ("/*!50000 drop */ table users", ["drop table users"]),
    ("/*!drop*/ /*!99999 table*/ users", ["drop table users"]),
    ("/*M!100000 drop table users */", ["drop table users"]),
    ("select 'a;b'", ["select 'a;b'"]),
    ("select 'it''s; x'; drop table users", ["select 'it''s; x'", "drop table users"]),
    ("select 'it\\'; drop table users -- '", ["drop table users"]),
    ("select 'it\\'s'; drop table users; -- '", ["drop table users"]),
    ("select E'it\\'; x'; drop table users", ["select E'it\\'; x'", "drop table users"]),
    ("select $$ ' $$; drop table users -- '", ["drop table users"]),
    ("select $a$ $$ ' $a$; drop table users", ["drop table users"]),
    ("select $1; drop table users", ["select $1", "drop table users"]),
    ("select q'[it's]'; drop table users --'", ["drop table users"]),
    ("select [a'b]; drop table users --'", ["drop table users"]),
    ("select `a'b`; drop table users --'", ["drop table users"]),
    ("select \"a'b\"; drop table users --'", ["drop table users"]),
    ("select '''a'b'''; drop table users", ["drop table users"]),
    ("DELIMITER //\ndrop table users//\nselect 1//\nDELIMITER ;\nselect 2;", ["drop table users", "select 2"]),
    ("select 1\nGO\ndrop table users\ngo 5", ["select 1", "drop table users"]),
    ("select 1 from dual\n/\ndrop table users", ["drop table users"]),
    ("select 1\\G drop table users", ["drop table users"]),
    ("((drop table users))", ["drop table users"]),
    ("(select 1) union (select 2)", ["(select 1) union (select 2)"]),
    ("with x as (delete from users returning *) select 1", ["delete from users returning *"]),
    ("with x as (select 1), y as (update users set a = (select 2)) select 1", ["update users set a = (select 2)"]),
    ("explain analyze delete from users", ["delete from users"]),
    ("explain (analyze, verbose) delete from users", ["delete from users"]),
    ("begin drop table users; end", ["drop table users"]),
    ("if 1 = 1 drop table users", ["drop table users"]),
    ("select 1 drop table users", ["drop table users"]),
    ("delete from users select 1 where 1 = 0", ["delete from users"]),
    ("exec('drop table users')", ["drop table users"]),
    ("execute immediate 'drop table users'", ["drop table users"]),
    ("exec sp_executesql N'select 1; drop table users'", ["drop table users"]),
    ("do $$ begin drop table users; end $$", ["drop table users"]),
    ("prepare p from 'drop table users'", ["drop table users"]),
    ("exec('exec(''drop table users'')')", ["drop table users"]),
    ("select dblink_exec('x', 'drop table users')", ["drop table users"]),
    ("prepare p as delete from users", ["delete from users"]),
    ("\ufeffdrop table users", ["drop table users"]),
    ("drop\u00a0table users", ["drop table users"]),
]
# What no reading makes a statement of.
ABSENT = [
    ("select 'drop table users'", "drop"),
    ("insert into t values ('delete from users')", "delete"),
    ("grant select, delete, update on t to u", "delete"),
    ("create table a (b int references c on delete cascade on update restrict)", "delete"),
    ("select * from t for update", "update"),
    ("create trigger x before delete on t execute function f()", "delete"),
    ("insert into t values (1) on duplicate key update a = 1", "update"),
    ("select a.delete, b.drop from a", "delete"),
    ("explain delete from users", "delete"),
    ("update t set note = 'drop table users' where id = 1", "drop"),
]


@pytest.mark.parametrize(("text", "expected"), TABLE)
def test_statements(text: str, expected: list[str]) -> None:
    statements, understood = statements_in(text)
    assert [one for one in expected if one not in statements] == []
    assert understood


@pytest.mark.parametrize(("text", "verb"), ABSENT)
def test_what_only_sounds_like_a_statement(text: str, verb: str) -> None:
    assert not [one for one in statements_in(text)[0] if one.startswith(verb)]


@pytest.mark.parametrize("text", ["select 'x", 'select "x', "select $$ x'", "select `x'", "select 1; 'x"])
def test_what_does_not_end_in_any_dialect_is_not_understood(text: str) -> None:
    assert not statements_in(text)[1]
    assert not any(split(text, dialect)[1] for dialect in DIALECTS)


def test_limits_are_not_silent() -> None:
    assert not statements_in("select 1; " * (1 << 16))[1]
    assert not statements_in(";".join(f"select {number}" for number in range(MOST_STATEMENTS + 1)))[1]
    assert not statements_in("select 1 drop table a" + "".join(f" drop table a{n}" for n in range(MOST_STATEMENTS)))[1]
    assert not statements_in("exec(" + ",".join(["'drop table a'"] * 1000) + ")")[1]


# ---- every dialect's own spellings ------------------------------------------------------------------

DEEDS = (
    "drop table victim",
    "truncate table victim",
    "delete from victim",
    "update victim set a = 1",
    "alter table victim drop a",
)


def _blank(source: random.Random, dialect: Dialect) -> str:
    found = [" ", "\n", "\t", "  \r\n ", "/**/", "/* ; ' */", "-- ' ;\n", '/* " ` [ */', "/*-*//**/"]
    if dialect.hash:
        found += ["# ' ;\n", "#\n"]
    if dialect.slashes:
        found += ["// ' ;\n"]
    found += ["/* /* ' */ ; */"] if dialect.nested else ["/* /* ' */"]
    return source.choice(found)


def _literal(source: random.Random, dialect: Dialect) -> str:
    found = ["'a'", "''", "';'", "'/*'", "'--'", "'it''s ;'", "'\"'"]
    found += ["'a\\';'", "'\\\\'"] if dialect.backslash else ["'a\\'", "'\\'"]
    if dialect.escape_prefix:
        found += ["E'a\\'; '", "e'\\\\'"]
    if dialect.dollar:
        found += ["$$ ' ; $$", "$t$ $$ ' $t$", "$$$$"]
    if dialect.bracketed:
        found += ["q'[it's ; ]'", "Q'!a'b!'", "q'<a'>'"]
    if dialect.triple:
        found += ["'''a ' ; '''"]
    found += [f"{opening} ;' {closing}" for opening, closing in dialect.quotes.items() if opening != "'"]
    return source.choice(found)


def _spell(source: random.Random, dialect: Dialect, statement: str) -> str:
    words = [source.choice((word, word.upper(), word.title())) for word in statement.split(" ")]
    if dialect.executable and source.random() < 0.3:
        place = source.randrange(len(words))
        words[place] = f"/*!{source.choice(('', '50000 ', '40101 '))}{words[place]}*/"
    text = words[0]
    for word in words[1:]:
        text += "".join(_blank(source, dialect) for _ in range(source.randrange(1, 3))) + word
    return text


def _script(source: random.Random, dialect: Dialect, deed: str) -> str:
    """Harmless statements with a deed among them, every blank and quote in the dialect's own spelling."""
    parts = [f"select{_blank(source, dialect)}{_literal(source, dialect)}" for _ in range(source.randrange(0, 4))]
    wraps: list[Callable[[str], str]] = [
        lambda text: text,
        lambda text: f"({text})",
        lambda text: f"with x as ({text} returning 1) select 1",
        lambda text: f"explain analyze {text}",
        lambda text: f"begin {text}",
    ]
    spelled = source.choice(wraps)(_spell(source, dialect, deed))
    parts.insert(source.randrange(len(parts) + 1), spelled)
    text = "".join(part + _blank(source, dialect) + ";" + _blank(source, dialect) for part in parts)
    return _blank(source, dialect) + text


@pytest.mark.parametrize("dialect", DIALECTS, ids=lambda dialect: dialect.name)
def test_every_deed_is_found_in_the_spellings_of_its_dialect(dialect: Dialect) -> None:
    source = random.Random(dialect.name)
    for _ in range(scaled(4000)):
        deed = source.choice(DEEDS)
        text = _script(source, dialect, deed)
        statements, understood = statements_in(text)
        assert any(one.lower().startswith(deed) for one in statements), text
        assert understood, text


# ---- a real engine -------------------------------------------------------------------------------------

PIECES = [
    "drop table victim", "DROP/**/TABLE victim", "drop\ntable if exists victim", "delete from victim", "x", "E'", "//",
    "DELETE FROM [victim]", "drop table `victim`", 'drop table "victim"', "with x as (select 1) delete from victim",
    "explain drop table victim", "drop table main.victim", "select 1", "select 'a'", "select ';'", "'", "''", '"', "`",
    "select [a;b] from (select 1 as [a;b])", "[", "]", "--", "-- x", "\n", "/*", "*/", "/* x */", "#", "\\", "\\'",
    "1", "$$", "$a$", ";", ";", ";", " ", " ", "(", ")", "update victim set a = 2", "begin", "commit", "values (1)",
    "pragma user_version",
]  # fmt: skip


def _victim_lives(text: str) -> bool:
    """Whether a table and its row are there, unchanged, after SQLite has run a script as far as it would."""
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as engine:
        engine.execute("create table victim (a)")
        engine.execute("insert into victim values (1)")
        with contextlib.suppress(sqlite3.Error, sqlite3.Warning, ValueError):
            engine.executescript(text)
        try:
            return bool(engine.execute("select a from victim").fetchall() == [(1,)])
        except sqlite3.Error:
            return False


def test_whatever_sqlite_really_did_is_among_the_statements() -> None:
    source = random.Random(1789)
    done, count = 0, scaled(40_000)
    for _ in range(count):
        pieces = [source.choice(PIECES) + source.choice(("", " ", ";", "\n")) for _ in range(source.randrange(1, 9))]
        text = "".join(pieces)
        if _victim_lives(text):
            continue
        done += 1
        deeds = [one.lower() for one in statements_in(text)[0]]
        assert any(one.startswith(("drop table", "delete from", "update")) and "victim" in one for one in deeds), text
    assert done > count // 20


def test_what_sqlite_holds_for_one_statement_is_not_cut() -> None:
    """By `complete_statement`: what it calls incomplete has no separator in it."""
    (sqlite,) = [dialect for dialect in DIALECTS if dialect.name == "sqlite"]
    source = random.Random(3)
    literals = ["'a;b'", '"a;b"', "[a;b]", "`a;b`", "/* ; */", "-- ;\n", "'it''s;'", "'\\;'", "$$", "#", "a", "1"]
    for _ in range(scaled(20_000)):
        text = "select " + " ".join(source.choice(literals) for _ in range(source.randrange(1, 6)))
        assert not sqlite3.complete_statement(text)
        assert sqlite3.complete_statement(text + "\n;")
        assert len(split(text + "\n;", sqlite)[0]) == 1, text


# ---- shape ------------------------------------------------------------------------------------------------


def test_dialects_that_are_left_out_read_a_text_like_one_that_is_not() -> None:
    source = random.Random(5)
    marks = ["'", '"', "`", "[", "]", "$", "#", "/", "*", "!", "-", "\\", ";", " ", "\n", "a", "q", "e", "1"]
    for _ in range(scaled(20_000)):
        text = "".join(source.choices(source.sample(marks, 6), k=source.randrange(1, 14)))
        readings = [split(text, dialect) for dialect in readings_of(text)]
        assert all(split(text, dialect) in readings for dialect in DIALECTS), text


def test_the_mask_is_as_long_as_the_statement() -> None:
    source = random.Random(6)
    for _ in range(scaled(10_000)):
        text = "".join(source.choice(PIECES) for _ in range(source.randrange(1, 12)))
        for dialect in DIALECTS:
            for code, mask in split(text, dialect)[0]:
                assert len(code) == len(mask)
                assert code == code.strip(" ")


@pytest.mark.parametrize(
    "text",
    [
        "(" * 50_000, "'" * 100_000, "/*" * 100_000, "$$" * 50_000, "drop table a " * 10_000, "exec('a') " * 5_000,
        "a;" * 90_000,
    ],
    ids=range(7),
)  # fmt: skip
def test_hostile_texts_end(text: str) -> None:
    statements_in(text)


@pytest.mark.parametrize("text", [text for text, _ in TABLE if not text.startswith("if ")])
def test_what_begins_like_sql_is_seen_under_any_key(text: str) -> None:
    assert may_be_sql(text)
    assert looks_like_sql(text)
