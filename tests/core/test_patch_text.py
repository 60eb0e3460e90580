"""What patches change: a table of forms, and what the real `patch` and `git apply` change in a scratch folder."""

import random
import shutil
import subprocess
from pathlib import Path

import pytest

from policyhooks.core.patch_text import LONGEST_PATCH, looks_like_patch, read_patch
from tests.support.counts import scaled

HUNK = "@@ -1 +1 @@\n-a\n+b\n"
# Text, folders taken off, what becomes of which file.
CASES: list[tuple[str, int | None, set[str]]] = [
    ("*** Begin Patch\n*** Add File: a\n+x\n*** End Patch\n", None, {"write a"}),
    ("*** Begin Patch\n*** Update File: a\n*** Move to: b/c\n@@\n-x\n+y\n", None, {"edit a", "write b/c"}),
    ("*** Delete File: /etc/x\n", None, {"delete /etc/x"}),
    ("  *** Update File:../x\n", None, {"edit ../x"}),
    (f"--- a/x\n+++ b/x\n{HUNK}", 1, {"write x"}),
    (f"--- a/x\t2026-01-01 00:00:00\n+++ b/x\t2026-01-01 00:00:00\n{HUNK}", 1, {"write x"}),
    (f"--- a/x\r\n+++ b/x\r\n{HUNK}", 1, {"write x"}),
    (f"--- p/q/x\n+++ p/q/x\n{HUNK}", 2, {"write x"}),
    (f"--- p/q/x\n+++ p/q/x\n{HUNK}", 0, {"write p/q/x"}),
    (f"--- p/q/x\n+++ p/q/x\n{HUNK}", -1, {"write p/q/x", "write x"}),
    (f"--- a/x\n+++ b/x\n{HUNK}", None, {"write x", "write a/x", "write b/x"}),
    (f"--- a//x\n+++ b//x\n{HUNK}", 1, {"write x"}),
    (f"--- x\n+++ x\n{HUNK}", 1, set()),
    (f"--- /etc/x\n+++ /etc/x\n{HUNK}", 0, {"write /etc/x"}),
    (f"--- /dev/null\n+++ b/x\n{HUNK}", 1, {"write x"}),
    (f"--- a/x\n+++ /dev/null\n{HUNK}", 1, {"delete x"}),
    (f"--- a/../../x\n+++ b/../../x\n{HUNK}", 1, {"write ../../x"}),
    ('--- "a/x y\\303\\244"\n+++ "b/x\\ty"\n' + HUNK, 1, {"write x y\u00e4", "write x\ty"}),
    (f"--- a/x y\n+++ b/x y\n{HUNK}", 1, {"write x y"}),
    ("diff --git a/x b/y\nsimilarity index 100%\nrename from x\nrename to y\n", 1, {"write x", "write y"}),
    ("diff --git a/x b/x\nold mode 100644\nnew mode 100755\n", 1, {"write x"}),
    ("diff --git a/x b/x\ndeleted file mode 100644\nindex 1..0\n", 1, {"delete x"}),
    ("diff --git a/x b/x\nnew file mode 100644\nindex 0..1\n", 1, {"write x"}),
    ("diff --git a/x y b/x y\nold mode 100644\nnew mode 100755\n", 1, {"write x y"}),
    ('diff --git "a/x\\"y" "b/x\\"y"\nold mode 100644\nnew mode 100755\n', 1, {'write x"y'}),
    ("diff --git a/x b/x\nindex 1..2\nGIT binary patch\nliteral 1\nIcmZ\n", 1, {"write x"}),
    ("*** a/x\tMon\n--- b/x\tMon\n***************\n*** 1 ****\n! a\n--- 1 ----\n! b\n", 1, {"write x"}),
    (f"Index: x\n=====\n--- x\n+++ x\n{HUNK}", 0, {"write x"}),
    (f"From abc Mon\nSubject: [PATCH] x\n---\n x | 2 +-\n\n--- a/x\n+++ b/x\n{HUNK}-- \n2.1\n", 1, {"write x"}),
    (f"--- a/x\n+++ b/x\n{HUNK}--- a/y\n+++ b/y\n{HUNK}", 1, {"write x", "write y"}),
    (f"  --- a/x\n  +++ b/x\n  {HUNK}", 1, {"write x"}),
    ("@@ -1 +1 @@\n-- a/x\n++ b/x\n", 1, set()),
    ("hello", None, set()),
    ("", None, set()),
]
REVERSED = [
    (f"--- /dev/null\n+++ b/x\n{HUNK}", "x"),
    ("diff --git a/x b/x\nnew file mode 100644\n", "x"),
]


def told(text: str, strip: int | None, reverse: bool = False) -> set[str]:
    return {f"{change.op} {change.path}" for change in read_patch(text, strip, reverse) or ()}


@pytest.mark.parametrize(("text", "strip", "expected"), CASES)
def test_forms(text: str, strip: int | None, expected: set[str]) -> None:
    found = told(text, strip)
    # An index line and context diffs give their own lines a second time.
    assert expected <= found
    assert {one for one in found - expected if "****" not in one and "----" not in one} == set()


@pytest.mark.parametrize(("text", "path"), REVERSED)
def test_a_patch_taken_back_still_names_its_file(text: str, path: str) -> None:
    assert path in {change.path for change in read_patch(text, 1, reverse=True) or ()}


def test_what_is_too_long_is_not_read() -> None:
    assert read_patch("--- a/x\n+++ b/x\n" + "x" * LONGEST_PATCH) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("*** Begin Patch\n*** Add File: a\n", True),
        (f"--- a/x\n+++ b/x\n{HUNK}", True),
        ("diff --git a/x b/y\nrename from x\nrename to y\n", True),
        ("--- a heading", False),
        ("different things\n\n@@ x", False),
        ("*** important ***", False),
    ],
)
def test_looks(text: str, expected: bool) -> None:
    assert looks_like_patch(text) is expected


# ---- the real programs ----------------------------------------------------------------------

NAMES = (
    "a.txt",
    "b.c",
    "src/a.py",
    "src/deep/x.md",
    "with blank.txt",
    "d/\u00e4.txt",
    ".claude/settings.json",
    'q"q',
    "e/-f",
)
GIT = shutil.which("git")
PATCH = shutil.which("patch")
ENVIRONMENT = {
    "PATH": "/usr/bin:/bin", "HOME": "/nonexistent", "GIT_CONFIG_NOSYSTEM": "1", "GIT_AUTHOR_NAME": "x",
    "GIT_AUTHOR_EMAIL": "x@example.com", "GIT_COMMITTER_NAME": "x", "GIT_COMMITTER_EMAIL": "x@example.com",
}  # fmt: skip


def run(folder: Path, *words: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(words, cwd=folder, input=stdin, env=ENVIRONMENT, capture_output=True, check=False)


def contents(folder: Path) -> dict[str, bytes]:
    files = [path for path in folder.rglob("*") if path.is_file() and ".git" not in path.relative_to(folder).parts]
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def write_tree(folder: Path, files: dict[str, bytes]) -> None:
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)


def change_tree(rng: random.Random, files: dict[str, bytes]) -> dict[str, bytes]:
    """Other contents, files that are gone, new ones, and ones under another name."""
    after = dict(files)
    for name in rng.sample(sorted(files), k=min(len(files), 1 + rng.randrange(3))):
        deed = rng.randrange(4)
        if deed == 0:
            after[name] = files[name] + b"-- more\n++ more\n"
        elif deed == 1:
            del after[name]
        elif deed == 2:
            after[f"moved/{name}"] = after.pop(name)
        else:
            after[name] = b"\0binary" + files[name]
    for name in rng.sample(NAMES, k=rng.randrange(2)):
        after[f"new/{name}"] = b"new\n"
    return after


def make_diff(folder: Path, before: dict[str, bytes], after: dict[str, bytes], options: tuple[str, ...]) -> bytes:
    for tree in (before, after):
        for path in folder.iterdir():
            if path.name != ".git":
                shutil.rmtree(path) if path.is_dir() else path.unlink()
        write_tree(folder, tree)
        run(folder, "git", "add", "-A", "-f")
        run(folder, "git", "commit", "-qm", "x", "--allow-empty")
    return run(folder, "git", "diff", "HEAD~1", "HEAD", *options).stdout


STYLES: tuple[tuple[tuple[str, ...], int], ...] = (
    ((), 1),
    (("-M",), 1),
    (("--binary", "-M"), 1),
    (("--no-prefix",), 0),
    (("--src-prefix=x/y/", "--dst-prefix=x/z/"), 2),
    (("--binary", "--src-prefix=old/", "--dst-prefix=new/", "-M"), 1),
)


@pytest.mark.skipif(GIT is None or PATCH is None, reason="needs git and patch")
def test_every_file_that_the_real_programs_change_is_named(tmp_path: Path) -> None:
    origin = tmp_path / "origin"
    origin.mkdir()
    run(origin, "git", "init", "-q")
    changed = 0
    for seed in range(scaled(400)):
        rng = random.Random(seed)
        before = {name: f"{name}\nsome\nlines\n".encode() * 5 for name in rng.sample(NAMES, k=5)}
        options, strip = rng.choice(STYLES)
        text = make_diff(origin, before, change_tree(rng, before), options)
        git = rng.random() < 0.5
        target = tmp_path / f"t{seed}"
        write_tree(target, before)
        words = ("git", "apply", f"-p{strip}") if git else ("patch", "-s", "-f", f"-p{strip}")
        run(target, *words, stdin=text)
        after = contents(target)
        touched = {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}
        touched = {name for name in touched if not name.endswith((".rej", ".orig"))}
        named = {change.path for change in read_patch(text.decode("utf-8", "surrogateescape"), strip) or ()}
        assert touched <= named, (seed, words, text)
        changed += len(touched)
        shutil.rmtree(target)
    assert changed > scaled(400), "the programs really changed files"
