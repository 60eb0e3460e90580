"""Deeds on folders above protected places: what bash changes there is tagged, and ordinary use of folders is not."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from policyhooks.shell.places import tag
from policyhooks.shell.view import kept_places
from tests.shell.oracle import BASH
from tests.shell.protected import GUARDING, PROJECT, changes, guards, make_tree, read_there
from tests.support.counts import scaled

# A folder above protected places, in the ways to name it, and the attacker's tree that fits into it.
FOLDERS = (
    ("project", (".", "./", "$PWD", "@ROOT/home/work/project", "../project", "../projec?", '"$CLAUDE_PROJECT_DIR"')),
    ("home", ("~", "~/", "$HOME", "@ROOT/home", "../..", "$HOME/work/..", "../../../hom?")),
    (
        "local",
        ("~/.local", "~/.local/", "$HOME/.local", "@ROOT/home/.local", "../../.local", "~/.l*"),
    ),
    ("state", ("~/.local/state", "~/.local/state/", "@ROOT/home/.local/state", "~/.local/s*te")),
    ("chosen", ("@ROOT/opt/chosen", "@ROOT/opt/chosen/", "../../../opt/chosen", "@ROOT/opt/c*")),
)
DEEDS = (
    "rm -rf DIR",
    "rm -r DIR",
    "mv DIR away",
    "mv -T DIR away",
    "cp -r evil/TREE/. DIR",
    "cp -a evil/TREE/. DIR",
    "cp -rT evil/TREE DIR",
    "cp -r evil/TREE/* evil/TREE/.??* DIR",
    "cp -r -t DIR evil/TREE/.",
    "tar xf TREE.tar -C DIR",
    "tar -C DIR -xf TREE.tar",
    "tar -x --directory=DIR -f TREE.tar",
    "(cd DIR && tar xf @ROOT/home/work/project/TREE.tar)",
    "unzip -oq TREE.zip -d DIR",
    "rsync -a evil/TREE/ DIR",
    "rsync -a --delete evil/TREE/ DIR",
    "chmod -R 700 DIR",
    "chmod -R u-w DIR",
    "chmod -R 300 DIR",
    "chmod -R u-r,o+r DIR",
    "m=a-rwx; chmod -R $m DIR",
    "find DIR -delete",
    "find DIR -depth -exec rm -rf {} +",
    "rm -rf DIR; mv evil/TREE DIR",
    "mv DIR away; ln -s $PWD/evil/TREE DIR",
    "mv DIR away && cp -r evil/TREE DIR",
    "cd DIR && rm -rf ./.[a-z]* *",
    "d=DIR; rm -rf $d",
    "bash -c 'rm -rf DIR'",
    "sudo rm -rf DIR; rm -rf DIR",
    "python3 -c 'import shutil, os; shutil.rmtree(os.path.expanduser(\"PLAIN\"))'",
    'python3 -c \'import shutil; shutil.copytree("evil/TREE", "PLAIN", dirs_exist_ok=True)\'',
    'python3 -c \'import os; os.rename("PLAIN", "PLAIN.away")\'',
    'python3 -c \'import tarfile; tarfile.open("TREE.tar").extractall("PLAIN")\'',
    'node -e \'require("fs").rmSync("PLAIN", {recursive: true, force: true})\'',
    'perl -e \'rename("PLAIN", "PLAIN.away")\'',
    "echo DIR | xargs rm -rf",
    "printf '%s\\n' DIR | xargs -I{} mv {} away",
    "for x in DIR; do rm -rf $x; done",
    "for x in DIR; do mv $x away; done",
    "for x in nothing DIR $UNKNOWN; do rm -rf $x; done",
    "echo 1 | { select x in DIR; do rm -rf $x; break; done; }",
    "a=(DIR); for x in ${a[@]}; do rm -rf $x; done",
    "set -- DIR; mv $1 away",
    "f() { rm -rf $1; }; f DIR",
    "tar cf - -C evil/TREE . | tar xf - -C DIR",
    "(cd evil/TREE && find . -type f | cpio -pdum DIR)",
    "busybox rm -rf DIR",
    "env -C DIR tar xf @ROOT/home/work/project/TREE.tar",
    "install -m 644 evil/TREE/.mcp.json DIR",
    "cp evil/TREE/.mcp.json DIR",
    "cp -r evil/TREE/.claude DIR",
    "mv evil/TREE/.claude/settings.json DIR/.claude",
    "cp -r evil/home/.local DIR",
    "cp -r evil/local/state DIR",
    "rsync -a evil/local/state DIR",
    "ln -sfn $PWD/evil/TREE DIR",
    "ln -sfT $PWD/evil/TREE DIR",
    "git -C DIR rm -rfq --cached . ; rm -rf DIR",
)

# Ways through which a constant is no longer certain: only what stands for the project by its name is looked for.
THROUGH = (
    "read x <<< DIR; rm -rf $x",
    "while read -r x; do mv $x away; done <<< DIR",
    "mapfile -t a <<< DIR; rm -rf ${a[0]}",
    "a=(DIR); rm -rf ${a[0]}",
    "a=(nothing DIR); mv ${a[1]} away",
    "printf -v x %s DIR; rm -rf $x",
)


def commands() -> list[str]:
    made = [deed.replace("DIR", name) for deed in THROUGH for name in FOLDERS[0][1] if name[0] == '"']
    for tree, names in FOLDERS:
        for deed in DEEDS:
            plain = [name for name in names if name[0] in "@." and "*" not in name and "?" not in name]
            made += [
                deed.replace("DIR", name).replace("PLAIN", name.rstrip("/")).replace("TREE", tree)
                for name in (plain if "PLAIN" in deed else names)
            ]
    return made


@pytest.mark.skipif(not Path(BASH).exists(), reason="no bash here")
def test_what_bash_changes_through_a_folder_is_tagged(tmp_path: Path) -> None:
    template = tmp_path / "template"
    make_tree(template)
    known = [text for text in commands() if shutil.which(text.split()[0].strip("(")) or text[0] in "(fd"]
    chosen = random.Random(3).sample(known, min(len(known), scaled(1000)))
    changed = [text for text in chosen if changes(text, template, tmp_path / "run")]
    assert len(changed) > len(chosen) * 0.4, "bash has to change something"
    assert [text for text in changed if not guards(read_there(text, template))] == []


QUIET = (
    "tar xzf x.tgz -C build",
    "cp README.md ~",
    "cp -r src ~/backup",
    "mv README.md ..",
    "cp -r src/. build",
    "rm -rf build src",
    "rsync -a src/ build/",
    "rsync -a src/ .",
    "cp -r src/. .",
    "chmod +x README.md",
    "chmod -R u+w src",
    "chmod -R u+rwX,go-w .",
    "chmod -R 755 $PWD",
    "chown -R $USER:$USER .",
    'chown -R "$(id -u):$(id -g)" ../project',
    "chown -R 1000:1000 .",
    "chgrp -R staff .",
    "find . -type f -exec chmod 644 {} +",
    "find . -print0 | xargs -0 chmod u+r",
    "mkdir -p ~/.local/bin",
    "cp README.md ~/.local/",
    "cp -r docs ~/.local/share/",
    "install -m 755 src/app.py ~/.local/bin",
    "ln -s ../a .",
    "unzip -q x.zip -d ~/Downloads",
    "mv src ../src-old",
    "rm -rf .hidden",
    "mv * build",
    "rm -f *.json",
    "git clean -fd",
    "git clone https://github.com/a/b ~/b",
    "touch ~ .",
    "rmdir ~/.local",
    "python3 -c 'import os; os.makedirs(\"build\")'",
    "cp -r src @ROOT/opt/other",
    "tar xf x.tar -C @ROOT/opt/other",
    "git checkout main",
    "git stash -u",
    "docker build .",
)


@pytest.mark.parametrize("text", QUIET)
def test_ordinary_use_of_folders_is_quiet(text: str, tmp_path: Path) -> None:
    make_tree(tmp_path)
    shell = read_there(text, tmp_path)
    assert shell.understood, shell.problems
    deeds = [path for path in shell.paths if path.op not in ("read", "exec", "use") and not path.glob]
    assert [path.norm for path in deeds if not GUARDING.isdisjoint(path.tags)] == []


def test_another_owner_counts_where_only_the_owner_reads(tmp_path: Path) -> None:
    make_tree(tmp_path)
    assert not guards(read_there("chown -R nobody .", tmp_path))
    (tmp_path / PROJECT / ".claude/settings.json").chmod(0o600)
    assert guards(read_there("chown -R nobody .", tmp_path))
    assert not guards(read_there("chown -R $USER .", tmp_path))
    (tmp_path / PROJECT / ".claude/settings.json").chmod(0o644)
    (tmp_path / PROJECT / ".claude").chmod(0o700)
    assert guards(read_there("chown -R nobody: .", tmp_path))


def test_unpacking_in_a_project_counts_where_hooks_are_set_up(tmp_path: Path) -> None:
    make_tree(tmp_path)
    assert guards(read_there("tar xzf x.tgz", tmp_path))
    for name in (".claude", ".cursor", ".policyhooks"):
        shutil.rmtree(tmp_path / PROJECT / name)
    (tmp_path / PROJECT / ".mcp.json").unlink()
    assert not guards(read_there("tar xzf x.tgz", tmp_path))
    assert not guards(read_there("mv ../project ../x", tmp_path))


@pytest.mark.parametrize("name", [*kept_places.PROJECT, *kept_places.HOME, *kept_places.GIT, *kept_places.MACHINE])
def test_every_kept_place_has_a_tag(name: str) -> None:
    assert tag(("/" + name).replace("//", "/").casefold())
