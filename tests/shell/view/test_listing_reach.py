"""Lists of names that feed writers and deleters: what bash changes is tagged, what the filter leaves out is not."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from policyhooks.shell.view.listing_reach import MOST_INSIDE
from tests.shell.oracle import BASH
from tests.shell.protected import GUARDING, PROJECT, changes, guards, make_tree, read_there, write
from tests.support.counts import scaled

# Commands that print names, some of them of protected files.
LISTINGS = (
    "find . -name settings.json",
    "find . -name '*.json'",
    "find . -name 'set*'",
    "find . -iname 'SETTINGS.*'",
    "find . -type f",
    "find . -path '*/.claude/*'",
    "find . -path './.claude/*.json'",
    "find . -name '.m*'",
    "find . -name '*.ts' -o -name '*.json'",
    "find . \\( -name '*.ts' -o -name '*.json' \\)",
    "find . -not -name '*.py'",
    "find . -regex '.*settings[.]json'",
    "find . -path ./node_modules -prune -o -name '*.json' -print",
    "find . -size -9",
    "find . -path ./.claude -prune -o -name '*.json' -print",
    "find . -name '*.json' ! -path './.claude/*'",
    "find . ! \\( -name '*.py' -o -name '*.md' \\) -type f",
    "find ~ -name hook.py",
    "find ~/.local -type f",
    "find @ROOT/opt -name key",
    "find @ROOT -name '*.py'",
    "find . -maxdepth 1 -name '.*.json'",
    "find . -newer evil",
    "find . -maxdepth 2 -name '*.json'",
    "find . -maxdepth 1 -type f",
    "find src -name '*.json'",
    "find . -name '*.pyc'",
    "find .claude -type f",
    "find ./.c* -type f",
    "find . -mindepth 2 -name 's*.json'",
    "find . -name '*.y*ml'",
    "grep -rl needle .",
    "grep -rl nee.le .",
    "grep -Rl needle ~/.local",
    "grep -rl --include='*.json' needle .",
    "grep -rl --exclude-dir=.claude needle .",
    "grep -rl nothing .",
    "grep -lr needle",
    "grep -rlF needle . --include=s*",
    "grep -L absent -r .",
    "grep -rli NEEDLE .",
    "ls -d .m*",
    "ls -A",
    "ls -d .claude/*",
    "ls .claude/*.json",
    "ls",
    "find . -type f | grep json",
    "find . -type f | grep '\\.json$'",
    "find . -type f | grep -v claude | sort",
    "find . -type f | sort | head -99",
    "find . -type f | grep -v py | grep settings",
    "find . -type f | grep -E 'mcp|x'",
    "rg -l needle",
    "rg --files --hidden",
    "fd -H settings",
    "fd -e json",
    "fdfind -H -e json",
)
FEEDS = (
    "LIST | xargs rm -f",
    "LIST | xargs sed -i s/needle/x/",
    "LIST | xargs -n1 truncate -s 0",
    "LIST | xargs -I{} rm -f {}",
    "LIST | xargs -I{} cp README.txt {}",
    "LIST | xargs -I{} sh -c 'rm -f {}'",
    "rm -f $(LIST)",
    "sed -i s/n/x/ `LIST`",
    "for f in $(LIST); do rm -f $f; done",
    'LIST | while read f; do rm -f "$f"; done',
    "x=$(LIST); rm -f $x",
    'while read -r f; do echo evil > "$f"; done < <(LIST)',
    'mapfile -t a < <(LIST); rm -f "${a[@]}"',
    "LIST | xargs sh -c 'rm -f \"$@\"' _",
    'LIST | while IFS= read -r f; do sed -i s/n/x/ "$f"; done',
    "LIST | tr '\\n' '\\0' | xargs -0 rm -f",
    "LIST | xargs chmod 000",
    "LIST | xargs -I{} mv {} away",
    "LIST | xargs perl -pi -e s/n/x/",
    'f() { rm -f "$@"; }; f $(LIST)',
    "a=($(LIST)); rm -f ${a[@]}",
    "LIST > names; xargs rm -f < names",
    "cat <(LIST) | xargs rm -f",
    "tee copy < <(LIST) | xargs rm -f",
)
# find and fd that do it themselves.
OWN = (
    "LIST -delete",
    "LIST -exec rm -f {} +",
    "LIST -exec rm -f {} \\;",
    "LIST -exec sed -i s/n/x/ {} +",
    "LIST -exec sh -c 'rm -f \"$1\"' _ {} \\;",
    "LIST -exec sh -c 'for f; do rm -f \"$f\"; done' _ {} +",
    "LIST -exec cp README.txt {} \\;",
    "LIST -execdir rm -f {} \\;",
    "LIST -print0 | xargs -0 rm -f",
    "LIST -exec chmod 0 {} +",
    "LIST -exec truncate -s0 {} \\;",
    "LIST -exec bash -c 'echo x > {}' \\;",
    "LIST -exec mv {} away \\;",
    "LIST -exec python3 -c 'import os, sys; os.remove(sys.argv[1])' {} \\;",
    "LIST -exec tee {} \\;",
)


def commands() -> list[str]:
    listings = [text for text in LISTINGS if shutil.which(text.split()[0])]
    made = [feed.replace("LIST", listing) for listing in listings for feed in FEEDS]
    own = [text for text in listings if text.startswith("find") and "|" not in text]
    return made + [deed.replace("LIST", listing) for listing in own for deed in OWN]


@pytest.mark.skipif(not Path(BASH).exists(), reason="no bash here")
def test_what_bash_changes_by_a_list_is_tagged(tmp_path: Path) -> None:
    template = tmp_path / "template"
    make_tree(template)
    chosen = random.Random(4).sample(commands(), scaled(1000))
    changed = [text for text in chosen if changes(text, template, tmp_path / "run")]
    assert len(changed) > len(chosen) * 0.4, "bash has to change something"
    assert [text for text in changed if not guards(read_there(text, template))] == []


ORDINARY = (
    "find . -name '*.pyc' -delete",
    "find . -type d -name __pycache__ -exec rm -rf {} +",
    "find . -type d -empty -delete",
    "find src -name '*.json' -exec sed -i s/a/b/ {} +",
    "find . -name '*.ts' | xargs sed -i s/a/b/",
    "find . -name '*.json' -not -path '*/.*' -exec sed -i s/a/b/ {} +",
    "find . -name node_modules -prune -exec rm -rf {} +",
    "find . -path ./.claude -prune -o -path ./.cursor -prune -o -name 'pack*.json' -exec rm {} +",
    "grep -rl needle src | xargs sed -i s/needle/x/",
    "grep -rl oldName . | xargs sed -i s/oldName/newName/",
    "grep -rl needle . --include='*.py' | xargs sed -i s/needle/x/",
    "rg -l needle | xargs sed -i s/needle/x/",
    "fd -e json -x prettier --write",
    "ls | xargs rm -f",
    "ls *.json | xargs rm",
    "git ls-files '*.ts' | xargs sed -i s/a/b/",
    "find . -name '*.json' | xargs cat",
    "find . -name '*.json' | xargs jq .",
    "find . -type f | tee all.txt",
    "find . -name '*.json' -exec cp {} {}.bak \\;",
    "find . -type f -size +10M -delete",
    "find build -type f -delete",
    "find . -type f | grep '\\.py$' | xargs sed -i s/a/b/",
    "for f in $(find src -type f); do rm $f; done",
    "find . -regex '.*[.]py[co]' -delete",
    "rm -f $(find . -name '*.o')",
    "find docs -name '*.md' -exec sed -i s/a/b/ {} +",
    "git grep -l oldName | xargs sed -i s/oldName/newName/",
    "find . -name '*.orig' -o -name '*.rej' | xargs rm -f",
)


@pytest.mark.parametrize("text", ORDINARY)
def test_what_cannot_reach_a_protected_place_is_quiet(text: str, tmp_path: Path) -> None:
    make_tree(tmp_path)
    shell = read_there(text, tmp_path)
    assert shell.understood, shell.problems
    deeds = [path for path in shell.paths if path.op not in ("read", "exec", "use") and not path.glob]
    assert [path.norm for path in deeds if not GUARDING.isdisjoint(path.tags)] == []


def test_more_files_than_are_looked_at_are_not_understood(tmp_path: Path) -> None:
    make_tree(tmp_path)
    for number in range(MOST_INSIDE):
        write(tmp_path / PROJECT / f".claude/{number}.txt", "x")
    shell = read_there("find . -name '*.bak' -delete", tmp_path)
    assert len(shell.paths) == 1
    assert shell.problems == ["too_many_values"]


def test_what_git_does_not_know_is_not_listed_by_it(tmp_path: Path) -> None:
    make_tree(tmp_path)
    index = tmp_path / PROJECT / ".git/index"
    write(index, "DIRC\0\0\0\x02 src/app.py")
    assert not guards(read_there("git ls-files | xargs sed -i s/a/b/", tmp_path))
    write(index, "DIRC\0\0\0\x02 .claude/settings.json")
    assert guards(read_there("git ls-files | xargs sed -i s/a/b/", tmp_path))
