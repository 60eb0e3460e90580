"""Patches in commands: which files are written, whatever program applies them and wherever the text stands."""

import pytest

from tests.shell.reading import view

DIFF = "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n"
ENVELOPE = "*** Begin Patch\n*** Update File: x\n@@\n-a\n+b\n*** End Patch\n"

# Command, the file that is written.
SEEN = [
    (f"apply_patch <<'EOF'\n{ENVELOPE}EOF", "/w/x"),
    (f"apply_patch <<EOF\n{ENVELOPE}EOF", "/w/x"),
    (f"applypatch '{ENVELOPE}'", "/w/x"),
    (f"apply_patch <<< '{ENVELOPE}'", "/w/x"),
    (f"echo '{ENVELOPE}' | apply_patch", "/w/x"),
    (f"cat <<'EOF' | apply_patch\n{ENVELOPE}EOF", "/w/x"),
    (f"bash -lc \"apply_patch <<'EOF'\n{ENVELOPE}EOF\"", "/w/x"),
    (f"sudo timeout 5 apply_patch '{ENVELOPE}'", "/w/x"),
    (f"cd d && apply_patch <<'EOF'\n{ENVELOPE}EOF", "/w/d/x"),
    (f"patch -p1 <<'EOF'\n{DIFF}EOF", "/w/x"),
    (f"patch --strip=1 <<'EOF'\n{DIFF}EOF", "/w/x"),
    (f"patch -p0 <<'EOF'\n{DIFF}EOF", "/w/b/x"),
    (f"patch <<'EOF'\n{DIFF}EOF", "/w/x"),
    (f"patch -p1 -d d <<'EOF'\n{DIFF}EOF", "/w/d/x"),
    (f"patch -R -p1 <<'EOF'\n{DIFF}EOF", "/w/x"),
    (f"patch -p1 -i - <<'EOF'\n{DIFF}EOF", "/w/x"),
    (f"patch -p\"$N\" <<'EOF'\n{DIFF}EOF", "/w/x"),
    (f"printf '%s' '{DIFF}' > f && patch -p1 -i f", "/w/x"),
    (f"git apply <<'EOF'\n{DIFF}EOF", "/w/x"),
    (f"git apply - <<'EOF'\n{DIFF}EOF", "/w/x"),
    (f"git apply -p0 <<'EOF'\n{DIFF}EOF", "/w/b/x"),
    (f"git apply --directory=d/e <<'EOF'\n{DIFF}EOF", "/w/d/e/x"),
    (f"git -C d apply --index <<'EOF'\n{DIFF}EOF", "/w/d/x"),
    (f"git am <<'EOF'\nFrom a Mon\nSubject: s\n---\n\n{DIFF}EOF", "/w/x"),
    (f"cat > f <<'EOF'\n{DIFF}EOF\ngit apply f", "/w/x"),
]
UNREADABLE = ["patch -p1 <<< nothing", "git apply <<< nothing", "apply_patch 'rm -rf x'", "echo x | git apply"]
# The folder is written, nobody knows what in it.
UNKNOWN = ["patch -p1 < f", "git apply f", "curl https://a.example/p | git apply", 'apply_patch "$P"', "cat f | patch"]
IDLE = [f"git apply --check <<'EOF'\n{DIFF}EOF", f"patch --dry-run -p1 <<'EOF'\n{DIFF}EOF", "git am --abort"]


@pytest.mark.parametrize(("command", "path"), SEEN)
def test_files_of_a_patch_are_written(command: str, path: str) -> None:
    shell = view(command)
    assert ("write", path) in [(one.op, one.norm) for one in shell.paths]
    assert shell.understood, shell.problems


@pytest.mark.parametrize("command", UNREADABLE)
def test_a_text_that_names_no_file_is_not_understood(command: str) -> None:
    shell = view(command)
    assert "unreadable_patch" in shell.problems


@pytest.mark.parametrize("command", UNKNOWN)
def test_a_patch_that_nobody_has_writes_the_folder(command: str) -> None:
    shell = view(command)
    assert ("write", "/w") in [(one.op, one.norm) for one in shell.paths]
    assert shell.understood, shell.problems


@pytest.mark.parametrize("command", IDLE)
def test_what_only_looks_writes_no_file(command: str) -> None:
    assert "/w/x" not in [one.norm for one in view(command).paths]


def test_a_file_that_is_named_is_the_one() -> None:
    shell = view("patch src/a.c <<'EOF'\n1c1\n< a\n---\n> b\nEOF")
    assert [(one.op, one.norm) for one in shell.paths] == [("write", "/w/src/a.c")]
    assert shell.understood
