"""What xargs and find give their commands: known text, listed places, and words that would decide what runs."""

from __future__ import annotations

import pytest

from tests.shell.reading import view


@pytest.mark.parametrize(
    ("text", "argv"),
    [
        ("echo '-rf /srv/data' | xargs rm", ["rm", "-rf", "/srv/data"]),
        ("printf '%s\\n' --hard | xargs git reset", ["git", "reset", "--hard"]),
        ("xargs rm -r <<< /srv", ["rm", "-r", "/srv"]),
        ("xargs touch <<< \"'a b' c\\ d\"", ["touch", "a b", "c d"]),
        ("printf 'a\\nb\\n' | xargs -n1 rm", ["rm", "b"]),
        ("printf 'a b\\nc\\n' | xargs -I{} mv {} old/{}", ["mv", "a b", "old/a b"]),
        ("echo a,b | xargs -d, rm", ["rm", "a", "b\n"]),
        ("xargs -a list rm -f", ["rm", "-f"]),
        ("echo x | xargs sudo rm", ["rm", "x"]),
        ("echo 'reset --hard' | xargs git", ["git", "reset", "--hard"]),
        ("printf 'a\\npush --force\\n' | xargs -L1 git", ["git", "push", "--force"]),
    ],
)
def test_known_text_becomes_arguments(text: str, argv: list[str]) -> None:
    shell = view(text)
    assert shell.understood, shell.problems
    found = [item for item in shell.commands if list(item.argv) == argv]
    assert found
    assert found[0].stdin_args


def test_known_arguments_of_a_shell_are_read() -> None:
    shell = view("echo 'rm -r /srv' | xargs -I{} sh -c '{}'")
    assert shell.understood
    assert "rm" in [item.name for item in shell.commands]


@pytest.mark.parametrize(
    "text",
    [
        "grep -rl old lib | xargs sed -i 's#old#new#g'",
        "git diff --name-only | xargs sed -e 's/x/y/' -e 's/p/q/' -i",
        "cat names | xargs awk '{ n += $2 } END { print n }'",
        "cat names | xargs perl -pi -e 's/colour/color/'",
        "cat names | xargs jq -r .version",
        "cat names | xargs python3 tools/check.py --strict",
        "cat names | xargs -n1 node scripts/lint.js",
        "cat names | xargs -I{} ruby -ne 'print' {}",
        "cat names | xargs bash -c 'wc -l \"$@\"' _",
        "cat names | xargs -r git add --",
        "cat names | xargs find . -newer",
        "find . -name '*.c' | xargs -P4 clang-format -i",
    ],
)
def test_unknown_files_for_known_code_are_understood(text: str) -> None:
    shell = view(text)
    assert shell.understood, shell.problems
    assert not [item for item in shell.flows if item.sink == "exec"]


@pytest.mark.parametrize(
    "text",
    [
        "cat names | xargs sed -i",
        "cat names | xargs sed -n -e",
        "cat names | xargs awk -F,",
        "cat names | xargs perl -ne",
        "cat names | xargs python3",
        "cat names | xargs bash -c",
        "cat names | xargs sudo",
        "cat names | xargs -I{} sh -c 'touch {}'",
        "cat names | xargs tar -cf x.tar --to-command",
        "cat names | xargs find . -exec rm",
        "ls | xargs env A=b",
        "ls | xargs sed -i",
    ],
)
def test_words_that_would_decide_what_runs_are_not_understood(text: str) -> None:
    shell = view(text)
    assert not shell.understood
    assert [item for item in shell.commands if item.name not in ("cat", "ls")]


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("find /opt -name 'id_rsa*' -exec cat {} +", "read:/opt/id_rsa*"),
        ("find /opt -name 'id_rsa*' -exec sh -c 'cat \"$1\"' _ {} \\;", "read:/opt/id_rsa*"),
        ("find ~ -name '*.key' -print0 | xargs -0 rm -f", "delete:/home/dev/*.key"),
        ("find ~ -path '*/.aws/credentials' -exec cat {} \\;", "read:/home/dev/.aws/credentials"),
        ("find /srv \\( -name a -o -iname 'b*' \\) -type f -exec rm {} +", "delete:/srv/b*"),
        ("find /srv -not -name keep -exec rm {} +", "delete:/srv"),
        ("find /srv -name node_modules -prune -o -name '*.o' -print | xargs rm", "delete:/srv/*.o"),
        ("find . -type f | xargs rm", "delete:/w/*"),
        ("fd -e pem . /etc | xargs cat", "read:/etc/*.pem"),
        ("fd -e key . /etc -x rm", "delete:/etc/*.key"),
        ("fd -e key . /etc -X cat {} x", "read:/etc/*.key"),
        ("rg -l token /opt | xargs shred -u", "delete:/opt/*"),
        ("grep -rl x /opt | xargs unlink", "delete:/opt/*"),
        ("git ls-files | xargs rm", "delete:/w/*"),
        ("ls /srv/*.bak | sort -r | tail -n +3 | xargs rm", "delete:/srv/*.bak"),
        ("ls -t | tail -n +5 | xargs -I{} rm logs/{}", "delete:/w/logs/*"),
        ("git ls-files | grep '\\.orig$' | xargs rm", "delete:/w/*.orig"),
        ('find "$D" -name x -exec rm {} +', "delete:$D/x"),
    ],
)
def test_paths_of_a_lister_reach_its_reader(text: str, path: str) -> None:
    shell = view(text)
    assert shell.understood, shell.problems
    assert path in [f"{item.op}:{item.raw if item.dynamic else item.norm}" for item in shell.paths]


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("find src -name '*.c' | xargs -I{} sh -c 'wc -l {}'", "use:/w/src/*.c"),
        ("rg --files | xargs -I{} sh -c 'echo {}; grep -n x {}'", "read:/w/*"),
        ("find ~ -type f | xargs -I{} sh -c 'rm -f {}'", "delete:/home/dev/*"),
        ("find src -name '*.php' | xargs -n1 php -l", "read:/w/src/*.php"),
    ],
)
def test_listed_names_in_code_are_names(text: str, path: str) -> None:
    shell = view(text)
    assert shell.understood, shell.problems
    assert path in [f"{item.op}:{item.norm}" for item in shell.paths]


def test_unknown_arguments_are_no_empty_ones() -> None:
    deletes = [item for item in view("cat names | xargs sh -c 'rm \"$1/x\"' _").paths if item.op == "delete"]
    assert [item.dynamic for item in deletes] == [True]


def test_found_credentials_are_tagged() -> None:
    shell = view("find / -name 'id_ed25519' | xargs cat")
    assert [item for item in shell.paths if item.op == "read" and "credential" in item.tags]


def test_the_whole_workspace_is_its_root() -> None:
    shell = view("git ls-files -z | xargs -0 rm -f")
    assert [item for item in shell.paths if item.op == "delete" and item.is_workspace_root]
