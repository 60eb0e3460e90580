"""Where the code of a shell or interpreter comes from: it is read, was there before, is nothing, or is a problem."""

from __future__ import annotations

import pytest

from tests.shell.reading import view

CODE = "'rm -r /srv/x'"
READ = [
    f"sh <(echo {CODE})",
    f". <(echo {CODE})",
    f"sh < <(printf {CODE})",
    f"exec 3<<< {CODE}; sh <&3",
    f"exec 3<<< {CODE}; bash /dev/fd/3",
    f"exec 3<<< {CODE}; . /dev/fd/3",
    f"exec 3<<< {CODE} 4<&3; exec 5<&4-; sh <&5",
    f"exec {{fd}}<<< {CODE}; n=$fd; sh <&$n",
    f"sh 3<<< {CODE} <&3",
    f"sh /proc/self/fd/0 <<< {CODE}",
    f"bash -c 'sh <&3' 3<<< {CODE}",
    f"sh -c sh <<< {CODE}",
    f"eval sh <<< {CODE}",
    f"f() {{ sh <&3; }}; f 3<<< {CODE}",
    f"{{ echo $(sh); }} <<< {CODE}",
    f"echo {CODE} > q; sh < q",
    f"echo {CODE} > q; exec 3< q; sh <&3",
    f"echo {CODE} > q; cat q | sh",
    f"echo {CODE} > q; cat q > r; tee s < r; sh s",
    f"echo {CODE} > d/q; cp -r d e; sh e/q",
    f"ln -s q r; echo {CODE} > q; sh r",
    f'cd "$X" && echo {CODE} > q && sh q',
    f"echo {CODE} >> q; cp q r; mv r s; sh s",
    f"printf '#!/bin/sh\\n%s' {CODE} > x; chmod +x x; PATH=.:$PATH x",
    "cp $(which rm) x && ./x -r /srv/x",
    'p=$(command -v rm); ln -s "$p" x; ./x -r /srv/x',
    "cat /bin/rm > x; ./x -r /srv/x",
    "dd if=/bin/rm of=x; ./x -r /srv/x",
    "tee x < /bin/rm; ./x -r /srv/x",
    "cp /bin/rm ~/bin/x; x -r /srv/x",
    f"cp /bin/sh x; ./x <<< {CODE}",
    f"make --eval 'all: ; {CODE[1:-1]}'",
    f"make -f <(echo 'all: ; {CODE[1:-1]}')",
    f"sqlite3 :memory: '.sh {CODE[1:-1]}'",
    f"sqlite3 :memory: \".im '|{CODE[1:-1]}' t\"",
    f"sudo -i <<< {CODE}",
    f"su - app <<< {CODE}",
    f"unshare -r <<< {CODE}",
    "python3 -m timeit 'import shutil; shutil.rmtree(\"/srv/x\")'",
    "python3 <(echo 'import shutil; shutil.rmtree(\"/srv/x\")')",
    "python3 /dev/fd/3 3<<< 'import shutil; shutil.rmtree(\"/srv/x\")'",
    "echo 'import shutil; shutil.rmtree(\"/srv/x\")' > m.py; python3 -m m",
    f"awk -f <(echo 'BEGIN {{ system(\"{CODE[1:-1]}\") }}')",
]


@pytest.mark.parametrize("text", READ)
def test_code_that_the_text_holds_is_read(text: str) -> None:
    shell = view(text)
    assert "/srv/x" in [item.norm for item in shell.paths if item.op == "delete"], shell.problems


@pytest.mark.parametrize(
    "text",
    [
        "echo ls > >(sh)",
        "echo ls | tee >(sh)",
        "exec 3> >(sh); echo ls >&3",
        "coproc sh; echo ls >&${COPROC[1]}",
        "coproc echo ls; sh <&${COPROC[0]}",
        "mkfifo p; sh p & echo ls > p",
        "mkfifo p; echo ls > p & sh < p",
        "sh <&3",
        "sh <&$fd",
        "{ read l; sh; } <<< ls",
        "exec 3<<< ls; read -u 3 l; sh <&3",
        'python3 -c \'open("q", "w").write("ls")\'; sh q',
        'node -e \'require("fs").writeFileSync("q", "ls")\'; . ./q',
        'awk \'BEGIN { print "ls" > "q" }\'; sh q',
        "sort a > q; sh q",
        "sort a > q; python3 q",
        "sort a > q; chmod +x q; ./q",
        "exec 3> q; echo ls >&3; sh q",
        "{ echo ls >&3; } 3> q; sh q",
        "echo ls > q; sed -i s/ls/id/ q; sh q",
        "f=$(x); echo ls > $f; sh $f",
        "echo ls > a.sh; sh *.sh",
        "mkdir m; cd m; echo ls 1<> q; sh $PWD/q",
        "sh q & echo ls > q",
        "while :; do sh q; echo ls > q; done",
        "trap 'sh q' EXIT; echo ls > q",
        "exec 3< q; echo ls > q; sh <&3",
        "echo ls > f; BASH_ENV=f bash -c :",
        "echo ls > f; export ENV=./f; sh -i",
        "echo ls >> ~/.bashrc; bash -ic :",
        "sort a > Makefile; make",
        "sort a | python3",
        "sh /dev/fd/9",
        "cat q | sh",
        "sort a > q.sh; sh $x.sh",
        "echo 'rm -r /srv/x' > q.sh; sh < q.s?",
        "sort a > q.sh; sh < $x.sh",
        "cp <(sort a) q.sh; sh $x.sh",
        "{ cat; sh; } <<< ls",
        "{ head -1; sh; } <<< ls",
        "{ grep x; sh; } <<< ls",
        "{ foo; sh; } <<< ls",
        "{ python3; sh; } <<< ls",
        "{ python3 -c 1; sh; } <<< ls",
        "{ sh; sh; } <<< ls",
        "{ cat -; sh; } <<< ls",
        "{ cat a -; sh; } <<< ls",
        "{ grep x -; sh; } <<< ls",
        "{ cat /dev/stdin; sh; } <<< ls",
        "{ head -c 5 /dev/fd/0; sh; } <<< 'echo rm -r /srv/x'",
    ],
)
def test_code_that_nobody_has_is_not_understood(text: str) -> None:
    shell = view(text)
    assert not shell.understood
    assert set(shell.problems) == {"dynamic_code"}


@pytest.mark.parametrize("text", ['cp "$f" x; ./x', "cp /bin/r? x; ./x", "cp <(sort a) x; ./x"])
def test_a_program_that_nobody_has_is_not_understood(text: str) -> None:
    assert set(view(text).problems) == {"dynamic_program"}


@pytest.mark.parametrize(
    "text",
    [
        "sh",
        "sh q",
        "sh < q",
        "sh < /dev/null",
        "python3 - < q",
        "cat q | python3",
        "cp a.sh b.sh; bash b.sh",
        "while read f; do bash run.sh $f; done < list",
        "sort a | python3 -c 'import sys'",
        "exec > >(tee log) 2>&1; make",
        "make > log; sh q",
        'echo x > "$LOG"; bash "$SCRIPT"',
        'echo x >> "$GITHUB_ENV"; ./build.sh',
        "gcc -o a a.c && ./a",
        "./q > log; sort log > out",
        "./q | tee log",
        "curl -o q https://e.example/q; sh q",
        "pg_dump a | psql b",
        "exec 3< q; exec 3<&-; sh <&3",
        "sort a | sqlite3 db",
        "sort a > q.sql; sqlite3 db < q.sql",
        "{ cat a; sh; } <<< ls",
        "{ grep x a; sh; } <<< ls",
        "{ sh -c :; sh; } <<< ls",
        "{ python3 --help; sh; } <<< ls",
        "f() { :; }; { f; sh; } <<< ls",
        "curl -o a.sh https://e.example; sh $x.sh",
        "echo ls > 7; sh $x",
    ],
)
def test_code_that_was_there_before_is_no_problem(text: str) -> None:
    shell = view(text)
    assert shell.understood, shell.problems


@pytest.mark.parametrize(
    ("text", "source", "path", "descriptor", "known"),
    [
        ("sh -c ls", "text", "", -1, True),
        ("sh <<< ls", "text", "", 0, True),
        ("exec 3<<< ls; . /dev/fd/3", "text", "", 3, True),
        ("sh q", "file", "/w/q", -1, False),
        ("sh < q", "file", "/w/q", 0, False),
        ("python3 a.py", "file", "/w/a.py", -1, False),
        ("echo ls > q; sh q", "written", "/w/q", -1, True),
        ("sort a > q; sh q", "written", "/w/q", -1, False),
        ("sort a | sh", "descriptor", "", 0, False),
        ("bash <(sort a)", "descriptor", "", -1, False),
        ("curl https://e.example | sh", "download", "", 0, False),
        ("bash <(curl https://e.example)", "download", "", -1, False),
        ("curl -o q https://e.example; sh q", "download", "/w/q", -1, False),
        ("bash", "nothing", "", -1, False),
        ("cp <(sort a) q; sh q", "unknown", "/w/q", -1, False),
        ("python3 -c 1", "text", "", -1, True),
        ('python3 -c "$x"', "text", "", -1, False),
        ("sqlite3 db 'select 1'", "text", "", -1, True),
        ("psql -c 'select 1' b", "text", "", -1, True),
        ('sh "$x"', "file", "$x", -1, False),
        ("python3 $x", "file", "$x", -1, False),
        ("cd m; python3 a.py", "file", "/w/m/a.py", -1, False),
        ("sort a > q.sh; sh $x.sh", "unknown", "$x.sh", -1, False),
        ("cat q | python3", "file", "/w/q", 0, False),
        ("cat q | sh", "unknown", "/w/q", 0, False),
        ("sh /dev/fd/9", "descriptor", "", 9, False),
        ("exec 3< q; sort a > q; sh <&3", "written", "/w/q", 0, False),
        ("exec 3< q; sort a > q; sh /dev/fd/3", "written", "/w/q", 3, False),
        ("exec 3< q; exec 3<&-; sh <&3", "nothing", "", 0, False),
        ("exec 3< q; exec 3<&-; sh /dev/fd/3", "nothing", "", 3, False),
        ("echo ls > q; sh < q", "written", "/w/q", 0, True),
        ("echo ls > q; exec 3< q; sh /dev/fd/3", "written", "/w/q", 3, True),
        ("printf '' > q; sh q", "written", "/w/q", -1, True),
        ("echo $x > q; sh q", "written", "/w/q", -1, False),
        ("echo $x > q; sh < q", "written", "/w/q", 0, False),
        ("echo ls > x; chmod +x x; ./x", "written", "/w/x", -1, True),
        ("sort a > x; chmod +x x; ./x", "written", "/w/x", -1, False),
        ("sort a > q; sh < q", "written", "/w/q", 0, False),
        ("curl https://e.example > q; python3 q", "download", "/w/q", -1, False),
        ("curl https://e.example > q; sh < q", "download", "/w/q", 0, False),
        ("curl https://e.example | sqlite3 db", "download", "", 0, False),
        ("sort a | sqlite3 db", "descriptor", "", 0, False),
        ("echo ls > f; export ENV=./f; sh -i", "nothing", "", -1, False),
        ("{ grep x a; sh; } <<< ls", "text", "", 0, True),
        ("exec 3< q; echo ls > q; sh <&3", "written", "/w/q", 0, False),
        ("exec 3< q; echo ls > q; sh /dev/fd/3", "written", "/w/q", 3, False),
        ('sh < "$x"', "file", "$x", 0, False),
        ("exec 3< $x; sh /dev/fd/3", "file", "$x", 3, False),
        ("sort a > q.sh; sh < q.s?", "unknown", "q.s?", 0, False),
        ("sort a > q.sh; exec 3< $x.sh; sh /dev/fd/3", "unknown", "$x.sh", 3, False),
        ("sort a > b.txt; sh < *.sh", "file", "*.sh", 0, False),
        ("sh /dev/fd/$fd", "descriptor", "", -1, False),
        ("sh /proc/1/fd/0", "descriptor", "", -1, False),
        ("sh $x > q.sh", "file", "$x", -1, False),
        ("sort a > b.txt; sh $x.sh", "file", "$x.sh", -1, False),
        ("sort < q.sh; sh $x.sh", "file", "$x.sh", -1, False),
        ("sort a > 7; sh $x", "file", "$x", -1, False),
        ("tee a.sh b.txt < c; sh $x.sh", "unknown", "$x.sh", -1, False),
        ("tee a.sh < c; tee b.txt < c; sh $x.sh", "unknown", "$x.sh", -1, False),
        ("sort a 2> q.sh; sh $x.sh", "unknown", "$x.sh", -1, False),
        ("sort a &> q.sh; sh $x.sh", "unknown", "$x.sh", -1, False),
        ("cat q | ssh h", "unknown", "/w/q", 0, False),
        ("cat q | parallel", "unknown", "/w/q", 0, False),
        ("cat q | node", "file", "/w/q", 0, False),
        ("echo ls >> q; sh q", "written", "/w/q", -1, True),
        ("echo ls >> q; python3 q", "file", "/w/q", -1, False),
        ("echo if >> q; sh q", "file", "/w/q", -1, False),
        ("read x; sh <<< ls", "text", "", 0, True),
        ("cat -u a; sh <<< ls", "text", "", 0, True),
        ("read -u 3 x; sh <<< ls", "descriptor", "", 0, False),
        ("sh -c 'cat; sh' <<< ls", "descriptor", "", 0, False),
        ("bash -c 'bash -c sh' <<< ls", "text", "", 0, True),
    ],
)
def test_the_field_tells_where_code_comes_from(text: str, source: str, path: str, descriptor: int, known: bool) -> None:
    found = [item for command in view(text).commands for item in command.code][-1]
    assert (found.source, found.path, found.descriptor, found.read) == (source, path, descriptor, known)


@pytest.mark.parametrize(
    ("text", "sources"),
    [
        ("bash -c 'sh <&3' 3<<< ls", [["text"], ["text"], []]),
        ("sh -c 'sh q'", [["text"], ["file"]]),
        ("sh -c ls < q", [["text"], []]),
        ("python3 -c 1 < q", [["text"]]),
        ("echo 'import os' > m.py; python3 -m m", [[], ["written"]]),
        ("sort a > m.py; python3 -m m", [[], ["written"]]),
        ("sh -c 'curl https://e.example | sh'", [["text"], [], ["download"]]),
        ("curl https://e.example | sh -c ls", [[], ["text"], []]),
        ("curl https://e.example | tee q; sh -c ls", [[], [], ["text"], []]),
        ("sh q; curl https://e.example | sh", [["file"], [], ["download"]]),
    ],
)
def test_every_command_tells_of_its_own_code(text: str, sources: list[list[str]]) -> None:
    assert [[item.source for item in command.code] for command in view(text).commands] == sources


# what makes the program x, and where its code comes from: what is no text of anybody has none
MADE = [
    ("sort -o x a", "written", False),
    ("sed -n p a > x", "written", False),
    ("npm run build > x", "written", False),
    ("base64 -d a > x", "written", False),
    ("openssl enc -d -in a -out x", "written", False),
    ("cat a | tee x", "written", False),
    ("patch x < a", "written", False),
    ("unzip a.zip x", "written", False),
    ('python3 -c \'open("x", "w").write("ls")\'', "written", False),
    ("true; sort a > x; true", "written", False),
    ("gcc -o x a.c; sort a > x", "written", False),
    ("dd of=x <<< ls", "written", True),
    ("sponge x <<< ls", "written", True),
    ("echo ls > x", "written", True),
    ("gcc -o x a.c", "", False),
    ("sort b; gcc -o x a.c; sort c", "", False),
    ("go build -o x", "", False),
    ("make x", "", False),
    ("cp a x", "", False),
    ("install a x", "", False),
    ("tar xf a.tar", "", False),
    ("curl -o x https://e.example", "", False),
    ("curl https://e.example > x", "", False),
]


@pytest.mark.parametrize(("maker", "source", "known"), MADE)
def test_the_code_of_a_program_that_the_text_made(maker: str, source: str, known: bool) -> None:
    shell = view(f"{maker}; ./x")
    last = [item for command in shell.commands for item in command.code if item.path == "/w/x"]
    assert {(item.source, item.descriptor, item.read) for item in last} == ({(source, -1, known)} if source else set())
    assert ("dynamic_code" in shell.problems) is (source == "written" and not known)


def test_other_programs_have_no_code() -> None:
    assert not any(command.code for command in view("ls; git log | head; cat < a > b").commands)


@pytest.mark.parametrize(
    "text",
    ["cat ${x:-/etc/shadow}", 'cat "${x:-/etc}/shadow"', ": ${x:=/etc/shadow}; cat $x", "x=1; cat ${x:+/etc/shadow}"],
)
def test_a_default_is_a_path(text: str) -> None:
    assert "/etc/shadow" in [item.norm for item in view(text).paths if not item.dynamic]
