"""Little languages: what sed, awk, vi, ed and Emacs Lisp start, open and run."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from policyhooks.shell.expansion.state import Word
from policyhooks.shell.inline.language_kinds import LITTLE
from policyhooks.shell.inline.little.scripts import read_script
from tests.shell.reading import view


@pytest.mark.parametrize(
    "text",
    [
        "awk 'BEGIN { system(\"rm -r /srv\") }'",
        'awk \'BEGIN { system("rm -r" " /srv") }\'',
        'awk \'{ print "rm -r /srv" | "/bin/sh" }\' f',
        'awk \'{ print "x" | "rm -r /srv" }\' f',
        "awk 'BEGIN { \"rm -r /srv\" | getline x }'",
        "awk 'BEGIN { while ((\"rm -r /srv\" | getline x) > 0) n++ }'",
        'awk \'BEGIN { printf "y" |& "rm -r /srv" }\'',
        "sed '1e rm -r /srv' f",
        "sed -n '/a/{p;e rm -r /srv\n}' f",
        "sed -e 's/}/x/' -e 'e rm -r /srv' f",
        "vim -c '!rm -r /srv' f",
        "vi '+!rm -r /srv'",
        "view '+!rm -r /srv' f",
        "nvim --headless '+!rm -r /srv' +q",
        "nvim -c 'lua os.execute(\"rm -r /srv\")'",
        "vim -es -c 'silent! !rm -r /srv' -c q f",
        "vim -c 'call system(\"rm -r /srv\")'",
        "vim -c 'py3 import os; os.system(\"rm -r /srv\")'",
        "vim -c 'r !rm -r /srv'",
        "vim -c 'r!rm -r /srv'",
        "vim -c 'sil!!rm -r /srv'",
        "vim -c 'keepj!rm -r /srv'",
        "vim -c 'set nu|bufd g/x/re!rm -r /srv'",
        "vim -c 'e +!rm\\ -r\\ /srv f'",
        "vim -c 'e `rm -r /srv`'",
        "vim -c $'norm :!rm -r /srv\\r'",
        "vim -c 'au VimEnter * !rm -r /srv' f",
        'vim -c \'echo "|"|call job_start(["rm", "-r", "/srv"])\'',
        "vim -e -s -c '!rm -r /srv' f",
        "vim -nes f <<< 'w !rm -r /srv'",
        "nvim -es <<< $'lua << EOF\nos.execute(\"rm -r /srv\")\nEOF'",
        "ed -s f <<< $'/none/a\n!rm -r /srv\n.'",
        "ed '!rm -r /srv'",
        "vim -c 'terminal rm -r /srv'",
        "vim -c 'exe \"!rm -r /srv\"'",
        "ex -sc '!rm -r /srv' f",
        "ex -s f <<< '!rm -r /srv'",
        "ed -s f <<< $'1d\\n!rm -r /srv\\nq'",
        "printf '%s\\n' a text . '!rm -r /srv' | ed f",
        "emacs --batch --eval '(shell-command \"rm -r /srv\")'",
        'emacs -batch -eval \'(progn (message "x") (call-process "rm" nil nil nil "-r" "/srv"))\'',
        "emacs -Q --batch --eval '(delete-directory \"/srv\" t)'",
        'vim -c \'call delete("/srv", "rf")\'',
    ],
)
def test_commands_are_seen(text: str) -> None:
    shell = view(text)
    assert shell.understood, shell.problems
    assert "delete:/srv" in [f"{item.op}:{item.norm}" for item in shell.paths]


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("sed -n 'w /etc/x' f", "write:/etc/x"),
        ("sed 's/a/b/w out' f", "write:/w/out"),
        ("sed 's/a/b/gw out' f", "write:/w/out"),
        ("sed '/a/r /etc/y' f", "read:/etc/y"),
        ("awk '{ print $1 > \"/etc/x\" }' f", "write:/etc/x"),
        ('awk \'{ printf "%s", $1 >> "log" }\' f', "append:/w/log"),
        ("awk 'BEGIN { getline x < \"/etc/y\" }'", "read:/etc/y"),
        ("vim -es -c 'w! /etc/x' -c q f", "write:/etc/x"),
        ("vim -c ':sav /etc/x'", "write:/etc/x"),
        ("ed f <<< $'w /etc/x\\nq'", "write:/etc/x"),
        ("vim -c 'source /tmp/s.vim'", "exec:/tmp/s.vim"),
        ('vim -c \'call writefile(["a"], "/etc/x")\'', "write:/etc/x"),
        ('emacs --batch --eval \'(write-region "a" nil "/etc/x")\'', "write:/etc/x"),
    ],
)
def test_files_are_seen(text: str, path: str) -> None:
    shell = view(text)
    assert path in [f"{item.op}:{item.norm}" for item in shell.paths]
    assert path.startswith("read") or not any(item.read_only for item in shell.commands if item.name == "sed")


@pytest.mark.parametrize(
    "text",
    [
        "awk '{ print | \"sh\" }' f",
        "awk '{ system($0) }' f",
        "awk '{ system(\"rm \" $1) }' f",
        "awk '{ $1 | getline x }' f",
        "awk '{ print $1 | $2 }' f",
        "sed 's/x/date/e' f",
        "vim -c 'exe g:x'",
        "vim -c 'call system(x)'",
        "vim '+%!sh' f",
        "vim -c 'w !bash' f",
        "emacs --batch --eval '(eval (read x))'",
        "emacs --batch --eval '(shell-command x)'",
    ],
)
def test_text_that_is_not_written_out_is_not_understood(text: str) -> None:
    assert not view(text).understood


@pytest.mark.parametrize(
    "text",
    [
        "awk -F'|' '{ print $2 }' f",
        "awk '/a|b/ { print $1 \"|\" $2 }' f",
        "awk '$3 > 5 && $4 < 2 || $1 == \"x\"' f",
        "awk '{ s += $1 / 2 } END { print s / NR }' f",
        "awk '{ n[$1]++ } END { for (k in n) print n[k], k | \"sort -rn\" }' f",
        'awk \'{ print ($1 > 2) ? "a" : "b" }\' f',
        "awk '# system(\"rm x\")\n{ print }' f",
        "sed 's/[/]/-/g;s#a#b#' f",
        "sed -n '/start/,/end/p' f",
        "sed -e '/x/d' -e 's/e$/w/' -e 'y/abc/xyz/' f",
        "sed 's|/etc/w x|e y|' f",
        "sed '1i\\\nw x' f",
        "sed ':a;N;$!ba;s/\\n/ /g' f",
        "vim -es -c '%s/a/b/g' -c wq f",
        "vim -es -c '%s/a|!rm x/b/g' -c wq f",
        "vim -es -c 'set nu ts=4|syntax on|g/x|!y/d|norm gg=G' -c 'x' f",
        "vim -c \"echo 'a|!rm x'\" f",
        "vim +12 f",
        "vim -es f <<< $'1i\nnot a command\n.\nx'",
        "ed -s f <<< $'/x/a\nsome text, no command\n.\n3c\nnew\n.\nw\nq'",
        "ed -s f <<< $'a\\n!rm x\\n.\\nw\\nq'",
        "emacs --batch --eval '(message \"rm x\")'",
    ],
)
def test_ordinary_scripts_are_harmless(text: str) -> None:
    shell = view(text)
    assert shell.understood, shell.problems
    assert {item.name for item in shell.commands} <= {"awk", "sed", "vim", "ed", "emacs", "sort"}
    assert not [item for item in shell.paths if item.op in ("delete", "append")]
    assert [item.read_only for item in shell.commands if item.name == "sed"] in ([], [True])


@settings(max_examples=600, deadline=None)
@given(st.text(alphabet="awerslig/|!{}()\"'\\\n ;:%<>#[]$1", max_size=40), st.sampled_from(sorted(LITTLE)))
def test_nothing_raises(text: str, lang: str) -> None:
    read_script(lang, Word(text))
