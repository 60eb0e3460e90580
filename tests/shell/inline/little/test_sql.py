"""SQL that leaves the database, and options of programs that run another."""

from __future__ import annotations

import pytest

from tests.shell.reading import view


@pytest.mark.parametrize(
    "text",
    [
        "psql -c \"COPY t TO PROGRAM 'rm -r /srv'\"",
        "psql -c \"copy t from program 'rm -r /srv' with csv\"",
        "psql -c \"COPY t TO/**/PROGRAM 'rm -r /srv'\"",
        "psql -c \"select 1; /* x */ copy t to -- y\n program 'rm -r /srv'\"",
        "psql -c '\\! rm -r /srv'",
        "psql <<< '\\! rm -r /srv'",
        "psql <<'E'\nselect 1;\n\\!rm -r /srv\nE",
        "psql -c 'select 1 \\g | rm -r /srv'",
        "mysql -e '\\! rm -r /srv'",
        "mysql -e 'system rm -r /srv;'",
        "sqlite3 a.db '.shell rm -r /srv'",
        "sqlite3 a.db '.system rm -r /srv'",
        "sqlite3 a.db <<< '.once |rm -r /srv'",
        "gcc -wrapper sh,-c,'rm -r /srv' a.c",
        "cargo --config 'target.x.runner=\"rm -r /srv\"' run",
        'cargo --config \'target.x.runner=["sh", "-c", "rm -r /srv"]\' run',
        "docker run --entrypoint /bin/sh img -c 'rm -r /srv'",
        "docker run --rm --entrypoint rm img -r /srv",
        "sg docker -c 'rm -r /srv'",
        "newgrp docker <<< 'rm -r /srv'",
        "sem -j2 --id a 'rm -r /srv'",
        "cmake -E rm -r /srv",
        "cmake -E remove_directory /srv",
    ],
)
def test_commands_are_seen(text: str) -> None:
    shell = view(text)
    assert shell.understood, shell.problems
    assert "/srv" in [item.norm for item in shell.paths if item.op == "delete"]


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("psql -c \"COPY t TO '/etc/x'\"", "write:/etc/x"),
        ("psql -c \"COPY t FROM '/etc/y'\"", "read:/etc/y"),
        ("mysql -e \"select ';' into/**/outfile '/etc/x'\"", "write:/etc/x"),
        ("psql -c \"select ';'; /*;*/ copy t from '/etc/y'\"", "read:/etc/y"),
        ("psql -c '\\i /tmp/x.sql'", "exec:/tmp/x.sql"),
        ("psql -c \"select pg_read_file('/etc/y')\"", "read:/etc/y"),
        ("mysql -e \"select 1 into outfile '/etc/x'\"", "write:/etc/x"),
        ("mysql -e \"select load_file('/etc/y')\"", "read:/etc/y"),
        ("sqlite3 a.db '.backup /etc/x'", "write:/etc/x"),
        ("sqlite3 a.db \"attach database '/etc/x' as b\"", "write:/etc/x"),
        ("sqlite3 a.db \"select load_extension('/tmp/e.so')\"", "exec:/tmp/e.so"),
    ],
)
def test_files_are_seen(text: str, path: str) -> None:
    assert path in [f"{item.op}:{item.norm}" for item in view(text).paths]


@pytest.mark.parametrize(
    "text",
    [
        "psql -c 'select 1'",
        'psql -c "select \'system rm\' as program, \\"copy\\" from t"',
        "mysql -e 'show tables' db",
        "sqlite3 a.db 'select * from host where edit = 1'",
        "sqlite3 a.db .tables",
        "psql -c '\\dt'",
        "cmake -S . -B build",
        "docker run --entrypoint bash img",
        "sg -p 'foo($A)' src",
    ],
)
def test_ordinary_text_is_harmless(text: str) -> None:
    shell = view(text)
    assert shell.understood, shell.problems
    assert {item.name for item in shell.commands} <= {"psql", "mysql", "sqlite3", "cmake", "docker", "bash", "sg"}
