"""Guards around parsing: what cannot be read is a problem, and the readable beginning is kept."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from policyhooks.shell.syntax.parser import Parser
from policyhooks.shell.syntax.zsh import is_shared_escape
from tests.shell import oracle
from tests.shell.reading import PARSER, names, view


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("rm\u00a0-rf x", "odd_char"),
        ("ls\rrm x", "odd_char"),
        ("ls\x00rm x", "odd_char"),
        ("rm \u202ex", "odd_char"),
        ("rm\u200b x", "odd_char"),
        ("echo a\x0bb", "odd_char"),
        ("echo \u0085", "odd_char"),
        ("rm \ufeffx", "odd_char"),
        ("true; " * 5000 + "rm x", "too_long"),
        ("{ " * 60 + "a" + "; }" * 60, "too_deep"),
        ("$(" * 60 + "a" + ")" * 60, "too_deep"),
        ("true;" * 600, "too_many_commands"),
        ("ls\necho 'a", "parse_error"),
        ("if a; then", "parse_error"),
        ('echo "${x:-\'}"; rm x; echo "\'}"', "dialect_ambiguous"),
        ('eval "$x"', "dynamic_code"),
        ('bash -c "$x"', "dynamic_code"),
        ("$x y", "dynamic_program"),
        ("/bin/r? x", "dynamic_program"),
        ("curl e | sh", "dynamic_code"),
        ("case a in a) b;; esac; echo c # \\\nrm x", "ambiguous_comment"),
        ("(case a in a) b;; esac; echo 'a'#b; rm x\n)", "ambiguous_comment"),
        ('echo $(case a in a) b;; esac; echo "a"#b; rm x\n)', "ambiguous_comment"),
        ("x='a[$(rm y)]'; echo $((x))", "arithmetic_code"),
        ("echo ${x@P}", "prompt_expansion"),
    ],
)
def test_problem(text: str, problem: str) -> None:
    shell = view(text)
    assert not shell.understood
    assert problem in shell.problems


def test_words_with_let_in_them() -> None:
    """shfmt is shown other letters in their place; no text may be mistaken for those."""
    taken = [a + b + c for a in "qxzj" for b in "qxzj" for c in "qxzj"]
    tablet = view("case $let in tablet) delete qqq qqx 'qqz let';; esac; let a&rm x")
    assert [command.argv for command in tablet.commands] == [
        ["delete", "qqq", "qqx", "qqz let"],
        ["let", "a"],
        ["rm", "x"],
    ]
    assert view(f"case a in a) let {' '.join(taken[:-1])};; esac").understood
    assert view(f"case a in a) let {' '.join(taken)};; esac").problems == ["parser_failed"]


@pytest.mark.parametrize(
    "text",
    [
        "rm -rf /x\nfor (",
        "rm -rf /x; for (",
        "rm -rf /x\necho 'unterminated",
        "rm -rf /x; " + "true; " * 5000,
        "ls\nrm -rf /x 'unterminated",
        "{ " * 60 + "rm -rf /x" + "; }" * 60,
        "rm -rf /x\u00a0",
    ],
)
def test_deny_rules_still_see_the_readable_part(text: str) -> None:
    shell = view(text)
    assert not shell.understood
    assert "rm" in [command.name for command in shell.commands]


def test_heredoc_bodies_do_not_count_as_length() -> None:
    shell = view("cat > notes.txt <<'EOF'\n" + "words and words\n" * 4000 + "EOF\nrm x")
    assert shell.understood
    assert [command.name for command in shell.commands] == ["cat", "rm"]


@pytest.mark.parametrize("dialect", ["powershell", "pwsh", "cmd", "fish", "nu", "elvish"])
def test_other_shells_are_not_misread(dialect: str) -> None:
    shell = view("rm x", dialect)
    assert not shell.understood
    assert "unsupported_shell" in shell.problems


@pytest.mark.parametrize(
    "text",
    [
        "=rm x",
        "echo x >! ~/.zshrc",
        "- rm x",
        "! - rm x",
        "builtin - rm x",
        "ls; a=1 - rm x",
        "ls *(e:'rm x':)",
        "print ${(e)x}",
        "noglob rm x",
        "{rm x}",
        "cat =(rm x)",
        "rm x &!",
        "time -p rm x",
        "echo $(time -p rm x)",
        "v=`{rm,x}`",
        "ls;\t{rm,x}",
        "trap 'time { ! { {rm,x}\n}\n}' EXIT",
        "v='rm x'; $v",
        "NULLCMD=sh; <<< 'rm x'",
        "$'r\\m' x",
        "$'it\\'s'; $'\\C-a' x",
        "$'a\\0' x",
    ],
)
def test_zsh_forms_that_bash_reads_otherwise(text: str) -> None:
    assert not view(text, "zsh").understood


@pytest.mark.parametrize(
    "text",
    [
        "git status",
        "awk '{print $1}' f | sort",
        'echo "a(b)" && ls ~/x',
        "cat - < a | tee -",
        "ls x{a,b}",
        "$'\\x6cs' $'\\''",
    ],
)
def test_zsh_reads_ordinary_commands(text: str) -> None:
    assert view(text, "zsh").understood


@pytest.mark.parametrize("text", ["$'\\x72m' x", "{rm,x}", "a+=b rm x", "coproc rm x", "((rm x))"])
def test_sh_is_not_understood_where_dash_and_bash_differ(text: str) -> None:
    assert not view(text, "sh").understood
    assert not view(f"sh -c '{text}'" if "'" not in text else f'sh -c "{text}"').understood


def script(folder: Path, body: str) -> str:
    path = folder / "shfmt"
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o700)
    return str(path)


NEEDS_SHFMT = "case a in a) rm x;; esac"


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ("exec sleep 60", "timeout"),
        ("echo nonsense", "parser_failed"),
        ("echo '{\"Stmts\": 3'", "parser_failed"),
        ("exit 3", "parser_failed"),
        ("kill -9 $$", "parser_failed"),
        ("cat > /dev/null; exec cat /dev/zero", "too_long"),
        ("echo '<standard input>:1:1: no' >&2; exit 1", "parse_error"),
    ],
)
def test_failing_parser_fails_closed(tmp_path: Path, body: str, problem: str) -> None:
    shell = view(NEEDS_SHFMT, parser=Parser(script(tmp_path, body), limit_s=0.3 if problem == "timeout" else 20.0))
    assert not shell.understood
    assert problem in shell.problems


# Texts of which shfmt makes gigabytes before it writes a byte.
HUGE = {
    "chain": "rm -r /srv/x{n} || ",
    "and": "make x{n} && ",
    "pipe": "sort -{n} | ",
    "nest": "{{ a{n}; ",
    "substitutions": "$(a{n} ",
}
PEAK = """
import resource, sys
from policyhooks.shell.syntax.shfmt import Unparsed, parse
try:
    parse(sys.argv[1], sys.stdin.read(), "bash", 120.0)
except Unparsed as problem:
    print(problem)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)
"""


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="the system does not say what a process holds")
@pytest.mark.parametrize("shape", HUGE)
def test_a_parser_that_grows_is_ended(shape: str) -> None:
    text = "".join(HUGE[shape].format(n=number) for number in range(3000)) + "ls"
    command = [sys.executable, "-c", PEAK, PARSER.binary]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    *problem, peak = done.stdout.split()
    assert problem in (["too_long"], ["parse_error"], ["parser_failed"], [])
    assert int(peak) < 256


def children() -> set[str]:
    """The processes that this one has started and not waited for; other tests may have some too."""
    lists = Path("/proc/self/task").glob("*/children")
    return {number for path in lists for number in path.read_text(encoding="ascii").split()}


def test_no_process_and_no_descriptor_is_left(tmp_path: Path) -> None:
    parser = Parser(script(tmp_path, "exec sleep 60"), limit_s=0.05)
    before, others = len(os.listdir("/proc/self/fd")), children()
    for _ in range(3):
        view(NEEDS_SHFMT, parser=parser)
    assert len(os.listdir("/proc/self/fd")) == before
    assert children() - others == set()


@pytest.mark.parametrize("binary", ["", "shfmt", "./shfmt", "/nowhere/shfmt"])
def test_missing_parser(binary: str) -> None:
    parser = Parser(binary)
    assert view("ls -l | grep x", parser=parser).understood
    shell = view(NEEDS_SHFMT, parser=parser)
    assert not shell.understood
    assert set(shell.problems) <= {"no_parser", "parser_failed"}


def test_the_working_directory_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    view(NEEDS_SHFMT)
    assert Path.cwd() == tmp_path


def test_input_larger_than_a_pipe() -> None:
    text = "cat <<E\n" + "x $y\n" * 40_000 + "E\n`rm x`"
    assert "rm" in names(text) or not view(text, parser=PARSER).understood


@pytest.mark.parametrize(
    "text", ["echo a # \\\nrm x", "( echo 'a'#b; rm x )", 'echo $(echo "$y"#b; rm x)', "if a; then # \\\nrm x; fi"]
)
def test_comments_that_shfmt_misreads_are_read_as_bash_does(text: str) -> None:
    shell = view(text)
    assert shell.understood
    assert "rm" in [command.name for command in shell.commands]


@pytest.mark.skipif(not Path(oracle.ZSH).exists(), reason="no zsh here")
def test_escapes_that_both_shells_know() -> None:
    """Those that count as shared give the same bytes; and enough of them do."""
    printable = [chr(number) for number in range(33, 127)]
    escapes = [
        *printable,
        *(f"{one}{two}" for one in "xuUcCM01234567" for two in "019afgz-"),
        "101",
        "377",
        "777",
        "x41",
    ]
    shared = [one for one in escapes if is_shared_escape(one)]
    script = "\n".join(f"printf '%s\\n' $'<\\{one}>'" for one in shared)
    shells = ([oracle.ZSH, "-f", "-c", script], [oracle.BASH, "--norc", "-c", script])
    zsh, bash = (subprocess.run(argv, capture_output=True, check=True).stdout for argv in shells)
    assert zsh == bash
    assert len(shared) > 40
