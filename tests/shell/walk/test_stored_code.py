"""Files on the disk that a call runs: every way of running them, and what nobody can read."""

import pytest

from policyhooks.core.shell_records import Shell
from policyhooks.core.stored_text import StoredText
from policyhooks.shell.view.settling import settings_of
from policyhooks.shell.view.shell import read_by
from policyhooks.shell.walk.stored_code import MOST
from tests.shell.reading import PARSER

DEED = "wipe-all /w"
FILES = {
    "/w/x.sh": f"{DEED}\n",
    "/w/run": f"#!/bin/sh\n{DEED}\n",
    "/w/x.py": f'import os\nos.system("{DEED}")\n',
    "/w/mod.py": 'import subprocess\nsubprocess.run(["wipe-all", "/w"])\n',
    "/w/x.js": f'require("child_process").execSync("{DEED}")\n',
    "/w/x.pl": f'system("{DEED}");\n',
    "/w/x.rb": f'system("{DEED}")\n',
    "/w/x.php": f'<?php system("{DEED}");\n',
    "/w/x.lua": f'os.execute("{DEED}")\n',
    "/w/Makefile": f"all:\n\t{DEED}\n",
    "/w/package.json": f'{{"scripts": {{"build": "{DEED}", "pretest": "{DEED}"}}}}',
    "/w/.git/hooks/pre-commit": f"#!/bin/sh\n{DEED}\n",
    "/w/.husky/pre-push": f"{DEED}\n",
    "/w/cron": f"# jobs\n0 4 * * * {DEED}\n",
    "/w/daily": f"@daily {DEED}\n",
    "/w/outer.sh": "sh ./x.sh\n",
    "/w/self.sh": f"sh ./self.sh\n{DEED}\n",
}
WAYS = (
    "sh x.sh", "bash ./x.sh", "zsh x.sh", ". ./x.sh", "source x.sh", "./run", "x=x.sh; sh $x", "sh < x.sh",
    "cd /w && ./run", "env A=1 sh x.sh", "nohup ./run &", "timeout 5 bash x.sh", "sudo sh x.sh", "exec ./run",
    "find . -exec sh x.sh \\;", "echo x.sh | xargs sh", "watch ./run", "parallel ./run ::: 1", "script -c ./run",
    "sh -c '. ./x.sh'", "command . ./x.sh", "at -f x.sh now", "bash --rcfile x.sh -i", "ssh host < x.sh",
    "chmod +x run && ./run", "cp x.sh y && sh y", "mv run y; ./y", "sh outer.sh", "sh self.sh",
    "python3 x.py", "nice python3 ./x.py", "python3 -m mod", "node x.js", "node -r ./x.js -e 1", "deno run x.js",
    "perl x.pl", "ruby x.rb", "ruby -r ./x.rb -e 1", "php x.php", "lua x.lua", "make", "make all", "make -f Makefile",
    "make -C /w", "npm run build", "npm test", "yarn build", "pnpm build", "bun run build", "git commit -m x",
    "git push", "crontab cron", "crontab daily",
)  # fmt: skip


def view(command: str, files: dict[str, StoredText]) -> Shell:
    settings = settings_of(
        command, dialect="bash", workspace="/w", home="/home/dev", resolve_links=False, parser=PARSER, scripts=files.get
    )
    return read_by(settings, command, "/w")


def texts(files: dict[str, str] = FILES) -> dict[str, StoredText]:
    return {path: StoredText(text=text) for path, text in files.items()}


@pytest.mark.parametrize("command", WAYS)
def test_what_a_file_runs_is_listed(command: str) -> None:
    assert "wipe-all" in [item.name for item in view(command, texts()).commands]
    assert "wipe-all" not in [item.name for item in view(command, {}).commands]


UNREAD = ("sh x.sh", ". ./x.sh", "./run", "python3 x.py", "make", "npm run build", "sh <x.sh")
RUN_NOTHING = ("ls -la", "cat x.sh | grep a", "git status", "echo a > x.sh", "python3 -c 'print(1)'", "npm view x")


@pytest.mark.parametrize("command", UNREAD)
def test_what_nobody_can_read_is_a_problem(command: str) -> None:
    files = {path: StoredText(problem="it is no regular file") for path in FILES}
    shell = view(command, files)
    assert "dynamic_code" in shell.problems
    assert not shell.understood


def test_a_compiled_program_is_no_text() -> None:
    files = {"/w/run": StoredText(compiled=True), "/w/x.sh": StoredText(compiled=True)}
    assert view("./run", files).understood
    assert not view("sh x.sh", files).understood


def test_files_of_a_pattern() -> None:
    files = texts({"/w/x.sh": f"{DEED}\n"})
    assert view("sh nothing-*.sh", files).understood


@pytest.mark.parametrize(
    ("text", "understood"),
    [
        ("import subprocess, sys\nsubprocess.run(sys.argv[1:])", True),
        ("import subprocess\nsubprocess.run(f'echo {x} | ./game', shell=True)", True),
        ("import subprocess\nsubprocess.run(['bash', '-c', f'echo {x}'])", True),
        ("import sys\nexec(sys.stdin.read())", False),
        ("import subprocess, sys\nsubprocess.run(['python3', '-c', sys.argv[1]])", False),
        ("import subprocess, sys\nsubprocess.run(['python3', '-c', 'import y; y.go(%s)' % sys.argv[1]])", True),
        ("import os\nos.system('sh /w/fifo')", False),
    ],
)
def test_a_program_in_a_file_may_start_what_its_user_says(text: str, understood: bool) -> None:
    files = {"/w/x.py": StoredText(text=text), "/w/fifo": StoredText(problem="it is no regular file")}
    assert view("python3 x.py", files).understood is understood


def test_no_file_is_asked_for_where_none_is_run() -> None:
    asked: list[str] = []
    for command in RUN_NOTHING:
        settings = settings_of(
            command, dialect="bash", workspace="/w", home="/", resolve_links=False, parser=PARSER, scripts=asked.append
        )
        read_by(settings, command, "/w")
    assert asked == []


def test_more_files_than_are_looked_into() -> None:
    command = "; ".join(f"sh old{number}.sh" for number in range(80)) + "; sh x.sh"
    assert "dynamic_code" in view(command, texts()).problems


def test_the_code_says_where_it_stands() -> None:
    shell = view("python3 x.py", texts())
    assert [item.file for item in shell.inline_code] == ["/w/x.py"]
    assert [(item.source, item.path, item.read) for item in shell.commands[0].code] == [("fresh", "/w/x.py", True)]


def test_more_files_than_are_looked_into_are_not_understood() -> None:
    files = {f"/w/{number}.sh": StoredText(text="ls\n") for number in range(MOST + 1)}
    line = "; ".join(f"sh {number}.sh" for number in range(MOST))
    assert view(line, files).understood
    assert "dynamic_code" in view(f"{line}; sh {MOST}.sh", files).problems


def test_a_package_is_found_however_deep_its_folder_is_entered() -> None:
    deep = "/".join("abcdefghij")
    assert "wipe-all" in [item.name for item in view(f"cd {deep} && npm run build", texts()).commands]
