"""Files that a command writes and then runs: their text counts as if it stood on the line."""

from __future__ import annotations

import pytest

from policyhooks.shell.expansion.printf import formatted
from tests.shell.reading import view

RUN = [
    "printf '#!/bin/sh\\nrm -r /srv/x\\n' > c.sh && chmod +x c.sh && ./c.sh",
    "printf '%s\\n' 'set -e' 'rm -r /srv/x' > /tmp/q; bash /tmp/q",
    "printf '%s %s' rm '-r /srv/x' > q; sh q",
    "echo 'rm -r /srv/x' > q && source ./q",
    "echo 'rm -r \\srv/x /srv/x' > q && bash q",
    "echo 'rm -r \"$1\"' > q && bash q /srv/x",
    "cat > q <<'E'\nrm -r /srv/x\nE\nsh ./q",
    "cat <<'E' > q\ntrue\nE\ncat >> q <<'E'\nrm -r /srv/x\nE\nsh q",
    "{ echo '#!/bin/bash'; echo 'rm -r /srv/x'; } > q; chmod 755 q; ./q",
    "echo 'rm -r /srv/x' | tee q; . ./q",
    "sudo tee /tmp/q <<< 'rm -r /srv/x'; bash /tmp/q",
    "echo 'rm -r /srv/x' > q; cp q r; sh r",
    "echo 'rm -r /srv/x' >> old.sh; sh old.sh",
    "echo 'rm -r /srv/x' >> old.sh; ./old.sh",
    "printf 'rm -r /srv/x' >> ~/.profile; . ~/.profile",
    "dd of=/tmp/q <<< 'rm -r /srv/x'; sh /tmp/q",
    "cp /dev/stdin q <<< 'rm -r /srv/x'; sh q",
    "install -m 755 /dev/stdin q <<< 'rm -r /srv/x'; ./q",
    "cd sub; echo 'rm -r /srv/x' > q; cd ..; sh sub/q",
    "echo 'rm -r /srv/x' > q; timeout 5 bash q",
    "make -f - <<< $'all:\\n\\t@rm -r /srv/x'",
    "printf 'all:\\n\\trm -r /srv/x\\n' > Makefile && make",
    "printf 'D = /srv\\nall: ; rm -r $(D)/x\\n' > Makefile && make -s all",
    "printf 'X := $(shell rm -r /srv/x)\\n' > m && make -f m",
    "printf 'all:\\n\\t$(RM) -r /srv/x\\n' > sub/makefile; make -C sub",
    "npm pkg set scripts.build='rm -r /srv/x' && npm run build",
    "npm pkg set scripts.postinstall='rm -r /srv/x'",
]


@pytest.mark.parametrize("text", RUN)
def test_shell_text_is_read(text: str) -> None:
    shell = view(text)
    assert shell.understood, shell.problems
    assert "/srv/x" in [item.norm for item in shell.paths if item.op == "delete"]


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("cat > t.py <<'E'\nimport shutil\nshutil.rmtree('/srv')\nE\npython3 t.py", "python"),
        ('echo \'require("fs").rmSync("/srv")\' > t.js; node t.js', "javascript"),
        ("echo 'File.delete(\"/srv\")' > t.rb && ruby t.rb", "ruby"),
        ("echo 'unlink(\"/srv\");' > t.pl && perl t.pl", "perl"),
        ("echo '<?php unlink(\"/srv\");' > t.php && php t.php", "php"),
        ("printf '#!/usr/bin/env python3\\nimport os\\nos.remove(\"/srv\")\\n' > t; chmod +x t; ./t", "python"),
        ("echo 'BEGIN { system(\"id\") }' > t.awk && awk -f t.awk", "awk"),
    ],
)
def test_code_is_inline_code(text: str, lang: str) -> None:
    shell = view(text)
    assert lang in [item.lang for item in shell.inline_code]


@pytest.mark.parametrize(
    "text",
    [
        'echo "rm -r $D" > q; sh q',
        "printf 'include other.mk\\n' > Makefile; make",
        "printf 'all:\\n\\t$(TOOL) x\\n' > Makefile; make",
        "cat > Makefile <<E\nall:\n\t$(cat x)\nE\nmake",
    ],
)
def test_text_that_is_partly_unknown_is_not_understood(text: str) -> None:
    assert not view(text).understood


@pytest.mark.parametrize(
    "text",
    [
        "echo 'rm -r /srv/x' > q; cat q",
        "echo 'rm -r /srv/x' > q; sh other",
        "echo 'rm -r /srv/x' > q; make",
        "echo 'rm -r /srv/x' > q; echo true > q; sh q",
        "printf 'all:\\n\\techo rm -r /srv/x\\n' > Makefile; make",
        "npm pkg set name='rm -r /srv/x'",
        "echo fi >> old.sh; sh old.sh",
        "cp a b <<< 'rm -r /srv/x'; sh b",
    ],
)
def test_text_that_is_not_run_is_not_read(text: str) -> None:
    shell = view(text)
    assert shell.understood, shell.problems
    assert not [item for item in shell.paths if item.op == "delete"]


def test_a_file_that_runs_itself_ends() -> None:
    shell = view("echo './q' > q; ./q")
    assert len(shell.commands) < 10


@pytest.mark.parametrize(
    ("pattern", "arguments", "text"),
    [
        ("%s\\n", ["a", "b"], "a\nb\n"),
        ("%s=%d;", ["x", "1", "y", "2"], "x=1;y=2;"),
        ("100%%\\t%s", ["z"], "100%\tz"),
        ("%b", ["a\\nb"], "a\nb"),
        ("plain", ["ignored"], "plain"),
        ("%s-%s", ["one"], "one-"),
        ("%5s", ["x"], None),
        ("%d", ["x"], None),
        ("%q", ["x"], None),
    ],
)
def test_formats(pattern: str, arguments: list[str], text: str | None) -> None:
    assert formatted(pattern, arguments) == text
