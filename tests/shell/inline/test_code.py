"""Inline code: Python by its tree, others by a scan; the commands, paths and connections in it."""

from __future__ import annotations

from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from policyhooks.shell.expansion.state import Word
from policyhooks.shell.inline.calls.call_effects import effects_of
from policyhooks.shell.inline.language_kinds import READ
from policyhooks.shell.inline.language_readers import outline_of
from policyhooks.shell.inline.little.scripts import commands_in
from policyhooks.shell.inline.scan import analyse as scan
from tests.shell.reading import names, view
from tests.support.counts import scaled


def analyse(text: str, lang: str = "python") -> tuple[bool, list[str], list[str], list[str]]:
    done = effects_of(lang, outline_of(lang, text), unsure=False)
    return done.understood, list(done.imports), list(done.calls), list(done.strings)


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ("import os\nos.system('a')", "os.system"),
        ("import os as o\no.system('a')", "os.system"),
        ("from os import system as s\ns('a')", "os.system"),
        ("from shutil import rmtree\nrmtree('/')", "shutil.rmtree"),
        ("__import__('os').system('a')", "os.system"),
        ("getattr(__import__('os'), 'system')('a')", "os.system"),
        ("import pathlib\npathlib.Path('a').unlink()", "pathlib.Path().unlink"),
        ("open('a', 'w')", "open"),
    ],
)
def test_python_calls(text: str, call: str) -> None:
    assert call in analyse(text)[2]


def test_python_imports_and_strings() -> None:
    understood, imports, _, strings = analyse("import os, re as r\nfrom a.b import c\nprint('x', b'y')")
    assert understood
    assert imports == ["os", "re", "a.b"]
    assert strings == ["x", "y"]


@pytest.mark.parametrize("text", ["exec(x)", "eval('1')", "def (", "f()()", "(lambda: 1)()", "__import__(x)"])
def test_python_that_hides_something(text: str) -> None:
    assert not analyse(text)[0]


@pytest.mark.parametrize(
    "text",
    [
        "python3 -c 'import os; os.system(\"rm x\")'",
        'python3 -c \'import subprocess; subprocess.run(["rm", "x"])\'',
        "python3 -c 'from subprocess import check_call as c; c(\"rm x\", shell=True)'",
        "python3 <<E\nimport os\nos.popen('rm x')\nE",
        "awk 'BEGIN { system(\"rm x\") }'",
        "awk '{ print | \"rm x\" }' f",
        "awk 'BEGIN { \"rm x\" | getline }'",
        "sed -n '1e rm x' f",
        "sed 's/a/b/;1e rm x' f",
    ],
)
def test_commands_in_code_are_listed(text: str) -> None:
    assert "rm" in names(text)


@pytest.mark.parametrize("text", ["python3 -c 'import os; os.system(x)'", "awk '{ system($1) }' f", "sed 's/x/rm/e' f"])
def test_computed_commands_are_not_understood(text: str) -> None:
    assert not view(text).understood


@pytest.mark.parametrize(
    "text",
    [
        "awk '{print $1}' f",
        "awk -F'|' '{print $1 || $2}' f",
        "awk '/a|b/' f",
        "sed -e 's/a/b/g' f",
        "sed '/re/d' f",
        "sed -n '/e/p' f",
        "python3 -c 'print(1)'",
    ],
)
def test_ordinary_code_is_understood(text: str) -> None:
    assert view(text).understood


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("python3 -c '1'", "python"),
        ("node -e '1'", "javascript"),
        ("perl -e 1", "perl"),
        ("ruby -e 1", "ruby"),
        ("php -r 1", "php"),
        ("awk 1 f", "awk"),
        ("python3 <<< 1", "python"),
        ("echo 1 | node -", "javascript"),
    ],
)
def test_language(text: str, lang: str) -> None:
    assert [code.lang for code in view(text).inline_code] == [lang]


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("python3 -c 'open(\".env\").read()'", "read:/w/.env"),
        ('python3 -c \'open(".claude/settings.json", "w")\'', "write:/w/.claude/settings.json"),
        ("python3 -c 'import shutil; shutil.rmtree(\"/data\")'", "delete:/data"),
        ('node -e \'require("fs").writeFileSync(".cursor/hooks.json", "")\'', "write:/w/.cursor/hooks.json"),
        ("ruby -e 'FileUtils.rm_rf(\"/data\")'", "delete:/data"),
    ],
)
def test_paths_in_code(text: str, path: str) -> None:
    assert path in [f"{item.op}:{item.norm}" for item in view(text).paths]


def test_scan() -> None:
    _, imports, calls, strings = scan("const f = require('fs'); f.rmSync(\"/x\")")
    assert "fs" in imports
    assert {"require", "f.rmSync"} <= set(calls)
    assert strings == ["fs", "/x"]


@settings(max_examples=scaled(4_000), deadline=None)
@given(st.text(max_size=60))
def test_fuzz_code(text: str) -> None:
    scan(text)
    for lang in READ:
        analyse(text, lang)
    for lang in ("awk", "sed", "vim", "gdb", "tcl"):
        commands_in(lang, Word(text))


SHAPES = {
    "brackets": "(" * 20_000 + "[" * 20_000 + "{" * 20_000,
    "calls": "f(" * 20_000,
    "members": "a" + ".b()" * 15_000,
    "quotes": "'" * 64_001,
    "templates": "`" + "${`" * 20_000,
    "joined": "x=" + "+".join(["'a'"] * 15_000),
    "doubled": "x0='a';" + ";".join(f"x{i}=x{i - 1}+x{i - 1}" for i in range(1, 60)) + ";system(x59);eval(x59)",
    "evaluated": "eval('eval(\"eval(1)\")');" * 2_500,
    "here": "x = <<A\n" * 8_000,
    "angles": "<" * 64_000,
    "started": "system('ls');" * 5_000,
    "escapes": '"' + "\\" * 64_000,
}


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("lang", sorted(READ))
def test_any_text_is_read_in_bounded_time(lang: str, shape: str) -> None:
    began = process_time()
    analyse(SHAPES[shape], lang)
    assert process_time() - began < 5
